"""Laaancez !, a game as `tablee.core.game.Game` describes it: its rules, its sheet of objects and its notation."""

from .notation import from_position as from_position
from .notation import position as position
from .rules import *  # noqa: F403
from .sheet import LETTERS as LETTERS
from .sheet import TICK as TICK
from .sheet import Item as Item
from .sheet import Sheet as Sheet
from .sheet import Thing as Thing
from .sheet import load_shipped as load_shipped
from .sheet import parse_toml as parse_toml

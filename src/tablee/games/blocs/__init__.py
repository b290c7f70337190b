"""Pousse-blocs, a game as `tablee.core.game.Game` describes it: its rules, its calculations and its notation."""

from .calculation import calculations as calculations
from .calculation import check as check
from .calculation import equation as equation
from .calculation import normal as normal
from .calculation import pretty as pretty
from .notation import from_position as from_position
from .notation import position as position
from .rules import *  # noqa: F403

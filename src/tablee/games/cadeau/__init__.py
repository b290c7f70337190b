"""À l'assaut du Cadeau !, a game as `tablee.core.game.Game` describes it: its rules and its notation."""

from .notation import from_position as from_position
from .notation import position as position
from .rules import *  # noqa: F403

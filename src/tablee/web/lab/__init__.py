"""The lab in the browser: what a variant, a head start or a sheet of one's own is like to play, also beside another.

    ROUTES                             the page /lab, and /lab/stop

The whole wish stands in the address, with the seed of its games. The page shows what they say so far and comes again by
itself, until they are sure enough, time is over, or somebody stops them.
"""

from .page import ROUTES

__all__ = ["ROUTES"]

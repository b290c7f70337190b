"""Getting bots ready in the background, for tables that must go on answering."""

from __future__ import annotations

import contextlib
import threading

from tablee.core.errors import TableeError
from tablee.core.game import AnyGame, Variant
from tablee.core.words import Text

from . import oracle

WAITING = Text("le robot ouvre ses livres", "the bot opens its books")


class Warming:
    """How far the preparation of one variant is. `trouble` says why it failed, if it did."""

    def __init__(self) -> None:
        self.done = 0.0
        self.doing = WAITING
        self.trouble: Text | None = None
        self.ready = False
        self._over = threading.Event()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for the end, or for so many seconds; whether it is ready."""
        self._over.wait(seconds)
        return self.ready

    def told(self, done: float, doing: Text) -> None:
        self.done, self.doing = done, doing

    def run(self, game: AnyGame, variant: Variant) -> None:
        try:
            oracle.prepare(game, variant, self.told)
            self.done, self.ready = 1.0, True
        except TableeError as error:
            self.trouble = error.text
        except Exception as error:  # nobody waits for a thread that has died
            self.trouble = Text(f"le robot n’est pas prêt ({error})", f"the bot is not ready ({error})")
        finally:
            self._over.set()

    @classmethod
    def already(cls) -> Warming:
        """Of a bot that needs nothing."""
        made = cls()
        made.done, made.ready = 1.0, True
        made._over.set()
        return made


_WARMING: dict[tuple[str, Variant], Warming] = {}
_LOCK = threading.Lock()


def warm(game: AnyGame, variant: Variant, *, needed: bool = True) -> Warming:
    """The preparation of a variant: begun now, or already under way; one that failed is tried again."""
    if not needed:
        return Warming.already()
    with _LOCK:
        known = _WARMING.get((game.NAME, variant))
        if known is not None and known.trouble is None:
            return known
        warming = _WARMING[game.NAME, variant] = Warming()
    with contextlib.suppress(RuntimeError):  # no threads, as in a browser: it gets ready when it is its turn
        threading.Thread(target=warming.run, args=(game, variant), name=f"warm {game.NAME}", daemon=True).start()
    return warming

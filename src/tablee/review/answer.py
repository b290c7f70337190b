"""A review as the line protocol writes it."""

from __future__ import annotations

from typing import Any

from .review import Entry, Review, Worth


def answer(review: Review) -> dict[str, Any]:
    skill = {} if review.exact else review.skill  # where values are exact, losses say it
    return {
        "exact": review.exact,
        "start": _by_player(review.start),
        "result": None if review.result is None else _by_player(review.result),
        "players": {
            str(player): {"luck": tally.luck, "loss": tally.loss, "decisions": tally.decisions}
            | ({"skill": skill[player], "skill_margin": review.skill_margin} if skill else {})
            for player, tally in review.players.items()
        },
        "events": [_entry(entry) for entry in review.entries],
    }


def _by_player(worth: Worth) -> dict[str, float]:
    return {str(player): value for player, value in worth.items()}


def _entry(entry: Entry) -> dict[str, Any]:
    fields: dict[str, Any] = {"kind": entry.kind, "player": entry.player}
    if entry.kind == "roll":
        fields["luck"] = entry.amount
    else:
        fields |= {"loss": entry.amount, "best": [str(move) for move in entry.best]}
    fields["change"] = _by_player(entry.change)
    if entry.encounter is not None:
        fields["change"]["encounter"] = entry.encounter
    if not entry.exact:
        fields |= {"exact": False, "error": entry.error}
    return fields

"""The rules kept, the protocol broken."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from typing import Any

from tablee.core import game as core
from tablee.core.errors import NotationError
from tablee.core.words import same
from tablee.games.blocs import calculation
from tablee.protocol import Answer

from . import referee
from .mutant import mutant


def answering(other: Callable[[str, Answer], Answer]) -> None:
    """Another answer to a line."""
    answer = referee.answer
    referee.answer = lambda line: other(line, answer(line))


def streaming(other: Callable[[Iterator[str]], Iterator[str]]) -> None:
    """Other lines than the right ones."""
    stream = referee.stream
    referee.stream = lambda lines: other(stream(lines))


@mutant("P", "The index of an error counts from 1.")
def index_from_one() -> None:
    answering(lambda line, said: {**said, "at": said["at"] + 1} if "at" in said else said)


@mutant("P", "An error does not say where it is.")
def no_index() -> None:
    answering(lambda line, said: {"error": said["error"]} if "error" in said else said)


@mutant("P", "An error always points at the last event.")
def last_index() -> None:
    def other(line: str, said: Answer) -> Answer:
        return {**said, "at": len(json.loads(line)["events"]) - 1} if "at" in said else said

    answering(other)


@mutant("P", "The legal moves are not sorted.")
def unsorted() -> None:
    def other(line: str, said: Answer) -> Answer:
        legal = {player: tokens[::-1] for player, tokens in said.get("legal", {}).items()}
        return {**said, "legal": legal} if legal else said

    answering(other)


@mutant("P", "While dice are awaited nobody is named.")
def nobody_rolls() -> None:
    answering(lambda line, said: {**said, "players": []} if said.get("phase") == "roll" else said)


@mutant("P", "The result gives no scores.")
def no_scores() -> None:
    answering(
        lambda line, said: {**said, "result": {"winners": said["result"]["winners"]}} if said.get("result") else said
    )


@mutant("P", "The winner is a number, not a list.")
def winner_as_number() -> None:
    def other(line: str, said: Answer) -> Answer:
        result = said.get("result")
        return {**said, "result": {**result, "winners": sum(result["winners"])}} if result else said

    answering(other)


@mutant("P", "An error is told by a number.")
def numbered_errors() -> None:
    answering(lambda line, said: {**said, "error": 7} if "error" in said else said)


@mutant("P", "The settings of the request before stay.")
def remembers_settings() -> None:
    kept: dict[str, Any] = {}
    answer = referee.answer

    def other(line: str) -> Answer:
        try:
            asked = json.loads(line)
        except (ValueError, RecursionError):
            return answer(line)
        if not isinstance(asked, dict) or not isinstance(asked.get("game"), str):
            return answer(line)
        if "variant" in asked:
            kept[asked["game"]] = asked["variant"]
        return answer(json.dumps({"variant": kept.get(asked["game"], {}), **asked}))

    referee.answer = other


@mutant("P", "A line that is not JSON ends the program.")
def dies_of_bad_lines() -> None:
    answering(lambda line, said: {**said, "read": json.loads(line) is None})


@mutant("P", "An event that is not a text ends the program.")
def dies_of_odd_events() -> None:
    def other(line: str, said: Answer) -> Answer:
        if "at" in said:
            "".join(json.loads(line)["events"])
        return said

    answering(other)


@mutant("P", "An empty line gets no answer.")
def skips_empty_lines() -> None:
    stream = referee.stream
    referee.stream = lambda lines: stream(line for line in lines if line.strip())


@mutant("P", "A very long line is never read to its end.")
def hangs_on_long_lines() -> None:
    def other(line: str, said: Answer) -> Answer:
        if len(line) > 1_000_000:
            time.sleep(3600)
        return said

    answering(other)


@mutant("P", "Two answers come on one line.")
def merges_lines() -> None:
    def merged(lines: Iterator[str]) -> Iterator[str]:
        for line in lines:
            yield line + next(lines, "")

    streaming(merged)


@mutant("P", "Of two answers the second comes first.")
def swaps_answers() -> None:
    def swapped(lines: Iterator[str]) -> Iterator[str]:
        for first in lines:
            second = next(lines, None)
            if second is not None:
                yield second
            yield first

    streaming(swapped)


@mutant("P", "The program introduces itself first.")
def says_hello() -> None:
    def greeting(lines: Iterator[str]) -> Iterator[str]:
        yield "Bonjour !"
        yield from lines

    streaming(greeting)


@mutant("P", "The program says good-bye at the end.")
def says_good_bye() -> None:
    def parting(lines: Iterator[str]) -> Iterator[str]:
        yield from lines
        yield "Au revoir !"

    streaming(parting)


@mutant("P", "The program runs on after its input has ended.")
def runs_on() -> None:
    def endless(lines: Iterator[str]) -> Iterator[str]:
        yield from lines
        time.sleep(3600)

    streaming(endless)


@mutant("P", "The answers only come at the end.")
def answers_at_the_end() -> None:
    def late(lines: Iterator[str]) -> Iterator[str]:
        yield from list(lines)

    streaming(late)


@mutant("P", "Two dice are only read with the smaller first.")
def dice_in_order() -> None:
    from tablee.games.blocs import rules

    def strict(token: str, count: int) -> core.Roll:
        roll = core.parse_roll(token, count)
        if str(roll) != token:
            raise NotationError(same(token))
        return roll

    rules.parse_roll = strict  # type: ignore[attr-defined]


@mutant("P", "The signs − × ÷ are not read.")
def keyboard_signs_only() -> None:
    calculation.SPELLINGS.clear()


@mutant("P", "A short event that cannot be is simply skipped.")
def skips_nonsense() -> None:
    answer = referee.answer

    def other(line: str) -> Answer:
        said = answer(line)
        while "at" in said:
            asked = json.loads(line)
            token = asked["events"].pop(said["at"])
            if not isinstance(token, str) or len(token) > 2:
                return said
            line = json.dumps(asked)
            said = answer(line)
        return said

    referee.answer = other


def reading(other: Callable[[str], str]) -> None:
    """Another line is read than the one that came; what is no JSON object stays as it is."""
    answer = referee.answer

    def changed(line: str) -> Answer:
        try:
            asked = json.loads(line)
        except (ValueError, RecursionError):
            return answer(line)
        return answer(other(line) if isinstance(asked, dict) else line)

    referee.answer = changed


@mutant("P", "JSON is only read as Python writes it.")
def one_style() -> None:
    reading(lambda line: line if line.rstrip("\n") in _styles(json.loads(line)) else "")


def _styles(asked: Answer) -> tuple[str, str]:
    return json.dumps(asked), json.dumps(asked, ensure_ascii=False)


@mutant("P", "The keys of a request are read in one order only.")
def keys_in_order() -> None:
    order = ("game", "variant", "events")
    reading(lambda line: line if list(found := json.loads(line)) == [key for key in order if key in found] else "")


@mutant("P", "Blanks around an event do not count.")
def blanks_around() -> None:
    def stripped(line: str) -> str:
        asked = json.loads(line)
        events = asked.get("events")
        if isinstance(events, list):
            asked["events"] = [token.strip() if isinstance(token, str) else token for token in events]
        return json.dumps(asked)

    reading(stripped)


@mutant("P", "An answer takes several lines.")
def pretty_answers() -> None:
    streaming(lambda lines: (json.dumps(json.loads(line), indent=1) for line in lines))


@mutant("P", "A last line without a line break is lost.")
def needs_a_line_break() -> None:
    stream = referee.stream
    referee.stream = lambda lines: stream(line for line in lines if line.endswith("\n"))

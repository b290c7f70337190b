"""A game by messages: whole games both ways, what travels, and every way of cheating noticed."""

import hashlib
import hmac
import json
import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.cli import main
from tablee.core.errors import IllegalEvent, RequestError
from tablee.core.game import Roll
from tablee.core.record import parse
from tablee.core.registry import load
from tablee.table import Setup, Table, by_message
from tablee.table.by_message import Exchange, check, derive_values, unpack, verify
from tablee.table.share_link import CUT, from_word, to_word
from tablee.table.table import Created

NAMES = ("Mathilde", "Jean-Baptiste")
Settings = Mapping[str, object]
USUAL: Settings = MappingProxyType({})
VARIANTS: list[tuple[str, Settings]] = [("cadeau", {"zones": 2}), ("laaancez", {})]


def seeds(seed: int) -> dict[int, bytes]:
    rng = random.Random(seed)
    return {player: rng.randbytes(by_message.SIZE) for player in (1, 2)}


def played(game: str, seed: int = 1, host: int = 1, most: int = 1000, given: Settings = USUAL) -> list[Exchange]:
    """The messages of a game of random moves, each of which is read from what was sent."""
    rules, mine, rng = load(game), seeds(seed), random.Random(seed)
    sent = [Exchange.invite(rules, rules.variant(given), host, NAMES[host - 1], mine[host])]
    sent.append(unpack(sent[0].word).accept(NAMES[2 - host], mine[3 - host]))
    while not sent[-1].over and len(sent) < most:
        got = unpack(sent[-1].word)
        turn = got.turn(mine[got.writer])
        sent.append(got.answer(mine[got.writer], str(rng.choice(turn.moves)) if turn.moves else ""))
    return sent


@settings(max_examples=6)
@given(variant=st.sampled_from(VARIANTS), seed=st.integers(0, 10**9), host=st.sampled_from([1, 2]))
def test_whole_games_go_there_and_back(variant: tuple[str, Settings], seed: int, host: int) -> None:
    game, given = variant
    sent = played(game, seed, host, given=given)
    last = sent[-1].record
    assert last.outcome is not None
    assert last.players == NAMES
    assert all(unpack(message.word) == message for message in sent[-3:])
    assert max(len(message.word) for message in sent) < 240  # 137 and 195 are the longest seen
    verdict = verify(sent)
    assert verdict.fits
    assert verdict.checked == sum(isinstance(event, Roll) for event in last.events)
    assert parse(str(sent[-1].to_record()), load).events == last.events


SENT = {  # links stay readable for as long as their version
    "33a0dd9a6431": (
        "1g5kOMc_QCqqOyzexJCMzJyWVyys1MU_XKbGgJLO4JBUAABIYYPUhqRk3MOGADnTGWxMamtRjjcLTYTVvWOuNtPzHUk7N1W1MpFtEH45AF_cw8qeo"
        "IqDFcfO-ButValJ5iaGO8HhlqHbBDbwK",
        "d1 1b d6 1a d6 1c d4 1b d6 1a d1 1c",
    ),
    "ac2f91a72c93": (
        "1MyLTVb6JJRmZOSmpXF6piXm6TokFJZnFJakAAA8nJph3P6QLpS8rdcZ6M1FMtEneirzm3wq0FtYiSmpxvGUpM5VSfuRpFfxqAp4m6oeMRebujbov"
        "gtWrn_MfBYrjyIrCqe5j8YGQN5IWAyjB4avr1vYBrnmsmdfFSKme4mZWCNmEmIlzX3E0",
        "d5 1.etoile@b5 2.bonhomme@a5 d4 1.cadeau@a1 2.cadeau@c3 d1",
    ),
}


@pytest.mark.parametrize("name", SENT)
def test_links_of_this_version_stay_readable(name: str) -> None:
    word, events = SENT[name]
    message = unpack(word)
    assert message.id == name
    assert " ".join(map(str, message.record.events)) == events


def test_a_throw_worked_out_as_the_page_of_docs_says() -> None:
    first, second, third = played("cadeau", most=3)
    begin = f"{by_message.LABEL} {first.values[0].hex()} 1{load('cadeau').position(first.record.state)} Mathilde"
    head = hashlib.sha256(begin.encode()).hexdigest()
    assert head.startswith(first.id)
    head = hashlib.sha256(f"{head} {second.values[1].hex()} Jean-Baptiste".encode()).hexdigest()
    assert hashlib.sha256(third.values[2]).digest() == first.values[0]
    bytes_ = hmac.digest(third.values[2], f"tablee-dice-1|{head}|2|".encode(), "sha256")
    die = next(byte % 6 + 1 for byte in bytes_ if byte < 252)
    assert third.record.events[0] == Roll((die,))
    head = hashlib.sha256(f"{head} {third.values[2].hex()} d{die} {third.record.events[1]}".encode()).hexdigest()
    assert head == third.heads[2]


def test_a_sealed_choice_does_not_travel_before_the_other_has_chosen() -> None:
    sealed, open_answer, opened = played("laaancez", most=5)[2:]
    assert sealed.seal
    assert [type(event) for event in sealed.record.events] == [Roll]
    # The other answers openly; what was sealed is still unknown.
    assert len(open_answer.record.events) == 2
    assert open_answer.seal == sealed.seal
    # The next message opens the choice, throws, and seals the next one.
    assert len(opened.record.events) == 4
    assert opened.seal not in (b"", sealed.seal)


def answers(before: Exchange, seed: bytes) -> list[Exchange]:
    """Every message that may follow."""
    return [before.answer(seed, str(move)) for move in before.turn(seed).moves]


def resent(sent: list[Exchange], at: int, secrets: dict[int, bytes], until: int) -> Exchange:
    """The game gone on from another message of that number than the one that was sent."""
    possible = answers(sent[at - 1], secrets[sent[at - 1].writer])
    message = next(one for one in possible if one.heads != sent[at].heads)
    while len(message.values) < until:
        message = unpack(answers(message, secrets[message.writer])[0].word)
    return message


@pytest.mark.parametrize("game", ["cadeau", "laaancez"])
def test_a_second_message_for_the_same_turn_is_a_fork(game: str) -> None:
    sent, mine = played(game, most=12), seeds(1)
    again = resent(sent, 8, mine, 9)
    assert again.word != sent[8].word
    with pytest.raises(RequestError) as error:
        check(sent[8], again)
    assert error.value.text == by_message.FORK
    with pytest.raises(RequestError, match="continued in two ways"):
        check(sent[-1], again)  # also if the game has gone on since
    check(sent[-1], sent[3])  # an old message once more is none


def test_another_secret_is_noticed() -> None:
    sent = played("cadeau", most=8)
    value = bytes(by_message.SIZE)
    head, packed = from_word(sent[-1].word).split(sent[-1].values[-1])
    assert head
    assert packed
    with pytest.raises(RequestError) as error:  # put into the link as it is, it fits nothing
        unpack(to_word(head + value + packed))
    assert error.value.text == CUT
    # Worked out anew with another seed, it is readable, and not what was sealed.
    cheat = played("cadeau", most=8)[:1]
    other = {1: seeds(1)[1], 2: value}
    cheat.append(cheat[0].accept(NAMES[1], other[2]))
    while len(cheat) < 8:
        cheat.append(answers(cheat[-1], other[cheat[-1].writer])[0])
    with pytest.raises(RequestError) as error:
        check(sent[-2], cheat[-1])
    assert error.value.text == by_message.TAKEN


def test_another_choice_than_the_sealed_one_is_noticed() -> None:
    sent, mine = played("laaancez", most=5), seeds(1)
    sealed, answered = sent[2], sent[3]
    value, head = derive_values(mine[1])[2], sealed.heads[1]
    moves = sealed.record.game.moves(sealed.record.state, 1)
    other = next(move for move in moves if by_message._seal(value, head, move) != sealed.seal)
    fake = replace(sealed, seal=by_message._seal(value, head, other), heads=sealed.heads)
    with pytest.raises(RequestError):
        unpack(fake.word)  # the chained hash tells of the other seal
    bare = replace(sent[1], record=sealed.record)._add(sealed.values[2], str(sealed.record.events[0]))
    with pytest.raises(RequestError):
        unpack(bare.word)  # no seal at all: the choice would be made in sight of the other's
    with pytest.raises(RequestError) as error:
        replace(answered, seal=bytes(by_message.SIZE)).turn(mine[1])  # what fits no seal cannot be opened
    assert error.value.text == by_message.SWAPPED
    # A whole game in which another choice was sealed from the start, as it would be sent afterwards.
    cheat = sent[1].answer(mine[1], str(other))
    cheat = cheat.answer(mine[2], str(next(event for event in answered.record.events if str(event).startswith("2"))))
    with pytest.raises(RequestError) as error:
        check(answered, cheat.answer(mine[1], str(cheat.turn(mine[1]).moves[0])))
    assert error.value.text == by_message.SWAPPED


def test_nobody_writes_out_of_turn() -> None:
    sent, mine = played("cadeau", given={"zones": 1}), seeds(1)
    with pytest.raises(RequestError, match="the other"):
        sent[2].answer(mine[1], "1a")
    with pytest.raises(RequestError, match="the other"):
        sent[0].turn(mine[1])  # nobody has taken the invitation yet
    with pytest.raises(RequestError, match="the other"):
        sent[2].turn(bytes(by_message.SIZE))  # somebody who does not play
    with pytest.raises(RequestError, match="the other"):
        sent[-1].turn(mine[sent[-1].writer])  # over
    with pytest.raises(RequestError, match="Somebody"):
        sent[1].accept("Zoé", bytes(by_message.SIZE))
    with pytest.raises(IllegalEvent):
        sent[1].answer(mine[1], "9a")


def test_nothing_is_written_after_the_end() -> None:
    last, mine = played("cadeau", given={"zones": 1})[-1], seeds(1)
    more = last._add(derive_values(mine[last.writer])[len(last.values) // 2])
    with pytest.raises(RequestError):
        unpack(more.word)


def test_a_message_that_could_not_be_read_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_message, "MOST", 4)
    derive_values.cache_clear()
    sent, mine = played("cadeau", most=7), seeds(1)
    assert (len(sent), sent[-1].left, sent[-1].over) == (7, 0, False)
    assert unpack(sent[-1].word) == sent[-1]
    with pytest.raises(RequestError, match="finish this one at a table"):
        sent[-1].answer(mine[sent[-1].writer])
    derive_values.cache_clear()


def test_several_throws_in_one_turn_are_not_played_so() -> None:
    with pytest.raises(RequestError, match="several rolls"):
        played("blocs")
    with pytest.raises(RequestError, match="two people"):
        played("blocs", given={"mode": "solo"})


def test_damaged_links_say_so() -> None:
    word = played("laaancez", most=9)[-1].word
    rng = random.Random(5)
    damaged = [word[:cut] for cut in range(0, len(word), 7)]
    for _ in range(60):
        at = rng.randrange(len(word))
        damaged.append(word[:at] + rng.choice("abcXYZ019-_é~") + word[at + 1 :])
    for one in damaged:
        if one != word:
            with pytest.raises(RequestError):
                unpack(one)


Told = Callable[[str], tuple[int, dict[str, object]]]


@pytest.fixture
def verify_chat(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Told:
    def ask(text: str) -> tuple[int, dict[str, object]]:
        (tmp_path / "chat.txt").write_text(text, encoding="utf-8")
        code = main(["verify", str(tmp_path / "chat.txt"), "--json", "--lang", "en"])
        return code, json.loads(capsys.readouterr().out)

    return ask


def test_the_command_checks_a_saved_chat(verify_chat: Told, capsys: pytest.CaptureFixture[str]) -> None:
    sent, mine = played("cadeau", given={"zones": 1}), seeds(1)
    chat = [f"Tom: à toi ! https://example.org/app/#{message.path}\n" for message in sent]
    code, answer = verify_chat("".join(chat))
    assert code == 0
    assert answer["fits"] is True
    assert answer["checked"] == 6
    code, answer = verify_chat("".join(chat[3:]))
    assert code == 1
    assert "3 are missing" in str(answer["message"])
    again = resent(sent, 4, mine, 5).path + "\n"
    code, answer = verify_chat("".join([*chat[:5], again, *chat[5:]]))
    assert code == 1
    assert str(answer["message"]).startswith("Message 6: This message differs")
    code, answer = verify_chat(sent[3].path.replace(sent[3].id, "0" * 12))
    assert code == 1
    assert "sealed" in str(answer["message"])
    assert main(["verify", chat[-1].split()[-1], "--lang", "en"]) == 1
    assert "7 are missing" in capsys.readouterr().out


def test_the_command_checks_a_kept_game(verify_chat: Told) -> None:
    text = str(played("cadeau", given={"zones": 1})[-1].to_record())
    assert verify_chat(text)[1]["checked"] == 6
    roll = text[text.rindex("\nd") + 1 :].split()[2]
    other = "d1" if roll != "d1" else "d2"
    code, answer = verify_chat(
        text[: text.rindex("\nd")] + text[text.rindex("\nd") :].replace(f" {roll} ", f" {other} ", 1)
    )
    assert code == 1
    assert answer["message"] == f"Event 3: the game says {other}, the messages give {roll}."


def test_a_table_keeps_the_message_of_a_game_that_is_opened_there() -> None:
    whole = played("cadeau", given={"zones": 1})[-1].to_record()
    created, *rest = Setup.of_record(whole).complete().log("secret", promised="11" * 32)
    kept = Table.fold("desk", [created, *rest]).record()
    assert by_message.verify_record(kept).checked == 6
    assert isinstance(created, Created)
    assert by_message.HEADER not in Table.fold("desk", [created.without(0), *rest]).record().headers


def test_a_record_that_goes_on_without_its_messages_is_noticed() -> None:
    sent = played("cadeau", given={"zones": 1})
    whole, early = sent[-1].to_record(), sent[4].to_record()
    assert "All" in by_message.verify_record(whole).text.en
    longer = by_message.verify_record(replace(whole, headers=early.headers))
    assert longer.fits is False
    assert longer.at == len(early.events)
    assert "the messages give nothing" in longer.text.en
    assert by_message.verify_record(replace(early, headers=whole.headers)).at == len(early.events)
    other = replace(whole, variant=load("cadeau").variant({"zones": 1, "straights": "any"}))
    assert "does not begin" in by_message.verify_record(other).text.en

"""Looking back with ideas: what every move was worth on the board, the best and the played one marked by signs."""

import re

from httpx import Client

from tests.web.play.test_review import DUEL, brought
from tests.web_kit import do, opened


def spots(page: str) -> list[str]:
    """What the marked things of a board are called."""
    return re.findall(r'aria-label="([^"]*)"><span class="chance', page)


def test_the_best_and_the_played_move_bear_signs(client: Client) -> None:
    table, checked = brought(client, DUEL), 0
    for at, event in enumerate(DUEL.events[:30]):
        page = client.get(f"{table}/replay?at={at}&ideas=1").text
        if str(event).startswith("d"):
            assert not spots(page)
            continue
        checked += 1
        blocks = set(str(event).partition(":")[0].split(","))
        assert any("le meilleur" in one for one in spots(page))
        played = {re.findall(r"\d+", one)[0] for one in spots(page) if ", joué" in one}
        assert played == blocks
        assert 'id="ideas-legend"' in page
        assert not re.search(r'class="spot can', page)  # nothing can be touched
        assert f"at={at + 1}&amp;ideas=1" in page
    assert checked > 5


def test_nothing_is_shown_unless_asked_nor_while_the_game_goes_on(client: Client) -> None:
    over = brought(client, DUEL)
    assert not any(spots(client.get(f"{over}/replay?at={at}").text) for at in range(6))
    table = opened(client, game="blocs", mode="solo")
    do(client, table, "roll")
    assert not spots(client.get(f"{table}/replay?at=1&ideas=1").text)
    assert 'id="ideas"' not in client.get(f"{table}/replay?at=1").text

"""A game by messages, between two browsers that share nothing but the links."""

import html
import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from httpx import Client

from tablee.core.registry import load
from tablee.games.laaancez.sheet import parse_value, plain
from tablee.table import by_message
from tablee.table.by_message import unpack
from tablee.web.frame import lan_listener
from tests.web_kit import browser_of, served, somebody_else


@pytest.fixture(autouse=True)
def reached_from_afar(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server counts as one that others reach, though it listens to this machine alone."""
    if "network" not in request.node.name and "only_this_device" not in request.node.name:
        monkeypatch.setattr(lan_listener, "HOME", ())


def link_of(page: str) -> str:
    found = re.search('id="letter-link" readonly value="([^"]+)"', page)
    assert found, page
    return html.unescape(found[1])


def headline(page: str) -> str:
    found = re.search("<h1[^>]*>([^<]*)</h1>", page)
    assert found
    return found[1]


def posted(client: Client, path: str, **fields: str) -> str:
    """The page that a form leads to."""
    answer = client.post(path.partition("?")[0], data=fields, follow_redirects=True)
    assert answer.status_code == 200, answer.text
    return answer.text


def begun(client: Client, other: Client, **fields: str) -> str:
    """The page of the guest who has taken an invitation."""
    link = link_of(posted(client, "/by-message", **{"game": "cadeau", "name": "Léa", "zones": "1", **fields}))
    assert "Jouer avec Léa" in other.get(link).text
    return posted(other, link, do="accept", name="Tom", game=link.partition("game=")[2])


def test_a_whole_game(client: Client) -> None:
    other, words = somebody_else(client), []
    page = begun(client, other)
    assert headline(page) == "Envoyez ce message"
    while "La partie est finie" not in page:
        words.append(link_of(page))
        mine = client.get(link_of(page)).text
        assert headline(mine) == "À vous\u202f!"
        page = posted(client, link_of(page), move=re.findall('name="move" value="([^"]+)"', mine)[0])
        client, other = other, client
    link = link_of(page)
    assert all(len(one) < 260 for one in (*words, link))
    # Who has made the last move sends it, too; the other sees the end, and both can look back.
    assert "La partie est finie" in client.get(link).text
    assert "resume-message" not in client.get("/").text
    assert client.get(f"{link.partition('?')[0]}/record").text.startswith("game: cadeau\nzones: 1\n")
    answer = client.post(link.partition("?")[0], data={"do": "open", "to": "review"})
    assert answer.headers["location"].endswith("/review")
    # An old link leads to where the game stands; a stranger only watches.
    assert "La partie est finie" in client.get(words[0]).text
    stranger = somebody_else(client).get(words[3]).text
    assert headline(stranger) == "Vous regardez cette partie"
    assert "navigateur où vous l’avez commencée" in stranger
    assert 'name="move"' not in stranger
    # A rematch is an invitation with the sides exchanged.
    before = unpack(link.partition("game=")[2])
    after = unpack(link_of(posted(client, link, do="again")).partition("game=")[2])
    assert after.record.variant == before.record.variant
    assert after.record.players[after.host - 1] == before.record.players[2 - after.host]


def test_a_message_is_pasted_with_whatever_stands_around_it(client: Client) -> None:
    other = somebody_else(client)
    link = link_of(begun(client, other))
    assert headline(posted(client, "/by-message", pasted=f"Coucou ! {link}. À toi, Léa.")) == "À vous\u202f!"
    assert headline(client.get(f"{link}. bisous").text) == "À vous\u202f!"
    refused = client.post("/by-message", data={"pasted": "Coucou <Léa>"}).text
    assert "pas de message de Tablée" in refused
    assert "Coucou &lt;Léa&gt;</textarea>" in refused
    assert "un bout" in posted(client, "/by-message", pasted=link[:-9])
    assert "à vous" in client.get("/by-message").text
    assert "à l’autre" in other.get("/by-message").text


def test_the_first_page_leads_back_to_a_game_and_says_whose_turn_it_is(client: Client) -> None:
    def resumed(asker: Client) -> list[tuple[str, str]]:
        home = asker.get("/").text
        return re.findall(r'id="resume-message" href="(/by-message/\w+)">.*?<small>(.*?) · ', home, re.DOTALL)

    other = somebody_else(client)
    assert resumed(client) == []
    accepted = begun(client, other)
    path = httpx.URL(link_of(accepted)).path
    assert resumed(client) == [(path, "À l’autre de jouer")]
    client.get(link_of(accepted))
    posted(client, "/by-message", game="laaancez")  # a newer one, where it is not our turn
    assert resumed(client) == [(path, "À vous de jouer")]
    assert resumed(other) == [(path, "À l’autre de jouer")]
    assert "<code>messages</code>" in other.get("/mine/kept").text
    posted(client, path, do="forget")
    assert [turn for _, turn in resumed(client)] == ["À l’autre de jouer"]
    posted(other, "/mine/erase")
    assert resumed(other) == []


def test_two_who_took_one_invitation_are_told_so(client: Client) -> None:
    link = link_of(posted(client, "/by-message", game="cadeau", zones="1"))
    first, second = somebody_else(client), somebody_else(client)
    word = link.partition("game=")[2]
    answers = [link_of(posted(guest, link, do="accept", game=word)) for guest in (first, second)]
    client.get(answers[0])
    assert "la même invitation" in client.get(answers[1]).text
    link = link_of(posted(client, link, move="1a"))
    assert headline(first.get(link).text) == "À vous\u202f!"
    assert "la même invitation" in second.get(link).text


def test_a_table_that_only_this_device_reaches_makes_no_messages(client: Client) -> None:
    page = client.get("/by-message").text
    assert "page publiée de Tablée" in page
    assert 'id="cadeau-invite"' not in page
    refused = client.post("/by-message", data={"game": "cadeau"})
    assert refused.status_code >= 400
    assert "page publiée de Tablée" in refused.text
    game = load("cadeau")
    invited = by_message.Exchange.invite(game, game.variant({}), 1, "Léa", bytes(32))
    page = client.get(invited.path).text  # from elsewhere: the answer could not be opened there
    assert "page publiée de Tablée" in page
    assert 'id="accept"' not in page


def test_the_guest_may_begin(client: Client) -> None:
    other = somebody_else(client)
    link = link_of(begun(client, other, side="1"))
    assert 'id="go"' in client.get(link).text
    link = link_of(posted(client, link, move=""))
    assert headline(other.get(link).text) == "À vous\u202f!"


def test_who_gives_no_name_is_called_by_their_side(client: Client) -> None:
    other = somebody_else(client)
    link = link_of(posted(client, "/by-message", game="cadeau", name="Léa"))
    page = posted(other, link, do="accept", name="", game=link.partition("game=")[2])
    assert re.search(r"message 2 · Léa – les Gnomes\s", page)


def test_a_choice_travels_sealed(client: Client) -> None:
    other = somebody_else(client)
    link = link_of(begun(client, other, game="laaancez"))
    page = client.get(link).text
    assert "votre choix part scellé" in page
    if offers := re.findall('name="pick" value="([a-z]+)"', page):  # none, where the die offers one thing alone
        page = client.get(link.partition("?")[0], params={"pick": offers[0]}).text
    token = re.findall('name="move" value="([^"]+)"', page)[0]
    page = posted(client, link, move=token)
    assert "Votre choix est scellé" in page
    shown = other.get(link_of(page)).text
    assert headline(shown) == "À vous\u202f!"
    assert "scellé" not in shown


def test_a_game_that_grows_too_long_says_so_before_and_goes_on_at_a_table(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(by_message, "MOST", 3)
    by_message.derive_values.cache_clear()
    other = somebody_else(client)
    page, turns = begun(client, other, zones="2"), [client, other] * 2
    for writer in turns[:3]:
        assert "finissez celle-ci à une table" in page
        link = link_of(page)
        shown = writer.get(link).text
        move = re.search('name="move" value="([^"]+)"', shown)
        assert move
        page = posted(writer, link, move=move[1])
    assert 'id="letter-table"' in page
    answer = client.post(link.partition("?")[0], data={"do": "open"})
    assert client.get(answer.headers["location"]).status_code == 200
    by_message.derive_values.cache_clear()


def test_an_own_sheet_travels_along(client: Client) -> None:
    sheet: dict[str, Any] = plain(parse_value("noel")) | {"name": "maison"}
    sheet["objects"]["renne"]["fr"] = "le chat du voisin"
    client.post("/objects/keep", data={"sheet": json.dumps(sheet)})
    own = re.search('<option value="([^"]{99,})">la mienne', client.get("/by-message").text)
    assert own
    link = link_of(begun(client, somebody_else(client), game="laaancez", sheet=html.unescape(own[1])))
    assert "le chat du voisin" in str(unpack(link.partition("game=")[2]).record)


def test_a_second_answer_is_refused_and_the_first_one_stays(client: Client) -> None:
    """The guest answers twice, from a copy of the browser."""
    other = somebody_else(client)
    link = link_of(begun(client, other))
    link = link_of(posted(client, client.get(link).url.path, move="1a"))
    other.get(link)
    twin = somebody_else(client)
    twin.cookies.update(other.cookies)
    first, second = (link_of(posted(one, link, move=cell)) for one, cell in ((other, "1a"), (twin, "1b")))
    assert headline(client.get(first).text) == "À vous\u202f!"
    page = client.get(second).text
    assert "deux suites à la même partie" in page
    assert headline(page) == "À vous\u202f!"


def test_who_has_no_part_in_a_game(client: Client) -> None:
    assert client.get("/by-message/0123456789ab").status_code == 404
    assert client.post("/by-message/0123456789ab", data={"move": "1a"}).status_code == 404
    assert client.get("/by-message/0123456789ab/record").status_code == 404
    link = link_of(posted(client, "/by-message", game="cadeau"))
    other = somebody_else(client)
    wrong = other.get(re.sub("by-message/[0-9a-f]+", "by-message/0123456789ab", link))
    assert wrong.status_code >= 400
    assert "scellé" in wrong.text
    assert other.get(link[:-9]).status_code >= 400
    refused = client.post("/by-message", data={"game": "blocs"})
    assert refused.status_code >= 400
    assert "plusieurs lancers" in refused.text
    assert "plusieurs lancers" in client.get("/by-message").text


def test_eight_games_at_most_and_all_of_them_can_be_forgotten(client: Client) -> None:
    links = [link_of(posted(client, "/by-message", game="cadeau")) for _ in range(8)]
    assert client.get("/by-message").text.count('class="chip"') == 8
    assert "Huit parties" in client.post("/by-message", data={"game": "cadeau"}).text
    assert posted(client, links[0], do="forget").count('class="chip"') == 7
    posted(client, "/mine/erase")
    assert client.get("/by-message").text.count('class="chip"') == 0


def test_a_move_that_is_not_allowed_changes_nothing(client: Client) -> None:
    link = link_of(begun(client, somebody_else(client)))
    client.get(link)
    refused = posted(client, link, move="9z")
    assert 'data-messages="2"' in refused
    assert "n’est pas un coup" in refused
    assert 'data-messages="3"' in posted(client, link, move="zone 1 case a")
    assert 'data-messages="3"' in posted(client, link, move="1b")  # a second tap


def test_an_answer_by_the_address_of_the_network_finds_its_game(tmp_path: Path) -> None:
    """Who has opened the table to the Wi-Fi sends links of its network address, and holds the game by another one."""
    with served(tmp_path, network="127.0.0.2") as base, browser_of(base) as host:
        host.post("/lan-access", data={"open": "1"})
        link = link_of(posted(host, "/by-message", game="cadeau", name="Léa", zones="1"))
        assert "127.0.0.2" in link
        guest = browser_of(link.partition("/by-message")[0])
        assert "Jouer avec Léa" in guest.get(link).text
        word = link.partition("game=")[2]
        path = link.partition("?")[0]
        guest.post(path, data={"do": "accept", "name": "Tom", "game": word})
        answer = link_of(guest.get(path).text)
        guest.close()
        way = browser_of(link.partition("/by-message")[0])
        to = way.get(answer).headers["location"]
        way.close()
        assert to.startswith(f"{base}/by-message/")
        assert headline(host.get(to).text) == "À vous\u202f!"

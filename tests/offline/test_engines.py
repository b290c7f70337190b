"""The app in Firefox and in WebKit: with the network cut after the first visit, a game of each kind against a bot.

`./check --slow tests/offline/test_engines.py`; Chromium plays the same in `tests/browser/test_offline.py`.
"""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tablee.table import by_message
from tests.engines_kit import ENGINES, PATIENCE, Run
from tests.offline_kit import COMPLETE, GAMES, REMEMBERED, SHOWN, TOUCH, given_out, site

pytestmark = pytest.mark.slow
TOLD = "document.querySelector('#app-news')?.textContent ?? ''"


def wait(run: Run, condition: str) -> None:
    """Until an expression is true in the page."""
    end = time.monotonic() + PATIENCE
    while not run(f"(async () => Boolean({condition}))()"):
        assert time.monotonic() < end, (condition, run(f"(async () => document.body.innerText + {TOLD})()"))
        time.sleep(0.3)


STEP = f"""(async () => {{
  const shown = {SHOWN}, before = shown();
  ({TOUCH})();
  for (let tries = 0; tries < 1200 && shown() === before; tries += 1) await new Promise((wake) => setTimeout(wake, 50));
  return [document.querySelector('#turn').dataset.phase, shown() !== before];
}})()"""


def play(run: Run, game: str, fields: dict[str, str]) -> None:
    """A whole game, taking whatever can be taken."""
    wait(run, f"document.querySelector('#{game}-bot')")
    for name, value in fields.items():
        run(f"(async () => {{ document.querySelector('#{game}-{name}').value = '{value}' }})()")
    run(f"(async () => document.querySelector('#{game}-bot').click())()")
    wait(run, "document.querySelector('#turn')")
    for _ in range(500):
        phase, moved = run(STEP)
        if phase == "over":
            break
        assert moved, run("(async () => document.body.innerText)()")
    wait(run, "document.querySelector('#rematch')")
    story = run(
        "(async () => document.querySelector('.people').innerText + document.querySelector('#log').innerText)()"
    )
    assert "Lapin" in story or "Rabbit" in story
    assert not any(word in story for word in ("a eu un souci", "run into trouble"))


@pytest.fixture(scope="module", params=ENGINES)
def offline(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Run, str]]:
    """A browser that has visited the app once, and the address that no longer answers."""
    with ExitStack() as stack:
        network = stack.enter_context(ExitStack())
        base = network.enter_context(given_out(site(tmp_path_factory.mktemp("site"))))
        run = stack.enter_context(ENGINES[request.param](tmp_path_factory.mktemp(request.param)))
        run(base)
        wait(run, f"await ({COMPLETE})()")
        network.close()
        yield run, f"{base}?pace=0"


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_against_a_bot_without_a_network(offline: tuple[Run, str], game: str) -> None:
    run, address = offline
    run(f"{address}#/game/{game}")
    play(run, game, GAMES[game])


def test_it_starts_from_a_snapshot(offline: tuple[Run, str]) -> None:
    run, address = offline
    run(address)
    wait(run, f"await ({REMEMBERED})()")
    run(f"{address}&again")
    wait(run, "document.documentElement.dataset.from === 'snapshot'")


def test_a_game_by_messages_with_somebody_elsewhere(offline: tuple[Run, str]) -> None:
    """The browser invites, and Python answers its links."""
    run, address = offline
    link = "(async () => document.querySelector('#letter-link').value)()"
    seed = bytes(by_message.SIZE)
    run(f"{address}#/by-message")
    wait(run, "document.querySelector('#cadeau-invite')")
    run("(async () => { document.querySelector('#cadeau-zones').value = '1' })()")
    run("(async () => document.querySelector('#cadeau-invite').click())()")
    wait(run, "document.querySelector('#letter-link')")
    (sent,) = by_message.find_messages(run(link))
    answer = sent.accept("Tom", seed)
    while not answer.over:
        run(f"(async () => {{ location.hash = '#{answer.path}' }})()")
        wait(run, "document.querySelector('#board .spot.can[name=move]')")
        run(f"(async () => ({TOUCH})())()")
        wait(run, f"document.querySelector('#letter[data-messages=\"{len(answer.values) + 1}\"] #letter-link')")
        (sent,) = by_message.find_messages(run(link))
        by_message.check(answer, sent)
        answer = sent.answer(seed, str(sent.turn(seed).moves[0]))
    assert len(answer.values) == 8


# What a browser lacks or refuses, by a line before the script that would want it, and the sentence that says so.
LACKING = {
    "lead.js": ("delete globalThis.WebAssembly;", ("trop ancien", "too old")),
    "worker.js": ("Object.defineProperty(self, 'indexedDB', { value: null });", ("n’enregistre rien", "saves nothing")),
}


@pytest.mark.parametrize("engine", ENGINES)
def test_what_a_browser_lacks_is_said_in_a_sentence(engine: str, tmp_path: Path) -> None:
    with ExitStack() as stack:
        run = stack.enter_context(ENGINES[engine](tmp_path))
        for name, (line, words) in LACKING.items():
            folder = site(tmp_path / f"without-{name}")
            (script,) = folder.glob(f"app/*/{name}")
            script.write_text(f"{line}\n{script.read_text(encoding='utf-8')}", encoding="utf-8")
            run(stack.enter_context(given_out(folder)))
            wait(run, " || ".join(f"({TOLD}).includes('{word}')" for word in words))

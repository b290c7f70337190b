"""The kernels on the browser's own WebAssembly: the app's Python answers as a desk does, to the last digit."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tablee.engine import runtime
from tests.engine.test_runtime import ANSWERS
from tests.offline_kit import given_out, site

PATIENCE = 180_000  # milliseconds: Python starts, and forty answers come, on a machine that may be busy
ANSWERING = """
import json
from tablee.core import registry as games
from tablee.engine import solvers
from tablee.engine import runtime

def answered(asked):
    game = games.load(asked["game"])
    state = game.start(game.variant(asked.get("variant", {})))
    for token in asked["events"]:
        state = game.play(state, game.parse(token))
    return {str(move): worth for move, worth in solvers.advise(game.NAME, state).moves}

def answers(asked):
    found = [answered(each) for each in json.loads(asked)]
    hosts = sorted({type(file._instance).__module__ for file in runtime._FILES.values() if file._instance})
    return json.dumps([runtime.describe_engines().en, hosts, found])
"""
WORKER = """
import { python as begin } from "./python.js";
self.onmessage = async ({ data: [program, asked] }) => {
  try {
    const { made: python } = await begin();
    python.runPython(program);
    self.postMessage(python.globals.get("answers")(asked));
  } catch (error) {
    self.postMessage(JSON.stringify([String(error), [], []]));
  }
};
"""
ASK = """([address, program, asked]) => new Promise((resolve, reject) => {
  const worker = new Worker(address, { type: "module" });
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = (error) => reject(new Error(error.message ?? "the worker did not start"));
  worker.postMessage([program, asked]);
})"""
BEYOND: list[dict[str, Any]] = [  # the searched and the estimated: what `exp` goes into
    {"game": "cadeau", "variant": {"zones": 5}, "events": ["d3"]},
    {"game": "cadeau", "variant": {"zones": 9, "straights": "any"}, "events": ["d3", "1a", "d6"]},
    {"game": "laaancez", "variant": {}, "events": ["d3"]},
]


def test_answers_in_a_browser_are_those_of_a_desk(browser: Browser, tmp_path: Path) -> None:
    lines = [json.loads(line) for line in ANSWERS.read_text(encoding="utf-8").splitlines()]
    asked = json.dumps([line["request"] for line in lines] + BEYOND)
    (inside,) = (built.parent for built in site(tmp_path / "site").glob("app/*/worker.js"))
    (inside / "kernels.js").write_text(WORKER, encoding="utf-8")
    with given_out(tmp_path / "site") as base, browser.new_context() as context:
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        folder = f"{base}app/{inside.name}/"
        page.goto(f"{folder}build.js")
        sentence, hosts, found = json.loads(page.evaluate(ASK, [f"{folder}kernels.js", ANSWERING, asked]))
    assert sentence == "answers: WebAssembly; tablebases: WebAssembly", sentence
    assert hosts == ["tablee.engine.pyodide_host"]
    for line, values in zip(lines, found, strict=False):
        assert values == pytest.approx(line["values"], abs=1e-12)
    here: dict[str, Any] = {}
    exec(ANSWERING, here)
    assert runtime.engine() == "wasm"
    assert found == json.loads(here["answers"](asked))[2]

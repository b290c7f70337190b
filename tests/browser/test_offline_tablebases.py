"""Large tables of the app, in a real browser: those of a desk to the last bit, kept whole or not at all, made anew."""

import base64
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tablee.engine import solvers, tablebase
from tests.browser.conftest import LONG_PATIENCE as PATIENCE
from tests.browser.conftest import USUAL
from tests.browser.test_offline import App, phase
from tests.offline_kit import COMPLETE, given_out, site

pytestmark = pytest.mark.usefixtures("patient")
BUILDING = 600_000  # milliseconds: half a minute of one core, on a machine that may be busy
BUILD = """([address, ...asked]) => Promise.all(asked.map((one) => new Promise((resolve, reject) => {
  const worker = new Worker(address, { type: "module" });
  worker.onmessage = ({ data: { trouble } }) => { if (trouble !== undefined) resolve(trouble); };
  worker.onerror = (error) => reject(new Error(error.message ?? "the worker did not start"));
  worker.postMessage(one);
})))"""
KEPT = """async () => {
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("tables", { create: true });
  const found = {};
  for await (const [name, one] of folder.entries()) {
    const file = await one.getFile();
    found[name] = name === "making" ? "" : await new Promise((wake) => {
      const reader = new FileReader();
      reader.onload = () => wake(reader.result.split(",")[1] ?? "");
      reader.readAsDataURL(file);
    });
  }
  return found;
}"""
DAMAGE = """async (name) => {
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("tables");
  const file = await (await folder.getFileHandle(name)).createWritable({ keepExistingData: true });
  await file.write({ type: "write", position: 5_000_000, data: new Uint8Array([1, 2, 3]) });
  await file.close();
}"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return site(tmp_path_factory.mktemp("site"))


def same_as_here(kept: dict[str, str], name: str, folder: Path) -> None:
    """The table that a browser has kept is the one of this machine, but for the time it took."""
    path = folder / name
    path.write_bytes(base64.b64decode(kept[name]))
    found, home = tablebase.read(path), tablebase.read(tablebase.path_of(*name.split(".")[:2]))
    assert found.header.arrays == home.header.arrays
    assert found.header.residual == home.header.residual
    assert all(found[key].cast("B") == home[key].cast("B") for key in home)


@pytest.mark.slow
def test_a_worker_builds_the_table_of_a_desk_and_no_two_at_once(browser: Browser, folder: Path, tmp_path: Path) -> None:
    (inside,) = (built.parent.name for built in folder.glob("app/*/tablebase_builder.js"))
    asked = [
        {"game": "blocs", "settings": f'{{"mode": "{mode}", "level": {level}}}', "name": f"blocs.{mode}-{level}.table"}
        for mode, level in (("duel", 1), ("solo", 2))
    ]
    with given_out(folder) as base, browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{base}app/{inside}/build.js")
        assert sorted(page.evaluate(BUILD, [f"{base}app/{inside}/tablebase_builder.js", *asked])) == ["", "storage"]
        ((name, _),) = (kept := page.evaluate(KEPT)).items()
    mode, _, level = name.split(".")[1].partition("-")
    solvers.solve("blocs", {"mode": mode, "level": int(level)})
    same_as_here(kept, name, tmp_path)


def begun(app: App) -> Page:
    """A game of four with owls and every chance in sight, in which we have thrown and have to push."""
    for _ in range(20):
        page = app.start("blocs", "hibou", mode="four", level="3", first="me")
        page.locator("#tutor summary").click()
        page.locator("select[name=tutor0]").select_option("full")
        page.locator("#tutor-form button").click()
        for _ in range(PATIENCE // 300):
            page.evaluate("document.querySelector('#do-roll')?.click()")
            page.wait_for_timeout(300)
            if page.locator("#hint-1").count():
                return page
            if phase(page) == "over":
                break  # an owl was lucky
        page.close()
    raise AssertionError("no game in which we have to push")


@pytest.mark.slow
def test_the_owl_learns_a_game_is_interrupted_learns_it_and_knows_it_without_a_network(
    browser: Browser, folder: Path, tmp_path: Path
) -> None:
    name = "blocs.four-3.table"
    with given_out(folder) as base:
        app = App(browser.new_context(**USUAL), base, lambda: None)
        page = begun(app)
        expect(page.locator("#not-yet")).to_contain_text("pas encore exacts")
        expect(page.locator("#panel")).to_contain_text("estimation")
        expect(page.locator("#not-yet")).not_to_contain_text("(0", timeout=BUILDING)
        address = page.url
        page.close()
        page = app.open()
        assert page.evaluate(KEPT) in ({}, {"making": ""})
        page.goto(address)
        page.wait_for_function(COMPLETE, polling=500)
        expect(page.locator("#not-yet")).to_contain_text("pas encore exacts")
        expect(page.locator("#not-yet")).to_have_count(0, timeout=BUILDING)
    page.reload()
    expect(page.locator("#hint-1")).to_be_visible()
    expect(page.locator("#panel")).not_to_contain_text("estimation")
    expect(page.locator("#not-yet")).to_have_count(0)
    solvers.solve("blocs", {"mode": "four", "level": 3})
    same_as_here(page.evaluate(KEPT), name, tmp_path)
    page.evaluate(DAMAGE, name)
    page.reload()
    expect(page.locator("#not-yet")).to_contain_text("pas encore exacts")  # it is built again
    expect(page.locator("#panel")).to_contain_text("estimation")
    app.context.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("script", "before", "sentence"),
    [
        ("tablebases.js", "Object.defineProperty(navigator, 'deviceMemory', { value: 2 });", "trop peu de mémoire"),
        (
            "tablebase_builder.js",
            "delete FileSystemFileHandle.prototype.createSyncAccessHandle;",
            "ne peut pas l’enregistrer",
        ),
        (
            "tablebase_builder.js",
            "WebAssembly.Memory.prototype.grow = () => { throw Error(); };",
            "n’a pas abouti",
        ),
    ],
)
def test_where_no_table_can_be_built_a_search_plays_and_it_is_said_why(
    browser: Browser, folder: Path, tmp_path: Path, script: str, before: str, sentence: str
) -> None:
    lacking = Path(shutil.copytree(folder, tmp_path / "site"))
    (altered,) = lacking.glob(f"app/*/{script}")
    altered.write_text(f"{before}\n{altered.read_text(encoding='utf-8')}", encoding="utf-8")
    with given_out(lacking) as base:
        app = App(browser.new_context(**USUAL, service_workers="block"), base, lambda: None)
        page = begun(app)
        expect(page.locator("#not-yet")).to_contain_text(sentence)
        expect(page.locator("#panel")).to_contain_text("estimation")
        assert list(page.evaluate(KEPT)) in ([], ["making"])
        app.context.close()

"""The front door: every link leads somewhere under a sub-path, and a tap leads to the dice, without a network too."""

import re
import shutil
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tablee_app.build import META
from tests.offline_kit import given_out
from tools import door

# Are the first page and the app both kept?
KEPT = """async () => {
  const all = await navigator.serviceWorker.getRegistrations();
  return all.filter((one) => one.active?.state === "activated").length;
}"""
NEWS = """new MutationObserver(() => (window.news ??= []).push(document.querySelector("#app-news")?.textContent))
  .observe(document, { subtree: true, childList: true, characterData: true });"""
TAKEN_OVER = """async () => {
  window.same = true;
  const taken = new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done));
  await navigator.serviceWorker.register("./service.js");
  await taken;
}"""
FETCHED = re.compile(r'<(?:script|img|link)\b[^>]*\b(?:src|href)="([^"]+)"')


def test_a_wrong_address_below_a_subpath_finds_its_look_by_the_publisher() -> None:
    publisher = {"address": "https://games.example/three/", "name": "", "contact": "", "source": "", "legal": ""}
    missing = door.first_page("fr", publisher, missing=True)
    assert 'href="/three/door.css"' in missing
    assert 'href="/three/play/static/' in missing
    assert 'content="https://games.example/three/preview.png"' in missing


def test_the_sitemap_names_no_host_unless_the_publisher_does(tmp_path: Path) -> None:
    for name in (
        "index.html",
        "en.html",
        "404.html",
        "play/index.html",
        "play/pages/fr/home.html",
        "docs/fr/jouer.html",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    pages = ["docs/fr/jouer.html", "en.html", "index.html", "play/index.html"]
    assert door.sitemap(tmp_path, "").splitlines() == pages
    assert door.sitemap(tmp_path, "https://a.example/").splitlines() == [f"https://a.example/{one}" for one in pages]


def made(folder: Path) -> Path:
    """The door, with one file of a release, and sheets that are not worth printing here."""
    (folder / "tablee-1-windows.zip").write_bytes(b"zip")
    printed = {f"print/{lang}/{name}.pdf": b"%PDF" for lang in ("fr", "en") for name in door.sheets()}
    with ThreadPoolExecutor(1) as own:  # Playwright may have left a loop running in this thread
        own.submit(door.make, folder / "door", [folder / "tablee-1-windows.zip"], "2026-11-17", printed).result()
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("published"))


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.slow
def test_every_link_of_a_first_page_leads_to_a_file(folder: Path) -> None:
    root = folder / "door"
    for name in ("index.html", "en.html", "404.html"):
        text = (root / name).read_text("utf-8")
        assert unescape(re.search('Content-Security-Policy" content="([^"]*)"', text)[1]) == META  # type: ignore[index]
        assert not re.search(r"<script>|<style|\sstyle=", text)
        links = [unescape(link) for link in re.findall(r'(?:href|src)="([^"#]+)', text)]
        assert [link for link in links if "//" in link] == []
        for link in links:
            place = root / link.partition("?")[0]
            assert (place / "index.html" if place.is_dir() else place).is_file(), (name, link)
        assert all(link.startswith("./") for link in FETCHED.findall(text))
    text = (root / "index.html").read_text("utf-8")
    assert "tablee-1-windows.zip" in text
    assert text.count("SHA-256") == 2


@pytest.mark.slow
def test_it_is_the_same_bytes_when_made_again(folder: Path, tmp_path: Path) -> None:
    one, again = files(folder / "door"), files(made(tmp_path) / "door")
    assert [name for name in one.keys() | again.keys() if one.get(name) != again.get(name)] == []


@pytest.mark.slow
def test_one_tap_leads_to_the_dice_and_all_of_it_works_without_a_network(browser: Browser, folder: Path) -> None:
    context = browser.new_context(locale="fr")
    page = context.new_page()
    messages: list[str] = []
    page.on("console", lambda message: messages.append(message.text))
    with given_out(folder) as base:
        door = f"{base}door/"
        page.goto(door)
        while page.evaluate(KEPT) < 2:
            page.wait_for_timeout(200)
    page.goto(f"{door}nowhere")
    expect(page.locator(".sentence").first).to_contain_text("pas de réseau")
    page.goto(f"{door}docs/fr/nowhere.html")  # the same page with the same look, deeper in the folder
    expect(page.locator("a.button")).to_have_css("text-decoration-line", "none")
    expect(page.locator("a.button")).to_have_attribute("href", f"{door}index.html")
    page.goto(f"{door}en.html")
    page.locator("#play-cadeau").click()
    page.locator("#do-roll").click(timeout=120_000)
    expect(page.locator("#turn")).not_to_have_attribute("data-seq", "0")
    expect(page.locator("html")).to_have_attribute("lang", "en")  # as the page that led here, not as the browser
    assert page.url.startswith(f"{door}play/index.html#/table/"), page.url
    assert [line for line in messages if "Policy" in line] == []
    context.close()


@pytest.mark.slow
def test_a_first_visitor_reads_what_comes_and_plays_on_when_the_app_is_kept(
    browser: Browser, folder: Path, tmp_path: Path
) -> None:
    """The service worker of the folder serves the app's page, too, until that of the app takes over."""
    published = Path(shutil.copytree(folder, tmp_path / "published"))
    own = published / "door/play/service.js"
    held = own.rename(tmp_path / "service.js")
    page = browser.new_page(locale="fr")
    page.add_init_script(NEWS)
    with given_out(published) as base:
        page.goto(f"{base}door/")
        page.wait_for_function("() => navigator.serviceWorker.controller")
        page.locator("#play").click()
        page.locator("#do-roll").wait_for(timeout=120_000)
        assert any("Mo sur" in line for line in page.evaluate("news") if line)
        shutil.copy(held, own)
        page.evaluate(TAKEN_OVER)
        assert page.evaluate("window.same"), "the page was loaded again in the middle of a game"
    page.close()


@pytest.mark.slow
def test_a_double_click_on_the_app_says_what_to_do(browser: Browser, folder: Path) -> None:
    page = browser.new_page(locale="en")
    page.goto((folder / "door/play/index.html").as_uri())
    expect(page.locator("#by-file")).to_contain_text("python3 -m http.server")
    expect(page.locator("form")).to_have_count(0)
    page.close()

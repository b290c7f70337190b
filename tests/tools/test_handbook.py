"""The documentation as two sites: every link leads somewhere, every page and module is in a menu."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tools import handbook


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("handbook") / "site"
    assert handbook.build(target) == ""  # a link that leads nowhere is told here
    return target


@pytest.mark.slow
def test_every_module_has_a_page_with_all_its_names(site: Path) -> None:
    for name in handbook.modules():
        page = (site / "reference" / f"{name}.html").read_text(encoding="utf-8")
        for public in _names(name):
            assert f'id="{name}.{public}"' in page, f"{name}.{public}"


def test_a_missing_tool_is_a_sentence() -> None:
    tool = [sys.executable, "-S", "-I", str(handbook.ROOT / "tools" / "handbook.py")]  # without installed packages
    done = subprocess.run(tool, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("This Python has no zensical and no mkdocstrings: run `sh tools/boot check`")


def test_rules_show_a_picture_in_their_own_language() -> None:
    for game in handbook.GAMES:
        for lang in ("fr", "en"):
            pictures = re.findall(r"\(pictures/([^)]+)\)", handbook.rules(game, lang))
            assert pictures[0].endswith(f"-{lang}.png"), (game, lang)


def test_every_module_says_what_it_is() -> None:
    assert [name for name in handbook.modules() if not handbook.summary(name)] == []


@pytest.mark.slow
def test_every_page_is_in_it(site: Path) -> None:
    for page in (handbook.ROOT / "docs").rglob("*.md"):
        assert (site / page.relative_to(handbook.ROOT / "docs").with_suffix(".html")).is_file(), page
    for folder, groups in (("docs", handbook.ENGLISH), ("docs/fr", handbook.FRENCH)):
        listed = {page for pages in groups.values() for page in pages}
        assert {page.stem for page in (handbook.ROOT / folder).glob("*.md")} - {"index"} <= listed


@pytest.mark.slow
def test_links_between_the_two_sites_lead_somewhere(site: Path) -> None:
    """Zensical follows only those inside a site."""
    for folder, link in ((site, r'href="(fr/[\w-]+\.html)'), (site / "fr", r'href="(\.\./[\w-]+\.html)')):
        found = {target for page in folder.glob("*.html") for target in re.findall(link, page.read_text("utf-8"))}
        assert found
        assert [target for target in found if not (folder / target).is_file()] == []


@pytest.mark.slow
def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    fetched = re.compile(r'<(?:script|img|link|iframe)\b[^>]*\b(?:src|href)="(https?:)?//')
    assert [page for page in site.rglob("*.html") if fetched.search(page.read_text(encoding="utf-8"))] == []


@pytest.mark.slow
def test_no_page_has_a_script_or_a_style_of_its_own(site: Path) -> None:
    own = re.compile(r"<script>|<style|\sstyle=")
    pages = {page: page.read_text(encoding="utf-8") for page in site.rglob("*.html")}
    assert [page for page, text in pages.items() if own.search(text)] == []
    assert [page for page, text in pages.items() if 'http-equiv="Content-Security-Policy"' not in text] == []
    for page, text in pages.items():
        assert all((page.parent / script).is_file() for script in re.findall(r'<script src="([^"]+)"', text)), page


def _names(module: str) -> list[str]:
    """The functions and classes that a module defines for others."""
    tree = ast.parse(handbook.source_of(module).read_text(encoding="utf-8"))
    made = (one for one in tree.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef))
    return [one.name for one in made if not one.name.startswith("_")]

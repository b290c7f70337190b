"""Scripts joined to one, and Python's own code as the app ships it."""

from __future__ import annotations

import pytest

from tablee.site import wasm
from tablee.site.build import CODE, Built
from tablee.site.join import joined

SCRIPTS = {
    "one.js": 'import build from "./build.js";\nimport { way } from "./far.js";\n'
    'import { two } from "./two.js";\nway(two(build.size));\n',
    "two.js": 'import { arrive, way } from "./far.js";\nexport const two = (size) => arrive(way(size));\n',
    "build.js": 'export default { "size": 3 };\n',
    "twice.js": 'import { two } from "./two.js";\nconst two = 2;\n',
}


def test_a_script_stands_after_those_that_it_imports_and_what_is_apart_is_imported_once() -> None:
    assert joined("one", SCRIPTS.__getitem__, ["far"]).split("\n") == [
        'import { arrive, way } from "./far.js";',
        'const build = { "size": 3 };',
        "",
        "const two = (size) => arrive(way(size));",
        "",
        "way(two(build.size));",
        "",
    ]


def test_two_scripts_that_declare_the_same_name_are_not_joined() -> None:
    with pytest.raises(AssertionError, match="two"):
        joined("twice", SCRIPTS.__getitem__, ["far"])


def test_what_the_app_starts_first_imports_nothing_more(built: Built) -> None:
    scripts = {name.rpartition("/")[2]: body.decode() for name, body in built.files.items() if name.endswith(".js")}
    assert "import {" not in scripts["worker.js"]
    assert scripts["table.js"].count("import {") == scripts["table.js"].count("/transport.js") == 1
    assert built.version in scripts["app.js"]
    assert built.version in scripts["worker.js"]


def test_python_offers_what_its_script_asks_for_and_the_weight(built: Built) -> None:
    sections = dict(wasm._sections(built.files[f"app/{built.version}/{CODE}"]))
    offered = {name for name, _ in wasm._exports(sections[wasm.EXPORT])}
    assert {"memory", "malloc", "PyErr_Print", wasm.NAME.decode()} <= offered
    assert len(offered) < 1000
    functions, _ = wasm._read(sections[wasm.FUNCTION], 0)
    assert functions == wasm._read(sections[wasm.CODE], 0)[0]

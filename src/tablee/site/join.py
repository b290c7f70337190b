"""A script and those that it imports, as one file: every file that a page asks for costs a browser some milliseconds of
work, wherever it comes from.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection

IMPORT = re.compile(r'^import (\w+|\{[^}]*\}) from "\./(\w+)\.js";\n', re.MULTILINE)
DECLARED = re.compile(r"^(?:async )?(?:function|const|let|class) (\w+)", re.MULTILINE)


def joined(name: str, read: Callable[[str], str], apart: Collection[str] = ()) -> str:
    """All in one scope, so no two may declare the same name. Those apart are still imported."""
    parts: dict[str, str] = {}
    asked: dict[str, set[str]] = {}

    def add(one: str) -> None:
        text = read(f"{one}.js")
        for names, other in IMPORT.findall(text):
            if other in apart:
                asked.setdefault(other, set()).update(re.findall(r"\w+", names))
            elif other not in parts:
                add(other)
        text = IMPORT.sub("", text).replace("export default ", f"const {one} = ")
        parts[one] = re.sub(r"^export ", "", text, flags=re.MULTILINE)

    add(name)
    body = "\n".join(parts.values())
    twice = [word for word, times in Counter(DECLARED.findall(body)).items() if times > 1]
    assert not twice, f"{name}.js and what it imports both declare {twice}"
    heads = (
        f'import {{ {", ".join(sorted(words))} }} from "./{other}.js";\n' for other, words in sorted(asked.items())
    )
    return "".join(heads) + body

"""Makes the fonts that pages load first: `src/tablee/web/static/*.woff2`, from the packages that also print.

    .venv/bin/pip install 'fonttools[woff]'
    .venv/bin/python tools/fonts.py

Manrope and Amatic SC keep the letters of Latin languages and all signs; a page fetches the other letters of Manrope
from its package when a name needs them. Fredoka One is packed whole: its licence reserves the name for the unchanged
font. Copyright and licence stay in each file.
"""

from __future__ import annotations

import subprocess
import sys
from importlib import resources
from pathlib import Path

STATIC = Path(__file__).parents[1] / "src" / "tablee" / "web" / "static"
FONTS = {
    "manrope": ("font_manrope", "Manrope-Medium.ttf"),
    "amatic": ("font_amatic_sc", "AmaticSC-Bold.ttf"),
    "fredoka": ("font_fredoka_one", "FredokaOne-Regular.ttf"),
}
LATIN = "U+0-17F,U+2000-2BFF,U+FB00-FB06"  # without Vietnamese, Greek and Cyrillic


def main() -> None:
    for name, (package, file) in FONTS.items():
        source, made = str(resources.files(package) / "files" / file), str(STATIC / f"{name}.woff2")
        command = ["fontTools.subset", source, f"--unicodes={LATIN}", "--layout-features=*", "--name-IDs=*"]
        command += ["--flavor=woff2", f"--output-file={made}"]
        if name == "fredoka":
            command = ["fontTools.ttLib.woff2", "compress", "-o", made, source]
        subprocess.run([sys.executable, "-m", *command], check=True)
        print(f"{made}: {Path(made).stat().st_size} bytes")


if __name__ == "__main__":
    main()

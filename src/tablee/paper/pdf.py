"""Typst at work: a document of pages as PDF, SVG or PNG. Needs the `print` extra; it is imported when it is called."""

import importlib
import importlib.util
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from tablee.core.errors import TableeError
from tablee.core.extras import install_command

from .typst import Document

Format = Literal["pdf", "svg", "png"]
FONT_PACKAGES = ("font_fredoka_one", "font_amatic_sc", "font_manrope")


class PrintError(TableeError):
    """Paper cannot be made here, and what to install."""


def is_ready() -> bool:
    return all(importlib.util.find_spec(name) is not None for name in ("typst", *FONT_PACKAGES))


def render(document: Document, form: Format = "pdf", *, ppi: float = 150) -> list[bytes]:
    """The document in that form: one PDF, or one picture a page. The same document gives the same bytes."""
    if not is_ready():
        raise PrintError(
            f"Pour imprimer, il manque typst ou les polices ; à taper : {install_command('print')}",
            f"Printing needs typst and the fonts; type: {install_command('print')}",
        )
    typst: Any = importlib.import_module("typst")
    output = typst.compile(
        document.source.encode(),
        font_paths=_fonts(),
        format=form,
        ppi=ppi,
        sys_inputs=document.inputs,
        pdf_standards="ua-1" if form == "pdf" else [],  # for whoever listens to it
    )
    return output if isinstance(output, list) else [output]


@cache
def _fonts() -> Any:
    """Only our own fonts, wherever this runs: pages must not differ from machine to machine."""
    typst: Any = importlib.import_module("typst")
    folders = [str(files(name) / "files") for name in FONT_PACKAGES]
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=folders)

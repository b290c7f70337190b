"""The table without a console: a small window shows its address, opens its page and closes it. Tablee.cmd starts this."""

import _thread
import ctypes
import json
import sys
import tempfile
import threading
import time
import webbrowser
from ctypes import wintypes

from tablee.cli import start
from tablee.cli.serve import NOTE
from tablee.core.paths import data_directory
from tablee.core.words import Text, language

SHOWN = 3  # seconds: a second start has opened the running table and ended by then
STOP, QUESTION_YES_NO_SECOND, YES = 0x10, 0x124, 6  # of a message box; "no" is what Enter answers
LINKS, CAN_BE_CLOSED, CAN_BE_SMALL = 0x1, 0x8, 0x8000  # of the window
PRESSED, LINK_PRESSED, STAYS = 2, 3, 1
OPEN_PAGE, CLOSE_TABLE, CANCEL = 100, 101, 2
OPEN = Text("Tablée est ouverte", "Tablée is open")
WHERE = Text(
    'Elle est dans votre navigateur, à l’adresse <a href="page">{0}</a>. Gardez cette fenêtre ouverte ; vous pouvez la réduire.',
    'It is in your browser, at <a href="page">{0}</a>. Keep this window open; you can minimise it.',
)
PAGE = Text("Ouvrir la page", "Open the page")
CLOSE = Text("Fermer la table", "Close the table")
SURE = Text(
    "Fermer la table ? Toutes les parties s’arrêtent ; elles sont enregistrées.",
    "Close the table? All games stop; they are saved.",
)

Callback = ctypes.WINFUNCTYPE(
    ctypes.c_long, wintypes.HWND, wintypes.UINT, wintypes.WPARAM, wintypes.LPARAM, ctypes.c_ssize_t
)


class Button(ctypes.Structure):
    _pack_ = 1
    _fields_ = [("number", ctypes.c_int), ("text", wintypes.LPCWSTR)]  # noqa: RUF012


class Window(ctypes.Structure):
    """What Windows calls TASKDIALOGCONFIG."""

    _pack_ = 1
    _fields_ = [  # noqa: RUF012
        *(("size", wintypes.UINT), ("parent", wintypes.HWND), ("instance", wintypes.HINSTANCE)),
        *(("flags", ctypes.c_int), ("common", ctypes.c_int), ("title", wintypes.LPCWSTR), ("icon", ctypes.c_void_p)),
        *(("heading", wintypes.LPCWSTR), ("text", wintypes.LPCWSTR)),
        *(("buttons", wintypes.UINT), ("button", ctypes.POINTER(Button)), ("default", ctypes.c_int)),
        *(("radios", wintypes.UINT), ("radio", ctypes.c_void_p), ("default_radio", ctypes.c_int)),
        *((name, ctypes.c_void_p) for name in ("check", "more", "expand", "collapse", "foot_icon", "foot")),
        *(("callback", Callback), ("given", ctypes.c_void_p), ("width", wintypes.UINT)),
    ]


def show(text: str, kind: int = STOP) -> int:
    """Which button of a message box was pressed."""
    return int(ctypes.windll.user32.MessageBoxW(None, text, "Tablée", kind | 0x10000))  # in front of the others


def keep_open(address: str, lang: str) -> None:
    """Show the window until somebody closes the table, and is sure."""

    def pressed(window: int, message: int, button: int, text: int, given: int) -> int:
        if message == LINK_PRESSED or (message == PRESSED and button == OPEN_PAGE):
            webbrowser.open(address)
            return STAYS
        if message == PRESSED and button in (CLOSE_TABLE, CANCEL):
            return 0 if show(SURE.in_lang(lang), QUESTION_YES_NO_SECOND) == YES else STAYS
        return 0

    words = ((OPEN_PAGE, PAGE), (CLOSE_TABLE, CLOSE))
    buttons = (Button * 2)(*(Button(number, text.in_lang(lang)) for number, text in words))
    window = Window(
        flags=LINKS | CAN_BE_CLOSED | CAN_BE_SMALL, title="Tablée", heading=OPEN.in_lang(lang),
        text=WHERE.in_lang(lang).format(address), buttons=2, button=buttons, default=OPEN_PAGE, callback=Callback(pressed),
    )  # fmt: skip
    window.size = ctypes.sizeof(window)
    # Where it cannot be shown, the question is.
    while ctypes.windll.comctl32.TaskDialogIndirect(ctypes.byref(window), None, None, None):
        if show(f"{address}\n\n{SURE.in_lang(lang)}", QUESTION_YES_NO_SECOND) == YES:
            return


def offer_to_close() -> None:
    note = data_directory() / NOTE
    while not note.exists():
        time.sleep(0.2)
    keep_open(json.loads(note.read_text("utf-8"))["address"], language())
    _thread.interrupt_main()


if __name__ == "__main__":
    sys.stdout = sys.stderr = tempfile.TemporaryFile("w+", encoding="utf-8")
    timer = threading.Timer(SHOWN, offer_to_close)
    timer.daemon = True
    timer.start()
    if start():
        timer.cancel()
        sys.stdout.seek(0)
        show(sys.stdout.read())

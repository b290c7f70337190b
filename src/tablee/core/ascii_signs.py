"""What to write where a terminal has no sign for ours: plain letters, one for one, so that boards stay straight.
Importing this module makes the name PLAIN known to streams: `sys.stdout.reconfigure(errors=PLAIN)`."""

import codecs
import unicodedata

PLAIN = "tablee"
SIGNS = {
    "'": "’‘",
    '"': "«»“”",
    "-": "–—−─━═╌╾╼▔",
    "|": "│┃║",
    "+": "╭╮╰╯├┤┬┴┼┌┐└┘┏┓┗┛╋╤╕╒╧╪╞╡",
    "o": "●♡",
    ".": "·…░□",
    "#": "█■▮▣",
    "*": "♥★•",
    ">": "→›▸",
    "<": "←‹◂",
    "x": "×╳✕",
    "/": "÷╱",
    "\\": "╲",
    "(": "ʃ",
    "[": "▐",
    "]": "▌",
    ")": "◗",
    "oe": "œ",
    "OE": "Œ",
    "ae": "æ",
}
SPELLED = {sign: plain for plain, signs in SIGNS.items() for sign in signs}


def to_ascii(text: str) -> str:
    """A text in ASCII: é as e, ─ as -, and a question mark for what nothing resembles."""
    letters = (SPELLED.get(char) or unicodedata.normalize("NFKD", char)[0] for char in text)
    return "".join(letter if letter.isascii() else "?" for letter in letters)


def _instead(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return to_ascii(error.object[error.start : error.end]), error.end


codecs.register_error(PLAIN, _instead)

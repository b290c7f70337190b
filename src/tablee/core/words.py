"""Words for people: every sentence in French and in English, written side by side.

A `Text` holds both, so a sentence cannot exist in one language only, and whoever shows it chooses the language.

Rules know players by number, people have names. Where a sentence speaks of a player it has a place for the name:

    sentence = Text.fill("{who} passe.", "{who} passes.", who=player_ref(1))
    sentence.fr                              "Joueur 1 passe."
    sentence.with_names({1: "Léa"}).fr       "Léa passe."

Texts are put together with `Text.fill`, `+`, `or_list` and `capital`; an f-string of `.fr` would lose the slot.
"""

from __future__ import annotations

import difflib
import os
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from string import Formatter
from typing import Literal, NamedTuple

Lang = Literal["fr", "en"]
LANGS: tuple[Lang, ...] = ("fr", "en")


class Slot(NamedTuple):
    """A place for a name in the words of one language: what stands from `start` to `end` speaks of `player`. With a
    name it becomes `before` + name + `after`."""

    lang: Lang
    start: int
    end: int
    player: int
    before: str = ""
    after: str = ""

    def shift(self, by: int) -> Slot:
        return self._replace(start=self.start + by, end=self.end + by)


@lru_cache(maxsize=1024)  # a page fills the same few sentences again and again
def _parse(template: str) -> tuple[tuple[str, str], ...]:
    """The words of a template, each with the name of what stands behind them; the last may have none."""
    return tuple((words, name or "") for words, name, _, _ in Formatter().parse(template))


@dataclass(frozen=True, slots=True)
class Text:
    """One thing to say, in both languages; `slots`, in their order, are the places where players' names can stand."""

    fr: str
    en: str
    slots: tuple[Slot, ...] = ()

    def __hash__(self) -> int:  # a string keeps its own
        return hash(self.fr)

    def in_lang(self, lang: str) -> str:
        return self.fr if lang == "fr" else self.en

    def __add__(self, after: Text) -> Text:
        slots = self.slots
        if after.slots:
            by = {"fr": len(self.fr), "en": len(self.en)}
            slots += tuple(slot.shift(by[slot.lang]) for slot in after.slots)
        return Text(self.fr + after.fr, self.en + after.en, slots)

    @classmethod
    def fill(cls, fr: str, en: str, **parts: object) -> Text:
        """Both sentences with each `{name}` filled by the part of that name: a Text in either language, whose slots
        stay, or anything that reads alike in both."""
        written = {"fr": "", "en": ""}
        slots: list[Slot] = []
        for lang, template in (("fr", fr), ("en", en)):
            for words, name in _parse(template):
                written[lang] += words
                part = parts[name] if name else ""
                if isinstance(part, Text):
                    slots += [slot.shift(len(written[lang])) for slot in part.slots if slot.lang == lang]
                    part = part.in_lang(lang)
                written[lang] += str(part)
        return cls(written["fr"], written["en"], tuple(slots))

    def with_names(self, names: Mapping[int, str | Text]) -> Text:
        """The sentence with the names that are known; a player without one is called by number as before."""
        if not self.slots:
            return self
        (fr, left), (en, still) = self._fill_names("fr", names), self._fill_names("en", names)
        return Text(fr, en, left + still)

    def _fill_names(self, lang: Lang, names: Mapping[int, str | Text]) -> tuple[str, tuple[Slot, ...]]:
        words = self.in_lang(lang)
        done = grown = 0
        parts: list[str] = []
        left: list[Slot] = []
        for slot in self.slots:
            if slot.lang != lang:
                continue
            given = names.get(slot.player, "")
            name = given.in_lang(lang) if isinstance(given, Text) else given
            if not name:
                left.append(slot.shift(grown))
                continue
            phrase = (elide(slot.before, name) if lang == "fr" else slot.before + name) + slot.after
            parts += [words[done : slot.start], phrase]
            done, grown = slot.end, grown + len(phrase) - (slot.end - slot.start)
        return "".join([*parts, words[done:]]), tuple(left)


# Animals go by their names as people do, but with an article after `de`: `les Lutins du Chat`, not `de Chat`.
ANIMALS = {
    "de la ": ("Grenouille", "Souris"),
    "de l’": ("Ours", "Écureuil"),
    "du ": ("Chat", "Panda", "Cochon", "Chien", "Lion", "Poussin", "Lapin", "Renard", "Hibou", "Caméléon"),
}
ARTICLES = {name: article for article, names in ANIMALS.items() for name in names}
ASPIRATED = ("hibou", "héri", "héron", "hamster", "hugo", "harold", "hans")  # `de Hibou`, not `d’Hibou`


def elide(before: str, name: str) -> str:
    """French words and the name after them: `de Léa`, `d’Anna`, `d’Yves`, `de Yanis`, `du Chat`, `de la classe`."""
    if before and name.startswith("La "):  # the whole class
        name = f"la {name[3:]}"
    if not before.endswith("de "):
        return before + name
    if article := ARTICLES.get(name.partition(" ")[0]):
        return before[:-3] + article + name
    first = unicodedata.normalize("NFD", name[:1]).casefold()[:1]
    second = unicodedata.normalize("NFD", name[1:2]).casefold()[:1]
    mute = first in tuple("aeiouhœæ") or (first == "y" and second not in tuple("aeiou"))
    mute = mute and not name.casefold().startswith(ASPIRATED)
    return f"{before[:-2]}’{name}" if mute else before + name


def name_slot(player: int, words: Text, with_name: Text | None = None) -> Text:
    """Words that stand for a player until a name is known; `with_name` says, with `{}` for it, how they go with one.

    name_slot(1, Text("au joueur 1", "player 1"), Text("à {}", "{}"))
    """
    with_name = with_name or Text("{}", "{}")
    slots = []
    for lang in LANGS:
        before, _, after = with_name.in_lang(lang).partition("{}")
        slots.append(Slot(lang, 0, len(words.in_lang(lang)), player, before, after))
    return Text(words.fr, words.en, tuple(slots))


Case = Literal["", "le", "à", "de"]
CASES: dict[Case, tuple[str, str]] = {  # what French says without a name, and before one
    "": ("Joueur", "{}"),
    "le": ("le joueur", "{}"),
    "à": ("au joueur", "à {}"),
    "de": ("du joueur", "de {}"),
}


@cache
def player_ref(player: int, case: Case = "") -> Text:
    """A player in a sentence: `Joueur 1`, `le joueur 1`, `au joueur 1`, `du joueur 1`; `Léa`, `à Léa`, `de Léa`.
    English knows `Player 1` (case "") and `player 1` (within a sentence)."""
    noun, with_name = CASES[case]
    return name_slot(
        player, Text(f"{noun} {player}", f"{'player' if case else 'Player'} {player}"), Text(with_name, "{}")
    )


def capital(text: Text) -> Text:
    """The text as a sentence begins; a name keeps its own first letter."""
    slots = tuple(slot if slot.start else slot._replace(before=_upper(slot.before)) for slot in text.slots)
    return Text(_upper(text.fr), _upper(text.en), slots)


def _upper(words: str) -> str:
    return words[:1].upper() + words[1:]


SPACE = "[ \u00a0\u202f]"
NARROW = re.compile(f"{SPACE}(?=[;!?])")
WIDE = re.compile(
    f"{SPACE}(?=[:»%])|(?<=[«°]){SPACE}|(?<=[0-9]){SPACE}(?=[kM]o\\b|min|heure)"
    f"|(?<=[zZ]one|ueur|lace|veau|bloc){SPACE}(?=[0-9])"  # zone 2, joueur 1, place 3, niveau 1, bloc 9
)


@lru_cache(maxsize=4096)  # a page says much the same at every tap
def typeset(words: str, lang: str) -> str:
    """French as the Imprimerie nationale sets it: no space breaks before ! ? ; (a narrow one), : » % nor after «,
    nor in `zone 2` or `45 minutes`."""
    return WIDE.sub("\u00a0", NARROW.sub("\u202f", words)) if lang == "fr" else words


JOINER = "\u200d"  # not printable by itself; between two pictures it makes one of them


def one_line(words: str) -> str:
    """Typed text, such as a name, made safe to show: printable, on one line."""
    shown = "".join(char if char.isprintable() or char == JOINER else " " for char in words)
    return " ".join(shown.split()).strip(JOINER)


def untranslated(word: object) -> Text:
    """A name, number or token that reads alike in both languages."""
    return Text(str(word), str(word))


FRENCH_DIGITS = str.maketrans({".": ",", ",": "\u202f"})


def decimal(value: float, spec: str = ".1f") -> Text:
    """A number in a format of Python: `3,5`, `−0,9`; with "," `12 345`. What rounds to nothing has no sign."""
    shown = f"{value:{spec}}"
    if not shown.strip("+-0., "):
        shown = shown.lstrip("+-")
    elif shown.lstrip().startswith("-"):
        shown = shown.replace("-", "−", 1)
    return Text(shown.translate(FRENCH_DIGITS), shown)


def percent(share: float, spec: str = ".1f") -> Text:
    """A share of 1 in percent: `48,5 %`, `48.5%`."""
    return decimal(100 * share, spec) + Text(" %", "%")


def count_noun(number: float, fr: str, en: str, spec: str = "") -> Text:
    """A number with its noun: `0 point`, `−0,9 point`, `2 points`. French is singular below 2, English for 1 alone. A
    noun takes an s, or its plural stands after a bar: `count_noun(2, "vrai choix|vrais choix", "push|pushes")`."""
    shown = decimal(number, spec)
    few = abs(number if not spec else float(f"{number:{spec.replace(',', '')}}")) < 2
    singular = shown.en.lstrip("+−") == "1"
    return Text(f"{shown.fr} {_agree(fr, few)}", f"{shown.en} {_agree(en, singular)}")


def _agree(noun: str, singular: bool) -> str:
    form, _, plural = noun.partition("|")
    return form if singular else plural or f"{form}s"


def or_list(parts: Iterable[Text], *, last: Text = Text(" ou ", " or "), gap: Text = Text(", ", ", ")) -> Text:  # noqa: B008 (constants)
    """`a, b ou c` — the parts as a list a person would say."""
    items = list(parts)
    if not items:
        return Text("", "")
    head, tail = items[:-1], items[-1]
    if not head:
        return tail
    joined = head[0]
    for part in head[1:]:
        joined += gap + part
    return joined + last + tail


def and_list(words: Iterable[object]) -> Text:
    """`a, b et c`: all of these, texts or words that read alike in both languages."""
    return or_list(
        (word if isinstance(word, Text) else untranslated(word) for word in words), last=Text(" et ", " and ")
    )


def suggest(word: object, known: Iterable[object]) -> Text:
    """` Did you mean “play”?`: the known word most like the one given; an empty text if none is close."""
    alike = [str(candidate) for candidate in known if not isinstance(candidate, int)]  # no number is like another
    near = difflib.get_close_matches(str(word), alike, n=1, cutoff=0.5)
    return Text(f" Vouliez-vous dire « {near[0]} » ?", f" Did you mean “{near[0]}”?") if near else Text("", "")


def unknown(fr: str, en: str, given: object, known: Iterable[object]) -> Text:
    """`Le jeu « dames » n’existe pas ; il y a …`: a name that was not found, and those that there are."""
    names, shown = list(known), str(given)[:40]
    listed, are = and_list(names), "are" if len(names) > 1 else "is"
    french = f"{fr} « {shown} » n’existe pas ; il y a {listed.fr}."
    return Text(french, f"There is no {en} “{shown}”; there {are} {listed.en}.") + suggest(given, names)


def language(environ: Mapping[str, str] | None = None) -> Lang:
    """The user's language: French if the environment says so or says nothing, English if it says anything else."""
    environ = os.environ if environ is None else environ
    for key in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = environ.get(key, "")
        if value in ("", "C", "POSIX", "C.UTF-8", "C.utf8"):
            continue
        return "fr" if value.lower().startswith("fr") else "en"
    return "fr"


def align(rows: Sequence[Sequence[str]]) -> list[str]:
    """A line for each row, every column as wide as its widest cell."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  " + "  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]

"""Why the system refused, in both languages."""

import errno
import os
from pathlib import Path

import pytest

from tablee.core.errors import _REFUSED, refusal
from tablee.core.words import Text


def test_what_the_system_says_is_said_in_both_languages(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        (tmp_path / "nowhere" / "x").write_bytes(b"")
    assert refusal(caught.value) == Text("fichier ou dossier introuvable", "no such file or folder")
    with pytest.raises(IsADirectoryError) as held:
        tmp_path.write_bytes(b"")
    assert refusal(held.value).fr == "c’est un dossier"


def test_no_word_of_the_system_is_left() -> None:
    for number in _REFUSED:
        sentence = refusal(OSError(number, os.strerror(number)))
        assert sentence.fr != sentence.en
        assert os.strerror(number) not in (sentence.fr, sentence.en)


def test_what_has_no_words_of_ours_is_quoted() -> None:
    assert refusal(OSError(errno.EXDEV, "Cross-device link")).fr == "Cross-device link"
    assert refusal(ValueError("embedded null byte")).en == "embedded null byte"

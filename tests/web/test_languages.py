"""The catalogues of texts of the browser app."""

import re

import pytest
from app_texts import CATEGORIES, catalogue, missing, script_texts, unused

from obversi.web.http.static_files import STATIC

languages = pytest.mark.parametrize("language", CATEGORIES)


def test_every_language_that_can_be_chosen_has_a_catalogue() -> None:
    files = {path.stem for path in (STATIC / "languages").glob("*.json")}
    offered = re.findall(r'\["(\w\w)", "', (STATIC / "js/core/language.js").read_text("utf-8"))
    (known,) = re.findall(r"known = \[(.*)\]", (STATIC / "js/core/first.js").read_text("utf-8"))
    assert set(offered) == set(re.findall(r"\w+", known)) == {"en", *files}
    assert files == set(CATEGORIES)


@languages
def test_every_text_is_translated(language: str) -> None:
    assert missing(language) == []
    assert unused(language) == []


@languages
def test_translations_have_the_values_of_their_texts(language: str) -> None:
    for text, translation in catalogue(language).items():
        forms = {"other": translation} if isinstance(translation, str) else translation
        for category, form in forms.items():
            assert form.strip(), text
            free = {"n"} if category == "one" else set()  # "the move" instead of "1 move"
            assert _values(text) - free <= _values(form) <= _values(text), text


@languages
def test_numbers_have_the_forms_of_the_language(language: str) -> None:
    _, plural = script_texts()
    for text, translation in catalogue(language).items():
        forms = tuple(translation) if isinstance(translation, dict) else ()
        assert forms == (CATEGORIES[language] if text in plural else ()), text


@languages
def test_squares_of_a_text_are_those_of_its_translation(language: str) -> None:
    for text, translation in catalogue(language).items():
        if isinstance(translation, str):
            assert _squares(translation) == _squares(text), text


def _values(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def _squares(text: str) -> set[str]:
    return set(re.findall(r"(?<![a-zA-Z{])[a-h][1-8](?![\w}])", text, re.ASCII))

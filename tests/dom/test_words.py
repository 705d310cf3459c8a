"""What speakers of a language may mend can be read."""

import re
import tomllib
from pathlib import Path

import pytest

from cutline.dom import words
from cutline.dom.words import join_patterns, list_words

PATHS = sorted(Path(words.__file__).parent.glob("*.toml"))
FILES = {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in PATHS}
TABLES = [(subject, name) for subject, said in FILES.items() for name in said if isinstance(said[name], dict)]
LISTS = [(subject, name) for subject, said in FILES.items() for name in said if isinstance(said[name], str)]


@pytest.mark.parametrize(("subject", "name"), TABLES)
def test_the_expressions_of_all_languages_are_one_that_does_not_match_nothing(subject: str, name: str) -> None:
    assert re.compile(join_patterns(subject, name)).search("") is None


@pytest.mark.parametrize(("subject", "name"), LISTS)
def test_a_list_has_words_without_space_around_them(subject: str, name: str) -> None:
    listed = list_words(subject, name)
    assert listed and all(word == word.strip() and word and "\n" not in word for word in listed)


def test_a_list_keeps_its_order_and_spaces_inside_words() -> None:
    assert list_words("bylines", "openings")[:3] == ("by", "text by", "written by")


def test_lines_of_a_language_and_languages_are_alternatives() -> None:
    assert re.search(join_patterns("notices", "links"), "darse de baja")
    assert re.search(join_patterns("walls", "offers"), "jetzt weiterlesen")

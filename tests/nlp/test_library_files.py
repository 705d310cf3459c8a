"""Lists inside of libraries, read by names that pages may choose."""

import pytest

from cutline.nlp.library_files import find_file, read_names


def test_what_a_module_defines_is_read() -> None:
    assert "the" in read_names("spacy", "lang", "en", "stop_words.py")["STOP_WORDS"]


@pytest.mark.parametrize("name", ["..", ".", "", "../en", "en/../de", "/etc", "en\n", "no_such_language"])
def test_other_files_are_never_read(name: str) -> None:
    assert find_file("spacy", "lang", name, "stop_words.py") is None
    assert read_names("spacy", "lang", name, "stop_words.py") == {}


def test_without_the_library_there_is_nothing() -> None:
    assert read_names("no_such_library", "words.py") == {}

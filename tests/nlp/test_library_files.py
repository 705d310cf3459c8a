"""Files of libraries: lists, read by names that pages may choose, and what spaCy stores."""

import numpy as np
import pytest
import srsly

from cutline.nlp.library_files import find_file, read_msgpack, read_names


def test_what_a_module_defines_is_read() -> None:
    assert "the" in read_names("spacy", "lang", "en", "stop_words.py")["STOP_WORDS"]


@pytest.mark.parametrize("name", ["..", ".", "", "../en", "en/../de", "/etc", "en\n", "no_such_language"])
def test_other_files_are_never_read(name: str) -> None:
    assert find_file("spacy", "lang", name, "stop_words.py") is None
    assert read_names("spacy", "lang", name, "stop_words.py") == {}


def test_without_the_library_there_is_nothing() -> None:
    assert read_names("no_such_library", "words.py") == {}


@pytest.mark.parametrize("kind", [np.float16, np.float32, np.int64])
def test_arrays_are_read(kind: type) -> None:
    array = np.arange(12).reshape(3, 4).astype(kind)
    found = read_msgpack(srsly.msgpack_dumps({"E": array}))["E"]
    assert found.dtype == array.dtype
    np.testing.assert_array_equal(found, array)


@pytest.mark.parametrize("data", [b"", b"\xc1", b"\xcd\x01", b"\x92\x01", b"\xd9\x05ab", b"\x81", b"\x91" * 100_000])
def test_damaged_data_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="no MessagePack"):
        read_msgpack(data)

import pytest
from hypothesis import given
from hypothesis import settings as budget
from hypothesis import strategies as st
from spacy.language import Language

from cutline.models import SHIPPED_NER
from cutline.nlp import lexicon as lexicon_module
from cutline.nlp.lexicon import LONGEST, Lexicon, split_text
from cutline.nlp.network import read_network
from cutline.nlp.pipeline import open_language

TEXTS = st.text(st.sampled_from("aB.,'’:)-1€ \n\xa0"), max_size=20) | st.text(max_size=20)


@pytest.fixture(scope="module")
def nlp() -> Language:
    return open_language(SHIPPED_NER)


def make_lexicon() -> Lexicon:
    network = read_network(SHIPPED_NER)
    assert network is not None
    return network._lexicon


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return make_lexicon()


def list_words(text: str, lexicon: Lexicon) -> list[str]:
    (pieces,) = lexicon.cut([split_text(text)])
    parts = zip(split_text(text), pieces, strict=True)
    return [part[start:end] for part, piece in parts for start, end in piece.bounds]


@budget(deadline=None)
@given(TEXTS)
def test_a_piece_is_cut_as_spacy_cuts_it_alone(nlp: Language, lexicon: Lexicon, text: str) -> None:
    assert list_words(text, lexicon) == [word.text for piece in split_text(text) for word in nlp.make_doc(piece)]


def test_a_text_is_cut_as_spacy_cuts_it(nlp: Language, lexicon: Lexicon) -> None:
    text = (
        "“We can't,” said Ann's U.S.-born aunt (58), “pay $3.50 for it!” :-) See www.example.org/a?b=c or e-mail me..."
    )
    assert list_words(text, lexicon) == [word.text for word in nlp.make_doc(text)]


@pytest.mark.parametrize("blank", [" ", "  ", "\n"])
def test_only_a_run_that_is_too_long_is_not_cut(lexicon: Lexicon, blank: str) -> None:
    longest = "x" * (LONGEST - 1) + "."
    text = blank.join(["Ann’s", longest, "y" + longest, "cat."])
    (pieces,) = lexicon.cut([split_text(text)])
    blanks = [bool(lexicon.is_blank[row]) for piece in pieces for row in piece.rows]
    written = [word for word, is_blank in zip(list_words(text, lexicon), blanks, strict=True) if not is_blank]
    assert written == ["Ann", "’s", longest[:-1], ".", "cat", "."]


@given(TEXTS)
def test_a_text_is_made_of_its_pieces(text: str) -> None:
    assert " ".join(split_text(text)) == text


def test_a_text_with_single_blanks_is_cut_at_each() -> None:
    assert split_text("Ann's cat.") == ["Ann's", "cat."]
    assert split_text("Ann's  cat.") == ["Ann's  cat."]
    assert split_text("Ann's\ncat.") == ["Ann's\ncat."]


def test_white_space_is_blank(lexicon: Lexicon) -> None:
    (pieces,) = lexicon.cut([["a \n b"]])
    assert [bool(lexicon.is_blank[row]) for piece in pieces for row in piece.rows] == [False, True, False]


def test_a_word_that_is_written_in_two_ways_has_two_vectors(lexicon: Lexicon) -> None:
    (pieces,) = lexicon.cut([["The", "the", "The."]])
    (first,), (second,), (third, _) = (piece.rows for piece in pieces)
    assert first == third != second


def test_a_words_vector_does_not_depend_on_the_words_it_came_with(nlp: Language) -> None:
    one, other = make_lexicon(), make_lexicon()
    many = [f"word{number}" for number in range(500)]
    alone, later = one.cut([["Obama"]])[0][0].rows[0], other.cut([many, ["Obama"]])[1][0].rows[0]
    assert alone != later
    assert one.vectors[alone].tobytes() == other.vectors[later].tobytes()
    assert one.vectors[alone].any()


def test_words_are_forgotten_once_there_are_many(nlp: Language, monkeypatch: pytest.MonkeyPatch) -> None:
    lexicon = make_lexicon()
    monkeypatch.setattr(lexicon_module, "KEPT_CHARACTERS", 1000)
    for page in range(40):
        text = " ".join(f"Word{page}x{number}" for number in range(20))
        assert list_words(text, lexicon) == [word.text for word in nlp.make_doc(text)]
        assert len(lexicon.vectors) <= 512

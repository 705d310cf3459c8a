import pytest
import spacy
from hypothesis import given
from hypothesis import settings as budget
from hypothesis import strategies as st
from spacy.language import Language

from cutline.models import SHIPPED_NER, SHIPPED_NER_MANY
from cutline.nlp.library_files import read_msgpack
from cutline.nlp.tokeniser import Tokeniser

PARTS = [
    "can't",
    "U.S.",
    "’’",
    "'S",
    "10km",
    "I'm",
    "e.g",
    ":-)",
    "www.a.org/b",
    "it’s",
    "a",
    "B",
    ",",
    "…",
    "(",
    "$",
    "-",
]
TEXTS = (
    st.lists(st.sampled_from([*PARTS, " ", "  ", "\n", "\xa0"]), max_size=8).map("".join)
    | st.text(st.sampled_from("aB.,'’:)-1€/ \n\xa0"), max_size=20)
    | st.text(max_size=20)
)


@pytest.fixture(scope="module", params=[SHIPPED_NER, SHIPPED_NER_MANY], ids=["en", "xx"])
def nlp(request: pytest.FixtureRequest) -> Language:
    return spacy.load(request.param)


@pytest.fixture(scope="module")
def tokeniser(nlp: Language) -> Tokeniser:
    return make_tokeniser(nlp)


def make_tokeniser(nlp: Language) -> Tokeniser:
    return Tokeniser(read_msgpack(nlp.tokenizer.to_bytes(exclude=["vocab"])))  # type: ignore[attr-defined]


def cut(text: str, tokeniser: Tokeniser) -> list[tuple[int, str]]:
    return [(word.start, word.text) for word in tokeniser.cut(text)]


def cut_by_spacy(text: str, nlp: Language) -> list[tuple[int, str]]:
    return [(word.idx, word.text) for word in nlp.make_doc(text)]


@budget(deadline=None, max_examples=300)
@given(TEXTS)
def test_a_text_is_cut_as_spacy_cuts_it(nlp: Language, tokeniser: Tokeniser, text: str) -> None:
    assert cut(text, tokeniser) == cut_by_spacy(text, nlp)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("“We can't,” she said.", ["“", "We", "ca", "n't", ",", "”", "she", "said", "."]),
        ("(U.S.-born)", ["(", "U.S.-born", ")"]),
        ("a  b\nc ", ["a", " ", "b", "\n", "c"]),
        (" a", [" ", "a"]),
        ("it’s 10km", ["it", "’s", "10", "km"]),
        ("'S", ["'S"]),
        ("", []),
    ],
)
def test_english_is_cut_at_affixes_and_special_cases(text: str, words: list[str]) -> None:
    tokeniser = make_tokeniser(spacy.load(SHIPPED_NER))
    assert [word.text for word in tokeniser.cut(text)] == words


def test_a_special_case_gives_its_words_their_norms() -> None:
    words = make_tokeniser(spacy.load(SHIPPED_NER)).cut("I can't, cat")
    assert [(word.text, word.norm) for word in words] == [
        ("I", None),
        ("ca", "can"),
        ("n't", "not"),
        (",", None),
        ("cat", None),
    ]


@pytest.mark.parametrize("is_faster", [True, False])
def test_special_cases_of_a_pipelines_own_are_cut_as_spacy_cuts_them(is_faster: bool) -> None:
    nlp = spacy.blank("en")
    tokenizer = nlp.tokenizer
    tokenizer.faster_heuristics = is_faster  # type: ignore[attr-defined]
    for text, parts in {"(a)": ["(a", ")"], "a)-b": ["a)-b"], "dunno": ["du", "nno"]}.items():
        tokenizer.add_special_case(text, [{"ORTH": part} for part in parts])  # type: ignore[attr-defined]
    for text in ("(a)", "((a))", "x(a)-b", "1-dunno", "dunno!", "(a)-b", "( a )"):
        assert cut(text, make_tokeniser(nlp)) == cut_by_spacy(text, nlp)


def test_a_tokeniser_may_lack_patterns() -> None:
    stored = dict.fromkeys(("prefix_search", "suffix_search", "infix_finditer", "token_match", "url_match"))
    tokeniser = Tokeniser({**stored, "exceptions": {}, "faster_heuristics": True})
    assert [word.text for word in tokeniser.cut("(a-b) c")] == ["(a-b)", "c"]

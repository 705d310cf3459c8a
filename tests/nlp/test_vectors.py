import pytest

from cutline import Extractor

ARTICLE = (
    "Mayor Clara Benning opened the bridge of Port Ellery on Monday. Clara Benning was glad, said Tom Okafor of Holm."
)


@pytest.fixture(scope="module")
def extractor() -> Extractor:
    return Extractor()


def test_a_vector_has_the_length_1_and_its_heaviest_terms_first(extractor: Extractor) -> None:
    _, vectors = extractor.similarity_with_vectors(ARTICLE, "Clara Benning on the bridge")
    terms = vectors.text[0].terms
    assert vectors.text[0].kind == "entities"
    assert (terms[0].name, terms[0].label, terms[0].count) == ("Clara Benning", "PERSON", 2)
    assert sum(term.weight**2 for term in terms) == pytest.approx(1, abs=0.001)
    assert [term.weight for term in terms] == sorted((term.weight for term in terms), reverse=True)


def test_the_cosine_is_that_of_the_vectors_shown(extractor: Extractor) -> None:
    _, vectors = extractor.similarity_with_vectors(ARTICLE, "Clara Benning in Port Ellery")
    other = vectors.others[0]
    whole = {term.name: term.weight for term in vectors.text[0].terms}
    assert {term.name for term in other.terms} == {"Clara Benning", "Port Ellery"}
    product = sum(term.weight * whole[term.name] for term in other.terms)
    assert other.cosine == pytest.approx(product, abs=0.001)


def test_a_name_that_only_the_caption_has_is_written_as_there(extractor: Extractor) -> None:
    _, vectors = extractor.similarity_with_vectors(ARTICLE, "Joe Biden in Washington")
    assert vectors.others[0].cosine == 0
    assert {(term.name, term.label) for term in vectors.others[0].terms} == {
        ("Joe Biden", "PERSON"),
        ("Washington", "LOC"),
    }


def test_each_kind_that_is_compared_has_its_vector_of_the_text(extractor: Extractor) -> None:
    similarities, vectors = extractor.similarity_with_vectors(ARTICLE, "Clara Benning", "a bridge", "")
    assert [other.kind for other in vectors.others] == [one.similarity.evidence.kind for one in similarities]
    assert [text.kind for text in vectors.text] == ["entities", "words"]
    assert (vectors.others[2].kind, vectors.others[2].cosine, vectors.others[2].terms) == ("none", None, ())


def test_the_similarities_are_those_without_vectors(extractor: Extractor) -> None:
    others = ["Clara Benning", "Nobody", "the bridge of Holm"]
    similarities, _ = extractor.similarity_with_vectors(ARTICLE, *others)
    assert similarities == extractor.similarity(ARTICLE, *others)

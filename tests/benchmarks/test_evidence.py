"""What counts as a stopword among the terms that verdicts show."""

import evidence
from evidence import Shown, count_shown, find_stopwords, is_stopword, list_terms, render

from cutline.types import Evidence, SharedName, Similarity, Verdict

PAGE = """
<html lang="en"><head><title>Holm</title></head><body><article><h1>The ferry returns to Holm</h1>
<figure><img src="/ferry.jpg" width="800" height="500"><figcaption>The ferry Aurelia at Holm</figcaption></figure>
{text}</article></body></html>
"""
TEXT = (
    "<p>The ferry Aurelia returned to the quay of Holm after eleven years, and Holm came to see the ferry at night.</p>"
)


def term(name: str, label: str | None = None) -> SharedName:
    return SharedName(name=name, label=label, here=1, in_text=1)


def verdict(*names: str) -> Verdict:
    shared = tuple(map(term, names))
    similarity = Similarity(
        score=1, measure="cosine", cosine=1, match_share=1, evidence=Evidence(kind="words", shared=shared)
    )
    return Verdict(kept=True, reason="article_image", similarity=similarity)


def test_a_stopword_is_found_whatever_its_case() -> None:
    stopwords = find_stopwords("de-AT")
    assert [is_stopword(term(name), stopwords) for name in ("Ich", "auf", "Fähre")] == [True, True, False]


def test_a_term_of_several_words_is_a_stopword_only_if_all_of_them_are() -> None:
    stopwords = find_stopwords("en")
    assert is_stopword(term("And The"), stopwords)
    assert not is_stopword(term("The Hague"), stopwords)


def test_a_country_in_capitals_is_a_name_if_the_pipeline_says_so() -> None:
    stopwords = find_stopwords("en")
    named = [is_stopword(each, stopwords) for each in (term("US", "LOC"), term("US"), term("Us", "LOC"), term("us"))]
    assert named == [False, True, True, True]


def test_norwegian_is_found_under_the_name_that_spacy_has_for_it() -> None:
    assert "ikke" in find_stopwords("no") & find_stopwords("nb-NO")


def test_a_language_that_spacy_does_not_know_has_no_list() -> None:
    assert find_stopwords("tlh") == find_stopwords(None) == frozenset()


def test_a_verdict_without_a_comparison_shows_no_terms() -> None:
    assert list_terms(Verdict(kept=True, reason="article_image")) == ()
    assert list_terms(verdict("Holm", "quay")) == (term("Holm"), term("quay"))


def test_verdicts_terms_and_stopwords_are_counted() -> None:
    shown = Shown()
    for terms in (["Holm", "The", "and"], ["quay"], []):
        shown.count([term(name) for name in terms], find_stopwords("en"))
    assert (shown.verdicts, shown.with_terms, shown.with_stopwords, shown.terms) == (3, 2, 1, 4)
    assert shown.stopwords == {"the": 1, "and": 1}
    table = render("news", {"images, kept": shown}, unlisted=0)
    assert "| images, kept | 3 | 2 | 1 (50.0%) | 4 | 2 |" in table
    assert "Most often: the 1, and 1." in table


def test_kept_and_dropped_images_and_blocks_are_counted_apart() -> None:
    page = PAGE.format(text=TEXT * 9) + '<img src="/icon.gif" width="1" height="1"><p>Menu</p>'
    article = evidence.Extractor().extract(page, url="https://a.example/", render="never", include=("dropped",))
    shown, unlisted = count_shown([article])
    assert unlisted == 0
    assert shown["images, kept"].verdicts == len(article.images) > 0
    assert article.dropped is not None
    assert shown["blocks, dropped"].verdicts == len(article.dropped.blocks) > 0

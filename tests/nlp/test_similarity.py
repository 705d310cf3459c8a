import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.models.word_frequencies import load_background
from cutline.nlp.background import Background
from cutline.nlp.names import NameBook
from cutline.nlp.pipeline import Mention
from cutline.nlp.similarity import NO_EVIDENCE, TO_THE_LETTER, ArticleTerms, cosine, match_share
from cutline.nlp.terms import Terms, sum_terms
from cutline.types import Similarity
from tests.conftest import SETTINGS

RARE = Background({"x": 1.0}, frozenset())  # in which every word weighs 1
COUNTS = st.dictionaries(st.sampled_from(("ann", "bob", "cid", "dan", "eve", "fay")), st.integers(1, 9), min_size=1)


def entities(**counts: int) -> Terms:
    return Terms(Counter(counts), Counter(), Counter())


def names(**counts: int) -> Terms:
    return Terms(Counter(), Counter(counts), Counter())


def words(**counts: int) -> Terms:
    return Terms(Counter(), Counter(), Counter(counts))


def article_of(*blocks: Terms, background: Background = RARE, **changed: float) -> ArticleTerms:
    book = NameBook(Mention(name.title(), "PERSON") for block in blocks for name in block.entities)
    limits = SETTINGS.similarity.model_copy(update={"full_names": 0.0, "full_words": 0.0, **changed})
    forms = {name: name.title() for block in blocks for name in block.names}
    return ArticleTerms(blocks, book, background, limits, forms)


def same(term: str) -> float:
    return 1.0


def length(counts: dict[str, int]) -> float:
    return math.hypot(*counts.values())


class TestToTheLetter:
    """Section 4.4 of the paper, with nothing added."""

    ARTICLE = Terms(Counter(ann=3, bob=1), Counter(cid=2), Counter(ferry=4))

    def compare(self, terms: Terms) -> Similarity:
        book = NameBook(Mention(name.title(), "PERSON") for name in self.ARTICLE.entities)
        common = Background({"ann": 7.0, "bob": 1.0}, frozenset())
        settings = SETTINGS.similarity
        return ArticleTerms([self.ARTICLE], book, common, settings, rule=TO_THE_LETTER).compare("", terms)

    def test_frequencies_count_and_not_how_rare_a_name_is(self) -> None:
        found = self.compare(Terms(Counter(ann=1, dan=1), Counter(), Counter()))
        assert (found.match_share, found.cosine) == (0.5, round(3 / math.hypot(3, 1) / math.hypot(1, 1), 4))

    def test_a_large_text_has_the_cosine_of_all_frequencies(self) -> None:
        found = self.compare(entities(ann=6, bob=9))
        assert (found.measure, found.score) == ("cosine", round((18 + 9) / math.hypot(3, 1) / math.hypot(6, 9), 4))

    @pytest.mark.parametrize("terms", [names(cid=2), words(ferry=4)])
    def test_texts_without_named_entities_are_not_compared(self, terms: Terms) -> None:
        assert self.compare(terms) == NO_EVIDENCE

    def test_capitalised_words_make_up_for_no_name(self) -> None:
        assert self.compare(entities(cid=1)).score == 0


class TestUnmarkedNames:
    ARTICLE = Terms(Counter(ann=2), Counter(ann=2, béa=1, cid=3), Counter())

    def test_a_name_that_the_article_only_writes_with_a_capital_is_shared(self) -> None:
        article = article_of(self.ARTICLE)
        found = article.compare("", Terms(Counter({"ann": 1, "bea cid": 1}), Counter(), Counter()))
        assert found.score == 1
        assert [(name.label, name.here, name.in_text) for name in found.evidence.shared] == [
            ("PERSON", 1, 2),
            (None, 1, 1),
        ]

    def test_a_name_with_a_word_that_the_article_has_not_is_none(self) -> None:
        article = article_of(self.ARTICLE)
        assert article.compare("", Terms(Counter({"bea dan": 1}), Counter(), Counter())).score == 0

    def test_a_block_is_compared_by_marked_names_alone(self) -> None:
        article = article_of(self.ARTICLE, entities(ann=1))
        assert article.compare_block("", Terms(Counter(cid=1), Counter(), Counter())).score == 0


class TestMatchShare:
    def test_it_is_the_share_of_mentions_that_are_known(self) -> None:
        assert match_share({"ann": 2, "bob": 1, "cid": 1}, {"ann", "cid", "dan"}, same) == 0.75

    def test_terms_count_by_their_weight(self) -> None:
        assert match_share({"ann": 1, "bob": 1}, {"ann"}, {"ann": 3.0, "bob": 1.0}.__getitem__) == 0.75

    def test_nothing_shares_nothing(self) -> None:
        assert match_share({}, {"ann"}, same) == 0


class TestCosine:
    def test_it_is_the_cosine_of_the_angle(self) -> None:
        assert cosine({"ann": 3, "bob": 4}, {"ann": 4, "bob": 3}, 5, same) == pytest.approx(24 / 25)

    def test_terms_that_only_the_article_has_lengthen_its_vector(self) -> None:
        assert cosine({"ann": 1}, {"ann": 3}, math.hypot(3, 4), same) == pytest.approx(0.6)

    def test_weights_stretch_both_vectors(self) -> None:
        weigh = {"ann": 2.0, "bob": 1.0}.__getitem__
        assert cosine({"ann": 1, "bob": 1}, {"ann": 1}, 2, weigh) == pytest.approx(2 / math.sqrt(5))

    def test_an_empty_vector_has_no_angle(self) -> None:
        assert cosine({}, {}, 0, same) == cosine({"ann": 1}, {}, 0, same) == 0

    @given(COUNTS, st.integers(1, 5))
    def test_equal_distributions_are_wholly_similar(self, counts: dict[str, int], times: int) -> None:
        more = {key: count * times for key, count in counts.items()}
        assert cosine(counts, more, length(more), same) == pytest.approx(1)

    @given(COUNTS, COUNTS)
    def test_it_is_symmetric_and_between_0_and_1(self, one: dict[str, int], other: dict[str, int]) -> None:
        score = cosine(one, other, length(other), same)
        assert 0 <= score <= 1
        assert score == pytest.approx(cosine(other, one, length(one), same))


class TestKinds:
    def test_entities_are_compared_first(self) -> None:
        everything = Terms(Counter(ann=1), Counter(ann=1), Counter(ann=1))
        assert article_of(everything).compare("Ann", everything).evidence.kind == "entities"

    def test_then_capitalised_words(self) -> None:
        own = Terms(Counter(), Counter(ann=1), Counter(ann=1))
        assert article_of(entities(bob=1)).compare("Ann", own).evidence.kind == "names"

    def test_then_words(self) -> None:
        assert article_of(words(rain=1)).compare("Rain", words(rain=1)).evidence.kind == "words"

    def test_a_text_without_words_has_no_evidence_and_no_score(self) -> None:
        similarity = article_of(words(rain=1)).compare("…", words())
        assert (similarity.score, similarity.measure, similarity.evidence.kind) == (None, None, "none")
        assert (similarity.cosine, similarity.match_share) == (None, None)

    def test_names_of_another_story_score_0(self) -> None:
        similarity = article_of(entities(ann=1)).compare("Bob", entities(bob=1))
        assert (similarity.score, similarity.evidence.kind, similarity.evidence.shared) == (0, "entities", ())

    def test_an_article_without_blocks_is_similar_to_nothing(self) -> None:
        assert article_of().compare("Bob", entities(bob=1)).score == 0


class TestSize:
    def test_below_the_limit_a_text_is_matched(self) -> None:
        similarity = article_of(entities(ann=1)).compare("", entities(ann=6, bob=3))
        assert (similarity.measure, similarity.score) == ("match_share", 0.6667)

    def test_from_the_limit_on_the_cosine_is_taken(self) -> None:
        similarity = article_of(entities(ann=1)).compare("", entities(ann=6, bob=4))
        assert (similarity.measure, similarity.score) == ("cosine", round(6 / math.sqrt(52), 4))

    def test_both_measures_are_told_whichever_decides(self) -> None:
        article = article_of(entities(ann=3, cid=4))
        small, large = article.compare("", entities(ann=1)), article.compare("", entities(ann=6, bob=8))
        assert (small.score, small.match_share, small.cosine) == (1, 1, 0.6)
        assert (large.score, large.match_share, large.cosine) == (0.36, 0.4286, 0.36)

    def test_words_have_a_limit_of_their_own(self) -> None:
        article = article_of(words(rain=1), small_words=3)
        assert article.compare("", words(rain=2)).measure == "match_share"
        assert article.compare("", words(rain=3)).measure == "cosine"

    def test_a_small_text_is_matched_with_the_most_frequent_names_only(self) -> None:
        article = article_of(entities(ann=3, bob=2, cid=1), top_names=2)
        assert [article.compare("", entities(**{name: 1})).score for name in ("ann", "bob", "cid")] == [1, 1, 0]

    def test_names_as_frequent_as_the_last_of_these_are_matched_too(self) -> None:
        article = article_of(entities(ann=3, bob=2, cid=2, dan=1), top_names=2)
        assert [article.compare("", entities(**{name: 1})).score for name in ("bob", "cid", "dan")] == [1, 1, 0]


class TestWeights:
    KNOWN = Background({"people": 6.0, "ferry": 4.0, "wheelhouse": 3.0}, frozenset())

    def test_words_weigh_as_much_as_they_are_rare(self) -> None:
        article = article_of(words(people=1, ferry=1), background=self.KNOWN)
        people, ferry, snow = map(self.KNOWN.rarity, ("people", "ferry", "snow"))
        score = article.compare("", words(people=1, ferry=1, snow=1)).match_share
        assert score == round((people + ferry) / (people + ferry + snow), 4)

    def test_a_name_weighs_as_much_as_its_rarest_word(self) -> None:
        article = article_of(entities(ferry=1), background=self.KNOWN)
        own = Terms(Counter({"ferry": 1, "people wheelhouse": 1}), Counter(), Counter())
        assert article.compare("", own).match_share == round(
            self.KNOWN.rarity("ferry") / (self.KNOWN.rarity("ferry") + 1), 4
        )

    def test_a_name_that_the_world_knows_is_weak_evidence_by_itself(self) -> None:
        english = load_background("en")
        article = article_of(entities(washington=1, haldane=1), background=english, full_names=1.0)
        washington, haldane = (article.compare("", entities(**{name: 1})).score for name in ("washington", "haldane"))
        assert (washington, haldane) == (round(english.rarity("washington"), 4), 1)

    def test_the_rarest_ten_shared_words_are_listed(self) -> None:
        common = {f"w{number}": 1 for number in range(20)}
        background = Background({"rare": 3.0, **dict.fromkeys(common, 5.0)}, frozenset())
        article = article_of(words(rare=1, **common), background=background)
        shared = article.compare("", words(rare=1, **common)).evidence.shared
        assert [name.name for name in shared][:2] == ["rare", "w0"]
        assert len(shared) == 10


class TestEvidence:
    def test_shared_names_are_listed_with_both_counts(self) -> None:
        article = article_of(entities(ann=2, bob=1), entities(ann=1, cid=5))
        evidence = article.compare("Ann and Bob", entities(ann=1, bob=2, dan=1)).evidence
        assert [(name.name, name.label, name.here, name.in_text) for name in evidence.shared] == [
            ("Ann", "PERSON", 1, 3),
            ("Bob", "PERSON", 2, 1),
        ]
        assert evidence.used == "Ann and Bob"

    def test_capitalised_words_have_no_label(self) -> None:
        evidence = article_of(names(rome=2)).compare("Rome", names(rome=1)).evidence
        assert [(name.name, name.label, name.here, name.in_text) for name in evidence.shared] == [("Rome", None, 1, 2)]


class TestBlocks:
    def test_a_block_is_compared_with_the_rest_of_its_article(self) -> None:
        own = entities(ann=1, bob=3)
        similarity = article_of(own, entities(ann=2)).compare_block("", own)
        assert similarity.score == 0.25
        assert [(name.name, name.here, name.in_text) for name in similarity.evidence.shared] == [("Ann", 1, 2)]

    def test_a_single_block_is_similar_to_nothing(self) -> None:
        assert article_of(entities(ann=30)).compare_block("", entities(ann=30)).score == 0

    @given(st.lists(COUNTS, min_size=1, max_size=6))
    def test_a_large_block_has_the_cosine_of_the_angle_to_the_others(self, counts: list[dict[str, int]]) -> None:
        blocks = [entities(**block) for block in counts]
        article = article_of(*blocks, small_mentions=1)
        rest = sum_terms(blocks[1:]).entities
        expected = cosine(counts[0], rest, length(rest), same)
        assert article.compare_block("", blocks[0]).score == pytest.approx(expected, abs=1e-4)


def test_pairs_of_characters_are_compared_and_not_shown() -> None:
    article = article_of(words(รถ=1, ไฟ=1, tram=1))
    similarity = article.compare("", words(รถ=1, ไฟ=1, tram=1))
    assert similarity.score == 1
    assert [shared.name for shared in similarity.evidence.shared] == ["tram"]

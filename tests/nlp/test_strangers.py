"""Strangers among the blocks of an article, and words of offers and notices as advertisers and publishers write."""

import time
from collections import Counter

import numpy as np
import pytest

from cutline.nlp.relevance import RELEVANCE_COLUMNS, Stems
from cutline.nlp.strangers import NOBODY, STRANGER_COLUMNS, count_offers, have_foreign_names, measure_strangers
from cutline.nlp.terms import Terms

WORDS = Stems({"ferry": "ferry"}, frozenset(), 1, is_paid=False, is_paid_mark=False)
NO_WORDS = Stems({}, frozenset(), 0, is_paid=False, is_paid_mark=False)
NAMED = Terms(Counter({"ellery": 2, "holm": 1}), Counter({"aurelia": 1}), Counter())
ALSO_NAMED = Terms(Counter({"ellery": 1}), Counter({"aurelia": 3}), Counter())
STRANGE = Terms(Counter({"dormello": 1}), Counter({"dormello": 1, "mites": 1}), Counter())


def measure(
    scores: list[float], terms: list[Terms] | None = None, blocks: list[Stems] | None = None
) -> dict[str, list[float]]:
    """Return the columns by name."""
    count = len(scores)
    rows = np.arange(count * len(RELEVANCE_COLUMNS), dtype=np.float32).reshape(count, -1)
    names = terms or [Terms(Counter(), Counter(), Counter())] * count
    measured = measure_strangers(rows, np.array(scores), blocks or [WORDS] * count, names, lambda name: 0.5)
    assert measured.shape == (count, len(STRANGER_COLUMNS))
    assert (measured[:, : rows.shape[1]] == rows).all()
    return dict(zip(STRANGER_COLUMNS, measured.T.tolist(), strict=True))


def test_scores_are_log_odds_beside_those_of_the_neighbours() -> None:
    columns = measure([0.5, 0.9, 0.1])
    assert columns["score"] == pytest.approx([0, np.log(9), -np.log(9)])
    assert columns["before"] == pytest.approx([NOBODY, 0, np.log(9)])
    assert columns["behind"] == pytest.approx([np.log(9), -np.log(9), NOBODY])


def test_names_of_doubtful_neighbours_do_not_speak_for_each_other() -> None:
    rows = np.zeros((4, len(RELEVANCE_COLUMNS)), np.float32)
    terms = [NAMED, STRANGE, STRANGE, STRANGE]
    given = rows, np.array([0.9, 0.1, 0.1, 0.1]), [WORDS] * 4, terms, lambda name: 0.5
    shared, missing = (STRANGER_COLUMNS.index(f"names_{column}") for column in ("shared", "missing"))
    assert measure_strangers(*given)[:, [shared, missing]].tolist() == [[0, 1], [2, 0], [2, 0], [2, 0]]
    assert measure_strangers(*given, [range(1, 4)])[:, [shared, missing]].tolist() == [[0, 1], [0, 2], [0, 2], [0, 2]]


def test_certain_scores_are_finite() -> None:
    assert np.isfinite(measure([0.0, 1.0])["score"]).all()


def test_each_is_told_how_the_scores_of_the_page_are_spread() -> None:
    columns = measure([0.001, 0.5, 0.9, 0.9, 0.9])
    assert columns["lowest"] == pytest.approx([np.log(0.001 / 0.999)] * 5)
    assert columns["quarter"] == pytest.approx([0] * 5)
    assert columns["median"] == pytest.approx([np.log(9)] * 5)
    assert columns["below"] == pytest.approx([0.2, 0.4, 1, 1, 1])
    assert columns["doubted"] == pytest.approx([0.2] * 5)
    assert columns["blocks"] == pytest.approx([np.log(5)] * 5)


def test_blocks_without_words_do_not_count_among_the_scores() -> None:
    assert measure([0.001, 0.5], blocks=[NO_WORDS, WORDS])["lowest"] == [0, 0]
    assert np.isfinite(measure([0.001], blocks=[NO_WORDS])["lowest"]).all()


def test_names_are_shared_with_other_blocks_or_missing_there() -> None:
    columns = measure([0.5] * 3, [NAMED, ALSO_NAMED, STRANGE])
    assert columns["entities_shared"] == [1, 1, 0]
    assert columns["entities_missing"] == [1, 0, 1]
    assert columns["names_shared"] == [1, 1, 0]
    assert columns["names_missing_rarity"] == [0, 0, 1]
    assert columns["names_shared_rarity"] == [0.5, 0.5, 0]
    assert columns["entities_mentions"] == pytest.approx([np.log(2), np.log(3), 0])


@pytest.mark.parametrize(
    ("own", "is_foreign"), [("a b c d", True), ("a b c", False), ("a b c d ferry", False), ("", False)]
)
def test_names_are_foreign_if_there_are_four_and_no_other_block_has_one(own: str, is_foreign: bool) -> None:
    terms = [Terms(Counter(own.split()), Counter(), Counter()), Terms(Counter(["ferry"]), Counter(), Counter())]
    rows = measure_strangers(
        np.zeros((2, len(RELEVANCE_COLUMNS)), np.float32), np.full(2, 0.5), [WORDS, WORDS], terms, lambda name: 0.5
    )
    assert have_foreign_names(rows).tolist() == [is_foreign, False]


def test_no_blocks_have_no_rows() -> None:
    assert measure_strangers(np.zeros((0, len(RELEVANCE_COLUMNS)), np.float32), np.zeros(0), [], [], len).shape == (
        0,
        len(STRANGER_COLUMNS),
    )


@pytest.mark.parametrize(
    "text",
    [
        "Subscribe to the Courier today and read every story without limits.",
        "This post contains affiliate links; if you buy something we may receive compensation.",
        "Get 20% off your first box of tea with the code TEA20.",
        "Wein direkt vom Winzer: jetzt kaufen, die Versandkosten schenken wir Ihnen.",
        "Inscrivez-vous pour recevoir chaque matin nos meilleures histoires.",
        "Descarga ahora la guía y recibe un descuento en tu primera compra.",
        "Iscriviti al canale e ricevi lo sconto riservato ai lettori.",
        "Aproveite o frete grátis até domingo.",
        "Meld je aan en ontvang tien procent korting.",
        "Prenumerera på tidningen och få en bok på köpet.",
        "Zamów prenumeratę i odbierz rabat.",
        "Оформите подписку и получите скидку.",
        "今すぐお申し込みいただくと、初月は無料です。",
        "立即订阅，首月享受优惠。",
        "اشترك الآن واحصل على خصم.",
    ],
)
def test_offers_and_notices_address_the_reader(text: str) -> None:
    assert count_offers(text) >= 1


@pytest.mark.parametrize(
    "text",
    [
        "The premise of the novel is simple: a ferry that never arrives.",
        "She offered him half of her bread, and he left the town for good.",
        "Die Fähre legte um sieben ab, und am Kai standen noch die Kisten.",
        "Le navire a quitté le port à l’aube, chargé de sel et de bois.",
        "Он вышел на палубу и долго смотрел на берег.",
        "船は朝早く港を出た。",
        "",
    ],
)
def test_what_a_story_tells_does_not(text: str) -> None:
    assert not count_offers(text)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Bicycles will travel free of charge, as they did before.", 1),
        ("Sign up for our letters, sign up for all of them.", 1),
        ("Sign up today and get 20% off your first box for $9.", 3),
        ("A night costs €80, a week $400 and the whole summer 2,000 euros.", 1),
    ],
)
def test_each_word_counts_once_and_so_does_any_price(text: str, count: int) -> None:
    assert count_offers(text) == count


@pytest.mark.parametrize(
    "text", ["He said that the price is freezing.", "Some 50% officers left.", "Die angeblich offene Tür."]
)
def test_phrases_are_whole(text: str) -> None:
    assert not count_offers(text)


def test_numbers_without_an_end_take_linear_time() -> None:
    start = time.process_time()
    assert count_offers("1." * 100_000) == 0
    assert time.process_time() - start < 2

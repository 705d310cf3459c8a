"""How right a method is on one page, and over pages."""

from method_figures.scores import Counts, Gold, Measured, is_same_title, mean_measured, score_page, word_f1

from cutline.dom.body import Body, Decision


def body(*kept: bool, title: str | None = None) -> Body:
    return Body(None, tuple(Decision(one, "reason") for one in kept), title=title)


def gold(*segments: tuple[str, bool], title: str | None = None) -> Gold:
    words = tuple(tuple(text.split()) for text, _ in segments)
    text = tuple(word for text, is_text in segments if is_text for word in text.split())
    return Gold(words, tuple(is_text for _, is_text in segments), text, title)


def test_figures_of_a_page_are_counted_by_segments() -> None:
    counts = Counts.of([True, True, False, False], [True, False, True, False])
    assert counts == Counts(right=1, kept=2, labelled=2, segments=4)
    assert counts.measure() == Measured(0.5, 0.5, 0.5, 0.5)


def test_accuracy_counts_what_was_rightly_left_out() -> None:
    assert Counts.of([True, False, False, False], [True, True, False, False]).measure().accuracy == 0.75


def test_page_with_nothing_kept_has_no_precision_and_one_with_nothing_labelled_full_recall() -> None:
    assert Counts.of([False, False], [True, False]).measure() == Measured(0.0, 0.0, 0.0, 0.5)
    assert Counts.of([True], [False]).measure() == Measured(0.0, 1.0, 0.0, 0.0)
    assert Counts.of([], []).measure().accuracy == 1.0


def test_sum_of_pages_weighs_segments_and_mean_weighs_pages() -> None:
    pages = [Counts(1, 1, 1, 1), Counts(0, 3, 3, 6)]
    assert Counts.sum(pages).measure().precision == 0.25
    assert mean_measured(pages).precision == 0.5
    assert mean_measured(pages).accuracy == 0.5


def test_segments_without_words_are_left_out_and_those_under_four_words_are_not_long() -> None:
    page = gold(("", False), ("one two three four", True), ("menu", False))
    score = score_page(body(True, True, True), page, names_title=False, milliseconds=2.0)
    assert score.all == Counts(right=1, kept=2, labelled=1, segments=2)
    assert score.long == Counts(right=1, kept=1, labelled=1, segments=1)
    assert score.milliseconds == 2.0


def test_words_of_the_kept_segments_are_compared_with_the_text_as_bags() -> None:
    page = gold(("a b", True), ("c d", True), ("x y", False))
    assert score_page(body(True, False, True), page, names_title=False, milliseconds=0).word_f1 == 0.5
    assert word_f1([], ["a"]) == 0.0


def test_title_is_scored_where_the_method_names_one_and_one_is_labelled() -> None:
    page = gold(("a", True), title="Ferry runs again")
    assert score_page(body(True, title="FERRY  runs again."), page, names_title=True, milliseconds=0).title is True
    assert score_page(body(True), page, names_title=True, milliseconds=0).title is False
    assert score_page(body(True), page, names_title=False, milliseconds=0).title is None
    assert score_page(body(True), gold(("a", True)), names_title=True, milliseconds=0).title is None


def test_titles_with_other_words_differ() -> None:
    assert not is_same_title("Ferry runs", "Ferry runs again")

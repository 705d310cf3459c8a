"""Learning a template from labelled pages made here."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from cutline.dom.methods.template_wrapper import find_template_wrapper
from cutline.dom.templates.patterns import PatternNode, TemplateWrapper, walk_pattern
from cutline.errors import TrainingError
from cutline.models.labelled_pages import LabelledPage
from cutline.models.method_models import load_template_wrapper
from cutline.models.train.body import read_segments
from cutline.models.train.template_wrapper import (
    MAX_SORTS,
    TemplatePage,
    label_page,
    learn_template,
    name_site,
    select_site,
    train_template_wrapper,
)
from tests.conftest import SETTINGS

SENTENCES = (
    "The ferry left the harbour at noon with forty people.",
    "Nobody had thought that it would come back so late.",
    "A storm from the north had kept it on the lake.",
    "The council will speak about a second boat on Monday.",
    "Its captain has sailed the lake for thirty years.",
)
OFFER = "Read every story of the Courier for a crown a week."
HEADS = ("Ferry comes back late", "Storm keeps a boat away", "Council wants second ferry")


def write_html(number: int, paragraphs: int) -> tuple[str, str]:
    """A page of one template, and the text of its story; each page has its own id and its own teasers."""
    story = [f"{SENTENCES[(number + place) % len(SENTENCES)]} Part {number}." for place in range(paragraphs)]
    shown = "".join(f"<p>{sentence}</p>" for sentence in story)
    html = f"""<body class="page-{number}"><nav class=menu><ul><li><a>Home</a><li><a>Sport</a></ul></nav>
      <article id=story{number}><h1>{HEADS[number % 3]}</h1><div class=text>{shown}<p>{OFFER}</p></div></article>
      <aside class=more><p>Another story, number {number}, that has nothing to do with it.</p></aside></body>"""
    return html, "\n".join(story)


def make_pages(count: int, site: str = "courier.example") -> list[LabelledPage]:
    pages = []
    for number in range(count):
        html, text = write_html(number, 2 + number)
        pages.append(LabelledPage(id=str(number), site=site, html=html, text=text, title=HEADS[number % 3]))
    return pages


def write_corpus(folder: Path, pages: list[LabelledPage], name: str = "made.jsonl") -> Path:
    path = folder / name
    path.write_text("".join(json.dumps(page.model_dump(exclude_none=True)) + "\n" for page in pages))
    return path


@pytest.fixture(scope="module")
def read() -> Callable[[LabelledPage], TemplatePage]:
    return lambda page: label_page(page, *read_segments(page, SETTINGS))


@pytest.fixture(scope="module")
def wrapper(read: Callable[[LabelledPage], TemplatePage]) -> TemplateWrapper:
    return learn_template("courier.example", [read(page) for page in make_pages(2)])


def find(wrapper: TemplateWrapper, tag: str) -> PatternNode:
    (node,) = (node for node in walk_pattern(wrapper.root) if node.tag == tag)
    return node


def test_segments_are_labelled_title_content_and_other(read: Callable[[LabelledPage], TemplatePage]) -> None:
    page = read(make_pages(1)[0])
    labels = [(segment.text.split()[0], label) for segment, label in zip(page.segments, page.labels, strict=True)]
    assert labels == [
        ("Home", "other"),
        ("Sport", "other"),
        ("Ferry", "title"),
        ("The", "content"),
        ("Nobody", "content"),
        ("Read", "other"),
        ("Another", "other"),
    ]


def test_siblings_become_slots_with_quantifiers(wrapper: TemplateWrapper) -> None:
    quantifiers = [
        (slot.quantifier, [alternative.label for alternative in slot.alternatives])
        for slot in find(wrapper, "div").slots
    ]
    assert quantifiers == [("+", ["content"]), ("1", ["other"])]


def test_variable_ids_become_one_and_constant_texts_stay(wrapper: TemplateWrapper) -> None:
    assert find(wrapper, "article").tokens == {"#story0"}  # each number is a 0
    texts = {node.text for node in walk_pattern(wrapper.root) if node.text is not None}
    assert texts == {"Home", "Sport", OFFER}
    assert wrapper.vocabulary == {".menu", ".text", ".more", ".page-0", "#story0"}


def test_another_page_of_the_site_is_extracted(
    wrapper: TemplateWrapper, read: Callable[[LabelledPage], TemplatePage]
) -> None:
    page = read(make_pages(5)[4])
    body = find_template_wrapper(page.document, page.segments, SETTINGS, wrapper)
    kept = [segment.text for segment, found in zip(page.segments, body.decisions, strict=True) if found.kept]
    assert kept == [f"{SENTENCES[(4 + place) % 5]} Part 4." for place in range(6)]
    assert (body.title, body.warnings) == (HEADS[1], ())


def test_siblings_without_attributes_are_told_apart_by_their_trees(
    read: Callable[[LabelledPage], TemplatePage],
) -> None:
    head = "<div><ul><li>One</li><li>Two</li><li>Three</li></ul></div>"
    html = f"<body>{head}<div><p>{SENTENCES[0]}</p></div><div><b>Last</b></div></body>"
    pages = [LabelledPage(id=str(number), html=html, text=SENTENCES[0]) for number in range(2)]
    root = learn_template("a", [read(page) for page in pages]).root
    assert [slot.quantifier for slot in root.slots] == ["1", "1", "1"]


def test_a_command_writes_the_wrapper_and_what_was_measured(tmp_path: Path) -> None:
    lines: list[str] = []
    corpus = write_corpus(tmp_path, make_pages(6))
    trained = train_template_wrapper([corpus], tmp_path / "new" / "w.json", 0, lines.append)
    assert trained.figures is not None and trained.figures.f1 == 1.0
    assert lines[0].startswith("6 pages of courier.example, ")
    assert lines[1].endswith("precision 1.000  recall 1.000  F1 1.000")
    assert load_template_wrapper(str(tmp_path / "new" / "w.json")).pages == 6


def test_two_pages_are_enough_but_not_to_measure(tmp_path: Path) -> None:
    lines: list[str] = []
    trained = train_template_wrapper([write_corpus(tmp_path, make_pages(2))], tmp_path / "w.json", 0, lines.append)
    assert trained.figures is None
    assert lines[1] == "not measured: that needs 3 pages"


def test_equal_pages_give_an_equal_wrapper_whatever_the_seed(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path, make_pages(4))
    for seed in (0, 1):
        train_template_wrapper([corpus], tmp_path / f"{seed}.json", seed, print)
    assert (tmp_path / "0.json").read_bytes() == (tmp_path / "1.json").read_bytes()


def test_a_wrapper_may_be_replaced_but_no_other_file(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path, make_pages(2))
    for _ in range(2):
        train_template_wrapper([corpus], tmp_path / "w.json", 0, print)
    with pytest.raises(TrainingError, match="not a wrapper"):
        train_template_wrapper([corpus], corpus, 0, print)
    with pytest.raises(TrainingError, match="is a folder"):
        train_template_wrapper([corpus], tmp_path, 0, print)


class TestSites:
    def test_the_only_site_is_taken(self) -> None:
        assert select_site(make_pages(2), None)[0] == "courier.example"

    def test_one_of_several_has_to_be_chosen(self) -> None:
        pages = [*make_pages(3), *make_pages(2, "herald.example")]
        with pytest.raises(TrainingError, match=r"2 sites, such as courier.example \(3\).*--site"):
            select_site(pages, None)
        assert [page.site for page in select_site(pages, "herald.example")[1]] == ["herald.example"] * 2

    def test_a_site_that_is_not_there_is_one_sentence(self) -> None:
        with pytest.raises(TrainingError, match=r"no page of herald.example .* courier.example \(2\)"):
            select_site(make_pages(2), "herald.example")

    def test_a_page_without_site_is_of_its_host(self) -> None:
        assert name_site(LabelledPage(id="a", url="https://www.courier.example/2026/a")) == "courier.example"


class TestTooLittle:
    def test_one_page_is_too_few(self, tmp_path: Path) -> None:
        with pytest.raises(TrainingError, match=r"1 pages of courier.example .* needs 2"):
            train_template_wrapper([write_corpus(tmp_path, make_pages(1))], tmp_path / "w.json", 0, print)

    def test_no_page_at_all(self, tmp_path: Path) -> None:
        with pytest.raises(TrainingError, match="no site"):
            train_template_wrapper([write_corpus(tmp_path, [])], tmp_path / "w.json", 0, print)

    def test_text_that_does_not_stand_in_the_pages(self, tmp_path: Path) -> None:
        pages = [page.model_copy(update={"text": "Words of quite another page."}) for page in make_pages(2)]
        with pytest.raises(TrainingError, match="does not occur in its pages"):
            train_template_wrapper([write_corpus(tmp_path, pages)], tmp_path / "w.json", 0, print)

    def test_a_page_that_cannot_be_read_is_reported(self, tmp_path: Path) -> None:
        lines: list[str] = []
        pages = [*make_pages(2), LabelledPage(id="empty", site="courier.example", html=" ", text="Words")]
        train_template_wrapper([write_corpus(tmp_path, pages)], tmp_path / "w.json", 0, lines.append)
        assert lines[0] == "empty is left out: The page is empty."


def test_a_level_of_thousands_of_sorts_is_cut(read: Callable[[LabelledPage], TemplatePage]) -> None:
    html = "".join(
        f"<div class=c{chr(97 + number % 26)}{'x' * (number // 26)}>{SENTENCES[0]}</div>" for number in range(2000)
    )
    page = LabelledPage(id="a", html=html, text=SENTENCES[0])
    root = learn_template("a", [read(page)] * 2).root
    assert sum(len(slot.alternatives) for slot in root.slots) == MAX_SORTS

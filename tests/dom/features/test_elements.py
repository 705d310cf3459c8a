"""What is known of the elements around text, each read from its parent's."""

from collections.abc import Callable, Mapping

import pytest

from cutline.dom.document import Document
from cutline.dom.features import elements
from cutline.dom.features.elements import AROUND_TAGS, ElementFacts, FactReader
from cutline.dom.features.marks import MARKS, read_marks

Build = Callable[..., Document]


def names(bits: int, of: list[str] | tuple[str, ...]) -> set[str]:
    return {name for place, name in enumerate(of) if bits >> place & 1}


@pytest.fixture
def facts_of(document: Build) -> Callable[[str], Callable[[str], ElementFacts]]:
    """Return the facts of the elements of HTML given as text, by their ids."""

    def build(html: str) -> Callable[[str], ElementFacts]:
        page, reader = document(html), FactReader()
        return lambda name: reader.read(next(node for node in page.root.iter() if node.get("id") == name))

    return build


def test_elements_around_are_counted_and_named(facts_of: Callable[[str], Callable[[str], ElementFacts]]) -> None:
    facts = facts_of("<nav><ul><li id=x>one</li></ul></nav>")("x")
    assert facts.depth == 4  # html, body, nav, ul
    assert names(facts.around, AROUND_TAGS) == {"nav", "ul", "li"}


def test_a_role_makes_a_navigation(facts_of: Callable[[str], Callable[[str], ElementFacts]]) -> None:
    assert "nav" in names(facts_of("<div role=navigation><p id=x>")("x").around, AROUND_TAGS)


def test_near_marks_are_those_of_three_elements(facts_of: Callable[[str], Callable[[str], ElementFacts]]) -> None:
    html = "<div class=footer><div class=comment><div class=share><p id=x class=caption>"
    facts = facts_of(html)("x")
    assert names(facts.marks, MARKS) == {"caption"}
    assert names(facts.near_marks, MARKS) == {"caption", "share", "comment"}
    assert names(facts.all_marks, MARKS) == {"caption", "share", "comment", "footer"}


def test_articles_are_numbered_in_document_order(facts_of: Callable[[str], Callable[[str], ElementFacts]]) -> None:
    of = facts_of("<article><p id=a></article><p id=b><article><article><p id=c></article><p id=d></article>")
    assert [of(name).article for name in "abcd"] == [1, 0, 3, 2]


def test_elements_built_alike_have_one_shape(facts_of: Callable[[str], Callable[[str], ElementFacts]]) -> None:
    of = facts_of(
        "<div><p id=a class='card1 wide'></p><p id=b class='card22'></p><p id=c class=box></p></div><p id=d class=card>"
    )
    assert of("a").shape == of("b").shape
    assert len({of(name).shape for name in "acd"}) == 3


def test_a_parent_has_a_smaller_number_than_its_children(document: Build) -> None:
    page, reader = document("<div><p>a<b>b</b></p><p>c</p></div>"), FactReader()
    for element in reversed(list(page.root.iter())):
        reader.read(element)
    assert [facts.number for facts in reader.facts] == list(range(len(reader.facts)))
    assert all(facts.parent.number < facts.number for facts in reader.facts if facts.parent)


def test_each_element_is_read_once(document: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    page = document("".join(f"<div id=a{n}>" for n in range(150)) + "".join(f"<p id=b{n}>a</p>" for n in range(150)))
    read = _count_readings(monkeypatch)
    reader = FactReader()
    for element in [*page.root.iter(), *page.root.iter()]:
        reader.read(element)
    assert sum(attributes != {} for attributes in read) == 300


def test_equal_attributes_are_read_once(document: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    page = document("<div class=card id=a><p class=card>a</p><p class=card>b</p></div>")
    read = _count_readings(monkeypatch)
    facts = [page.facts.read(element) for element in page.body.iter("div", "p")]
    assert read == [{}, {"class": "card", "id": "a"}, {"class": "card"}]
    assert len({each.marks for each in facts}) == 1


def _count_readings(monkeypatch: pytest.MonkeyPatch) -> list[Mapping[str, str]]:
    """Return a list that all attributes read from now on are added to."""
    read: list[Mapping[str, str]] = []

    def note(attributes: Mapping[str, str]) -> int:
        read.append(attributes)
        return read_marks(attributes)

    monkeypatch.setattr(elements, "read_marks", note)
    return read


def test_a_closed_panel_is_unseen_whatever_its_names(document: Build) -> None:
    page = document("<div><p>a</p></div>")
    panel, paragraph = page.body[0], page.body[0][0]
    reader = FactReader({panel})
    assert reader.read(paragraph).near_marks == 1 << MARKS.index("unseen")
    assert FactReader().read(paragraph).near_marks == 0

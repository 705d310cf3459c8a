"""Lines and labels that just lead to other stories."""

import pytest

from cutline.dom.related.links import announces_stories, is_teaser, list_site_names
from tests.dom.conftest import split_html

LINK = "<a href=/mill>Holm paper mill adds 120 jobs</a>"


@pytest.mark.parametrize(
    ("line", "leads_on"),
    [
        (f"Read also: {LINK}", True),
        (f"Read also – {LINK}", True),
        ("<a href=/mill>Read also: The mill adds jobs</a>", True),
        (f"Read also, as we said of the mill: {LINK}", True),  # eight words
        (f"Read also, as we said of the mill before: {LINK}", False),
        (f"You might also like {LINK}", True),  # four words without a colon
        (f"You might also like this {LINK}", False),
        (f"Read also. {LINK}", False),
        (f"Sources: {LINK}", False),
        (f"{LINK} Read also –", False),
        (f"It rained in {LINK}", False),
    ],
)
def test_a_line_with_little_beside_a_label_and_links_leads_on(line: str, leads_on: bool) -> None:
    assert is_teaser(split_html(f"<p>{line}</p>")[0]) is leads_on


@pytest.mark.parametrize(
    ("label", "announces"),
    [
        ("Don't miss:", True),
        ("» Other posts you may enjoy", True),
        ("Don't miss the ferry of the old mill", True),  # eight words
        ("Don't miss the ferry of the very old mill", False),
        ("Ferries", False),
        ("The ferries you don't miss", False),
    ],
)
def test_a_label_announces_other_stories_where_it_begins(label: str, announces: bool) -> None:
    assert announces_stories(label) is announces


@pytest.mark.parametrize(
    ("declared", "url", "names"),
    [
        ("The Holm Herald", "https://www.holmherald.example/a", {"theholmherald", "holmherald"}),
        (None, "https://news.holm.co.uk/a", {"holm"}),
        ("Holm Post", None, {"holmpost"}),
        (None, "https://[broken", set()),
        ("The", None, {"the"}),
        (None, None, set()),
    ],
)
def test_a_site_is_called_by_its_declared_name_and_the_main_word_of_its_host(
    declared: str | None, url: str | None, names: set[str]
) -> None:
    assert list_site_names(declared, url) == names

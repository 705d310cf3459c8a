"""The pages of authors."""

from cutline.types import AuthorLink
from tests.dom.metadata.conftest import read_page

SITE = "https://www.daily-herald.example"
BYLINE = '<h1>Storm</h1><div class="byline">By <a href="/people/ann-lee">Ann Lee</a></div>'


def article(**said: object) -> dict[str, object]:
    return {"@type": "NewsArticle", **said}


def test_json_ld_names_the_page_of_each_author() -> None:
    authors = [
        {"@type": "Person", "name": "Ann Lee", "url": "/author/ann"},
        {"@type": "Person", "name": "Bo Holm", "url": SITE},
        "Cy Day",
    ]
    assert read_page(json_ld=article(author=authors)).author_links == (
        AuthorLink(name="Ann Lee", url=f"{SITE}/author/ann"),
    )


def test_an_author_in_another_node_is_followed() -> None:
    person = {"@type": "Person", "@id": "#ann", "name": "Ann Lee", "url": f"{SITE}/ann"}
    page = read_page(json_ld=[article(author={"@id": "#ann"}), person])
    assert page.author_links == (AuthorLink(name="Ann Lee", url=f"{SITE}/ann"),)


def test_a_link_in_the_byline_leads_to_the_author() -> None:
    assert read_page(body=BYLINE).author_links == (AuthorLink(name="Ann Lee", url=f"{SITE}/people/ann-lee"),)


def test_a_link_to_a_page_of_authors_counts_anywhere() -> None:
    head = '<meta name="author" content="Ann Lee">'
    about = '<p>A story.</p><footer>More by <a href="/author/ann-lee/">Ann Lee</a></footer>'
    assert read_page(head, about).author_links == (AuthorLink(name="Ann Lee", url=f"{SITE}/author/ann-lee/"),)


def test_other_links_with_the_name_are_none_of_the_author() -> None:
    head = '<meta name="author" content="Ann Lee">'
    assert (
        read_page(head, '<p><a href="https://wiki.example/Ann_Lee">Ann Lee</a> was born in Varn.</p>').author_links
        == ()
    )
    assert read_page(head, '<div class="byline"><a href="mailto:ann@x.example">Ann Lee</a></div>').author_links == ()

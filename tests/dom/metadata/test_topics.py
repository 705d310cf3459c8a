"""Keywords and section: what the page declares, cleaned; what it shows, where it declares nothing."""

import pytest

from tests.dom.metadata.conftest import read_page

TRAIL = "https://www.daily-herald.example"


def article(**said: object) -> dict[str, object]:
    return {"@type": "NewsArticle", **said}


def trail(*items: tuple[str, str]) -> dict[str, object]:
    listed = [{"name": name, **({"item": f"{TRAIL}{path}"} if path else {})} for name, path in items]
    return {"@type": "BreadcrumbList", "itemListElement": listed}


def test_keywords_come_from_json_ld_and_meta_tags_each_once() -> None:
    head = '<meta name="news_keywords" content="FERRIES, Lake Varn"><meta property="article:tag" content="Port Ellery">'
    page = read_page(head, json_ld=article(keywords=["Ferries", {"@type": "DefinedTerm", "name": "Transport"}]))
    assert page.keywords == ("Ferries", "Transport", "Lake Varn", "Port Ellery")


def test_a_value_alone_is_a_list_and_the_commas_of_listed_values_are_kept() -> None:
    assert read_page(json_ld=article(keywords="ferry; lake|port、渡船")).keywords == ("ferry", "lake", "port", "渡船")
    assert read_page(json_ld=article(keywords=["Ellery, Port", "Holm"])).keywords == ("Ellery, Port", "Holm")


@pytest.mark.parametrize(
    "word",
    [
        "BNT_MISC", "wgg:hardware", "type: news", "@exmeter",
        "26157981-b4f7-4929-adc1-e860c6f03636", "2024", "undefined", "Daily Herald", "http://a.b",
        "The ferry between Port Ellery and Holm is back after eleven years",
    ],
)  # fmt: skip
def test_what_only_programs_read_is_no_keyword(word: str) -> None:
    head = '<meta property="og:site_name" content="Daily Herald">'
    assert read_page(head, json_ld=article(keywords=[word, "ferry"])).keywords == ("ferry",)


def test_a_site_s_bookkeeping_is_left_out_but_a_title_with_a_colon_is_not() -> None:
    assert read_page(json_ld=article(keywords=["Page Type: Article", "Time: 14.00", "lake"])).keywords == ("lake",)
    assert read_page(json_ld=article(keywords=["Mission: Impossible", "film"])).keywords[0] == "Mission: Impossible"


def test_at_most_fifty_keywords_are_listed() -> None:
    assert len(read_page(json_ld=article(keywords=[f"word {n}" for n in range(900)])).keywords) == 50


def test_tags_are_read_from_the_page_if_it_declares_no_keywords() -> None:
    tags = '<p class="tags"><a rel="tag" href="/t/ferry">Ferry</a> <a rel="tag" href="/t/lake">Lake</a></p>'
    teaser = '<li><a href="/b">Other</a> <a rel="tag" href="/t/tax">Tax</a></li>'
    menu = '<nav><a rel="tag" href="/1">A</a><a rel="tag" href="/2">B</a><a rel="tag" href="/3">C</a></nav>'
    assert read_page(body=menu + tags + teaser).keywords == ("Ferry", "Lake")
    assert read_page('<meta name="keywords" content="boats">', tags).keywords == ("boats",)


def test_tags_of_teasers_alone_are_nobody_s() -> None:
    teasers = "".join(f'<li><a href="/{n}">Story</a><a rel="tag" href="/t/{n}">Tag {n}</a></li>' for n in range(3))
    assert read_page(body=f"<ul>{teasers}</ul>").keywords == ()


def test_the_section_is_the_one_declared() -> None:
    head = '<meta property="article:section" content="Lake news">'
    assert read_page(head, json_ld=article(articleSection=["Regional", "News"])).section == "Regional"
    assert read_page(head).section == "Lake news"


def test_else_it_is_the_last_of_the_trail_between_home_and_the_article() -> None:
    steps = (("Startseite", "/"), ("News", "/news"), ("Regional", "/news/regional"))
    assert read_page(json_ld=trail(*steps, ("Storm over the lake", "/news/2024/storm"))).section == "Regional"
    assert read_page(json_ld=trail(*steps, ("This page", ""))).section == "Regional"
    assert read_page(json_ld=trail(("Home", "/en"), ("Uncategorized", "/u"))).section is None


def test_a_page_that_says_nothing_of_it_has_neither() -> None:
    page = read_page()
    assert (page.keywords, page.section) == ((), None)


@pytest.mark.parametrize("odd", [5, True, {"a": 1}, [[["x"]]], [None, {"name": ["a"]}], {"itemListElement": 3}])
def test_odd_json_ld_is_no_error(odd: object) -> None:
    said = [article(keywords=odd, articleSection=odd), {"@type": "BreadcrumbList", "itemListElement": odd}]
    assert read_page(json_ld=said).section in (None, "5", "x")

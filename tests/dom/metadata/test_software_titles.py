"""Titles as blog software and archives of mailing lists write them."""

import pytest

from tests.dom.metadata.conftest import read_page

STORM = "Storm closes the harbour of the isle"


@pytest.mark.parametrize("heading", [f"<h1>Harbour Life</h1><h2>{STORM}</h2><h2>Archive</h2>", f"<h3>{STORM}</h3>"])
def test_where_only_the_site_is_declared_the_first_other_heading_is_the_headline(heading: str) -> None:
    page = read_page("<title>Harbour Life</title>", heading, url="https://www.harbourlife.example/2016/storm")
    assert page.title == STORM


def test_a_page_with_nothing_but_the_name_of_its_site_is_called_so() -> None:
    page = read_page("<title>Harbour Life</title>", "<h1>Harbour Life</h1>", url="https://harbourlife.example/about")
    assert page.title == "Harbour Life"


@pytest.mark.parametrize(
    ("headline", "title"),
    [(f"[ferry-dev] {STORM}", STORM), (f"[Video] {STORM}", f"[Video] {STORM}"), ("[ferry-dev]", "[ferry-dev]")],
)
def test_the_name_of_a_mailing_list_is_no_part_of_the_title(headline: str, title: str) -> None:
    url = "https://lists.port.example/pipermail/ferry-dev/2008-March/004211.html"
    assert read_page(f"<title>{headline}</title>", f"<h1>{headline}</h1>", url=url).title == title


@pytest.mark.parametrize(
    ("site", "title"),
    [("Harbour Life", STORM), ("The Harbour Life", STORM), ("Isle of Harbour", f"Isle of Harbour: {STORM}")],
)
def test_nearly_the_whole_name_of_the_site_before_a_colon_goes(site: str, title: str) -> None:
    logo = '<a href="/"><img alt="Harbour Life"></a>'
    assert read_page(f"<title>{site}: {STORM}</title>", logo).title == title


def test_the_logo_of_a_wiki_is_no_headline_wherever_it_leads() -> None:
    logo = '<h1 class="logo"><a href="/doku.php?id=start"><span>Harbour Wiki</span></a></h1>'
    page = read_page("<title>notes:storm [Harbour Wiki]</title>", f"{logo}<h1>{STORM}</h1>")
    assert page.title == STORM


@pytest.mark.parametrize(
    ("headline", "title"), [(f"{STORM} #14", STORM), (f"{STORM} #15", f"{STORM} #15"), ("Pier 14", "Pier 14")]
)
def test_the_number_of_an_issue_is_no_part_of_the_title(headline: str, title: str) -> None:
    page = read_page("", f"<h1>{headline}</h1>", url="https://git.example/quay/tide/issues/14/")
    assert page.title == title


def test_what_is_said_to_readers_without_scripts_is_no_headline() -> None:
    noscript = "<noscript><h1>JavaScript is not available.</h1></noscript>"
    assert read_page("", f"{noscript}<h1>{STORM}</h1>").title == STORM


def test_the_name_of_a_forum_beside_the_thread_is_no_headline() -> None:
    head = f'<title>{STORM} : Tides</title><meta property="og:title" content="{STORM}">'
    beside = "<h1>Tides</h1><h1>Moderators</h1>"
    assert read_page(head, beside, url="https://boards.example/r/tides/comments/1").title == STORM


def test_the_sections_of_a_page_of_man_are_no_headline() -> None:
    sections = "<h1>NAME</h1><p>ferry - sail to the isle</p><h1>SYNOPSIS</h1><p>ferry [-f]</p>"
    assert read_page("<title>ferry(1)</title>", sections).title == "ferry(1)"
    assert read_page("", sections).title is None
    assert read_page("", "<h1>Name</h1><p>What a ferry is called.</p>").title == "Name"


def test_a_banner_above_and_below_a_page_is_no_headline() -> None:
    banner = "<h1>UNCLASSIFIED</h1>"
    assert read_page("<title>Sailing orders</title>", f"{banner}<p>Sail.</p>{banner}").title == "Sailing orders"


def test_a_headline_for_wide_screens_and_one_for_narrow_ones_are_one() -> None:
    headline = "<h1>Leave the mast to our riggers</h1>"
    assert read_page("<title>Mast and Rope Service</title>", headline * 2).title == "Leave the mast to our riggers"
    assert read_page(f"<title>{STORM}</title>", f"<h1>{STORM}</h1>" * 2).title == STORM
    assert read_page("<title>Coast News</title>", f"<h1>{STORM}</h1>" * 2).title == STORM


@pytest.mark.parametrize(
    ("stated", "title"),
    [
        ("Fares (The Ferry Manual)", "Fares"),
        ("Top (The Ferry Manual)", "The Ferry Manual"),
        ("Ferry Manual", "Ferry Manual"),
    ],
)
def test_a_node_of_texinfo_is_called_without_its_manual(stated: str, title: str) -> None:
    generator = '<meta name="Generator" content="texi2any">'
    assert read_page(f"<title>{stated}</title>{generator}", "<h3>4.1 Fares</h3>").title == title
    assert read_page(f"<title>{stated}</title>", "<h3>4.1 Fares</h3>").title == stated


def test_joiners_beside_white_space_are_no_part_of_a_title() -> None:
    assert read_page("", "<h1>Chapter&#X2004;&#X200D;13&#X2003;Fares</h1>").title == "Chapter 13 Fares"

import pytest

from tests.dom.metadata.conftest import read_page

STORM = "Storm closes the harbour"


def og(name: str, content: str) -> str:
    return f'<meta property="og:{name}" content="{content}">'


@pytest.mark.parametrize(
    "title",
    [
        f"{STORM} | Daily Herald",
        f"{STORM} - The Daily Herald",
        f"Daily Herald: {STORM}",
        f"Daily Herald » {STORM}",
        f"{STORM} | News | Daily Herald",
        f"{STORM} (Daily Herald)",
        f"Daily Herald » Blog Archive » {STORM}",
    ],
)
def test_the_name_of_the_site_is_no_part_of_the_title(title: str) -> None:
    head = f"<title>{title}</title>" + og("site_name", "Daily Herald")
    assert read_page(head).title == STORM


@pytest.mark.parametrize(
    "title", [f"{STORM} | Weather", f"{STORM} | Weather | Isle, sea and sky", "台風が港を閉鎖_天気_島の新聞"]
)
def test_sections_behind_a_bar_are_no_part_of_a_title_that_no_heading_has(title: str) -> None:
    head = f"<title>{title}</title>" + og("title", title)
    assert read_page(head).title == ("台風が港を閉鎖" if "台風" in title else STORM)
    assert read_page(head, f"<h1>{title}</h1>").title == title
    assert read_page(f"<title>Q&A | {STORM}</title>").title == f"Q&A | {STORM}"


@pytest.mark.parametrize("divider", ["|", "–", "-"])
def test_a_motto_goes_with_the_name_of_the_site_before_it(divider: str) -> None:
    title = f"{STORM} {divider} Daily Herald {divider} News from the coast"
    assert read_page(f"<title>{title}</title>" + og("site_name", "Daily Herald")).title == STORM


def test_the_name_of_the_site_goes_from_a_heading_too_and_with_a_low_line() -> None:
    title = "台風が港を閉鎖 @ 島の家_青空"
    assert read_page(f"<title>{title}</title>" + og("site_name", "島の家_青空")).title == "台風が港を閉鎖"
    head = f"<title>{STORM} | Daily Herald</title>" + og("site_name", "Daily Herald")
    assert read_page(head, f"<h1>{STORM} – Daily Herald</h1>").title == STORM
    assert read_page(head, f"<h1>{STORM}: Daily Herald</h1>").title == f"{STORM}: Daily Herald"


def test_the_name_of_the_site_alone_is_no_title_if_another_is_declared() -> None:
    head = "<title>Wool socks</title>" + og("title", "Isle Shop") + og("site_name", "Isle Shop")
    assert read_page(head, "<h2>Socks</h2>").title == "Wool socks"
    assert read_page("<title>Isle Shop</title>" + og("title", "Isle Shop") + og("site_name", "Isle Shop")).title == (
        "Isle Shop"
    )


def test_a_heading_alone_wins_over_one_with_the_names_of_section_and_site() -> None:
    whole = f"{STORM} | Weather | Isle Museum"
    assert read_page(f"<title>{whole}</title>", f"<h1>{whole}</h1><h2>{STORM}</h2>").title == STORM
    assert read_page(f"<title>Harbour - {STORM}</title>", f"<h1>Harbour - {STORM}</h1><h2>Harbour</h2>").title == (
        f"Harbour - {STORM}"
    )


@pytest.mark.parametrize(
    ("head", "body", "title"),
    [
        # the section behind a declared headline is no part of it
        (f'<title>{STORM} - Sailing - Isle</title><meta name="headline" content="{STORM}">',
         f"<h1>{STORM} - Sailing</h1>", STORM),
        # the text of a heading that is drawn as a picture is the title
        (f"<title>{STORM}</title>", f'<h1 style="text-indent:-9999px;background:url(h.png)">{STORM}</h1>', STORM),
        # a link to another site or to home names no site
        ("<title>Sailors come home - the ferry</title>",
         '<a href="https://ferries.example/">the ferry</a><a href="/">Home</a>', "Sailors come home - the ferry"),
        # the name of the site goes without a divider where a heading says the rest
        (f"<title>daily-herald.example {STORM}</title>", f"<h1>daily-herald.example</h1><h3>{STORM}</h3>", STORM),
        # a heading tells where the headline ends
        (f"<title>{STORM} – Weather – Isle Post</title>", f"<h1>{STORM}</h1>", STORM),
        # of headings that nothing declares the first counts
        ("<title>The Sailor's Handbook</title>", "<h1>Reefing</h1><h1>Why all boats reef</h1><h1>Notes</h1>",
         "Reefing"),
        # the logo is no headline
        (f"<title>{STORM} « Harbour Life</title>", f'<h1><a href="/">Harbour Life</a></h1><h2>{STORM}</h2>', STORM),
        # a link to the folder of the page is one to the book
        ("<title>Reefing | An Introduction to Sailing and Knots</title>",
         '<h1><a href="./">An Introduction to Sailing and Knots</a></h1><h2>Reefing</h2>', "Reefing"),
        # nor is a link to the book where addresses are relative, however long its name
        ("<title>Reefing — An Introduction to Sailing 1.2 documentation</title>",
         '<h1><a href="../index.html">An Introduction to Sailing 1.2 documentation</a></h1><h1>Reefing</h1>',
         "Reefing"),
        # few characters of Chinese are many words
        ("<title>老桥与新路 | Harbour and Ink</title>", "<h1>Harbour and Ink</h1><h1>老桥与新路</h1>", "老桥与新路"),
        # the title of a drawing is not the page s
        (f"<title>{STORM}</title>", "<svg><title>Close</title></svg>", STORM),
        # the permanent link of a headline is no part of it
        (f"<title>{STORM} - Docs</title>",
         f'<h1 id="storm">{STORM}<a class="headerlink" href="#storm" title="Permanent link">¶</a></h1>', STORM),
    ],
)  # fmt: skip
def test_the_headline_is_told_from_what_stands_around_it(head: str, body: str, title: str | None) -> None:
    assert read_page(head, body).title == title


def test_headings_of_numbered_sections_are_no_headline() -> None:
    sections = "<h1>1. Overview of the harbour</h1><h1>2. Storms in the harbour</h1>"
    assert read_page("<title>Harbour</title>", sections).title == "Harbour"
    assert read_page("<title>Isle</title>", "<h1>10 storms in the harbour</h1><h1>5 boats</h1>").title == (
        "10 storms in the harbour"
    )


def test_a_place_before_a_colon_is_not_the_site_named_after_it() -> None:
    url, title = "https://www.berliner-zeitung.de/2026/rathaus", "Berlin: Bürgermeister tritt zurück"
    head = f"<title>{title} | Berliner Zeitung</title>" + og("title", title) + og("site_name", "Berliner Zeitung")
    assert read_page(head, url=url).title == title
    assert read_page("<title>Paris : la maire part - Le Parisien</title>" + og("site_name", "Le Parisien")).title == (
        "Paris : la maire part"
    )


@pytest.mark.parametrize(
    ("heading", "title"),
    [
        ("Why <em>e</em>Bay left <b>i</b>Phone", "Why eBay left iPhone"),
        ("Mc<b>Donald</b>'s opens a shop", "McDonald's opens a shop"),
        ("<span>Film ab</span><span>Der Krimi des Jahres</span>", "Film ab Der Krimi des Jahres"),
        ("<span>Local politics</span><span>Council rebuilds bridge</span>", "Local politics Council rebuilds bridge"),
        ("<ruby>橋<rp>(</rp><rt>はし</rt><rp>)</rp></ruby>の再建", "橋の再建"),
    ],
)
def test_elements_divide_a_heading_between_words_only(heading: str, title: str) -> None:
    assert read_page("", f"<h1>{heading}</h1>").title == title


def test_what_the_page_declares_in_one_run_has_no_kicker_where_words_have_no_spaces() -> None:
    heading = "<ruby>橋<rt>はし</rt></ruby>の<ruby>再建<rt>さいけん</rt></ruby>が<b>始まる</b>"
    assert read_page("<title>島の新聞|橋の再建が始まる</title>", f"<h1>{heading}</h1>").title == "橋の再建が始まる"


@pytest.mark.parametrize(
    ("logo", "title"),
    [
        ('<a href="/">Jo Doe</a>', f"{STORM} | Jo Doe"),
        ('<a href="https://www.daily-herald.example"><img src="l.png" alt="Isle Post"></a>', f"{STORM} — Isle Post"),
        ('<a href="/">島の新聞</a>', f"{STORM}。-島の新聞"),
    ],
)
def test_what_links_to_the_front_page_names_the_site(logo: str, title: str) -> None:
    assert (read_page(f"<title>{title}</title>", logo).title or "").rstrip("。") == STORM


def test_the_name_of_the_site_goes_behind_an_at_sign_and_in_brackets() -> None:
    head = og("site_name", "Isle Post")
    assert read_page(f"<title>{STORM} @ Isle Post ::</title>{head}").title == STORM
    assert read_page(f"<title>{STORM} [Isle Post]</title>{head}").title == STORM


def test_the_title_of_the_page_is_not_the_name_of_the_site_although_declared_so() -> None:
    title = "Mooring: all about ropes | Daily Herald"
    page = read_page(f"<title>{title}</title>" + og("title", title) + og("site_name", title))
    assert page.title == "Mooring: all about ropes"


def test_the_host_names_the_site_if_nothing_else_does() -> None:
    assert read_page(f"<title>{STORM} - daily-herald</title>").title == STORM


def test_a_hyphen_divides_between_characters_that_have_no_spaces() -> None:
    head = og("title", "台風が港を閉鎖-社会｜日報") + '<meta name="headline" content="台風が港を閉鎖">'
    assert read_page(head).title == "台風が港を閉鎖"


def test_a_colon_and_a_dash_within_a_headline_stay() -> None:
    title = "Harbour: Storm - and then silence"
    assert read_page(f"<title>{title} | Daily Herald</title>", f"<h1>{title}</h1>").title == title


def test_the_headline_a_reader_sees_wins_over_the_one_for_search_engines() -> None:
    head = "<title>Harbour storm 2024: all you need to know</title>" + og(
        "title", "Harbour storm 2024: all you need to know"
    )
    assert read_page(head, f"<h1>{STORM}</h1>").title == STORM


def test_json_ld_and_open_graph_together_win_over_a_heading() -> None:
    article = {"@type": "NewsArticle", "headline": STORM}
    assert read_page(og("title", STORM), "<h1>Live: wind drops, ferries wait</h1>", article).title == STORM


def test_json_ld_that_repeats_open_graph_and_title_is_no_second_voice() -> None:
    searched = "Harbour storm 2024: all you need to know"
    head = f"<title>{searched}</title>" + og("title", searched)
    assert read_page(head, f"<h1>{STORM}</h1>", {"@type": "Article", "headline": searched}).title == STORM
    assert read_page(head, f"<h1>{STORM}</h1>", {"@type": "NewsArticle", "headline": searched}).title == searched


@pytest.mark.parametrize("heading", ["Open menu", "0 Comments", "+49 40 1234 567", "読者の声"])
@pytest.mark.parametrize("source", ["og:title", "twitter:title"])
def test_a_heading_without_a_word_of_the_agreed_title_is_no_headline(heading: str, source: str) -> None:
    head = f"<title>{STORM} | Daily Herald</title>" + f'<meta name="{source}" content="{STORM}">'
    assert read_page(head, f"<h1>{heading}</h1>").title == STORM


def test_a_heading_counts_where_open_graph_and_title_disagree() -> None:
    head = "<title>Isle weather</title>" + og("title", "Ferries and boats today")
    assert read_page(head, f"<h1>{STORM}</h1>").title == STORM


@pytest.mark.parametrize("chapter", ["h1", "h2"])
def test_the_title_of_a_chapter_wins_over_that_of_its_book(chapter: str) -> None:
    body = f"<h1>The Sailor's Handbook</h1><{chapter}>Reefing and heaving to</{chapter}>"
    assert read_page("<title>Reefing and heaving to - The Sailor's Handbook</title>", body).title == (
        "Reefing and heaving to"
    )


def test_a_question_in_a_list_below_the_text_is_not_the_title() -> None:
    asked = {"@type": "Question", "name": "When do ferries sail?", "acceptedAnswer": {"text": "Never."}}
    page = read_page(og("title", "Harbour"), f"<h1>{STORM}</h1>", {"@type": "FAQPage", "mainEntity": [asked]})
    assert page.title == STORM
    assert read_page(og("title", "Harbour"), json_ld=asked).title == "Harbour"
    assert read_page(json_ld={"@type": "QAPage", "mainEntity": asked}).title == "When do ferries sail?"


def test_a_smaller_heading_is_no_headline_beside_one_like_the_title() -> None:
    body = "<h1>An introduction to knots: what sailors must know</h1><h2>What is a knot?</h2>"
    page = read_page("<title>What is a knot - An introduction</title>" + og("title", "Knots"), body)
    assert page.title == "An introduction to knots: what sailors must know"


def test_a_heading_with_the_name_of_the_site_is_no_headline() -> None:
    body = f"<h1>Daily Herald</h1><h3>{STORM}</h3>"
    assert read_page(og("site_name", "Daily Herald") + f"<title>{STORM} | Daily Herald</title>", body).title == STORM


SEARCHED = "Isle weather today: harbour closed"
NAMED = [
    f'<h1 class="breadcrumb__headline">{SEARCHED}</h1>',
    f"<h1 data-breadcrumb-headline>{SEARCHED}</h1>",
    f'<nav id="Breadcrumbs"><a href="/news">News</a><span><h1>{SEARCHED}</h1></span></nav>',
    f'<ol itemtype="https://schema.org/BreadcrumbList"><li>News</li><li><h1>{SEARCHED}</h1></li></ol>',
]


@pytest.mark.parametrize("trail", NAMED)
def test_the_headline_below_a_breadcrumb_trail_wins_over_the_heading_in_it(trail: str) -> None:
    head = f"<title>{SEARCHED}</title>" + og("title", SEARCHED)
    article = {"@type": "NewsArticle", "headline": STORM}
    assert read_page(head, f"{trail}<h2>{STORM}</h2><h2>Ferries</h2>", article).title == STORM


def test_the_headline_below_a_trail_loses_its_kicker() -> None:
    article = {"@type": "NewsArticle", "headline": SEARCHED}
    body = f"{NAMED[0]}<h2><span>Weather</span><span>{STORM}</span></h2>"
    assert read_page(og("title", STORM), body, article).title == STORM


def test_the_headline_below_a_trail_may_be_the_alternative_one() -> None:
    article = {"@type": "NewsArticle", "headline": "Harbour opens", "alternativeHeadline": STORM}
    assert read_page(og("title", SEARCHED), f"{NAMED[0]}<h2>{STORM}</h2>", article).title == STORM


def test_a_heading_below_a_trail_that_nothing_declares_is_a_heading_in_the_text() -> None:
    body = f"{NAMED[2]}<p>Text.</p><h2 itemprop='headline'>What the wind did</h2>"
    assert read_page(og("title", SEARCHED), body).title == SEARCHED
    assert read_page(og("title", SEARCHED), NAMED[0]).title == SEARCHED


def test_a_heading_in_an_article_that_holds_a_trail_is_no_part_of_the_trail() -> None:
    body = f'<div class="has-breadcrumb"><h1>{STORM}</h1><p>Text.</p><h2>{SEARCHED}</h2></div>'
    head = og("title", STORM) + f'<meta name="twitter:title" content="{SEARCHED}">'
    assert read_page(head, body).title == STORM


def test_of_several_headings_the_declared_one_is_the_headline() -> None:
    body = f"<h1>Log in</h1><h1>{STORM}</h1><h1>Most read</h1>"
    assert read_page(og("title", f"{STORM} and the ferry"), body).title == STORM


def test_a_kicker_on_a_line_of_its_own_is_no_part_of_the_headline() -> None:
    body = f"<h1><span>Weather</span><span>{STORM}</span></h1>"
    assert read_page(og("title", f"Weather: {STORM}"), body).title == STORM


def test_a_kicker_that_belongs_to_the_title_is_divided_from_it_as_declared() -> None:
    body = f"<h1><span>Weather</span><span>{STORM}</span></h1>"
    article = {"@type": "NewsArticle", "headline": f"Weather: {STORM}"}
    assert read_page(og("title", f"Weather: {STORM}"), body, article).title == f"Weather: {STORM}"


def test_a_headline_on_two_lines_stays_whole() -> None:
    body = "<h1><span>Storm closes</span> <span>the harbour</span></h1>"
    assert read_page(og("title", STORM), body).title == STORM


def test_lines_of_a_heading_are_divided_by_a_space() -> None:
    assert read_page(body="<h1><b>Storm closes</b><br>the harbour</h1>").title == STORM
    assert read_page(body="<h1><em>Harbour</em><span>Storm over town</span></h1>").title == "Harbour Storm over town"


def test_what_only_machines_see_in_a_heading_is_left_out() -> None:
    body = f"<h1>{STORM}<script>track()</script><svg><title>Share</title></svg><!-- end --></h1>"
    assert read_page(body=body).title == STORM


@pytest.mark.parametrize(
    ("json_ld", "title"),
    [
        # entities and tags in declared titles are resolved
        ({"@type": "NewsArticle", "headline": "Storm &amp;amp; <i>silence</i>\n at sea"}, "Storm & silence at sea"),
        # headlines of teasers and live entries are not the page s
        ([{"@type": "ItemList", "itemListElement": [{"@type": "NewsArticle", "headline": "Another story"}]},
         {"@type": "LiveBlogPosting", "headline": STORM, "liveBlogUpdate": [{"@type": "BlogPosting",
         "headline": "9 am"}]}], STORM),
        # the article that names the address is the page s
        ([{"@type": "NewsArticle", "url": "/other", "headline": "Another story"}, {"@type": "NewsArticle",
         "mainEntityOfPage": {"@id": "/news/2024/storm"}, "headline": STORM}], STORM),
    ],
)  # fmt: skip
def test_json_ld_declares_the_title(json_ld: object, title: str) -> None:
    assert read_page(json_ld=json_ld).title == title


@pytest.mark.parametrize(
    ("declared", "title"),
    [
        ("Daily Herald - News from the coast", "Daily Herald - News from the coast"),
        ("News from the coast | Daily Herald", "News from the coast"),
        ("Home | Daily Herald", "Home | Daily Herald"),
    ],
)
def test_the_front_page_keeps_the_name_of_the_site_unless_it_follows_a_title(declared: str, title: str) -> None:
    front = read_page(f"<title>{declared}</title>", "<h1>Storm</h1>", url="https://www.daily-herald.example/")
    assert front.title == title


def test_a_page_without_any_title_has_none() -> None:
    assert read_page().title is None
    assert read_page("<title> | </title>", "<h1> </h1>", url=None).title is None


@pytest.mark.parametrize(
    ("headline", "title"),
    [
        ("– Storm closes the harbour", "Storm closes the harbour"),
        ("Storm closes the harbour |", "Storm closes the harbour"),
        ("Storm closes the harbour - Page 2", "Storm closes the harbour"),
        ("Storm closes the harbour (Seite 2 von 3)", "Storm closes the harbour"),
        ("-5 degrees in the harbour", "-5 degrees in the harbour"),
        ("The story of page 2", "The story of page 2"),
    ],
)
def test_dividers_and_the_number_of_the_page_are_no_part_of_the_title(headline: str, title: str) -> None:
    assert read_page(body=f"<h1>{headline}</h1>").title == title


def test_a_colon_left_from_a_kicker_is_no_part_of_the_headline() -> None:
    assert read_page("<h1>: Why the ferry sails again</h1>").title == "Why the ferry sails again"


def test_references_that_are_escaped_twice_are_resolved() -> None:
    assert read_page("<h1>Tools: SQL &amp;#x26; Python</h1>").title == "Tools: SQL & Python"


def test_the_name_in_the_logo_is_no_part_of_the_title() -> None:
    logo = "<h1><a href='https://herald.example/'>Notes from the pier</a></h1>"
    page = read_page(f"<title>Notes from the pier: {STORM}</title>", f"{logo}<h3>{STORM}</h3>")
    assert page.title == STORM


def test_a_headline_that_links_to_the_page_above_is_no_logo() -> None:
    headline = "<h1><a href='https://herald.example/storm/'>Storm closes the harbour</a></h1>"
    title = "<title>Storm closes the harbour - Politics - Daily Herald</title>"
    page = read_page(title, headline, url="https://herald.example/storm/amp/")
    assert page.title is not None and page.title.startswith(STORM)


def test_the_heading_of_a_table_of_contents_is_no_headline() -> None:
    body = "<div>Storm at sea</div><h1>Table of Contents</h1><h1>Inhaltsverzeichnis</h1>"
    assert read_page(f"<title>{STORM}</title>", body).title == STORM
    assert read_page("<title>Table of contents</title>", "<h1>Table of Contents</h1>").title == "Table of Contents"


def test_a_headline_may_link_to_the_site_of_whoever_it_names() -> None:
    logo = '<h1><a href="https://www.daily-herald.example/">Daily Herald</a></h1>'
    head = "<title>Daily Herald / Ann Lee</title>"
    assert read_page(head, f'{logo}<h1><a href="https://ann.example">Ann Lee</a></h1>').title == "Ann Lee"

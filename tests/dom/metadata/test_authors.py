import pytest

from cutline.dom.metadata.person_names import names_author, read_names
from tests.dom.metadata.conftest import read_page


@pytest.mark.parametrize(
    ("byline", "names"),
    [
        ("Ann Lee", ["Ann Lee"]),
        ("By Ann Lee", ["Ann Lee"]),
        ("Von Änne Lehmann und Ulf von Berg", ["Änne Lehmann", "Ulf von Berg"]),
        ("Par Zoé Petit et Luc Roux", ["Zoé Petit", "Luc Roux"]),
        ("Por José Ortega y Gasset", ["José Ortega y Gasset"]),
        ("Ann Lee, Bo Ek & Cy Oh", ["Ann Lee", "Bo Ek", "Cy Oh"]),
        ("Ann Lee and Bo Ek with Cy Oh", ["Ann Lee", "Bo Ek", "Cy Oh"]),
        ("Автор: Анна Ли", ["Анна Ли"]),
        ("Ann Lee <ann@herald.example>, political editor", ["Ann Lee"]),
        ("Ann Lee, Senior Reporter", ["Ann Lee"]),
        ("Ann Lee, Chief Technology Officer", ["Ann Lee"]),
        ("Ann Lee (Reuters)", ["Ann Lee"]),
        ("Ann Lee, Berlin", ["Ann Lee"]),
        ("Ann Lee - 3 May 2024", ["Ann Lee"]),
        ("Text: Ann Lee, Fotos: Bo Ek", ["Ann Lee"]),
        ("Ann Lee @annlee", ["Ann Lee"]),
        ("신현주 기자", ["신현주"]),
        ("Ann Lee in New York", ["Ann Lee"]),
        ("By Ann Lee on March 3, 2026", ["Ann Lee"]),
        ("Posted by Ann Lee on 3 May 2024 at 10:12", ["Ann Lee"]),
        ("Kim Le 3 May 2024", ["Kim Le"]),
        ("Ann Lee, Fotos von, Bo Li", ["Ann Lee"]),
        ("Von Ann Lee am 3. Mai 2024", ["Ann Lee"]),
        ("Rédigé par Ann Lee le 6 mai 2026 à 18:42", ["Ann Lee"]),
        ("Ann Lee 3 May 2024", ["Ann Lee"]),
        ("By Ann Lee 2 hours ago", ["Ann Lee"]),
        ("Ann Lee Updated 3 May", ["Ann Lee"]),
        ("By April Ryan", ["April Ryan"]),
        ("Susan Page", ["Susan Page"]),
        ("Robert Guest, Web Desk", ["Robert Guest"]),
        ("Home Page", []),
        ("Front Page", []),
        ("Top Contributors for Ann Lee", ["Top Contributors for Ann Lee"]),
        ("Read More", []),
        ("Full Story", []),
        ("留言(42) 人氣(613)", []),
        ("Web Staff", []),
        ("By Ann Lee and Reuters", ["Ann Lee"]),
        ("Von Max Müller und dpa", ["Max Müller"]),
        ("dpa und Max Müller", ["Max Müller"]),
        ("Ann Lee for The Courier", ["Ann Lee"]),
        ("Ann Lee and Bo Ek for the Courier", ["Ann Lee", "Bo Ek"]),
        ("Center for Public Integrity", ["Center for Public Integrity"]),
        ("Storm Team 4", []),
        ("[서울=뉴시스] 신현주 기자 =", ["신현주"]),
        ("신현주 선임기자", ["신현주"]),
        ("Guest post by Ann Lee", ["Ann Lee"]),
        ("Written by\nAnn Lee\nReviewed by\nBo Ek", ["Ann Lee"]),
        ("de Ioana Pricop", ["Ioana Pricop"]),
        ("Por Ann Lee\nDescargar PDF", ["Ann Lee"]),
        ("贡献者\n陈嘉禾", ["陈嘉禾"]),
        ("Ann Lee | ANN LEE", ["Ann Lee"]),
        ("Ann Lee/dpa", ["Ann Lee", "dpa"]),
        ("https://www.facebook.com/herald", []),
        ("admin", []),
        ("Staff", []),
        ("ann@herald.example", []),
        ("@herald", []),
        ("", []),
        ("文／山田太郎", ["山田太郎"]),
        ("著者：山田太郎", ["山田太郎"]),
        ("文●山田太郎", ["山田太郎"]),
        ("文｜王小明", ["王小明"]),
        ("記者王小明／台北報導", ["王小明"]),
        ("【記者 王小明】", ["王小明"]),
        ("文／山田太郎、撮影／鈴木花子", ["山田太郎"]),
        ("[By Ann Lee]", ["Ann Lee"]),
        ("Ann Lee The Associated Press", ["Ann Lee"]),
        ("Text: Ann Lee, Übersetzung: Jo Doe", ["Ann Lee"]),
        ("Ann Lee | Styling: Jo Doe | Model: Bo Ek", ["Ann Lee"]),
        ("Ann Lee, Content Marketing Coordinator, Sleep Consultant", ["Ann Lee"]),
        ("Authored by: Dr. Ann Lee", ["Dr. Ann Lee"]),
        ("名片", []),
        ("Ann Lee, Bo Ek, and Cy Oh", ["Ann Lee", "Bo Ek", "Cy Oh"]),
        ("By Ann Lee, MD, and Bo Ek, PhD", ["Ann Lee", "Bo Ek"]),
        ("ANN LEE Staff Writer", ["ANN LEE"]),
        ("By Ann Lee AP Sports Writer", ["Ann Lee"]),
        ("By Ann Lee Special to the Courier", ["Ann Lee"]),
        ("By Ann Lee, Special for The Courier", ["Ann Lee"]),
        ("Ann Lee 10:12 AM ET", ["Ann Lee"]),
        ("Ann Lee 5 min read", ["Ann Lee"]),
        ("Foreign Staff", []),
    ],
)
def test_a_byline_is_read_for_names(byline: str, names: list[str]) -> None:
    assert read_names(byline) == names


def test_the_name_of_the_site_is_no_author() -> None:
    assert read_names("Ann Lee, Daily Herald", frozenset({"dailyherald"})) == ["Ann Lee"]
    assert read_names("The Herald & Post", frozenset({"theheraldpost"})) == []


@pytest.mark.parametrize(
    ("author", "names"),
    [
        ("Ann Lee, Financial Times", ("Ann Lee",)),
        ("Ann Lee, The Courier", ("Ann Lee",)),
        ("The Courier", ("The Courier",)),
        (["Ann Lee", "The Associated Press", "Bo Ek"], ("Ann Lee", "Bo Ek")),
        ("Ann Lee and Head of Harbours", ("Ann Lee",)),
        ("The Associated Press", ("The Associated Press",)),
        ("Ann Lee, DHN Isle", ("Ann Lee",)),
        ("DHN Isle", ("DHN Isle",)),
    ],
)
def test_papers_agencies_and_offices_beside_a_person_are_no_authors(author: object, names: tuple[str, ...]) -> None:
    head = '<meta property="og:site_name" content="DHN">'
    assert read_page(head, json_ld={"@type": "NewsArticle", "author": author}).authors == names


def test_a_paper_in_the_byline_that_readers_see_is_no_author() -> None:
    body = '<h1>Storm</h1><p class="byline">By Ann Lee, Financial Times</p>'
    assert read_page(body=body).authors == ("Ann Lee",)


@pytest.mark.parametrize(
    "author",
    [
        "Ann Lee, Bo Ek",
        ["Ann Lee", "Bo Ek"],
        [{"@type": "Person", "name": "Ann Lee"}, {"@type": "Person", "name": "Bo Ek"}],
        [[{"name": "Ann Lee"}], [{"name": "Bo Ek"}]],
        {"name": ["Ann Lee", "Bo Ek"]},
        [{"@id": "#ann"}, {"@id": "#bo"}],
    ],
)
def test_json_ld_authors_are_read_in_every_form(author: object) -> None:
    graph = [
        {"@type": "NewsArticle", "author": author},
        {"@type": "Person", "@id": "#ann", "name": "Ann Lee"},
        {"@type": "Person", "@id": "#bo", "name": "Bo Ek"},
    ]
    assert read_page(json_ld={"@graph": graph}).authors == ("Ann Lee", "Bo Ek")


@pytest.mark.parametrize(
    ("value", "names"),
    [
        ("Lee, Ann", ("Ann Lee",)),
        ("Lee, Ann B.", ("Ann B. Lee",)),
        ("Lee, A. B.; Müller-Ek, Bo", ("A. B. Lee", "Bo Müller-Ek")),
        ("Berlin, Reuters", ()),
        ("Herald, Berlin", ()),
        ("Lee, Editor", ()),
        ("Harbour, Inc.", ()),
    ],
)
def test_a_declared_name_with_the_surname_first_is_turned(value: str, names: tuple[str, ...]) -> None:
    for tag in ("citation_author", "dc.creator", "author"):
        head = f'<meta property="og:site_name" content="Herald"><meta name="{tag}" content="{value}">'
        assert read_page(head).authors == names


def test_a_source_that_names_only_the_site_is_passed_over() -> None:
    head = '<meta property="og:site_name" content="Daily Herald"><meta name="author" content="Ann Lee">'
    assert read_page(head, json_ld={"@type": "Article", "author": {"name": "Daily Herald"}}).authors == ("Ann Lee",)


def test_addresses_in_author_tags_are_no_names() -> None:
    head = '<meta property="article:author" content="https://social.example/ann">'
    assert read_page(head).authors == ()


@pytest.mark.parametrize(
    "byline",
    [
        '<p>By <a href="/author/ann-lee/">Ann Lee</a> • 3 May</p>',
        '<a rel="author" href="/u/7">Ann Lee</a>',
        '<div class="article-byline"><span>By</span> <span>Ann Lee</span> <span>News editor</span></div>',
        '<span itemprop="author"><b itemprop="name">Ann Lee</b></span>',
        '<h2 class="author-title">By Ann Lee</h2><a href="/author/al" rel="author">View all of Ann Lee\'s posts.</a>',
    ],
)
def test_a_byline_below_the_headline_is_found(byline: str) -> None:
    teaser = '<div class="teaser"><a href="/author/cy-oh">Cy Oh</a></div>'
    assert read_page(body=f"{teaser}<h1>Storm</h1>{byline}").authors == ("Ann Lee",)


def test_authors_beside_each_other_are_all_found() -> None:
    body = '<h1>Storm</h1><div><span class="author">Ann Lee</span><span class="author">Bo Ek</span></div>'
    assert read_page(body=body).authors == ("Ann Lee", "Bo Ek")


@pytest.mark.parametrize(
    "body",
    [
        '<figure><span class="author">Ann Lee</span></figure>',
        '<p class="photo-byline">Ann Lee</p>',
        '<a href="/author/bo-ek">More Posts</a>',
        '<div class="byline"><a href="/s">Copy Link URL</a> <a href="/f">Follow Us</a> <a href="/a">View All</a></div>',
        '<p class="author-title">Chief Harbour Engineer</p>',
        '<div class="comment-list"><div><span class="author">Bo Ek</span></div></div>',
        '<div id="comments"><div><span class="author">Bo Ek</span></div></div>',
        '<p class="quote-author">Mayor Jane Roe</p>',
        '<p class="author-list">Top Contributors for Ann Lee</p>',
        '<p class="authorization">Harbour Form</p>',
        # a sentence that begins like a byline is none
        "<p>By Monday the harbour was open.</p>",
        "<p>Von Anfang an war der Hafen zu.</p>",
        "<p>By Monday, Ann Lee had gone.</p>",
        "<p>By Christmas, 24 December 2013</p>",
        "<p class='author'>LICENSE AND COPYRIGHT</p>",
        "<p>신현주 기자가 항구에 있었다.</p>",
        "<dl><dt>Topic</dt><dd>Ann Lee</dd></dl>",
        "<footer><span class='comment-author vcard'>Ann Lee</span></footer>",
        "<p>The harbour closed. " + "The ferries stayed in port. " * 80 + "</p><p>By Ann Lee</p>",
    ],
)
def test_credits_and_other_links_are_no_bylines(body: str) -> None:
    assert read_page(body=f"<h1>Storm</h1>{body}").authors == ()


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("<p>By Ann Lee</p>", ("Ann Lee",)),
        ("<p>By <b>Ann Lee</b> and <b>Bo Ek</b> | 3 May 2024</p>", ("Ann Lee", "Bo Ek")),
        ("<div>3 May 2024<br>by Ann Lee<br>The harbour closed.</div>", ("Ann Lee",)),
        ("<p>Von Änne Lehmann</p>", ("Änne Lehmann",)),
        ("<p>Par Zoé Petit</p>", ("Zoé Petit",)),
        ("<p>Por José Ortega</p>", ("José Ortega",)),
        ("<p>Di Maria Rossi</p>", ("Maria Rossi",)),
        ("<p>Автор: Анна Ли</p>", ("Анна Ли",)),
        ("<p>文／山田太郎</p>", ("山田太郎",)),
        ("<p>記者 山田太郎</p>", ("山田太郎",)),
        ("<p>מאת דנה לוי</p>", ("דנה לוי",)),
        ("<p>بقلم: ليلى حداد</p>", ("ليلى حداد",)),
        ("<p>مرسلة بواسطة ليلى حداد</p>", ("ليلى حداد",)),
        ("<p>Pubblicato da Marta Ferri</p>", ("Marta Ferri",)),
        ("<p>लेखक: मीना शर्मा</p>", ("मीना शर्मा",)),
        ("<p>Words: Ann Lee</p>", ("Ann Lee",)),
        ("<p>Teksti: Ann Lee</p>", ("Ann Lee",)),
        ("<p>By Ann Lee on 3 May 2024</p>", ("Ann Lee",)),
        ("<p>Published 3 hours ago</p><p>Posted by Ann Lee 3 hours ago</p>", ("Ann Lee",)),
        ("<p>Авторка: Наталя Гринюк</p>", ("Наталя Гринюк",)),
        ("<p>كتب: ليلى حداد</p>", ("ليلى حداد",)),
        ("<p>신현주 기자</p>", ("신현주",)),
        ("<dl><dt>Author</dt><dd>Ann Lee</dd><dt>Topic</dt><dd>Bo Ek</dd></dl>", ("Ann Lee",)),
        ("<footer><span class='author vcard'>Ann Lee</span></footer>", ("Ann Lee",)),
        ("<p>Interview: Ann Lee | Photos: Bo Ek</p>", ("Ann Lee",)),
        ("<address>Ann Lee</address>", ("Ann Lee",)),
        ("<article><p>Rain.</p><footer><address>By Ann Lee</address></footer></article>", ("Ann Lee",)),
        ("<footer><address>By Ann Lee</address></footer>", ()),
        ('<p data-testid="byline-name">Ann Lee</p>', ("Ann Lee",)),
        ('<p><a href="/author/4711">Ann Lee</a></p>', ("Ann Lee",)),
        ('<figure><a rel="author" href="/a/7">Ann Lee</a></figure>', ("Ann Lee",)),
        ("<div>Written by</div><div>Ann Lee</div>", ("Ann Lee",)),
        ("<div><p>Author</p></div><h5>Ann Lee</h5>", ("Ann Lee",)),
        ("<span>by</span><h3><a href='/profile/3'>Reefwalker</a></h3>", ("Reefwalker",)),
        ("<span class=authors>by <a href='/users/reef_w?from=h'>reef_w</a></span>", ("reef_w",)),
        ("<div class=author>by <i>reef_w</i> <a>Isle Forum</a></div>", ("Isle Forum",)),
        ("<p>This post was written by Ann Lee,\nHead of Marketing and Harbour Affairs</p>", ("Ann Lee",)),
    ],
)
def test_a_byline_is_known_by_its_words_or_its_mark(line: str, names: tuple[str, ...]) -> None:
    assert read_page(body=f"<h1>Storm</h1>{line}").authors == names


def test_a_byline_below_the_headline_comes_before_one_above_it() -> None:
    above = '<div><a href="/profile">Bo Ek</a> · <time>3 May</time></div><h1>Storm</h1>'  # as Kit has it
    assert read_page(body=above, json_ld={"headline": "Storm"}).authors == ("Bo Ek",)
    body = '<p class="author">Bo Ek</p><h1>Storm</h1>'
    assert read_page(body=body, json_ld={"headline": "Storm"}).authors == ("Bo Ek",)
    assert read_page(body=f'{body}<p class="author">Ann Lee</p>', json_ld={"headline": "Storm"}).authors == ("Ann Lee",)


def test_one_word_is_an_author_only_where_no_full_name_is() -> None:
    assert read_page(body="<h1>Storm</h1><p>By dpa</p>").authors == ("dpa",)
    assert read_page(body='<h1>Storm</h1><p>By dpa</p><p class="author">Ann Lee</p>').authors == ("Ann Lee",)


def test_a_person_in_the_byline_comes_before_an_organisation_that_is_declared() -> None:
    body = '<h1>Storm</h1><p class="byline">By Ann Lee</p>'
    article = {"@type": "NewsArticle", "headline": "Storm", "author": "Harbour News Agency"}
    assert read_page(body=body, json_ld=article).authors == ("Ann Lee",)
    assert read_page(body="<h1>Storm</h1>", json_ld=article).authors == ("Harbour News Agency",)


def test_the_site_is_the_author_if_json_ld_says_so_and_nobody_else_is_named() -> None:
    head = '<meta property="og:site_name" content="Daily Herald"><meta name="author" content="Daily Herald">'
    article = {"@type": "NewsArticle", "headline": "Storm", "author": {"name": "Daily Herald"}}
    byline = '<h1>Storm</h1><p class="byline">By Ann Lee</p>'
    assert read_page(head, json_ld=article).authors == ("Daily Herald",)
    assert read_page(head, byline, article).authors == ("Ann Lee",)
    assert read_page(head).authors == ()


def test_the_footer_that_holds_the_byline_may_be_above_the_text() -> None:
    body = "<h1>Storm</h1><footer class=node__meta><p>Por <a href=/u/3>Ann Lee</a>, 3 May</p></footer><p>Text</p>"
    assert read_page("", body).authors == ("Ann Lee",)
    assert read_page("", body.replace("node__meta", "page-footer")).authors == ()


def test_the_footer_of_an_entry_may_hold_the_byline() -> None:
    footer = "<footer class=entry-footer>Posted By: <a rel=author href=/a>Mika</a></footer>"
    body = f"<article><h1>Storm</h1><p>Text</p>{footer}</article>"
    assert read_page("", body).authors == ("Mika",)


def test_a_box_around_the_main_element_holds_no_other_thing() -> None:
    body = "<aside class=banner><p>Sale</p><main><h1>Storm</h1><p class=author>Ann Lee</p></main></aside>"
    assert read_page("", body).authors == ("Ann Lee",)


def test_an_author_in_letters_of_the_size_of_a_caption_is_found() -> None:
    name = "<span class=caption-with-letter-spacing itemprop=author><span itemprop=name>Ann Lee</span></span>"
    assert read_page("", f"<h1>Storm</h1>{name}<p>Text</p>").authors == ("Ann Lee",)


def test_a_byline_behind_a_line_break_has_the_rest_of_its_line() -> None:
    line = "<p>Harbour desk<br>By <b>Ann Lee</b> and <b>Bo Fox</b><br>Eva Holt took the pictures</p>"
    assert read_page("", f"<h1>Storm</h1>{line}<p>Text</p>").authors == ("Ann Lee", "Bo Fox")


@pytest.mark.parametrize(
    ("line", "authors"),
    [
        ("3 May 2024 - by <b>Ann Lee</b>", ("Ann Lee",)),
        ("3 May 2024, 09:30 | By Ann Lee", ("Ann Lee",)),
        ("3 May 2024 at 9:30 am CET, by Ann Lee", ("Ann Lee",)),
        ("Posted on May 3, 2024 by Ann Lee", ("Ann Lee",)),
        ("Monday, 3 May 2024 by Ann Lee", ("Ann Lee",)),
        ("vendredi 3 mai 2024, par Ann Lee", ("Ann Lee",)),
        ("Last updated on 3 May 2024 by Ann Lee", ("Ann Lee",)),
        ("Publicado el 3 de mayo de 2024 por <a>Ann Lee</a>", ("Ann Lee",)),
        # whoever does something on a date is no author
        ("The old pier was opened on 3 May 1924 by King Charles.", ()),
        ("When: 3 May 2024, by Tower Bridge, London", ()),
        ("El 3 de mayo de 2024, por Resolución Ministerial, se cerró el muelle.", ()),
        ("Bryggan invigdes den 3 maj 1924 av Kung Carl Gustaf.", ()),
        ("<em>Photo taken on 3 May 2024 by Jo Doe</em>", ()),
    ],
)
def test_a_byline_may_follow_the_date_in_one_line(line: str, authors: tuple[str, ...]) -> None:
    assert read_page("", f"<h1>Storm</h1><p>{line}</p><p>Text</p>").authors == authors


@pytest.mark.parametrize(
    "box",
    [
        "<div itemtype=https://schema.org/ImageObject><img src=/a.jpg><span itemprop=author>Jo Doe</span></div>",
        "<p><span class=photo-credit itemprop=author>Jo Doe</span></p>",
        "<p class=comment-author itemprop=author><span itemprop=name>Jo Doe</span></p>",
        "<article class='node node--teaser'><footer class=node__meta>By <a rel=author>Jo Doe</a></footer></article>",
        "<address>4th Floor, Harbour Tower, 67 Quay Road</address>",
        "<a href=/products/profiler>Harbour Profiler</a>",
        "<div>By</div><div><a href=/sea rel=tag>Deep Sea</a><a href=/isle rel=tag>Far Isle</a></div>",
        "<div>By</div><h1>Jo Doe</h1>",
        "<p>By</p>then<p>Jo Doe</p>",
        "<a href=/users/login>Log In</a>",
    ],
)
def test_authors_of_pictures_comments_and_teasers_are_not_those_of_the_article(box: str) -> None:
    assert read_page("", f"<h1>Storm</h1><p>Text</p>{box}").authors == ()


@pytest.mark.parametrize("name", ["has-teaser", "no-teaser"])
def test_a_class_that_says_whether_the_page_has_a_teaser_makes_it_none(name: str) -> None:
    body = f"<article class={name}><h1>Storm</h1><p class=author>Ann Lee</p><p>Text</p></article>"
    assert read_page("", body).authors == ("Ann Lee",)


def test_a_column_named_interview_names_no_author() -> None:
    table = "<table><tr><th>Interview</th><th>Review</th></tr><tr><td>Ann</td><td>Bo</td></tr></table>"
    assert read_page("", f"<h1>Storm</h1><p>Text</p>{table}").authors == ()


def test_the_photographer_and_buttons_beside_an_arabic_byline_are_no_authors() -> None:
    line = "<div><span>كتبت: سلمى الغدير – تصوير: نزار وهدان</span><span>شارك <a>نسخ الرابط</a></span></div>"
    assert read_page("", f"<h1>قصة</h1>{line}<p>نص</p>", lang="ar").authors == ("سلمى الغدير",)


@pytest.mark.parametrize(
    ("text", "is_byline"),
    [
        ("By Ann Lee", True),
        ("By Ann Lee and Bo Ek", True),
        ("Ann Lee", False),
        ("By Cy Day and Bo Ek", False),
        ("By", False),
    ],
)
def test_a_byline_has_names_of_the_page_s_authors_and_no_others(text: str, is_byline: bool) -> None:
    assert names_author(text, ("Ann LEE", "Bo Ek")) is is_byline

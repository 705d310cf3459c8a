import pytest

from tests.dom.metadata.conftest import read_page

STORY = f"<p>{'The harbour was closed for most of the winter. ' * 8}</p>"


@pytest.mark.parametrize(
    "line",
    [
        "<p><b>Ann Lee</b></p>",
        "<p>Ann Lee | 12 March 2014</p>",
        "<div><span>Ann Lee · 5 min read · Mar 12, 2020</span></div>",
        "<div><span>February 3, 2021</span>&nbsp;·&nbsp;5 min&nbsp;·&nbsp;Ann Lee</div>",
        "<p>ANN LEE, Staff Writer<br>Published: June 12, 2008</p>",
        "<div><div><p>Ann Lee</p><p>Head of Engineering</p></div><p>Jun 5, 2021</p></div>",
        "<p><a href='/category/sea'>Deep Sea</a></p><p>Ann Lee</p><time>5 June 2021</time>",
    ],
)
def test_a_name_beside_a_date_or_alone_in_bold_below_the_headline_is_the_author(line: str) -> None:
    authors = read_page(body=f"<h1>Storm</h1>{line}{STORY}").authors
    assert [name.title() for name in authors] == ["Ann Lee"]


@pytest.mark.parametrize(
    "line",
    [
        "<p>San Francisco | 12 March 2014</p>",
        "<p>Most Winter | 12 March 2014</p>",
        "<p><a href='/tags/deep-sea'>Deep Sea</a> | 12 March 2014</p>",
        "<p>Ann Lee</p>",
        "<h3>Deep Sea</h3>",
        "<nav>Ann Lee | 12 March 2014</nav>",
        f"<p>Ann Lee, 12 March 2014. {'The harbour was closed. ' * 20}</p>",
        "<div class='related'><p>Ann Lee</p><p>12 March 2014</p></div>",
    ],
)
def test_other_short_texts_below_the_headline_are_no_names(line: str) -> None:
    assert read_page(body=f"<h1>Storm</h1>{line}{STORY}").authors == ()


def test_the_person_whom_the_headline_names_is_not_its_author() -> None:
    assert read_page(body=f"<h1>Ann Lee dies</h1><p>Ann Lee | 12 March 2014</p>{STORY}").authors == ()


def test_names_beside_that_of_the_headline_are_no_authors() -> None:
    line = "<p><a href='/bo'>Bo Ek</a> and <a href='/ann'>Ann Lee</a> | 12 March 2014</p>"
    assert read_page(body=f"<h1>Ann Lee dies</h1>{line}{STORY}").authors == ()


def test_names_may_be_joined_by_a_word_between_links() -> None:
    line = "<div><a href='/ann'>Ann Lee</a><span> and </span><a href='/bo'>Bo Ek</a></div><div>Nov 03, 2022</div>"
    assert read_page(body=f"<h1>Storm</h1>{line}{STORY}").authors == ("Ann Lee", "Bo Ek")


def test_the_mail_address_behind_a_name_does_not_make_it_common_words() -> None:
    address = "<a href='mailto:ann%40port.example'>ann at lee.example</a>"
    line = f"<b>Ann Lee</b> {address}<br><i>Tue Mar 18 22:41:07 CET 2008</i>"
    page = read_page(body=f"<h1>Storm</h1>{line}{STORY}")
    assert (page.authors, page.published) == (("Ann Lee",), "2008-03-18")


def test_a_byline_may_name_the_person_who_gives_the_site_its_name() -> None:
    line = '<p class="meta">Posted by <a href="/about">Ann Lee</a> on May 5, 2015</p>'
    assert read_page(body=f"<h1>Storm</h1>{line}{STORY}", url="https://annlee.example/storm").authors == ("Ann Lee",)


def test_the_heading_of_a_table_of_contents_is_no_name() -> None:
    contents = "<div><h2>Tabela de Conteúdo</h2><nav><a href='#a'>Fares</a></nav></div>"
    assert read_page("", f"<h1>Lamps</h1><p>2022-05-22</p>{contents}").authors == ()

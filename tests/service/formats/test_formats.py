import json
from html.parser import HTMLParser
from types import SimpleNamespace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin

from cutline.errors import EmptyPage, OptionError
from cutline.service.formats import FORMATS, html, markdown, text
from cutline.service.formats import json as json_format
from cutline.service.formats.flow import in_reading_order, plain
from cutline.service.pages.extraction import Failure
from cutline.types import Article, Breadcrumb, Comment, Container, LeadImage, ModelInfo, Video

WATCH = "https://www.youtube.com/watch?v=dQw4w9WgXcQ"

MODEL = ModelInfo(ner=None, config_hash="0" * 12, version="0.1.0")


class TestReadingOrder:
    def test_an_image_follows_the_block_whose_index_is_its_position(self, build: SimpleNamespace) -> None:
        blocks = (build.block(3, "A"), build.block(7, "B"))
        images = tuple(build.image(f"{position}.jpg", position=position) for position in (3, None, 7))
        flow = in_reading_order(build.article(blocks, images=images))
        assert [getattr(part, "text", None) or part.url for part in flow] == ["None.jpg", "A", "3.jpg", "B", "7.jpg"]

    def test_a_heading_that_repeats_the_title_is_left_out(self, build: SimpleNamespace) -> None:
        blocks = (build.block(0, "The  Title", "heading", level=1), build.block(1, "Text"))
        flow = in_reading_order(build.article(blocks, title="The title"))
        assert [part.text for part in flow] == ["Text"]

    def test_a_caption_block_is_left_out_where_an_image_has_the_caption(self, build: SimpleNamespace) -> None:
        blocks = (build.block(0, "A bridge", "caption"), build.block(1, "No image has this", "caption"))
        article = build.article(blocks, images=(build.image("a.jpg", caption="A bridge", position=0),))
        assert [getattr(part, "text", None) for part in in_reading_order(article)] == [None, "No image has this"]

    def test_a_video_stands_in_its_place_and_one_without_a_place_nowhere(self, build: SimpleNamespace) -> None:
        videos = (Video(url=WATCH, title="At dawn", position=3, xpath="/"), Video(url=WATCH, declared=True))
        article = build.article((build.block(3, "A"), build.block(7, "B")), videos=videos)
        assert [getattr(part, "title", None) for part in in_reading_order(article)] == [None, "At dawn", None]


class TestVideos:
    @pytest.mark.parametrize(
        ("video", "in_markdown", "in_html"),
        [
            (Video(url=WATCH, title="A [dawn]"), rf"[A \[dawn\]]({WATCH})", f'<p><a href="{WATCH}">A [dawn]</a></p>'),
            (Video(embed_url=f"{WATCH}&a"), f"[Video]({WATCH}&a)", f'<p><a href="{WATCH}&amp;a">Video</a></p>'),
            (Video(url="javascript:alert(1)", title="<b>"), r"\<b>", "<p>&lt;b&gt;</p>"),
        ],
    )
    def test_a_video_is_a_link(self, build: SimpleNamespace, video: Video, in_markdown: str, in_html: str) -> None:
        article = build.article((build.block(0, "Text"),), videos=(video,))
        assert in_markdown in markdown.render(article).splitlines()
        assert in_html in html.render(article).splitlines()

    def test_a_video_between_items_of_a_list_does_not_divide_it(self, build: SimpleNamespace) -> None:
        places = [Container(kind="list", id=0, item=number) for number in (0, 1)]
        blocks = [build.block(n, f"Item {n}", "list_item").model_copy(update={"within": (places[n],)}) for n in (0, 1)]
        video = Video(url=WATCH, title="At dawn", position=0, within=(places[0],))
        written = html.render(build.article(tuple(blocks), videos=(video,)))
        assert written.count("<ul>") == 1
        assert "At dawn</a></p></li>" in written


class TestJson:
    def test_an_article_is_one_line_with_every_field_in_order(self, build: SimpleNamespace) -> None:
        line = FORMATS["json"].render(build.article((build.block(0, "Ærø\u2028\n"),), title="東京"))
        assert line.count("\n") == 1 and "東京" in line
        loaded = json.loads(line)
        assert list(loaded) == list(type(build.article()).model_fields)
        assert loaded["text"] == "Ærø\u2028\n"

    def test_one_of_several_articles_has_its_source_as_id(self, build: SimpleNamespace) -> None:
        article = build.article(title="T")
        loaded = json.loads(json_format.render_part(article, 'a "b".html'))
        assert loaded == {"id": 'a "b".html', **json.loads(json_format.render(article))}

    def test_a_failed_source_is_a_line_with_error(self) -> None:
        line = json_format.render_part(Failure.of(EmptyPage("The page is empty.")), "a.html")
        assert json.loads(line) == {"id": "a.html", "error": {"code": "empty-page", "message": "The page is empty."}}

    def test_a_file_name_that_is_not_utf8_makes_valid_json(self, build: SimpleNamespace) -> None:
        assert json.loads(json_format.render_part(build.article(), "a\udcff.html").encode())["id"] == "a\ufffd.html"


class TestText:
    def test_is_the_title_a_blank_line_and_the_text(self, build: SimpleNamespace) -> None:
        article = build.article((build.block(0, "One."), build.block(1, "Two.")), title="Title")
        assert text.render(article) == "Title\n\nOne.\n\nTwo.\n"

    def test_byline_and_address_follow_the_title(self, build: SimpleNamespace) -> None:
        article = build.article((build.block(0, "One."),), title="T", authors=("Ann",), url="https://e.org/")
        assert text.render(article) == "T\nAnn\nhttps://e.org/\n\nOne.\n"

    def test_a_page_without_an_article_is_nothing(self, build: SimpleNamespace) -> None:
        assert text.render(build.article()) == ""

    def test_control_characters_do_not_reach_a_terminal(self, build: SimpleNamespace) -> None:
        assert text.render(build.article((build.block(0, "a\x1b[2Jb\x9bc"),))) == "a[2Jbc\n"

    def test_several_are_told_apart_by_their_sources(self, build: SimpleNamespace) -> None:
        assert text.render_part(build.article((build.block(0, "One."),)), "a.html") == "==> a.html <==\nOne.\n\n"


class TestMarkdown:
    def test_blocks_and_images_become_their_markdown(self, build: SimpleNamespace) -> None:
        blocks = (
            build.block(0, "Lead *text*"),
            build.block(1, "Section", "heading", level=3),
            build.block(2, "one", "list_item"),
            build.block(3, "two", "list_item"),
            build.block(4, "Said so", "quote"),
            build.block(5, "a = `b`", "code"),
        )
        image = build.image("https://e.org/a (1).jpg", alt="A [b]", caption="See.", credit="Photo: X", position=0)
        article = build.article(blocks, title="1. Title", authors=("Ann",), site_name="Site", images=(image,))
        assert markdown.render(article) == (
            "# 1. Title\n\n"
            "Ann · Site\n\n"
            "Lead \\*text\\*\n\n"
            "![A \\[b\\]](https://e.org/a%20(1).jpg)\n\n"
            "*See.* Photo: X\n\n"
            "### Section\n\n"
            "- one\n- two\n\n"
            "> Said so\n\n"
            "```\na = `b`\n```\n"
        )

    def test_the_address_stands_below_the_byline(self, build: SimpleNamespace) -> None:
        article = build.article(title="T", authors=("Ann",), url="https://e.org/a_(b)")
        assert markdown.render(article) == "# T\n\nAnn\n\n<https://e.org/a_%28b%29>\n"

    def test_front_matter_replaces_byline_and_address(self, build: SimpleNamespace) -> None:
        article = build.article((build.block(0, "One."),), title='A "B": #c\n', authors=("Ann", "Bo"), language="en")
        assert markdown.render_with_front_matter(article) == (
            '---\ntitle: "A \\"B\\": #c"\nauthor: ["Ann", "Bo"]\nlanguage: "en"\n---\n\n# A "B": #c\n\nOne.\n'
        )

    def test_front_matter_has_licence_trail_and_words(self, build: SimpleNamespace) -> None:
        trail = (Breadcrumb(name="Home", url="https://e.org/"), Breadcrumb(name='The "Lake"'))
        article = build.article(license="https://e.org/by", breadcrumbs=trail, word_count=12)
        assert markdown.render_with_front_matter(article) == (
            '---\nlicense: "https://e.org/by"\nbreadcrumbs: ["Home", "The \\"Lake\\""]\nwords: 12\n---\n\n'
        )

    @given(st.text(max_size=30))
    @example("--- \u2028 '\"\\ \x85 # : {")
    def test_front_matter_is_yaml(self, title: str) -> None:
        yaml = pytest.importorskip("yaml")
        article = Article(title=title, text="", blocks=(), images=(), method="auto", model=MODEL)
        front = markdown.render_with_front_matter(article).split("---\n")[1]
        assert (yaml.safe_load(front) or {}).get("title", "") == plain(title)

    def test_one_of_several_names_its_source_in_the_front_matter(self, build: SimpleNamespace) -> None:
        part = markdown.render_part_with_front_matter(build.article(title="T"), 'a "b".html')
        assert part.startswith('---\nid: "a \\"b\\".html"\ntitle: "T"\n---\n')

    def test_a_fence_is_longer_than_any_in_the_code(self, build: SimpleNamespace) -> None:
        article = build.article((build.block(0, "```\nx\n````", "code"),))
        assert markdown.render(article) == "`````\n```\nx\n````\n`````\n"

    def test_an_address_that_runs_a_script_is_left_out(self, build: SimpleNamespace) -> None:
        image = build.image("JavaScript:alert(1)", caption="C")
        assert markdown.render(build.article(images=(image,))) == "*C*\n"

    def test_a_source_name_cannot_end_its_comment(self, build: SimpleNamespace) -> None:
        assert markdown.render_part(build.article(), "a-->b").startswith("<!-- a- ->b -->\n")

    @given(st.text(alphabet="a1 b_*`[]()<>&;#+-=|~!\\.:/\"'é\n\t{}^$", max_size=40))
    @example("# not a heading")
    @example("1) not a list")
    @example("&amp; <b> _x_ snake_case ~~~ ---")
    @example("[a]: http://x")
    def test_an_escaped_text_is_shown_as_it_is(self, text: str) -> None:
        escaped = markdown.write_dollars(markdown.begin_line(markdown.escape(text)), beside_formulas=True)
        tokens = MarkdownIt("commonmark").use(dollarmath_plugin).enable(["strikethrough", "table"]).parse(escaped)
        shown = plain(text)
        assert [token.type for token in tokens] == (["paragraph_open", "inline", "paragraph_close"] if shown else [])
        assert "".join(child.content for token in tokens for child in token.children or ()) == shown

    @given(st.text(alphabet="a1 b_*#`-.", max_size=20).filter(plain), st.sampled_from(["## ", "- ", "> "]))
    @example("1 #", "## ")
    @example("1. A", "## ")
    def test_an_escaped_text_is_shown_as_it_is_in_headings_items_and_quotes(self, text: str, mark: str) -> None:
        escaped = markdown.escape(text)
        tokens = MarkdownIt("commonmark").parse(mark + (escaped if mark == "## " else markdown.begin_line(escaped)))
        assert "".join(child.content for token in tokens for child in token.children or ()) == plain(text)


class Outline(HTMLParser):
    """The elements of a document, with their attributes, and its text."""

    def __init__(self, document: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(document)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


class TestHtml:
    def test_title_byline_and_address_are_shown(self, build: SimpleNamespace) -> None:
        document = html.render(build.article(title="T", authors=("Ann",), published="2026-05-04", url="https://e.org/"))
        assert (
            '<header>\n<h1>T</h1>\n<p class="byline"><bdi>Ann</bdi> · <time dir="ltr">2026-05-04</time></p>\n'
            '<p class="source"><a dir="ltr" href="https://e.org/">https://e.org/</a></p>\n</header>'
        ) in document

    def test_a_lead_image_that_is_only_declared_is_shown_below_the_header(self, build: SimpleNamespace) -> None:
        for declared in (True, False):
            lead = LeadImage(url="https://e.org/a.jpg", declared=declared, reason="open_graph")
            document = html.render(build.article((build.block(0, "One"),), title="T", lead_image=lead))
            figure = '</header>\n<figure><img src="https://e.org/a.jpg" alt=""></figure>\n<p>One'
            assert (figure in document) is declared

    def test_nothing_but_images_is_loaded_from_elsewhere(self) -> None:
        assert "url(" not in html.STYLE and "@import" not in html.STYLE and "</" not in html.STYLE

    def test_a_document_has_title_language_and_figures_in_place(self, build: SimpleNamespace) -> None:
        image = build.image("https://e.org/a.jpg", alt='"A"', caption="C & D", credit="X", position=0)
        blocks = (build.block(0, "1 < 2"), build.block(1, "Two"))
        document = html.render(build.article(blocks, title="T", language="en", images=(image,)))
        assert document.startswith('<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>T<')
        assert (
            "<p>1 &lt; 2</p>\n"
            '<figure><img src="https://e.org/a.jpg" alt="&quot;A&quot;">'
            "<figcaption>C &amp; D <small>X</small></figcaption></figure>\n"
            "<p>Two</p>\n"
        ) in document

    def test_the_head_names_the_lead_image_unless_its_address_could_do_more(self, build: SimpleNamespace) -> None:
        for url, count in (("https://e.org/a.jpg?w=1&h=2", 1), ("javascript:alert(1)", 0)):
            lead = LeadImage(url=url, declared=True, reason="open_graph")
            document = FORMATS["html"].render(build.article(lead_image=lead))
            assert document.count('<meta property="og:image" content="https://e.org/a.jpg?w=1&amp;h=2">') == count
            assert "javascript" not in document

    def test_each_list_is_one_element(self, build: SimpleNamespace) -> None:
        kinds = ("list_item", "list_item", "paragraph", "list_item")
        article = build.article(tuple(build.block(n, str(n), kind) for n, kind in enumerate(kinds)))
        names = [name for name, _ in Outline(html.render(article)).elements]
        assert names[-7:] == ["article", "ul", "li", "li", "p", "ul", "li"]

    def test_headings_stand_below_the_title(self, build: SimpleNamespace) -> None:
        blocks = tuple(build.block(n, str(n), "heading", level=level) for n, level in enumerate((1, None, 4)))
        names = [name for name, _ in Outline(html.render(build.article(blocks, title="T"))).elements]
        assert names[-4:] == ["h1", "h2", "h2", "h4"]

    def test_nothing_of_the_page_becomes_markup(self, build: SimpleNamespace) -> None:
        evil = '"><script>alert(1)</script>'
        image = build.image(f"https://e.org/{evil}", alt=evil, caption=evil, credit=evil)
        blocks = (build.block(0, evil), build.block(1, evil, "code"))
        article = build.article(
            blocks, title=evil, authors=(evil,), language="en", images=(image,), url=f"https://{evil}"
        )
        outline = Outline(html.render(article))
        assert "script" not in [name for name, _ in outline.elements]
        assert dict(outline.elements)["img"] == {"src": f"https://e.org/{evil}", "alt": evil}

    def test_an_address_that_runs_a_script_is_left_out(self, build: SimpleNamespace) -> None:
        image = build.image("javascript:alert(1)", caption="C")
        document = html.render(build.article(images=(image,), url="javascript:x"))
        assert "javascript" not in document and "<figcaption>C</figcaption>" in document

    def test_several_articles_make_one_document(self, build: SimpleNamespace) -> None:
        parts = [html.render_part(build.article((build.block(0, "One"),)), name) for name in ("a.html", 'b".html')]
        outline = Outline(html.OPENING + "".join(parts) + html.CLOSING)
        articles = [attributes["data-source"] for name, attributes in outline.elements if name == "article"]
        assert articles == ["a.html", 'b".html']


class TestWrapping:
    def test_lines_end_between_words_and_code_keeps_its_lines(self, build: SimpleNamespace) -> None:
        code = build.block(1, "if a:\n    print('a long line of code')", kind="code")
        article = build.article((build.block(0, "The night ferry is back."), code))
        assert article.wrap_text(10) == "The night\nferry is\nback.\n\nif a:\n    print('a long line of code')"

    def test_a_character_of_chinese_takes_two_columns(self, build: SimpleNamespace) -> None:
        assert build.article((build.block(0, "渡船回来了"),)).wrap_text(4) == "渡船\n回来\n了"

    def test_a_line_has_at_least_one_column(self, build: SimpleNamespace) -> None:
        with pytest.raises(OptionError, match="at least 1"):
            build.article((build.block(0, "Text"),)).wrap_text(0)


def test_markdown_has_comments_below_the_text_as_quotes(build: SimpleNamespace) -> None:
    first = Comment(author="Ann *Lee*", published="2024-05-03T10:11:00Z", text="One.\n\n# Two", depth=0)
    article = build.article((build.block(0, "Text."),), comments=(first, Comment(text="Three.", depth=1, answers=0)))
    assert markdown.render(article) == (
        "Text.\n\n## Comments\n\n> **Ann \\*Lee\\* · 2024-05-03**\n>\n> One.\n>\n> \\# Two\n\n> > Three.\n"
    )
    assert "Comments" not in markdown.render(build.article((build.block(0, "Text."),), comments=()))


def test_html_has_comments_in_a_section_below_the_text_and_escapes_them(build: SimpleNamespace) -> None:
    first = Comment(author="Ann <b>", published="2024-05-03T10:11:00Z", text="One.\n\n<script>Two", depth=0)
    answer = Comment(text="Three.", depth=1, answers=0)
    assert (
        html.render(build.article((build.block(0, "Text."),), comments=(first, answer)))
        .partition("Text.</p>\n")[2]
        .startswith(
            '<section class="comments">\n<h2>Comments</h2>\n'
            '<blockquote><p class="byline" dir="auto">Ann &lt;b&gt; · 2024-05-03</p><p dir="auto">One.</p>'
            '<p dir="auto">&lt;script&gt;Two</p></blockquote>\n'
            '<blockquote><blockquote><p dir="auto">Three.</p></blockquote></blockquote>\n</section>\n</article>'
        )
    )
    assert "Comments" not in html.render(build.article((build.block(0, "Text."),), comments=()))


def test_text_has_comments_below_a_line_and_answers_indented(build: SimpleNamespace) -> None:
    first = Comment(author="Ann Lee", published="2024-05-03T10:11:00Z", text="One.\n\nTwo.", depth=0)
    answer = Comment(text="Three.\x1b[0m", depth=1, answers=0)
    article = build.article((build.block(0, "Text."),), comments=(first, answer))
    assert text.render(article) == "Text.\n\n---\n\nAnn Lee · 2024-05-03\nOne.\nTwo.\n\n  Three.[0m\n"
    assert text.render(build.article((build.block(0, "Text."),), comments=())) == "Text.\n"

"""Text that a page holds back for its own scripts, or hides, is shown where it is the article."""

import json

import pytest

from cutline.dom.document import Document, parse, read_page
from cutline.dom.line_breaks import line_breaker, split_segments

LIMIT = 200_000
SENTENCE = "The ferry left the harbour of Port Ellery at six in the morning, with forty people on board. "
STORY = SENTENCE * 8


def read(body: str, head: str = "") -> Document:
    return parse(read_page(f"<html><head>{head}</head><body>{body}</body></html>", 10**6), LIMIT)


def shown(document: Document) -> str:
    return " ".join(segment.text for segment in split_segments(document, line_breaker(document, ())))


class TestUnclosedButton:
    def test_a_button_that_holds_the_page_is_shown(self) -> None:
        page = read(f"<button class=menu><span>Menu</span><div></button><main><h1>Ferry</h1><p>{STORY}</p></main>")
        assert "forty people" in shown(page)

    def test_a_link_behind_a_heading_that_leads_to_it_is_hidden(self) -> None:
        link = '<a class="sl-anchor-link" href="#{}"><span class="sr-only">Section titled “Ferries”</span></a>'
        assert shown(read(f"<div><h2 id=ferries>Ferries</h2>{link.format('ferries')}</div>")) == "Ferries"
        assert shown(read(f"<div><h2 id=ferries>Ferries</h2>{link.format('lakes')}</div>")) != "Ferries"

    def test_a_button_beside_the_words_of_a_heading_is_hidden(self) -> None:
        assert shown(read("<h2>Ferries<button>Copy link</button></h2>")) == "Ferries"

    def test_a_mere_button_is_hidden(self) -> None:
        assert shown(read("<button>Menu</button><p>Text</p>")) == "Text"

    def test_a_button_that_explains_a_word_of_a_sentence_is_shown(self) -> None:
        sentence = "<p>The rate of <button>inflation</button> rose.</p>"
        assert shown(read(sentence)) == "The rate of inflation rose."

    @pytest.mark.parametrize(
        "line",
        [
            "<p>The rate rose.<button>Copy link</button></p>",
            "<p>The rate rose.<button>Copy link</button> It fell again.</p>",
            "<p><button>Like</button> <button>Share</button></p>",
            "<p>By Ann Lee <button>Share</button> Published yesterday</p>",
            "<div>The rate <button>Share</button> rose</div>",
        ],
    )
    def test_a_button_between_sentences_is_hidden(self, line: str) -> None:
        assert not {"link", "Share"} & set(shown(read(line)).split())


class TestStyles:
    @pytest.mark.parametrize(
        "style", ["position: absolute; left: -9999px", "text-indent:-9999px", "font-size: 0", "Font-Size:0px;color:red"]
    )
    def test_text_that_its_style_takes_from_sight_is_hidden(self, style: str) -> None:
        assert shown(read(f'<p>{STORY}</p><p style="{style}">Secret</p>')) == STORY.strip()

    @pytest.mark.parametrize("style", ["font-size:0.9em", "left:-99px", "padding-left:-9999px", "font-size:0;"])
    def test_text_in_other_styles_is_shown(self, style: str) -> None:
        inner = '<b style="font-size:14px">A note</b>'
        assert shown(read(f'<p>{STORY}</p><div style="{style}">{inner}</div>')).endswith("A note")


class TestDialogs:
    def test_a_closed_one_is_hidden(self) -> None:
        assert shown(read(f"<p>{STORY}</p><dialog><p>Send a correction</p></dialog>")) == STORY.strip()

    def test_an_open_one_is_shown(self) -> None:
        page = read(f"<p>{STORY}</p><dialog open><p>Ferries are cancelled</p></dialog>")
        assert shown(page).endswith("Ferries are cancelled")


class TestWithheldText:
    def test_what_an_article_hides_behind_a_paywall_is_shown(self) -> None:
        page = read(
            f'<article><p>Lead.</p><div class="subscriber-only" style="display:none"><p>{STORY}</p></div></article>'
        )
        assert "forty people" in shown(page)

    def test_a_hidden_offer_outside_the_article_stays_hidden(self) -> None:
        page = read('<article><p>Lead.</p></article><div class="paywall" style="display:none"><p>Subscribe!</p></div>')
        assert shown(page) == "Lead."

    def test_other_hidden_parts_of_an_article_stay_hidden(self) -> None:
        assert shown(read('<article><p>Lead.</p><div class="tip" style="display:none">Tip</div></article>')) == "Lead."


class TestClosedPanels:
    def test_what_a_button_opens_is_shown_with_the_buttons_heading(self) -> None:
        page = read("<h3><button aria-controls=a1>Does it sail?</button></h3><div id=a1 hidden><p>It does.</p></div>")
        assert shown(page) == "Does it sail? It does."

    @pytest.mark.parametrize(
        ("control", "panel"),
        [
            ("<a href='#two'>Prices</a>", "<div id=two style='display: none'>Nine pounds.</div>"),
            ("<a data-bs-target='#two'>Prices</a>", "<div id=two hidden>Nine pounds.</div>"),
            ("<b role=tab>Prices</b>", "<div role=tabpanel hidden>Nine pounds.</div>"),
            ("<details><summary>Prices</summary>", "<div hidden>Nine pounds.</div></details>"),
        ],
    )
    def test_a_closed_tab_is_shown(self, control: str, panel: str) -> None:
        page = read(control + panel)
        assert shown(page) == "Prices Nine pounds."
        assert [element.tag for element in page.closed] == ["div"]

    @pytest.mark.parametrize(
        "panel",
        [
            "<nav id=two hidden>Home</nav>",
            "<div id=two role=dialog hidden>Home</div>",
            "<div id=two class=main-menu hidden>Home</div>",
            "<div id=three hidden>Home</div>",
            "<div id=two class=mainMenu hidden>Home</div>",
            "<div id=two class=login-form hidden>Home</div>",
            "<form id=two hidden>Home</form>",
            "<template id=two>Home</template>",
        ],
    )
    def test_menus_and_dialogs_stay_hidden(self, panel: str) -> None:
        page = read("<a href='#two'>Open</a>" + panel)
        assert shown(page) == "Open"
        assert not page.closed

    @pytest.mark.parametrize("name", ["research", "multimodal", "cookies-and-cake", "reporters"])
    def test_words_that_hold_such_a_name_name_none(self, name: str) -> None:
        assert shown(read(f"<b role=tab>Q</b><div role=tabpanel class={name} hidden>Text.</div>")) == "Q Text."

    def test_a_link_to_the_top_opens_nothing(self) -> None:
        page = read(f"<a href='#'>Top</a><p>{STORY}</p><div style='display: none'>Offer</div>")
        assert "Offer" not in shown(page)
        assert not page.closed


class TestNoscript:
    def test_it_is_shown_where_it_has_more_prose_than_the_page(self) -> None:
        menu = "<a>Home</a> " * 200
        for size, is_shown in ((80, True), (79, False)):
            page = read(f"<div>{menu}</div><noscript><p>{'forty people'.rjust(size, 'x')}</p></noscript>")
            assert ("forty people" in shown(page)) is is_shown

    def test_it_is_shown_where_there_is_nothing_else(self) -> None:
        assert "forty people" in shown(read(f"<div id=app></div><noscript><div><p>{STORY}</p></div></noscript>"))

    def test_it_is_hidden_beside_a_text(self) -> None:
        assert "Scripts" not in shown(read(f"<p>{STORY}</p><noscript><p>Scripts are off</p></noscript>"))


class TestWaitingText:
    @pytest.mark.parametrize("hides", ["hidden", "style='display: none'", "style='visibility:hidden'"])
    def test_a_page_that_waits_for_its_script_is_shown(self, hides: str) -> None:
        assert "forty people" in shown(read(f"<p>Loading</p><div {hides}><p>{STORY}</p></div>"))

    def test_a_character_without_spaces_counts_as_several_letters(self) -> None:
        paragraph = "<p>清晨五点，水槽里的纸浆还结着一层薄冰，汪德贵已经把竹帘浸了进去。</p>"
        page = read(f"<h1>造纸</h1><div style='visibility: hidden; opacity: 0'>{paragraph * 6}</div>")
        assert "汪德贵" in shown(page)

    def test_what_is_hidden_beside_a_text_is_not(self) -> None:
        assert "Subscribe" not in shown(read(f"<p>{STORY}</p><div hidden><p>Subscribe! {STORY}</p></div>"))

    def test_a_hidden_word_is_not(self) -> None:
        assert shown(read("<p>Loading</p><div hidden>Menu</div>")) == "Loading"


class TestDeclaredText:
    def declare(self, text: str) -> str:
        return f'<script type="application/ld+json">{{"@type": "NewsArticle", "articleBody": "{text}"}}</script>'

    def test_it_is_placed_where_the_page_shows_none_of_it(self) -> None:
        page = read("<div id=app></div>", self.declare(STORY))
        assert "forty people" in shown(page)
        assert "declared_text" in page.warnings

    def test_it_is_not_placed_where_the_page_shows_it(self) -> None:
        page = read(f"<p>{STORY}</p>", self.declare(STORY))
        assert shown(page).count("forty people") == STORY.count("forty people")
        assert "declared_text" not in page.warnings

    def test_a_teaser_is_not_worth_showing(self) -> None:
        assert "declared_text" not in read("<div id=app></div>", self.declare("Ferry is back.")).warnings

    def test_control_characters_in_it_are_left_out(self) -> None:
        page = read("<div id=app></div>", self.declare(STORY + "\\u0000\\u0001"))
        assert "forty people" in shown(page)


class TestScriptText:
    TITLE = "<title>Ferry leaves the harbour of Port Ellery - News</title>"

    def state(self, *paragraphs: str) -> str:
        return f'<script type="application/json">{json.dumps([{"text": text} for text in paragraphs])}</script>'

    def story(self) -> list[str]:
        return [f"{number}. {SENTENCE.strip()}" for number in range(8)]

    def test_text_that_only_scripts_would_show_is_shown_at_the_end(self) -> None:
        page = read("<nav>Menu</nav>", self.TITLE + self.state(*self.story()))
        assert shown(page) == "Menu " + " ".join(self.story())
        assert page.warnings == ("script_text",)

    def test_paragraphs_that_the_page_shows_are_not_shown_twice(self) -> None:
        first, *others = self.story()
        page = read(f"<p>{first}</p>", self.TITLE + self.state(first, *others))
        assert shown(page) == " ".join([first, *others])

    def test_markup_keeps_its_pictures(self) -> None:
        html = f"<p>{self.story()[0]}</p><img src=a.jpg>" + "".join(f"<p>{text}</p>" for text in self.story()[1:])
        page = read("", self.TITLE + self.state(html))
        assert [image.get("src") for image in page.body.iter("img")] == ["a.jpg"]

    def test_a_page_that_shows_more_text_than_its_state_has_is_left_as_it_is(self) -> None:
        page = read("".join(f"<p>{text}</p>" for text in [SENTENCE * 3] * 5), self.TITLE + self.state(*self.story()))
        assert page.warnings == ()

    def test_a_state_about_something_else_than_the_title_is_left_where_it_is(self) -> None:
        page = read("", "<title>Cookies and your consent</title>" + self.state(*self.story()))
        assert shown(page) == "" and page.warnings == ()


class TestPageThatWaitsForItsScript:
    MENU = "".join(f"<li><a href=/{number}>Harbour guide {number}</a></li>" for number in range(40))
    WAITING = '<div class=app style="display:none">{}</div>'

    def test_is_shown_where_it_has_the_headline_and_most_of_the_prose(self) -> None:
        page = read(f"<ul>{self.MENU}</ul><main>{self.WAITING.format(f'<h1>Ferry</h1><p>{STORY}</p>')}</main>")
        assert "forty people" in shown(page)

    @pytest.mark.parametrize(
        "hidden",
        [
            f"<h2>Join</h2><p>{STORY}</p>",
            f"<h1>Join</h1><p>{SENTENCE}</p><script>{STORY * 9}</script>",
            f"<h1>Join</h1><p>{SENTENCE * 3}{' ' * 900}</p>",
        ],
        ids=["without a headline", "mostly a script", "mostly space"],
    )
    def test_other_hidden_boxes_are_not(self, hidden: str) -> None:
        assert "forty people" not in shown(read(f"<ul>{self.MENU}</ul>{self.WAITING.format(hidden)}"))

    def test_a_box_is_hidden_beside_a_headline_or_a_longer_text_that_are_shown(self) -> None:
        box = self.WAITING.format(f"<h1>Join</h1><p>{STORY}</p>")
        for visible in ("<h1>Lakes</h1>", f"<p>{'The lakes are calm on most days of the year, they say. ' * 20}</p>"):
            assert "forty people" not in shown(read(f"<ul>{self.MENU}</ul>{visible}{box}"))

"""The default method on whole pages, with the shipped models."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cutline import Article, Extractor
from cutline.config import load_settings
from cutline.types import Block, Image

PARAGRAPHS = [
    "The council of Port Ellery voted on Monday night to bring back the night ferry across Lake Varn.",
    "“People on both shores have waited long enough,” Mayor Clara Benning told reporters after the vote.",
    "The Aurelia, built in 1978, was taken out of service when the government in Marnwick cut its subsidy.",
    "Bicycles will travel free of charge, as they did in 2015, and the crossing will take forty minutes.",
    "Opponents of the plan, among them the owner of the bus company, have announced that they will appeal.",
    "The first crossing to Holm is planned for the end of June, if the engine passes its inspection in May.",
]
MENU = "".join(f"<li><a href=/{word}>{word}</a></li>" for word in "Home News Sport Weather Culture Travel".split())
FIGURE = (
    "<figure><img src=/images/2026/the-aurelia-in-port.jpg width=960 height=540 alt='The Aurelia'>"
    "<figcaption>The Aurelia in Port Ellery, where she has been moored since 2015.</figcaption></figure>"
)
CARDS = "".join(
    f"<li class=teaser><a href=/2025/other-story-{n}><img src=/thumbs/other-story-{n}.jpg width=120 height=80 alt=''>"
    f"Other story number {n}</a></li>"
    for n in range(6)
)
PAGE = f"""<html lang=en><head><title>Night ferry returns to Lake Varn</title></head><body>
<nav class=menu><ul>{MENU}</ul></nav>
<main><article class=story><h1>Night ferry returns to Lake Varn</h1>{FIGURE}
{"".join(f"<p>{paragraph}</p>" for paragraph in PARAGRAPHS)}</article></main>
<aside class=related-stories><h2>More stories</h2><ul>{CARDS}</ul></aside>
<footer>© 2026 The Varn Courier | Imprint | Privacy</footer></body></html>"""
URL = "https://courier.example/2026/05/04/night-ferry-returns"
LONG = " ".join(PARAGRAPHS)


@pytest.fixture(scope="module")
def extractor() -> Extractor:
    return Extractor()


@pytest.fixture(scope="module")
def article(extractor: Extractor) -> Article:
    return extractor.extract(PAGE, url=URL, include=["dropped"])


def declare(address: str) -> str:
    """Return the page with a picture that it declares."""
    return PAGE.replace("</head>", f'<meta property="og:image" content="{address}"></head>')


def all_images(article: Article) -> tuple[Image, ...]:
    assert article.dropped is not None
    return article.images + article.dropped.images


def all_blocks(article: Article) -> tuple[Block, ...]:
    assert article.dropped is not None
    return article.blocks + article.dropped.blocks


def test_chart_drawn_between_the_paragraphs_is_an_image_without_address(extractor: Extractor) -> None:
    labels = "".join(f"<text>{year}</text>" for year in (2013, 2014, 2015))
    chart = f"<svg viewBox='0 0 640 360'><title>Passengers</title>{labels}</svg>"
    figure = f"<figure>{chart}<figcaption>Passengers of the ferry a year.</figcaption></figure>"
    middle = f"<p>{PARAGRAPHS[2]}</p>"
    article = extractor.extract(PAGE.replace(middle, middle + figure), url=URL)
    ferry, drawing = article.images
    assert (ferry.kind, drawing.kind, drawing.url, drawing.sources) == ("image", "drawing", "", ())
    assert (drawing.alt, drawing.caption) == ("Passengers", "Passengers of the ferry a year.")
    assert drawing.verdict.kept and not drawing.is_lead
    assert article.text.split("\n\n") == PARAGRAPHS


class TestText:
    def test_is_the_story_alone(self, article: Article) -> None:
        assert article.method == "auto"
        assert article.text.split("\n\n") == PARAGRAPHS

    def test_each_block_has_score_threshold_and_margin(self, article: Article) -> None:
        verdicts = [block.verdict for block in all_blocks(article) if block.verdict.score is not None]
        assert len(verdicts) >= 20
        for verdict in verdicts:
            assert verdict.score is not None and verdict.threshold == 0.3  # of a page of few texts
            assert verdict.margin == pytest.approx(verdict.score - 0.3, abs=1e-9)
            assert verdict.kept == (verdict.score >= 0.3)
            assert verdict.kept == (verdict.reason == "article_text")

    def test_blocks_are_explained_only_if_asked_for(self, extractor: Extractor, article: Article) -> None:
        brief = extractor.extract(PAGE, url=URL)
        evidence = {"found": (), "missing": (), "similarity": None}
        assert all(block.verdict.similarity for block in article.blocks)
        assert any(block.verdict.found for block in article.blocks)
        assert [block.verdict for block in brief.blocks] == [
            block.verdict.model_copy(update=evidence) for block in article.blocks
        ]
        assert extractor.extract(PAGE, url=URL, include="evidence").blocks == article.blocks
        assert brief.images == article.images

    def test_the_classifier_is_named(self, article: Article) -> None:
        assert article.model.classifier == "auto"

    @settings(max_examples=25)
    @given(
        pieces=st.lists(st.sampled_from([FIGURE, f"<p>{LONG}", "<ul><li>x</ul>", CARDS, "<h2>More</h2>"]), max_size=8)
    )
    def test_never_depends_on_images_or_include(self, extractor: Extractor, pieces: list[str]) -> None:
        page = "".join(pieces) or "<p>x"
        alone = extractor.extract(page, images=False, nlp=False)
        assert alone.images == ()
        assert extractor.extract(page, nlp=False, include=["dropped", "html"]).text == alone.text

    def test_of_another_threshold_is_another(self) -> None:
        shipped = load_settings()
        all_of_it = shipped.model_copy(update={"auto": shipped.auto.model_copy(update={"text_threshold": 0.0})})
        blocks = Extractor(all_of_it).extract(PAGE, url=URL, nlp=False).blocks
        assert {"Travel", *PARAGRAPHS} <= {block.text for block in blocks}


class TestNextPage:
    def test_of_an_article_is_told(self, extractor: Extractor) -> None:
        page = PAGE.replace("</article>", f'<div class="page-links"><a href="{URL}/2/">2</a></div></article>')
        assert extractor.extract(page, url=URL).next_page == f"{URL}/2/"

    def test_of_a_list_is_not(self, extractor: Extractor) -> None:
        page = f'<title>News</title><ul>{CARDS}</ul><div class="pagination"><a href="/news?page=2">2</a></div>'
        assert extractor.extract(page, url="https://courier.example/news").next_page is None

    def test_of_a_report_in_parts_is_told_though_it_looks_like_a_list(self, extractor: Extractor) -> None:
        lines = "".join(f"<h3>{9 + n}:00</h3><p>{text}</p>" for n, text in enumerate(PARAGRAPHS[:2]))
        pager = f'<div class="pager"><a href="{URL}?page=2">2</a></div>'
        page = f"<html lang=en><head>{{}}</head><body><main><h1>Live: the vote</h1>{lines}{pager}</main></body></html>"
        declared = '<script type="application/ld+json">{"@type": "LiveBlogPosting"}</script>'
        report, other = (extractor.extract(page.format(head), url=URL) for head in (declared, ""))
        assert (report.is_article or 0) < 0.5
        assert (report.next_page, other.next_page) == (f"{URL}?page=2", None)


class TestFavor:
    def test_of_recall_keeps_what_is_kept_without_and_that_of_precision_no_more(self, extractor: Extractor) -> None:
        strict, article, lax = (
            extractor.extract(PAGE, url=URL, favor=favor) for favor in ("precision", "balanced", "recall")
        )
        indices = [{block.index for block in each.blocks} for each in (strict, article, lax)]
        assert indices[0] <= indices[1] <= indices[2]
        assert [each.model.favor for each in (strict, article, lax)] == ["precision", "balanced", "recall"]

    def test_is_not_told_of_a_method_that_has_no_such_limits(self, extractor: Extractor) -> None:
        article = extractor.extract(PAGE, url=URL, favor="recall", method="first-subtree")
        assert article.model.favor == "balanced"

    def test_is_in_the_threshold_of_every_verdict(self, extractor: Extractor) -> None:
        article, limits = extractor.extract(PAGE, url=URL, favor="recall", include="dropped"), load_settings().favor
        verdicts = [each.verdict for each in (*all_blocks(article), *all_images(article))]
        scored = [verdict for verdict in verdicts if verdict.score is not None]
        few = round(0.6 * limits.recall.text_threshold, 4)  # on a page of few texts
        assert {verdict.threshold for verdict in scored} == {few, limits.recall.image_threshold}
        assert all(verdict.kept == ((verdict.margin or 0) >= 0) for verdict in scored)


class TestImages:
    def test_of_the_story_are_kept_and_teasers_dropped(self, article: Article) -> None:
        (image,) = article.images
        assert image.url.endswith("the-aurelia-in-port.jpg")
        assert image.is_lead and image.verdict.reason == "article_image"
        assert article.dropped is not None and len(article.dropped.images) == 6

    def test_lead_image_is_the_first_of_them(self, article: Article) -> None:
        (image,) = article.images
        lead = article.lead_image
        assert lead is not None and (lead.url, lead.caption, lead.declared) == (image.url, image.caption, False)
        assert lead.reason == "first_image"

    def test_lead_image_that_is_declared_too_says_so(self, extractor: Extractor, article: Article) -> None:
        lead = extractor.extract(declare(article.images[0].url), url=URL).lead_image
        assert lead is not None and (lead.declared, lead.reason) == (False, "declared_image")

    def test_lead_image_is_the_declared_one_where_none_is_displayed(self, extractor: Extractor) -> None:
        article = extractor.extract(declare("/media/ferry.jpg").replace(FIGURE, ""), url=URL)
        lead = article.lead_image
        assert article.images == () and lead is not None
        assert (lead.url, lead.declared, lead.reason) == ("https://courier.example/media/ferry.jpg", True, "open_graph")

    def test_no_image_leads_where_none_is_looked_for(self, extractor: Extractor) -> None:
        assert extractor.extract(declare("/media/ferry.jpg"), url=URL, images=False).lead_image is None

    @pytest.mark.parametrize("nlp", [True, False])
    def test_factors_add_up_to_the_score(self, extractor: Extractor, nlp: bool) -> None:
        for image in all_images(extractor.extract(PAGE, url=URL, include=["dropped"], nlp=nlp)):
            log_odds = sum(factor.weight for factor in image.verdict.factors)
            assert 1 / (1 + math.exp(-log_odds)) == pytest.approx(image.verdict.place_score, abs=1e-3)

    def test_show_what_their_captions_share_with_the_text(self, article: Article) -> None:
        similarity = article.images[0].verdict.similarity
        assert similarity is not None
        assert {"Port Ellery"} <= {name.name for name in similarity.evidence.shared}

    def test_without_names_structure_decides_alone(self, extractor: Extractor) -> None:
        found = extractor.extract(PAGE, url=URL, nlp=False)
        assert [image.verdict.similarity for image in found.images] == [None]
        assert found.model.ner is None

    def test_are_not_looked_for_if_not_asked_for(self, extractor: Extractor, article: Article) -> None:
        found = extractor.extract(PAGE, url=URL, images=False, include=["dropped"])
        assert all_images(found) == ()
        assert found.text == article.text

    @pytest.mark.parametrize(
        ("address", "link"),
        [
            ("/archive/aurelia", "https://courier.example/archive/aurelia"),
            ("/images/2026/the-aurelia-in-port-large.jpg", None),
            ("javascript:alert(1)", None),
            ("data:text/html,x", None),
            ("mailto:a@b.example", None),
        ],
    )
    def test_say_where_their_link_leads_if_that_is_a_page(
        self, extractor: Extractor, address: str, link: str | None
    ) -> None:
        linked = FIGURE.replace("<img", f"<a href='{address}'><img").replace("<figcaption", "</a><figcaption")
        images = extractor.extract(PAGE.replace(FIGURE, linked), url=URL).images
        assert [image.link for image in images] == [link]

    def test_of_a_page_without_any(self, extractor: Extractor) -> None:
        found = extractor.extract(f"<p>{LONG}</p>", include=["dropped"])
        assert all_images(found) == ()

    def test_of_a_page_without_text_are_judged_too(self, extractor: Extractor) -> None:
        found = extractor.extract("<body><img src=a.jpg><p><img src=b.jpg></p></body>", include=["dropped"])
        assert (found.text, len(all_images(found))) == ("", 2)
        assert found.warnings == ("no_article",)

    def test_as_many_as_the_limit_are_all_accounted_for(self) -> None:
        shipped = load_settings()
        extractor = Extractor(shipped.model_copy(update={"page": shipped.page.model_copy(update={"max_images": 500})}))
        cards = "".join(f"<li class=card><a href=/s{n}><img src=/t{n}.jpg></a></li>" for n in range(500))
        images = all_images(extractor.extract(f"<p>{LONG}</p><ul>{cards}</ul>", url=URL, include=["dropped"]))
        assert len({image.url for image in images}) == len(images) == 500


class TestPage:
    def test_a_story_is_likelier_an_article_than_a_list_of_links(self, extractor: Extractor, article: Article) -> None:
        links = "".join(f"<li><a href=/buy/{n}>Thing {n}</a> ${n}.99</li>" for n in range(50))
        shop = extractor.extract(f"<title>Shop</title><ul>{links}</ul>", url="https://e.example/shop/list")
        assert article.is_article is not None and shop.is_article is not None
        assert article.is_article > shop.is_article

    def test_a_shop_with_text_has_a_warning_and_a_story_has_none(self, extractor: Extractor, article: Article) -> None:
        cards = "".join(
            f"<li class=product><a href=/buy/{n}><img src=/t{n}.jpg>Lamp {n}</a><p>A lamp of brass for desk and shelf, "
            f"with a switch in its cord.</p><b>${n}.99</b><button>Add to basket</button></li>"
            for n in range(40)
        )
        shop = extractor.extract(f"<title>Lamps</title><ul>{cards}</ul>", url="https://e.example/shop", render="never")
        assert shop.text and "unlike_article" in shop.warnings
        assert "unlike_article" not in article.warnings

    def test_the_papers_methods_do_not_estimate_it(self, extractor: Extractor) -> None:
        found = extractor.extract(PAGE, url=URL, method="first-subtree", include=["dropped"])
        assert found.is_article is None
        assert all(image.verdict.factors == () for image in all_images(found))

    @pytest.mark.parametrize("url", ["https://e.example:99999/a", "http://%zz/?", "https://xn--/"])
    def test_an_odd_address_changes_nothing_of_the_text(self, extractor: Extractor, article: Article, url: str) -> None:
        assert extractor.extract(PAGE, url=url).text == article.text

    def test_deep_nesting_is_read_as_far_as_the_parser_goes(self, extractor: Extractor) -> None:
        page = f"<body><p>{LONG}</p>{'<div>' * 3000}<img src=a.jpg><p>{LONG}{'</div>' * 3000}</body>"
        found = extractor.extract(page)
        assert LONG in found.text

    def test_the_same_page_has_the_same_result(self, extractor: Extractor, article: Article) -> None:
        again = extractor.extract(PAGE, url=URL, include=["dropped"])
        assert again.model_dump_json() == article.model_dump_json()


TOKENS = [
    *"<p> </p> <div> </div> <br> <ul> <li> </ul> <a> </a> <figure> <figcaption> </figure> <table> <td> <nav>".split(),
    *"<picture> <source> <noscript> </noscript> <svg> <button> <template> <body> </body> </html> <h1> <b> </b>".split(),
    *"&lt;img story Photo: ( / ) © &#0; &nbsp; <!-- --> ]]> <![CDATA[ <? <% < & <article> </article> 渡船。".split(),
    "<div hidden class='related ad'>",
    "<base href='http://['>",
    "<a href='http://['>",
    "<img src=a.jpg>",
    "<img src='//[' srcset=', ,(' width=9999999999999>",
    "<img data-src='x.jpg?' srcset='a 1w, b 99999999999w, c 9e9x' height=0 width=1>",
    "<meta property=og:image content='http://['>",
    '<script type="application/ld+json">{"@type": ["Article", 5], "image": {"url": 7}, "articleBody": "a b"}</script>',
]


@settings(max_examples=60)
@given(
    st.lists(st.sampled_from(TOKENS), max_size=40),
    st.sampled_from([None, "http://e.example:99999", "https://e.example/a"]),
)
def test_any_page_has_a_result(extractor: Extractor, tokens: list[str], url: str | None) -> None:
    article = extractor.extract(" ".join(["<p>x", *tokens]), url=url, nlp=False, include=["dropped"])
    assert article.is_article is not None
    assert all(image.verdict.reason for image in all_images(article))


def test_a_language_is_known_in_any_case() -> None:
    article = Extractor().extract(PAGE, url=URL, language="EN-gb", images=False)
    assert article.language == "en-GB"
    assert article.model.ner is not None


def test_a_page_of_nothing_but_its_title_is_no_article() -> None:
    article = Extractor().extract(
        "<title>Ferry</title><h1>Ferry</h1>", url=URL, method="max-subsequence", render="never"
    )
    assert (article.text, "no_article" in article.warnings) == ("", True)


def test_a_check_for_robots_is_a_warning(extractor: Extractor) -> None:
    page = "<title>Access Denied</title><p>You don't have permission to access this server. Reference #18.2d</p>"
    assert "bot_wall" in extractor.extract(page).warnings

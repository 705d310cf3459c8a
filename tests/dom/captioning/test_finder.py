"""Where the caption of an image is found, and what is no caption."""

from collections.abc import Callable

import pytest

from cutline.dom.captioning.block_captions import Caption
from cutline.dom.captioning.finder import AllCaptionFinder

Find = Callable[..., Caption | None]
Build = Callable[..., AllCaptionFinder]
STORY = "<p class=kept>The council met on Monday.</p>"
IMAGE = "<img src=/mayor-at-the-bridge.jpg>"
LIBRARY = "<img src=/library.jpg>"


@pytest.mark.parametrize(
    ("html", "source"),
    [
        (f"<figure>{IMAGE}<figcaption>The mayor</figcaption></figure>", "figcaption"),
        (f"<div><figure>{IMAGE}</figure><figcaption>The mayor</figcaption></div>", "figcaption"),
        (f"<div><figure>{IMAGE}</figure><div><div class=caption>The mayor</div></div></div>", "sibling"),
        (f"<div>{IMAGE}<div class=img__description>The mayor</div></div>", "sibling"),
        (f"<div>{IMAGE}<p class=Bildunterschrift>The mayor</p></div>", "sibling"),
        (f"<div>{IMAGE}</div><p class=caption>The mayor</p>{STORY}", "sibling"),
        (f"<p class=caption>The mayor</p><div>{IMAGE}</div>{STORY}", "sibling"),
        (f"{STORY}<div>{IMAGE}<div>The mayor</div></div>{STORY}", "first_block"),
        (f"{STORY}<aside><a href=/big.jpg>{IMAGE}</a><span>The mayor</span></aside>{STORY}", "first_block"),
        (f"{STORY}<figure>{IMAGE}</figure><p><em>The mayor</em></p>{STORY}", "sibling"),
        ("<p><img src=/a.jpg aria-describedby=d></p><p class=kept>Text</p><div id=d>The mayor</div>", "aria"),
        (f"<p class=kept>{IMAGE}<span id=d></span>", None),
        ("<div><img src=/a.jpg data-caption='The <b>mayor</b>'></div>", "attribute"),
        ("<p class=kept><img class=caption src=/a.jpg title='The mayor'>Text</p>", "attribute"),
        ("<p class=kept><img src=/a.jpg title='The mayor'>Text</p>", None),
        (f"<div data-sub-html='&lt;p&gt;The mayor&lt;/p&gt;'>{IMAGE}</div>", "attribute"),
        (f"<figure aria-label='The mayor'>{IMAGE}</figure>", "aria"),
    ],
)
def test_caption_is_found_where_pages_put_it(find: Find, html: str, source: str | None) -> None:
    caption = find(f"<main>{html}</main>")
    assert (caption and (caption.text, caption.source)) == (source and ("The mayor", source))


def test_declared_caption_is_matched_by_address_whatever_the_size(find: Find) -> None:
    caption = find(
        """<script type="application/ld+json">{"@type": "NewsArticle", "image": [{"@type": "ImageObject", "caption":
        "The mayor. Foto: Jo Doe", "url": "/mayor-at-the-bridge-1200x800.jpg"}, {"@type": "ImageObject", "caption": "A",
        "url": "/b.jpg"}]}</script><p><img src=/mayor-at-the-bridge.jpg></p>"""
    )
    assert caption is not None and (caption.text, caption.credit, caption.source) == ("The mayor.", "Jo Doe", "json_ld")


@pytest.mark.parametrize(
    ("html", "text"),
    [
        # shown caption comes before what is kept for scripts and machines
        ("<figure><img src=/a.jpg data-caption='x y'><figcaption>The mayor</figcaption></figure>", "The mayor"),
        # figcaption comes before nearer text
        (f"<figure><div>{IMAGE}<span>At nine</span></div><figcaption>The mayor</figcaption></figure>", "The mayor"),
        # hidden picture has the caption that is hidden with it
        (f"<div hidden><figure>{IMAGE}<figcaption>The mayor</figcaption></figure></div>", "The mayor"),
        # short element called a caption is one though it repeats the article
        (f"<div><div>{IMAGE}</div><p class='imageCaption kept'>The council met.</p></div>{STORY}", "The council met."),
        # empty caption is passed
        (f"<div>{IMAGE}<div class=caption></div><p class=caption>The mayor</p></div>", "The mayor"),
    ],
)
def test_the_nearest_and_surest_text_is_the_caption(find: Find, html: str, text: str) -> None:
    caption = find(html)
    assert caption is not None and caption.text == text


def test_each_picture_of_a_row_has_its_own_caption(finder: Build) -> None:
    built = finder("<div>" + "".join(f"<img src=/{n}.jpg><p class=caption>Number {n}b</p>" for n in "123") + "</div>")
    assert [(found := built.find(image)) and found.text for image in built.images] == [f"Number {n}b" for n in "123"]


def test_caption_stands_beside_one_picture_only(finder: Build) -> None:
    built = finder(f"<section><div>{IMAGE}</div><div>{LIBRARY}</div><p class=caption>The library</p></section>")
    assert [(found := built.find(image)) and found.text for image in built.images] == [None, "The library"]


def test_picture_without_a_caption_takes_that_of_its_copy(finder: Build) -> None:
    copy = f"<div><div><figure>{IMAGE}<figcaption>The mayor</figcaption></figure></div></div>"
    built = finder(f"<ul><li><a href=/other><h3>More</h3>{IMAGE}</a></li></ul><p class=kept>Text</p>{copy}")
    assert [(found := built.find(image)) and found.text for image in built.images] == ["The mayor", "The mayor"]


def test_icon_in_a_figure_leaves_the_caption_to_the_picture(find: Find) -> None:
    icon = "<img src=/zoom.svg width=20 height=20>"
    caption = find(f"<div>{IMAGE}{icon}<span>The mayor</span></div>")
    assert caption is not None and caption.text == "The mayor"


def test_only_figcaption_of_a_figure_is_that_of_all_its_pictures(finder: Build) -> None:
    built = finder(f"<figure><div><p>{IMAGE}</p><p>{LIBRARY}</p></div><figcaption>At nine</figcaption></figure>")
    assert [(found := built.find(image)) and found.text for image in built.images] == ["At nine", "At nine"]


@pytest.mark.parametrize("around", ["div", "section"])
def test_picture_in_a_figure_of_its_own_has_the_only_caption_of_the_outer_one(finder: Build, around: str) -> None:
    inner = f"<figure>{IMAGE}</figure><figure>{LIBRARY}</figure>"
    for pictures in (inner, f"<{around}>{inner}</{around}>"):
        built = finder(f"<figure>{pictures}<figcaption>Left: the mayor</figcaption></figure>")
        assert [(found := built.find(image)) and found.text for image in built.images] == ["Left: the mayor"] * 2


def test_picture_in_a_figure_of_its_own_keeps_its_own_caption(finder: Build) -> None:
    inner = f"<figure>{IMAGE}<figcaption>The mayor</figcaption></figure><figure>{LIBRARY}</figure>"
    built = finder(f"<figure>{inner}<figcaption>At nine</figcaption></figure>")
    assert [(found := built.find(image)) and found.text for image in built.images] == ["The mayor", "At nine"]


def test_several_captions_in_a_figure_are_each_for_the_picture_before_them(finder: Build) -> None:
    one, two = f"{IMAGE}<figcaption>The mayor</figcaption>", f"{LIBRARY}<figcaption>The library</figcaption>"
    built = finder(f"<figure><div>{one}</div><div>{two}</div></figure>")
    assert [(found := built.find(image)) and found.text for image in built.images] == ["The mayor", "The library"]


def test_hidden_caption_of_a_picture_that_is_shown_is_none(find: Find) -> None:
    assert find(f"<figure>{IMAGE}<div hidden><p class=caption>The mayor</p></div></figure>") is None


def test_caption_in_a_button_around_the_picture_is_read(find: Find) -> None:
    caption = find(f"<button><div>{IMAGE}<span>View 6 images</span></div><figcaption>The mayor</figcaption></button>")
    assert caption is not None and (caption.text, caption.source) == ("The mayor", "figcaption")


@pytest.mark.parametrize(
    "beside",
    [
        STORY,
        "<p>A paragraph that was dropped.</p>",
        "<h2>The mayor</h2>",
        "<div><h3>Read more</h3><em>The mayor</em></div>",
        "<em>" + "The mayor speaks. " * 30 + "</em>",
        "<em hidden>The mayor</em>",
        f"<em>The mayor{LIBRARY}</em>",
        "<script>var mayor = 1</script>",
        "<em>1/12</em>",
        "<em>12 May 2026 | 4 min read</em>",
        "<em>Request an appointment</em>",
    ],
)
def test_text_behind_a_picture_is_no_caption(find: Find, beside: str) -> None:
    assert find(f"{STORY}<div>{IMAGE}</div>{beside}{STORY}") is None


def test_text_behind_a_picture_that_repeats_its_alternative_text_is_a_caption(find: Find) -> None:
    caption = find(f"{STORY}<div><img src=/a.jpg alt='The mayor opens it'></div><p>The mayor opens</p>{STORY}")
    assert caption is not None and (caption.text, caption.source) == ("The mayor opens", "sibling")


@pytest.mark.parametrize(
    "inside",
    [
        "<h2>The mayor</h2><p>She opens the library.</p>",
        "<a href=/other>She opens the library.</a>",
        "<p>" + "She opens the library. " * 20 + "</p>",
        "<p class=kept>She opens the library.</p>",
        "<span class=sr-only>Picture of the mayor</span>",
        "<span class=visually-hidden>The mayor</span>",
        "<div role=button>Open the gallery now please</div>",
        "<span>Bild vergrößern</span><span>1 / 12</span><span>2:43 min</span>",
    ],
)
def test_text_around_a_picture_is_no_caption(find: Find, inside: str) -> None:
    assert find(f"{STORY}<div>{IMAGE}{inside}</div>{STORY}") is None


@pytest.mark.parametrize(
    "around", ["div class=author", "div class='post-byline top'", "div class=newsletter", "footer"]
)
def test_text_by_a_portrait_or_in_a_form_is_no_caption(find: Find, around: str) -> None:
    assert find(f"{STORY}<{around}><p>{IMAGE}</p><p>Jo Doe writes</p></{around.split()[0]}>{STORY}") is None
    assert find(f"{STORY}<div>{IMAGE}</div><{around}><em>Jo Doe writes</em></{around.split()[0]}>{STORY}") is None


def test_alternative_text_declared_as_a_caption_is_none(find: Find) -> None:
    image = '{"@type": "ImageObject", "url": "/a.jpg", "caption": "The mayor opens"}'
    html = "<p><img src=/a.jpg alt='The mayor opens'></p>"
    assert find(f"<script type=application/ld+json>{image}</script>{html}") is None


def test_article_text_is_no_caption_however_its_element_is_called(find: Find) -> None:
    text = "The mayor opens the library. " * 50
    assert find(f"<div><div>{IMAGE}</div><div class=caption><p class=kept>{text}</p></div></div>") is None
    assert find(f"<div><div>{IMAGE}</div><div class=media-text><p class=kept>The mayor</p></div></div>") is None


def test_article_text_that_repeats_the_alternative_text_of_its_picture_is_a_caption(find: Find) -> None:
    picture = "<a href=/big.jpg><img src=/a.jpg alt='The mayor opens the bridge.'></a>"
    caption = find(f"<div>{picture}<p class=kept>The mayor opens the bridge.</p></div>{STORY}")
    assert caption is not None and caption.text == "The mayor opens the bridge."
    assert find(f"<div>{picture}<p class=kept>The mayor closes the bridge.</p></div>{STORY}") is None


@pytest.mark.parametrize(
    "html",
    [
        "<p><img src=/a.jpg alt=Brindle></p><p class=kept><b>Brindle</b></p>",
        "<div><img src=/a.jpg alt=Brindle><p class=kept><strong>Brindle</strong></p></div>",
        "<table><tr><th>Town<th>Boats</tr><tr><td class=kept><img src=/a.jpg alt=Brindle> Brindle<td>9</table>",
        "<table><tr><th>Coat<th>Town</tr><tr><td><img src=/a.jpg alt=Brindle><td class=kept>Brindle</tr></table>",
        "<table><tr><th>Coat<th>Town<tr><td><img src=/a.jpg alt=Brindle><td><p class=kept>Brindle</p></tr></table>",
        "<ul><li class=kept><img src=/a.jpg alt=Brindle> <a href=/b>Brindle</a></li></ul>",
        "<p><img src=/a.jpg alt=Brindle></p><h3 class=kept>Brindle</h3>",
    ],
)
def test_bold_lines_items_and_cells_are_no_caption_though_the_alternative_text_says_the_same(
    find: Find, html: str
) -> None:
    assert find(f"{STORY}{html}{STORY}") is None


def test_a_cell_that_lays_out_a_caption_may_repeat_the_alternative_text(find: Find) -> None:
    rows = "<tr><td><img src=/a.jpg alt='The mayor opens it'></td></tr><tr><td class=kept>The mayor opens it</td></tr>"
    caption = find(f"{STORY}<table>{rows}</table>{STORY}")
    assert caption is not None and caption.text == "The mayor opens it"


@pytest.mark.parametrize(("linked", "share"), [("Mayor", 0.5), ("Mayors", None)])  # 0.6 is too much
def test_text_of_which_too_much_is_a_link_is_no_caption(find: Find, linked: str, share: float | None) -> None:
    text = "Mayorsbank".replace(linked, f"<a href=/b>{linked}</a>")
    caption = find(f"{STORY}<div>{IMAGE}<div>{text}</div></div>{STORY}")
    assert (caption and caption.link_share) == share


def test_button_of_the_page_itself_is_no_link_in_a_caption(find: Find) -> None:
    caption = find(f"<div>{IMAGE}<a href='#a'>The mayor opens the bridge</a></div>{STORY}")
    assert caption is not None and caption.link_share == 0


def test_credit_of_the_page_is_not_the_pictures(find: Find) -> None:
    figure = f"<figure>{IMAGE}<figcaption>The mayor</figcaption></figure>"
    caption = find(f"<div><h1>News</h1>{figure}<p class=author>Sam Roe</p></div>")
    assert caption is not None and caption.credit is None


@pytest.mark.parametrize(("least", "text"), [(0, None), (3, "The mayor opens"), (4, None)])
def test_alternative_text_is_a_caption_only_if_the_settings_say_so(find: Find, least: int, text: str | None) -> None:
    caption = find("<p><img src=/a.jpg alt='The mayor opens'></p>", min_alt_words=least)
    assert (caption and caption.text) == text


def test_words_of_an_alternative_text_are_counted_without_spaces_between_them(find: Find) -> None:
    caption = find("<p><img src=/a.jpg alt='東京の新しい図書館'></p>", min_alt_words=4)
    assert caption is not None and caption.text == "東京の新しい図書館"


@pytest.mark.parametrize(("levels", "text"), [(4, None), (5, "The mayor")])
def test_caption_is_looked_for_within_some_levels(find: Find, levels: int, text: str | None) -> None:
    html = f"<div><div><div><div><p>{IMAGE}</p></div></div></div><div>The mayor</div></div>"
    caption = find(html, max_levels=levels)
    assert (caption and caption.text) == text


def test_elements_of_all_captions_are_those_that_are_shown(finder: Build) -> None:
    kept_back = "<p><img src=/b.jpg data-caption='The library'></p>"
    built = finder(f"<figure>{IMAGE}<figcaption>The mayor</figcaption></figure>{kept_back}")
    assert [element.tag for element in built.find_elements()] == ["figcaption"]


@pytest.mark.parametrize(
    "media",
    ["<iframe></iframe>", "<table><tr><td>18</table>", "<blockquote>She only needs paint.</blockquote>"],
)
def test_the_caption_of_a_video_table_or_quotation_is_none_of_a_picture(find: Find, media: str) -> None:
    other = f"<figure>{media}<figcaption>Watch the council</figcaption></figure>"
    assert find(f"<main>{STORY}<figure>{IMAGE}</figure>{other}{STORY}</main>") is None


@pytest.mark.parametrize(
    "html",
    [
        f"<header aria-labelledby=t><h1 id=t>The ferry returns</h1><div>{IMAGE}</div></header>",
        f"<a aria-describedby=h>{IMAGE}</a><p>{'Text of the page. ' * 40}</p><span id=h>Opens in a new window</span>",
    ],
)
def test_headings_and_hints_that_attributes_refer_to_are_no_captions(find: Find, html: str) -> None:
    assert find(f"<main>{html}{STORY}</main>") is None


@pytest.mark.parametrize(("author", "line"), [("Ann Lee", "By Ann Lee"), ("林巷", "文 | 林巷")])
def test_the_byline_in_letters_of_the_size_of_a_caption_is_none(find: Find, author: str, line: str) -> None:
    page = f"<html><head><meta name=author content='{author}'></head><body><div>{{}}</div>{STORY}</body></html>"
    assert find(page.format(f"<div>{IMAGE}</div><h1>Vote</h1><p class=caption>{line}</p>")) is None
    found = find(page.format(f"<div>{IMAGE}</div><p class=caption>By Bo Ek</p>"))
    assert found is not None and found.text == "By Bo Ek"
    assert find(page.format(f"<figure>{IMAGE}<figcaption>{line}</figcaption></figure>")) is not None


def test_date_in_letters_of_the_size_of_a_caption_is_none(find: Find) -> None:
    assert find(f"<header>{IMAGE}<h1>Story</h1><p class=caption-large>May 3, 2026</p></header>{STORY}") is None


@pytest.mark.parametrize("caption", ["<figcaption>6 June 1944</figcaption>", "<p class=caption>Apollo 11, 1969</p>"])
def test_date_of_a_picture_is_its_caption(find: Find, caption: str) -> None:
    assert find(f"<figure>{IMAGE}{caption}</figure>") is not None


def test_text_over_the_picture_of_a_cover_is_no_caption(find: Find) -> None:
    assert find(f"<div class=wp-block-cover>{IMAGE}<div><p>Two tonnes a year</p></div></div>{STORY}") is None


@pytest.mark.parametrize(
    "photograph",
    [
        "<figure><img src='data:image/gif;base64,R0'><figcaption>The mayor</figcaption></figure>",
        "<div><img src='data:image/gif;base64,R0'><p class=caption>The mayor</p></div>",
    ],
)
def test_caption_of_a_picture_without_an_address_is_none_of_the_chart_before_it(find: Find, photograph: str) -> None:
    assert find(f"<main>{STORY}<figure class=chart>{IMAGE}</figure>{photograph}{STORY}</main>") is None


def test_caption_with_an_empty_icon_is_that_of_the_picture_before_it(find: Find) -> None:
    icon = "<img src='data:image/svg+xml,x'>"
    caption = find(f"<main>{STORY}<div>{IMAGE}</div><div><p class=caption>{icon}The mayor</p></div>{STORY}</main>")
    assert caption is not None and caption.text == "The mayor"

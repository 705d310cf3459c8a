"""What the images of a page are, and which address is the best of each."""

from collections.abc import Callable
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.dom.document import parse, read_page
from cutline.dom.images.candidates import ImageCandidate, find_images

Find = Callable[..., list[ImageCandidate]]


def urls(images: list[ImageCandidate]) -> list[str]:
    return [image.url for image in images]


def sources(image: ImageCandidate) -> list[str]:
    return [source.url for source in image.sources]


def test_image_has_address_alt_and_size(images: Find) -> None:
    (image,) = images("<p><img src='a.jpg' alt=' A  library ' width=640 height='480px'></p>")
    assert (image.url, image.alt, image.width, image.height) == ("a.jpg", "A library", 640, 480)


@pytest.mark.parametrize("size", ["100%", "auto", "", "-1", "1e3", "999999"])
def test_size_that_is_no_number_of_pixels_is_not_read(images: Find, size: str) -> None:
    assert images(f"<img src=a.jpg width='{size}'>")[0].width is None


def test_address_that_a_script_completes_leaves_the_image_to_its_copy(images: Find) -> None:
    lazy = "<img src='data:image/gif;base64,R0' data-src='a_{width}x.jpg'><noscript><img src=a_1024x.jpg></noscript>"
    assert urls(images(f"<p>{lazy}</p>")) == ["a_1024x.jpg"]


@pytest.mark.parametrize(
    "attribute", ["data-lazy=true", "data-src=true", "data-url=https://a.example/share?u=b", "data-url=/2026/story"]
)
def test_flag_or_link_in_an_attribute_is_no_address_of_the_image(images: Find, attribute: str) -> None:
    assert sources(images(f"<img {attribute} src=a.jpg>")[0]) == ["a.jpg"]


def test_address_in_an_attribute_for_lazy_images_needs_no_ending(images: Find) -> None:
    assert images("<img src='data:image/gif;base64,R0' data-lazy=/render/123456>")[0].url == "/render/123456"


def test_brackets_in_the_quoted_address_of_a_background_are_part_of_it(images: Find) -> None:
    assert urls(images("""<div style="background-image: url('/ferry (1).jpg')"></div>""")) == ["/ferry (1).jpg"]


def test_list_for_a_script_in_brackets_is_no_srcset(images: Find) -> None:
    assert urls(images("<img src=a.jpg data-interchange='[b.jpg, small], [c.jpg, large]'>")) == ["a.jpg"]


def test_what_amp_shows_until_an_image_has_loaded_is_no_image(images: Find) -> None:
    inner = "<amp-img src=blur.jpg placeholder></amp-img>"
    assert urls(images(f"<amp-img src=a.jpg>{inner}</amp-img><amp-iframe>{inner}</amp-iframe>")) == [
        "a.jpg",
        "blur.jpg",
    ]


def test_images_of_amp_whose_tags_are_not_closed_are_all_there(images: Find) -> None:
    assert urls(images("<p><amp-img src=a.jpg /><amp-img src=b.jpg /></p>")) == ["a.jpg", "b.jpg"]


def test_images_stand_in_document_order(images: Find) -> None:
    assert urls(images("<img src=b.jpg><p><img src=a.jpg></p><img src=c.jpg>")) == ["b.jpg", "a.jpg", "c.jpg"]


@pytest.mark.parametrize(
    ("written", "alt"),
    [
        ("The &amp;quot;Aurelia&amp;quot;", 'The "Aurelia"'),
        ("The &amp;#8220;Aurelia&amp;#x201d;", "The “Aurelia”"),
        ("AT&amp;T", "AT&T"),
        ("AT&amp;T; a &amp; b; ?a=1&amp;copy=2", "AT&T; a & b; ?a=1&copy=2"),
        ("&amp;notify; me", "&notify; me"),
        ("The pier&lt;br&gt;Photo by &lt;a href=/ann&gt;Ann&lt;/a&gt;", "The pier Photo by Ann"),
        ("How the &lt;b&gt; element looks", "How the <b> element looks"),
    ],
)
def test_an_alternative_text_that_is_escaped_twice_is_shown_as_meant(images: Find, written: str, alt: str) -> None:
    (image,) = images(f'<p><img src="a.jpg" alt="{written}"></p>')
    assert image.alt == alt


def test_an_address_as_sphinx_writes_it_is_no_alternative_text(images: Find) -> None:
    (image,) = images('<p><img src="../_images/pier.png" alt="../_images/pier.png"></p>')
    assert image.alt is None


@pytest.mark.parametrize(
    "html", ["<img>", "<img src=''>", "<img alt=x>", "<img src='http://['>", f"<img src='/{'x' * 5000}'>"]
)
def test_image_without_an_address_is_none(images: Find, html: str) -> None:
    assert images(html) == []


def test_address_is_relative_to_the_base_element(images: Find) -> None:
    assert urls(images("<base href=//cdn.example.org/x/><img src=a.jpg>", "https://example.org/")) == [
        "https://cdn.example.org/x/a.jpg"
    ]


def test_largest_of_a_srcset_is_the_best(images: Find) -> None:
    (image,) = images("<img src=s.jpg srcset='m.jpg 640w, l.jpg 1280w, s.jpg 320w'>")
    assert sources(image) == ["l.jpg", "m.jpg", "s.jpg"]
    assert [source.width for source in image.sources] == [1280, 640, 320]


def test_densest_of_a_srcset_is_the_best(images: Find) -> None:
    (image,) = images("<img src=a.jpg srcset='a.jpg 1x, c.jpg 3x, b.jpg 1.5x'>")
    assert sources(image) == ["c.jpg", "b.jpg", "a.jpg"]


@pytest.mark.parametrize("html", ["<img src=a.jpg srcset='{}'>", "<img srcset='{}' src=a.jpg>"])
def test_order_of_attributes_changes_nothing(images: Find, html: str) -> None:
    (image,) = images(html.format("b.jpg 640w, a.jpg 1280w"))
    assert (image.url, image.sources[0].width) == ("a.jpg", 1280)


def test_commas_in_addresses_part_nothing(images: Find) -> None:
    (image,) = images("<img srcset='/w_640,h_480/a.jpg 640w, /w_1280,h_960/a.jpg 1280w'>")
    assert image.url == "/w_1280,h_960/a.jpg"


def test_size_in_the_address_counts(images: Find) -> None:
    (image,) = images("<img src='/a.jpg?w=300' data-src='/a.jpg?w=1200'>")
    assert image.url == "/a.jpg?w=1200"


def test_sources_of_a_picture_belong_to_its_image(images: Find) -> None:
    (image,) = images(
        "<picture><source srcset='a.webp 1280w' type=image/webp><source srcset='b.jpg 900w'><img src=c.jpg></picture>"
    )
    assert [(source.url, source.media_type) for source in image.sources] == [
        ("a.webp", "image/webp"),
        ("b.jpg", None),
        ("c.jpg", None),
    ]


@pytest.mark.parametrize(
    "attribute",
    [
        "data-src=a.jpg",
        "data-original=a.jpg",
        "data-srcset='a.jpg 640w'",
        "data-lazy-srcset='a.jpg 1x'",
        "data-my-own='a.jpg'",
        "data-any='a.jpg?x=1#y'",
        "data-any-srcset='a.jpg 640w'",
        "data-any='a.jpg 640w, b.jpg 320w'",
        "data-src='a.jpg, b-w200.jpg'",
        "any-lazy-src=a.jpg",
        "any-lazy-srcset='a.jpg 2x'",
    ],
)
def test_lazy_image_is_found_in_its_data_attributes(images: Find, attribute: str) -> None:
    (image,) = images(f"<img src=data:image/gif;base64,R0lGODlh {attribute}>")
    assert image.url.startswith("a.jpg")


def test_an_address_without_a_file_s_ending_is_one_in_the_attributes_that_are_known(images: Find) -> None:
    (image,) = images("<img data-delayed-url=https://media.licdn.example/dms/image/D4/graph alt='Dead rows'>")
    assert image.url == "https://media.licdn.example/dms/image/D4/graph"


@pytest.mark.parametrize("attribute", ["data-id=17", "data-title='a.jpg and b'", 'data-json=\'{"a": "b.jpg"}\''])
def test_other_data_attribute_is_no_source(images: Find, attribute: str) -> None:
    (image,) = images(f"<img src=a.jpg {attribute}>")
    assert sources(image) == ["a.jpg"]


def test_placeholder_is_the_last_choice(images: Find) -> None:
    (image,) = images("<img src=/blank.gif width=2000 data-src=/small-w100.jpg>")
    assert sources(image) == ["/small-w100.jpg", "/blank.gif"]


def test_source_tells_what_its_rank_comes_from(images: Find) -> None:
    (image,) = images(
        "<img width=640 src=/a.jpg srcset='/b.jpg 1200w, /w_900/c.jpg' data-src='/d.jpg?blur=9' data-fallback=/e.jpg>"
    )
    assert [(source.url, source.ranked_by, source.ranked_width) for source in image.sources] == [
        ("/b.jpg", "descriptor", 1200),
        ("/w_900/c.jpg", "address", 900),
        ("/a.jpg", "element", 640),
        ("/d.jpg?blur=9", "preview", 640),
        ("/e.jpg", "placeholder", 640),
    ]


def test_small_picture_by_name_is_worse_than_one_of_unknown_width(images: Find) -> None:
    (image,) = images("<img src=/thumbs/a.jpg data-full=/files/a1.jpg>")
    assert [source.ranked_width for source in image.sources] == [600, 200]


def test_inline_picture_is_kept_as_its_media_type(images: Find) -> None:
    assert urls(images(f"<img src='data:image/png;base64,{'A' * 100_000}'>")) == ["data:image/png"]


@pytest.mark.parametrize(
    "html",
    [
        "<div><img src=/blank.gif alt=x><noscript><img src=/library.jpg></noscript></div>",
        "<div><noscript><img src=/library.jpg></noscript><img src=/blank.gif alt=x></div>",
        "<div><img src=/blank.gif alt=x><noscript>&lt;img src=/library.jpg&gt;</noscript></div>",
        "<div><img data-src=/library.jpg alt=x><noscript><img src=/library.jpg></noscript></div>",
        "<div><img src=/library-300x200.jpg alt=x><noscript><img src=/library.jpg></noscript></div>",
    ],
)
def test_copy_for_browsers_without_scripts_is_the_same_image(images: Find, html: str) -> None:
    (image,) = images(html)
    assert (image.url, image.alt, image.element.tag) == ("/library.jpg", "x", "img")


def test_image_that_stands_in_a_noscript_alone_is_found(images: Find) -> None:
    (image,) = images("<noscript><p><img src=a.jpg></p></noscript>")
    assert (image.url, image.element.tag, image.hidden) == ("a.jpg", "noscript", False)


@pytest.mark.parametrize(
    "text",
    [
        "&lt;img src=a.jpg&gt;&lt;/body&gt;&lt;/html&gt;&lt;body&gt;",
        "&lt;img",
        "&lt;img &lt;!--",
        "<img",
        "&lt;img " + "a=1 " * 9_000,
    ],
)
def test_broken_text_in_a_noscript_raises_nothing(images: Find, text: str) -> None:
    assert len(images(f"<noscript>{text}</noscript>")) <= 1


def test_placeholder_shared_by_two_pictures_does_not_make_them_one(images: Find) -> None:
    """Any file can stand in until the script has set the addresses; only that pictures share it tells."""
    shared = images("<div><img src=/x7.jpg data-src=/ferry.jpg><img src=/x7.jpg data-src=/harbour.jpg></div>")
    assert urls(shared) == ["/ferry.jpg", "/harbour.jpg"]
    assert [image.sources[-1].ranked_by for image in shared] == ["placeholder", "placeholder"]


def test_small_version_that_copies_of_a_picture_share_is_no_placeholder(images: Find) -> None:
    (image,) = images("<div><img src=/s.jpg data-src=/ferry-w900.jpg><img src=/s.jpg data-src=/ferry-w640.jpg></div>")
    assert [source.ranked_by for source in image.sources] == ["address", "address", "assumed"]


def test_drawings_for_several_widths_of_the_window_are_one_image(images: Find) -> None:
    (image,) = images("<div><p><img src=/flood-map-desktop.png></p><p><img src=/flood-map-mobile.png></p></div>")
    assert sources(image) == ["/flood-map-desktop.png", "/flood-map-mobile.png"]


def test_copy_far_from_its_image_is_another_image(images: Find) -> None:
    far = "<div><div><div><noscript><img src=/b.jpg></noscript></div></div></div>"
    assert urls(images(f"<div><div><div><img src=/blank.gif></div></div></div>{far}")) == ["/blank.gif", "/b.jpg"]


def test_sizes_of_a_picture_side_by_side_are_one_image(images: Find) -> None:
    (image,) = images("<div><img src=/library-300x200.jpg><img src=/library-1200x800.jpg></div>")
    assert sources(image) == ["/library-1200x800.jpg", "/library-300x200.jpg"]


def test_picture_shown_twice_in_different_places_is_two_images_with_one_key(images: Find) -> None:
    first, second = images(
        "<div><p><b><i><img src=/a/b.jpg></i></b></p></div><div><p><b><i><img src=/a/b.jpg></i></b></p></div>"
    )
    assert first.key == second.key


def test_link_around_an_image_is_told(images: Find) -> None:
    linked, plain, anchor, button = images(
        "<a href=/gallery><b><img src=a.jpg></b></a><p><img src=b.jpg></p><p><a name=x><img src=c.jpg></a></p>"
        "<a href=#gallery><img src=d.jpg></a>",
        "https://example.org/news/",
    )
    assert [image.link for image in (linked, plain, anchor, button)] == [
        "https://example.org/gallery",
        None,
        None,
        None,
    ]


@pytest.mark.parametrize("frame", ["button", "object", "video", "noscript"])
def test_picture_in_an_element_whose_text_is_not_shown_is_seen(images: Find, frame: str) -> None:
    assert [image.hidden for image in images(f"<{frame}><img src=a.jpg></{frame}>")] == [False]


@pytest.mark.parametrize("html", ["<div hidden>{}</div>", "<p style='display:none'>{}</p>", "<template>{}</template>"])
def test_picture_in_a_hidden_element_is_hidden(images: Find, html: str) -> None:
    assert [image.hidden for image in images(html.format("<b><img src=a.jpg></b>"))] == [True]


def test_amp_image_is_an_image(images: Find) -> None:
    (image,) = images("<amp-img src=a.jpg width=640 height=480><noscript><img src=a.jpg></noscript></amp-img>")
    assert (image.url, image.width) == ("a.jpg", 640)


@pytest.mark.parametrize(
    "html",
    [
        "".join(f"<p><img src='/p{number}.jpg'></p>" for number in range(8_000)),
        "<div>" + "".join(f"<img src='/library-{number}x{number}.jpg'>" for number in range(100, 4_000)),
        "<noscript>" * 500 + "<img src=a.jpg>" * 5_000,
        "<picture>" + "<source srcset=a.jpg>" * 500 + "<img src=b.jpg>" * 5_000,
        "<img src=a.jpg data-x='" + ".jpg?" * 250_000 + " '>",
        ("<p><img src='/" + "-lazy" * 800 + "'></p>") * 500,
        "".join(f"<p><img src=x.jpg data-src='/p{number}.jpg'></p>" for number in range(4_000)),
        ("<img srcset='" + ", ".join(f"{number}.jpg" for number in range(8_000)) + "'>") * 2,
        "<figure itemid=a.jpg>" * 2_500 + "<img src=b.jpg>",
        ("<div data-gallery='" + "[" * 2_500 + "'></div>") * 20 + "<img src=b.jpg>",
        "<div data-gallery='[" + ", ".join(['{"src": "/a.jpg"}'] * 20_000) + "]'></div>",
    ],
    ids=[
        *("8,000 images", "variants", "nested noscript", "picture", "long attribute", "long addresses"),
        *("shared placeholder", "shared srcset", "nested frames", "deep galleries", "large gallery"),
    ],
)
@pytest.mark.load
def test_cost_is_linear(images: Find, html: str) -> None:
    start = process_time()
    assert images(html)
    assert process_time() - start < 6


@given(
    st.dictionaries(
        st.sampled_from(["src", "srcset", "data-src", "data-srcset", "data-x", "width", "alt"]), st.text(max_size=30)
    )
)
def test_any_attributes_are_read(images: Find, attributes: dict[str, str]) -> None:
    escaped = {name: value.translate({34: "&quot;", 38: "&amp;"}) for name, value in attributes.items()}
    html = "<img " + " ".join(f'{name}="{value}"' for name, value in escaped.items()) + ">"
    assert len(images(html.encode("utf-8", "ignore").decode(), "https://example.org/")) <= 1


def test_a_link_too_long_for_an_address_is_none(images: Callable[..., list[ImageCandidate]]) -> None:
    """An address of a megabyte around thousands of images would be read and made absolute for each of them."""
    found = images(f"<a href='/{'x' * 5000}'><img src=a.jpg></a><p><a href='/{'x' * 50}'><img src=b.jpg></a>")
    assert [image.link for image in found] == [None, "/" + "x" * 50]


def test_what_scripts_put_in_place_of_a_picture_is_the_better_source() -> None:
    page = parse(read_page('<img src="/holder.png" data-src="/photo.jpg">', 10**6, "https://e.example/"), 10**5)
    (image,) = find_images(page)
    assert image.url == "https://e.example/photo.jpg"

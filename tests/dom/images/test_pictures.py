"""The images of a page with their captions, and why some are dropped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from lxml import etree

from cutline.config import Settings
from cutline.dom.body import Body, Decision
from cutline.dom.captioning.block_captions import CaptionFinder
from cutline.dom.document import Document
from cutline.dom.images import pictures as pictures_module
from cutline.dom.images.advertisements import AdRules
from cutline.dom.images.candidates import ImageCandidate
from cutline.dom.images.pictures import ArticlePictures, PagePictures, Picture, find_pictures, read_places
from cutline.dom.line_breaks import split_segments
from cutline.dom.methods.first_subtree import find_first_subtree
from cutline.dom.reading import Reading, read_blocks
from cutline.dom.tags import breaks_line
from cutline.dom.tree import BlockFinder

Find = Callable[[str], tuple[list[Picture], tuple[str, ...]]]
LONG = "Word " * 60
FIGURE = "<figure><img src={}><figcaption>The mayor</figcaption></figure>"


def reasons(html: str, pictures: Find) -> list[str | None]:
    found, _ = pictures(f"<div><p>{LONG}</p>{html}<p>{LONG}</p></div><div>{FIGURE.format('/outside.jpg')}</div>")
    return [picture.dropped for picture in found][:-1]


def test_image_with_a_caption_in_the_article_is_not_dropped(pictures: Find) -> None:
    assert reasons(FIGURE.format("/a.jpg"), pictures) == [None]


def test_image_outside_the_article_is_dropped(pictures: Find) -> None:
    found, _ = pictures(f"<div><p>{LONG}<p>{LONG}</div>{FIGURE.format('/a.jpg')}")
    assert [picture.dropped for picture in found] == ["outside_subtree"]


@pytest.mark.parametrize(
    ("html", "reason"),
    [
        ("<div><img src=/a.jpg></div>", "no_caption"),
        ("<div><img src=/a.jpg><i class=credit>Jo Doe</i></div>", "no_caption"),
        ("<figure><img src=/blank.gif><figcaption>The mayor</figcaption></figure>", "placeholder"),
        ("<figure><img src=data:image/png;base64,AAAA><figcaption>The mayor</figcaption></figure>", "placeholder"),
        ("<figure hidden><img src=/a.jpg><figcaption>The mayor</figcaption></figure>", "hidden"),
        ("<div><a href=/b><img src=/a.jpg> Another story</a></div>", "link_list"),
    ],
)
def test_image_is_dropped_with_a_reason(pictures: Find, html: str, reason: str) -> None:
    assert reasons(html, pictures) == [reason]


def test_linked_figcaption_is_a_caption(pictures: Find) -> None:
    html = "<figure><img src=/a.jpg><figcaption><a href=/b>The mayor</a></figcaption></figure>"
    assert reasons(html, pictures) == [None]


def test_picture_that_was_not_dropped_before_is_a_duplicate(pictures: Find) -> None:
    first, second, bare = FIGURE.format("/a.jpg"), FIGURE.format("/b.jpg"), "<div><img src=/a.jpg></div>"
    assert reasons(first + second + first, pictures) == [None, None, "duplicate"]
    assert reasons(bare + second + first, pictures) == ["no_caption", None, None]


def test_article_is_no_caption_of_the_image_in_it(pictures: Find) -> None:
    found, warnings = pictures(f"<div><img src=/a.jpg><p>{LONG}</p><p>{LONG}</p></div>")
    assert [(picture.caption, picture.dropped) for picture in found] == [(None, "no_caption")]
    assert warnings == ("caption_is_article",)


@pytest.mark.parametrize(("characters", "dropped"), [(1000, None), (1001, "no_caption")])
def test_caption_has_up_to_a_thousand_characters(pictures: Find, characters: int, dropped: str | None) -> None:
    figure = f"<figure><img src=/a.jpg><figcaption>{'x' * characters}</figcaption></figure>"
    assert reasons(figure, pictures) == [dropped]


@pytest.mark.parametrize("characters", [480, 1000])
def test_long_text_beside_an_image_is_its_caption_and_not_the_article(pictures: Find, characters: int) -> None:
    found, warnings = pictures(f"<div><p>{LONG}</p><div><img src=/a.jpg>{'x' * characters}</div><p>{LONG}</p></div>")
    assert [(picture.text, picture.dropped) for picture in found] == [("x" * characters, None)]
    assert warnings == ()


def test_text_too_long_for_a_caption_is_none_and_not_called_the_article(pictures: Find) -> None:
    found, warnings = pictures(f"<div><p>{LONG}</p><div><img src=/a.jpg>{'x' * 1001}</div><p>{LONG}</p></div>")
    assert [(picture.caption, picture.dropped) for picture in found] == [(None, "no_caption")]
    assert warnings == ()


def test_captions_outside_the_article_need_no_warning(pictures: Find) -> None:
    _, warnings = pictures(f"<div><p>{LONG}<p>{LONG}</div><ul><li><img src=/a.jpg>{'x' * 2000}</ul>")
    assert warnings == ()


def test_page_without_an_article_keeps_no_image(pictures: Find) -> None:
    found, warnings = pictures("<ul><li><img src=/a.jpg>The mayor</ul>")
    assert ([picture.dropped for picture in found], warnings) == (["outside_subtree"], ())
    likely = replace(found[0], dropped=None)
    drawn = replace(likely, image=replace(likely.image, kind="drawing"))
    assert [picture.is_open for picture in (found[0], likely, drawn)] == [False, True, False]


def test_looking_for_images_changes_nothing_that_the_text_depends_on(
    document: Callable[..., Document], settings: Settings
) -> None:
    page = document(f"<div><p>{LONG}<img src=/blank.gif><noscript>&lt;img src=/a.jpg&gt;</noscript><p>{LONG}</div>")
    segments = split_segments(page, breaks_line)
    body = find_first_subtree(page, segments, settings)
    before = etree.tostring(page.root)
    blocks = BlockFinder(settings.first_subtree.block_tags, page.body)
    assert find_pictures(page, body, CaptionFinder(page, blocks, None, settings.captions), 0.6)[0]
    assert etree.tostring(page.root) == before
    assert [segment.text for segment in split_segments(page, breaks_line)] == [segment.text for segment in segments]


class TestToTheLetter:
    """With `first_subtree.strict`."""

    @pytest.fixture
    def find(self, document: Callable[..., Document], settings: Settings) -> Callable[[str], ArticlePictures]:
        constants = settings.first_subtree.model_copy(update={"strict": True})
        strict = settings.model_copy(update={"first_subtree": constants})

        def build(html: str) -> ArticlePictures:
            page = document(html)
            segments = split_segments(page, breaks_line)
            return ArticlePictures(page, segments, find_first_subtree(page, segments, strict), strict)

        return build

    def test_the_article_is_the_caption_of_an_image_in_its_own_block(
        self, find: Callable[[str], ArticlePictures]
    ) -> None:
        (picture,), warnings = find(f"<div><img src=/a.jpg><p>{LONG}</p><p>{LONG}</p></div>").find()
        assert (picture.dropped, picture.text) == (None, f"{LONG}{LONG}".strip())
        assert warnings == ("caption_is_article",)

    def test_an_image_in_a_block_of_its_own_has_no_caption(self, find: Callable[[str], ArticlePictures]) -> None:
        html = f"<div><p>{LONG}</p><div><p><img src=/a.jpg></p>The mayor</div><p>{LONG}</p></div>"
        (picture,), warnings = find(html).find()
        assert (picture.caption, picture.dropped, warnings) == (None, "no_caption", ())

    def test_captions_stay_in_the_text_of_the_article(
        self, find: Callable[[str], ArticlePictures], document: Callable[..., Document]
    ) -> None:
        html = f"<div><p>{LONG}</p><div><img src=/a.jpg>The mayor</div><p>{LONG}</p></div>"
        pictures = find(html)
        (picture,), _ = pictures.find()
        assert picture.text == "The mayor"
        assert not any(pictures.is_caption(segment) for segment in split_segments(document(html), breaks_line))


Read = Callable[[str], tuple[Reading, list[Picture]]]
YES, NO = Decision(True, "rule"), Decision(False, "other_rule")


@pytest.fixture
def read(document: Callable[..., Document], settings: Settings) -> Read:
    """Return the reading and pictures of HTML given as text, of which a method keeps what says "story"."""

    def build(html: str) -> tuple[Reading, list[Picture]]:
        page = document(html)
        segments = split_segments(page, breaks_line)
        body = Body(None, tuple(YES if "story" in segment.text else NO for segment in segments))
        finder = PagePictures(page, segments, body, settings)
        return read_blocks(page, segments, body, finder), finder.find()[0]

    return build


def test_caption_behind_the_white_space_after_a_picture_is_not_in_the_text(read: Read) -> None:
    reading, pictures = read("<p>A story.</p><p><img src=/a.jpg>\n<em>Of a story</em></p><p>The story goes on.</p>")
    assert [picture.text for picture in pictures] == ["Of a story"]
    assert [text for text in reading.texts if "Of" in text] == []


def test_pictures_are_all_there_and_only_placeholders_are_dropped(read: Read) -> None:
    html = "<p>One story</p><img src=a.jpg><div hidden><img src=b.jpg></div><p><img src=blank.gif></p>"
    _, pictures = read(html)
    assert [(picture.image.url, picture.dropped) for picture in pictures] == [
        ("a.jpg", None),
        ("b.jpg", None),
        ("blank.gif", "placeholder"),
    ]


@pytest.mark.parametrize(
    ("image", "dropped"),
    [
        ("src=/pin.png width=16 height=16", "icon"),
        ("src=images/note.png alt='[Note]'", "icon"),
        ("src=images/note.png alt='[Opmerking]'", "icon"),
        ("src=images/quay.png alt='[The quay]'", None),
        ("src=images/note.png alt='Opmerking'", None),
        ("src=/note.png alt='Note of 1931'", None),
        ("src=/ladder.png alt=Warning", None),
        ("src=https://github.com/a/ferry/actions/workflows/ci.yml/badge.svg", "icon"),
        (
            "src=https://camo.githubusercontent.com/1a data-canonical-src=https://img.shields.io/pypi/v/ferry.svg",
            "icon",
        ),
        ("src=/photos/badge.jpg", None),
        ("src=/scouts/badge.svg", None),
        ("src=/pin.png style='max-width:90px; width: 16px;height:16px'", "icon"),
        ("src=/pin.png width=16 height=16 style='width:640px;height:480px'", None),
        ("src=/pin.png?w=64 width=48 height=48", "icon"),
        ("src=/ferry.jpg width=16 height=9", None),
        ("src=/ferry.jpg width=1 height=1", None),
        ("src=/logo.png width=64 height=64", None),
        ("src=/ferry.jpg srcset='/ferry.jpg?w=800 800w' width=20 height=20", None),
    ],
)
def test_image_declared_as_small_as_an_icon_is_dropped(read: Read, image: str, dropped: str | None) -> None:
    _, (picture,) = read(f"<p>One story<p><img {image}>")
    assert picture.dropped == dropped


@pytest.mark.parametrize(
    ("html", "dropped"),
    [
        ("<div class=rcx-avatar><figure><img src=/avatar/ann alt=Ann></figure></div>", "portrait"),  # Rocket.Chat
        ("<div class=aentry-userpic><img src=/1/2></div>", "portrait"),  # LiveJournal
        ("<img class='avatar avatar-80 photo' src=/z.jpg>", "portrait"),  # WordPress
        ("<div class='tag-avatar hero'><img width=900 src=/film.jpg></div>", None),
        ("<div class='post tag-avatar'><p>A film</p><p><img src=/film.jpg></p></div>", None),
        ("<div class=avatars-of-gods>On <img src=/gods.jpg></div>", None),
    ],
)
def test_the_picture_of_a_user_is_a_portrait(read: Read, html: str, dropped: str | None) -> None:
    _, (picture,) = read(f"<p>One story</p>{html}")
    assert picture.dropped == dropped


@pytest.mark.parametrize(("limit", "urls", "warnings"), [(1, ["a.jpg"], ("many_images",)), (2, ["a.jpg", "b.jpg"], ())])
def test_images_after_the_limit_are_left_out_with_a_warning(
    document: Callable[..., Document], settings: Settings, limit: int, urls: list[str], warnings: tuple[str, ...]
) -> None:
    limited = settings.model_copy(update={"page": settings.page.model_copy(update={"max_images": limit})})
    finder = PagePictures(document("<p><img src=a.jpg><p><img src=b.jpg>"), (), Body(None, ()), limited)
    pictures, given = finder.find()
    assert ([picture.image.url for picture in pictures], given) == (urls, warnings)


def test_an_advertisement_is_dropped_with_its_rule(document: Callable[..., Document], settings: Settings) -> None:
    page = document("<img src=https://x.doubleclick.net/a.jpg><p><img src=https://x.doubleclick.net/blank.gif>")
    finder = PagePictures(page, (), Body(None, ()), settings, AdRules(settings.ads))
    assert [(picture.dropped, picture.rule) for picture in finder.find()[0]] == [
        ("ad_rule", "host doubleclick.net"),
        ("placeholder", None),
    ]


def test_a_picture_without_a_caption_is_compared_by_its_alternative_text(read: Read) -> None:
    figure = "<figure><img src=a.jpg alt=One><figcaption>The harbour</figcaption></figure>"
    _, pictures = read(f"<p>One story{figure}<p>Two story<p><img src=b.jpg alt=Other>")
    assert [(picture.text, picture.compared) for picture in pictures] == [("The harbour", "The harbour"), ("", "Other")]


def test_an_alternative_text_that_is_a_credit_is_nothing_to_compare(read: Read) -> None:
    _, pictures = read("<p><img src=a.jpg alt='Photo: Jane Doe / Reuters'></p>")
    assert [picture.compared for picture in pictures] == [""]


def test_a_method_without_scores_is_sure_of_every_segment(read: Read) -> None:
    places = read_places(read("<p>One story<p>Menu")[0])
    assert places.kept.tolist() == [True, False]
    assert places.scores.tolist() == [1.0, 0.0]


def test_a_page_without_text_has_no_places(read: Read) -> None:
    places = read_places(read("<img src=a.jpg>")[0])
    assert (len(places.kept), len(places.scores), places.root) == (0, 0, None)


def test_no_picture_is_looked_at_for_text_that_can_not_be_a_caption(
    document: Callable[..., Document], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(page: Document) -> list[ImageCandidate]:
        raise AssertionError("pictures were looked for")

    monkeypatch.setattr(pictures_module, "find_images", refuse)
    page = document("<p>One story<p>Two stories<p><img src=a.jpg>")
    segments = split_segments(page, breaks_line)
    body = Body(None, tuple(YES for _ in segments))
    reading = read_blocks(page, segments, body, PagePictures(page, segments, body, settings))
    assert reading.texts == ["One story", "Two stories"]


def test_a_paragraph_in_the_line_of_a_caption_stays_in_the_text(read: Read) -> None:
    story = "The story of the council, which met on Monday and will meet again."
    html = f"<div><span><div><img src=/a.jpg></div><em class=img_desc>The ferry at the pier</em></span>{story}</div>"
    reading, (picture,) = read(html)
    assert (picture.text, reading.texts) == ("The ferry at the pier", [story])


@pytest.mark.parametrize("credit", ["Photo: Jo Doe", f"Foto: {'Ministerium für Umwelt, ' * 8}", "AFP/Jo Doe"])
def test_a_credit_in_the_line_of_a_caption_stays_out_of_the_text(read: Read, credit: str) -> None:
    html = f"<div><div><img src=/a.jpg></div><em class=img_desc>The story of a ferry</em> {credit}</div><p>A story"
    assert read(html)[0].texts == ["A story"]


def test_captions_of_dropped_pictures_are_only_searched_if_they_are_shown(
    document: Callable[..., Document], settings: Settings
) -> None:
    page = document(f"{FIGURE.format('/a.jpg')}{FIGURE.format('/blank.gif')}")
    found = [
        PagePictures(page, (), Body(None, ()), settings).find(has_dropped=has_dropped)[0]
        for has_dropped in (True, False)
    ]
    assert [[(each.dropped, each.text) for each in pictures] for pictures in found] == [
        [(None, "The mayor"), ("placeholder", "The mayor")],
        [(None, "The mayor"), ("placeholder", "")],
    ]

from types import SimpleNamespace

import pytest
from lxml.html import fragment_fromstring

from cutline.service.formats import card
from cutline.types import Dropped, LeadImage, Verdict

DROPPED = Verdict(kept=False, reason="hidden", score=0.2, threshold=0.5)


def test_a_card_has_lead_image_title_byline_text_and_images(build: SimpleNamespace) -> None:
    lead = LeadImage(url="https://e.org/a.jpg", declared=False, reason="first_image", alt="Ferry")
    images = (build.image("https://e.org/a.jpg", caption="The Aurelia"),)
    dropped = Dropped(images=(build.image("https://e.org/b.jpg", verdict=DROPPED),))
    article = build.article(
        (build.block(0, "She sails."),),
        **{"title": "Night ferry", "authors": ("Ines Halloran",), "url": "https://e.org/", "lead_image": lead},
        **{"images": images, "dropped": dropped},
    )
    element = fragment_fromstring(card.render(article))
    assert [image.get("src")[-5:] for image in element.iter("img")] == ["a.jpg", "a.jpg", "b.jpg"]
    words = element.text_content()
    for part in ("Night ferry", "Ines Halloran", "She sails.", "The Aurelia", "Kept: ", "Dropped: it is in a part"):
        assert part in words
    assert "(0.20)" in words


def test_nothing_of_the_page_becomes_markup(build: SimpleNamespace) -> None:
    evil = '"><script>alert(1)</script>'
    image = build.image(f"https://e.org/{evil}", caption=evil, alt=evil)
    article = build.article((build.block(0, evil),), title=evil, authors=(evil,), images=(image,), url="javascript:x")
    element = fragment_fromstring(card.render(article))
    assert {node.tag for node in element.iter()} <= {"div", "p", "bdi", "img"}


@pytest.mark.parametrize("url", ["javascript:alert(1)", "/logout", "../a.jpg", "file:///etc/passwd"])
def test_an_image_is_loaded_from_the_web_alone(url: str, build: SimpleNamespace) -> None:
    assert "<img" not in card.render(build.article(images=(build.image(url),)))


def test_long_texts_and_many_images_are_cut(build: SimpleNamespace) -> None:
    images = tuple(build.image(f"https://e.org/{number}.jpg", caption="word " * 100) for number in range(20))
    document = card.render(build.article((build.block(0, "word " * 1000),), images=images))
    assert document.count("<img") == 12 and "and 8 more images" in document and "4,999 characters" not in document
    assert len(document) < 12_000


def test_a_page_without_an_article_says_so(build: SimpleNamespace) -> None:
    assert "no article was found" in card.render(build.article())

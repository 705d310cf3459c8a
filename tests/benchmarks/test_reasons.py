"""Which reasons a result contradicts."""

from __future__ import annotations

from collections import Counter

from reasons import count, draw_table

from cutline.types import Article, Block, Dropped, Image, ImageSource, ModelInfo, Verdict

KEPT = Verdict(kept=True, reason="article_text")


def make_block(index: int, verdict: Verdict = KEPT, kind: str = "paragraph") -> Block:
    return Block(index=index, kind=kind, text="x", xpath="/p", verdict=verdict)


def make_article(blocks: list[Block], images: list[Image]) -> Article:
    kept, model = (make_block(2), make_block(6)), ModelInfo(ner=None, config_hash="0", version="0")
    dropped = Dropped(blocks=tuple(blocks), images=tuple(images))
    return Article(text="x", blocks=kept, images=(), method="auto", model=model, dropped=dropped)


def make_image(reason: str, position: int | None, caption: str | None = None) -> Image:
    verdict = Verdict(kept=False, reason=reason)
    source = (ImageSource(url="a.jpg"),)
    return Image(url="a.jpg", sources=source, xpath="/img", position=position, caption=caption, verdict=verdict)


def test_a_block_between_the_paragraphs_is_not_outside() -> None:
    outside, inset = (Verdict(kept=False, reason=reason) for reason in ("outside_article", "inset"))
    blocks = [make_block(0, outside), make_block(4, outside), make_block(5, inset), make_block(9, inset)]
    found, _ = count([make_article(blocks, [])])
    assert found == Counter(
        {("outside_article", False): 1, ("outside_article", True): 1, ("inset", False): 1, ("inset", True): 1}
    )


def test_a_caption_is_one_beside_a_picture() -> None:
    caption = Verdict(kept=False, reason="caption")
    found, _ = count([make_article([make_block(3, caption), make_block(4, caption, "caption")], [])])
    assert found == Counter({("caption", True): 1, ("caption", False): 1})


def test_images_are_held_against_caption_place_and_comparison() -> None:
    images = [
        make_image("no_caption", 2, "The ferry"),
        make_image("no_caption", 2),
        make_image("outside_article", 2),
        make_image("outside_article", None),
        make_image("outside_article", 6),
        make_image("off_topic", 2),
    ]
    _, found = count([make_article([], images)])
    assert found == Counter(
        {
            ("no_caption", True): 1,
            ("no_caption", False): 1,
            ("outside_article", True): 1,
            ("outside_article", False): 2,
            ("off_topic", True): 1,
        }
    )


def test_the_table_has_the_most_frequent_reason_first() -> None:
    counts = Counter({("teaser", False): 1, ("inset", False): 2, ("inset", True): 1})
    assert draw_table("blocks", counts).splitlines() == [
        "| dropped blocks | 4 | | not true |",
        "|---|---:|---:|---:|",
        "| `inset` | 3 | 75.0% | 1 |",
        "| `teaser` | 1 | 25.0% | 0 |",
        "| all | 4 | | 1 |",
    ]

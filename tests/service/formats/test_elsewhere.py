"""Dropped blocks that other fields of the article deliver."""

from cutline import Extractor
from cutline.service.formats.sentences import find_fields

SENTENCES = (
    "The ferry returns to the lake, and people who wait for it every day of the year are glad to see it again. " * 3
)
PAGE = f"""<html lang=en><head><title>The ferry returns</title></head><body><article><h1>The ferry returns</h1>
<p>{SENTENCES}</p>
<p>It is a ship<a href="#fn1" id="r1"><sup>1</sup></a>. {SENTENCES}</p>
<section class="footnotes"><h2>Notes</h2><ol>
<li id="fn1"><p>See the yard and the long quay. <a href="#r1">↩</a></p></li></ol></section></article>
<section id="comments"><h2>Comments</h2><ol>
<li class="comment" id="comment-1"><b class="author">Ann</b> <time>2026-01-01</time><p>I take this ferry often.</p></li>
<li class="comment" id="comment-2"><b class="author">Bo</b> <time>2026-01-02</time><p>So do I, on most days.</p></li>
</ol></section></body></html>"""


def find_words(include: list[str]) -> dict[str, str | None]:
    """The fields that deliver the dropped blocks, by the words of the blocks."""
    article = Extractor().extract(PAGE, render="never", include=["dropped", *include])
    find = find_fields(article)
    assert article.dropped is not None
    return {block.text: find(block) for block in article.dropped.blocks}


def test_notes_are_delivered_but_not_the_heading_above_them() -> None:
    fields = find_words([])
    assert fields["See the yard and the long quay."] == "notes"
    assert fields["Notes"] is None


def test_comments_are_delivered_if_the_article_has_them() -> None:
    fields = find_words(["comments"])
    assert (fields["I take this ferry often."], fields["Ann 2026-01-01"]) == ("comments", "comments")
    assert fields["Comments"] is None
    assert find_words([])["So do I, on most days."] is None

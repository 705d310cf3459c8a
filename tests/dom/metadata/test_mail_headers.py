"""Headers of messages in archives of mail."""

from lxml.html import document_fromstring

from cutline.dom.metadata.byline_places import find_mail_lists
from tests.dom.metadata.conftest import read_page

FIELDS = (
    "<li><em>To</em>: <a href=mailto:l@port.example>l@port.example</a><li><em>Subject</em>: Fares"
    "<li><em>From</em>: Ann Lee &lt;<a href=mailto:ann@port.example>ann@port.example</a>&gt;"
    "<li><em>Date</em>: Sun, 17 Mar 2024 08:30:00 +0000"
)
AROUND = "<ul><li><b>Follow-Ups</b>:<ul><li><a>Re: Fares</a></ul></ul><ul><li>Next by Date: <a>Re</a></ul>"


def test_the_sender_of_a_message_is_its_author() -> None:
    assert read_page("", f"<h1>Fares</h1><ul>{FIELDS}</ul><pre>It sails.</pre>").authors == ("Ann Lee",)
    assert read_page("", "<h1>Fares</h1><ul><li>From: Port Ellery<li>To: Holm</ul><p>It sails.").authors == ()


def count(html: str) -> int:
    return len(find_mail_lists(document_fromstring(html).iter("ul")))


def test_the_header_and_the_lists_around_a_message_are_found() -> None:
    assert count(f"<ul>{FIELDS}</ul><pre>It sails.</pre>{AROUND}") == 3
    assert count(f"<p>It sails.</p>{AROUND}") == 0
    assert count(f"<ul>{FIELDS}<li>It sails at noon.</ul>") == 0


def test_lists_in_lists_take_little_time() -> None:
    assert count("<ul><li>From: " * 5_000) == 0

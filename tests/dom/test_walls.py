"""Checks for robots and dialogs for consent are told from pages."""

import pytest

from cutline.dom.walls import find_wall
from cutline.types import PageWarning
from tests.dom.conftest import open_page

CONSENT = """<h1>Before you continue</h1><p>We use cookies and data to deliver and maintain our services.</p>
<p>If you choose to accept all, we will also use cookies and data for personalised advertising.</p>"""


def find(html: str, is_kept: bool = True) -> PageWarning | None:
    page, segments = open_page(html)
    return find_wall(page, segments, [each for each in segments if is_kept and each.block.tag == "p"])


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("Just a moment...", '<script src="/cdn-cgi/challenge-platform/h/b/orchestrate"></script>'),
        ("Attention Required! | Cloudflare", "<h1>Sorry, you have been blocked</h1>"),
        ("courier.example", "<p>Please enable JS and disable any ad blocker</p>"
         '<script src="https://ct.captcha-delivery.com/c.js"></script>'),
        ("Access to this page has been denied", "<p>Press &amp; Hold to confirm you are a human (and not a bot).</p>"),
        ("Access Denied", "<p>You don't have permission to access this server. Reference #18.2d351ab8</p>"),
        ("", '<p>Request unsuccessful. Incapsula incident ID: 1</p><iframe src="/_Incapsula_Resource?x=1"></iframe>'),
        ("Are you a robot?", "<p>We've detected unusual activity from your computer network</p>"),
        ("Pardon Our Interruption", "<p>Something about your browser made us think you were a bot.</p>"),
    ],
)  # fmt: skip
def test_a_check_for_robots_is_told(title: str, body: str) -> None:
    assert find(f"<html><head><title>{title}</title></head><body>{body}</body></html>") == "bot_wall"


@pytest.mark.parametrize(
    "html",
    [
        "<title>Are you a robot? The museum asks</title><p>The museum shows machines that paint.</p>",
        '<title>Contact</title><p>Write to us.</p><script src="https://www.google.com/recaptcha/api.js"></script>',
        f"<title>Just a moment, says the captain</title><p>{'Please complete the captcha, it said. ' * 100}</p>",
        "<title>Forbidden love</title><p>The novel is out.</p>",
    ],
)
def test_one_sign_alone_is_none(html: str) -> None:
    assert find(html) is None


def test_a_page_that_is_only_a_dialog_for_consent_is_told() -> None:
    assert find(CONSENT) == "consent_wall"
    assert find(CONSENT, is_kept=False) == "consent_wall"


def test_an_article_with_such_a_dialog_is_none() -> None:
    assert find(f"{CONSENT.replace('<p>', '<div>')}<p>The ferry is back on the lake after eleven years.</p>") is None


def test_an_empty_page_is_none() -> None:
    assert find("<html><body></body></html>") is None

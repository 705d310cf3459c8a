"""What newsletters and blogs write around each text."""

from __future__ import annotations

import pytest

from cutline.dom.methods.refinement import find_notices
from tests.dom.conftest import split_html

STORY = "<p>The ferry left the harbour of Port Ellery at six in the morning.</p>"


def find(body: str) -> list[str]:
    """Return the texts of notices, all text being kept."""
    segments = split_html(f"<main>{body}</main>")
    return [segments[number].text for number in find_notices(segments, range(len(segments)))]


@pytest.mark.parametrize(
    ("said", "linked"),
    [
        ("Is this email not displaying correctly?", "View it in your browser"),
        ("Wird die Mail nicht richtig angezeigt?", "Im Browser ansehen"),
        ("Vous recevez ce message car vous êtes abonné.", "Se désabonner"),
        ("Si ya no quiere recibirlo, puede", "darse de baja"),
        ("このメールは登録した方にお送りしています。", "配信停止はこちら"),
        ("This entry was posted on Monday and is filed under", "Lakes"),
        ("Dieser Beitrag wurde am 4. Mai 2015 veröffentlicht unter", "Seen"),
        ("Geplaatst in", "Rivieren"),
        ("Previous message:", "[ferry-dev] Fares"),
        ("More information about the", "ferry-dev mailing list"),
    ],
)
def test_a_short_line_with_such_a_link_above_or_below_the_text_is_one(said: str, linked: str) -> None:
    line = f"<p>{said} <a href=/x>{linked}</a></p>"
    assert find(f"{line}{STORY * 9}") == find(f"{STORY * 9}{line}") == [f"{said} {linked}"]


@pytest.mark.parametrize(
    "line",
    [
        "<p>Who does not want the letter can unsubscribe.</p>",
        f"<p>{'She wrote to them every week of that year. ' * 6}<a href=/u>Unsubscribe</a>, it said.</p>",
        "<p>She found <a href=/r>the report on ferries</a> in a browser.</p>",
    ],
)
def test_sentences_of_the_story_are_none(line: str) -> None:
    assert find(f"{STORY * 9}{line}") == []


def test_a_line_in_the_middle_of_the_story_is_none() -> None:
    assert find(f"{STORY * 4}<p><a href=/u>Unsubscribe</a></p>{STORY * 9}") == []


@pytest.mark.parametrize(
    "line",
    [
        "<p>© Courier 2005</p>",
        "<p>Copyright 1998 The Courier. All rights reserved.</p>",
        "<h3>2 comments on “Fares”</h3>",
    ],
)
def test_the_copyright_and_the_number_of_comments_below_the_text_are_some(line: str) -> None:
    assert len(find(f"{STORY * 9}{line}")) == 1
    assert find(f"{line}{STORY * 9}") == []


@pytest.mark.parametrize(
    "line",
    [
        "Copyright 20 years later is the subject with the ferry.",
        "Copyright 2020 rules changed what the ferry may play.",
        "(c) the crews live on land.",
        "No response to our request came by Friday.",
        "3 responses to the crisis were heard. One was the ferry.",
        "Posted in <a href=/b>Berlin</a> from 1939 to 1941, he filed dispatches.",
    ],
)
def test_a_closing_sentence_is_none(line: str) -> None:
    assert find(f"{STORY * 9}<p>{line}</p>") == []

"""The page of an issue, as GitHub writes it today and wrote it before."""

# ruff: noqa: E501 - pages as software writes them

from collections.abc import Callable

import pytest

from cutline import Extractor

REPORT = (
    "The tide table of Port Ellery shows high water an hour late since the release of version 4.2.",
    "Steps to repeat: open the table of any harbour with two tides a day, change the time zone to Holm, and compare the first row with the almanac of the harbour office.",
)
CAUSE = "I can see the same here, and it began with the change of the time zone data in February. The zone of Holm got a new rule then."
THANKS = "Thank you, that was it. After going back to the old zone data the first row is right again, so the table should read the new rule."


def write_paragraphs(texts: tuple[str, ...]) -> str:
    return "".join(f'<p dir="auto">{text}</p>' for text in texts)


def write_old_post(name: str, day: int, identifier: str, *texts: str) -> str:
    return f"""<div class="TimelineItem js-comment-container"><div class="TimelineItem-avatar"><a href="/{name}"><img class="avatar" alt="@{name}"></a></div>
<div class="timeline-comment-group TimelineItem-body my-0" id="{identifier}"><div class="timeline-comment comment js-comment"><div class="timeline-comment-header">
<h3 class="f5 text-normal"><div><strong><a class="author Link--primary" href="/{name}">{name}</a></strong> commented <a href="#{identifier}" class="js-timestamp">
<relative-time datetime="2024-03-0{day}T09:00:00Z">Mar {day}, 2024</relative-time></a></div></h3></div><div class="edit-comment-hide"><table class="d-block">
<tbody><tr class="d-block"><td class="d-block comment-body markdown-body js-comment-body">{write_paragraphs(texts)}</td></tr></tbody></table></div></div></div></div>"""


def write_new_post(name: str, day: int, identifier: str, *texts: str) -> str:
    kind, title = ("body", "issue-body-header-author") if identifier == "issue-1" else ("comment", "avatar-link")
    head = 'data-testid="comment-header"' if kind == "comment" else ""
    return f"""<div class="react-issue-{kind}"><div {f'id="{identifier}"' if head else ""} {head}><h3 class="sr-only">{name} commented <relative-time datetime="2024-03-0{day}T09:00:00Z">
on Mar {day}, 2024</relative-time></h3><div><a class="ActivityHeader-module__AuthorName__V ActivityHeader-module__AuthorLink__v" href="https://git.example/{name}" data-testid="{title}">{name}</a>
<span><a href="#{identifier}"><relative-time datetime="2024-03-0{day}T09:00:00Z">on Mar {day}, 2024</relative-time></a></span></div><div><span>Contributor</span></div></div>
<div><div data-testid="markdown-body" class="markdown-body">{write_paragraphs(texts)}</div></div></div>"""


OWNER = '<div><span class="author" itemprop="author"><a class="url fn" rel="author" href="/quay">quay</a></span>/<strong itemprop="name"><a href="/quay/tide">tide</a></strong></div>'
HEAD = f"""{OWNER}<h1><bdi>High water is an hour late</bdi> <span>#14</span></h1><div><span title="Status: Open" class="State State--open">Open</span></div>
<div><a class="author text-bold" href="/jsato">jsato</a> opened this issue <relative-time datetime="2024-03-02T09:00:00Z">Mar 2, 2024</relative-time> · 2 comments</div>"""


@pytest.mark.parametrize("write", [write_old_post, write_new_post])
@pytest.mark.parametrize("head", ['<link rel="canonical" href="https://git.example/quay/tide/issues/14">', ""])
def test_who_opened_an_issue_is_its_author_and_what_others_say_are_comments(
    write: Callable[..., str], head: str
) -> None:
    posts = [
        ("jsato", 2, "issue-1", *REPORT),
        ("mkrause", 3, "issuecomment-7", CAUSE),
        ("jsato", 4, "issuecomment-9", THANKS),
    ]
    html = f"<title>High water is an hour late · Issue #14 · quay/tide</title>{head}<main>{HEAD}<div>{''.join(write(*post) for post in posts)}</div></main>"
    url = None if head else "https://git.example/quay/tide/issues/14"
    article = Extractor().extract(html, url=url, include=["comments"])
    assert (article.title, article.authors) == ("High water is an hour late", ("jsato",))
    assert [block.text for block in article.blocks] == [*REPORT, CAUSE, THANKS]
    assert [(each.author, each.text) for each in article.comments or ()] == [("mkrause", CAUSE), ("jsato", THANKS)]

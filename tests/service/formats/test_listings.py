"""A listing goes through a page, Markdown and back with its lines and its language, whatever highlights it."""

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from lxml.etree import fromstring
from lxml.html import fragment_fromstring
from markdown_it import MarkdownIt

from cutline import Article, Extractor
from cutline.service.formats import html, json, markdown, tei, text

MORE = (
    "The office wrote it in a winter, and whoever sails can read it: the listing above is all there is to it. Captain"
    " Haldane changed two lines when the quay at Holm was moved, and nobody has touched the program since that spring."
)
CODE = 'def sail(port):\n    print("To", port)\n\n    return 1 < 2'
_, *WRITTEN = re.split(r"<!-- ", Path(__file__).with_name("listings.html").read_text(encoding="utf-8"))[1:]
HIGHLIGHTERS = [(*heading.split(" = "), listing) for heading, listing in (each.split(" -->\n") for each in WRITTEN)]
SECONDS = 20  # for a megabyte of code, on a busy machine


Extract = Callable[..., Article]


def read_fences(article: Article) -> list[tuple[str, str]]:
    return [
        (token.info, token.content) for token in MarkdownIt().parse(markdown.render(article)) if token.type == "fence"
    ]


@pytest.mark.parametrize(("name", "language", "listing"), HIGHLIGHTERS, ids=[name for name, *_ in HIGHLIGHTERS])
def test_a_listing_survives_markdown(extract: Extract, name: str, language: str, listing: str) -> None:
    article = extract(listing)
    assert read_fences(article) == [(language, f"{CODE}\n")]
    assert [block.kind for block in article.blocks] == ["paragraph", "code", "paragraph"]


def test_every_format_has_the_lines_and_the_language(extract: Extract) -> None:
    article = extract(f'<pre class="language-python"><code>{CODE.replace("<", "&lt;")}</code></pre>')
    (code,) = fragment_fromstring(html.render_part(article, "page")).xpath("//pre/code")
    assert (code.get("class"), code.text_content()) == ("language-python", CODE)
    (code,) = fromstring(tei.render(article).encode()).iterfind(".//{*}code")
    assert (code.get("lang"), code.text) == ("python", CODE)
    assert f"\n\n{CODE}\n\n" in text.render(article)
    assert '"language":"python"' in json.render(article).replace(": ", ":")


@pytest.mark.parametrize(
    "code",
    [
        "```python\nx\n```",
        "a `b` ``c``",
        "~~~\nx\n~~~",
        "<b>&amp;</b> <script>x()</script>",
        "    one\n  two",
        "# a\n- b",
    ],
)
def test_code_is_data_in_markdown_and_html(extract: Extract, code: str) -> None:
    shown = code.replace("&", "&amp;").replace("<", "&lt;")
    article = extract(f"<ul><li>{MORE}<pre>{shown}</pre></li></ul><blockquote><pre>{shown}</pre></blockquote>")
    assert read_fences(article) == [("", f"{code}\n")] * 2
    written = fragment_fromstring(html.render_part(article, "page")).xpath("//pre")
    assert [each.text_content() for each in written] == [code, code]


@pytest.mark.parametrize(
    "said", ['"><script>', "a`b", "two words!", "x" * 80, "-x"], ids=["markup", "backtick", "words", "long", "dash"]
)
def test_what_is_no_name_is_no_language(extract: Extract, said: str) -> None:
    (listing,) = extract(f"<pre data-lang='{said}'>{CODE.replace('<', '&lt;')}</pre>").blocks[1:2]
    assert (listing.kind, listing.language) == ("code", None)


def test_code_in_a_sentence_stays_in_its_paragraph(extract: Extract) -> None:
    article = extract(f'<p>Call <code class="language-py">sail(<a href="/port">port</a>)</code>: {MORE}</p>')
    assert [block.kind for block in article.blocks] == ["paragraph"] * 3
    assert "Call `sail(`[`port`](https://courier.example/port)`)`: The" in article.markdown


def test_a_listing_shown_twice_is_shown_twice(extract: Extract) -> None:
    listing = f"<pre>{CODE.replace('<', '&lt;')}</pre>"
    assert len(read_fences(extract(listing, f"<p>{MORE.upper()}</p>", listing))) == 2


def test_a_short_listing_at_the_end_is_kept_with_the_sentence_that_leads_to_it(real_extractor: Extractor) -> None:
    page = f"<article><h1>Ferry</h1><p>{MORE.lower()}</p><p>{MORE} Type this:</p><pre>varn go</pre></article>"
    assert real_extractor.extract(page).blocks[-1].text == "varn go"


@pytest.mark.parametrize("line", ["{}\n", "<div>{}</div>", "<span class=line><span class=ln>7</span>{}\n</span>"])
@pytest.mark.load
def test_a_megabyte_of_code_takes_seconds(extract: Extract, line: str) -> None:
    lines = [f"    sail(port, {number}, 'Holm')" + " # wait" * 23 for number in range(5_000)]
    start = time.process_time()
    article = extract(f"<pre>{''.join(map(line.format, lines))}</pre>")
    assert read_fences(article)[0][1] == "\n".join(lines) + "\n"
    assert time.process_time() - start < SECONDS


def test_the_label_of_a_tab_stands_before_its_listing(extract: Extract) -> None:
    tabs = '<ul role="tablist"><li role="tab">npm</li><li role="tab">pnpm</li></ul>'
    panels = '<div role="tabpanel"><pre>npm {}</pre></div><div role="tabpanel" hidden><pre>pnpm {}</pre></div>'
    first, second = (f"{tabs}{panels.replace('{}', word)}" for word in ("install quay", "run ferry"))
    article = extract(f"{first}<p>{MORE}</p>{second}")
    assert [block.text for block in article.blocks[1:-1] if block.text != MORE] == [
        *("npm", "npm install quay", "pnpm", "pnpm install quay"),
        *("npm", "npm run ferry", "pnpm", "pnpm run ferry"),
    ]

"""A listing goes through a page, Markdown and back with its lines and its language, whatever highlights it."""

from __future__ import annotations

import pytest
from lxml.html import fromstring
from markdown_it import MarkdownIt

from cutline import Article, Extractor
from cutline.service.formats import html, markdown, tei, text

PROSE = (
    "The ferry across Lake Varn sails again, and the timetable on the pier is drawn by a small program that the harbour "
    "office runs each night. It reads the times of all crossings, leaves out those that the weather forbids, and prints "
    "the rest in the order in which the boats leave the quay at Port Ellery."
)
MORE = (
    "The office wrote it in a winter, and whoever sails can read it: the listing above is all there is to it. Captain "
    "Haldane changed two lines when the quay at Holm was moved, and nobody has touched the program since that spring."
)
CODE = 'def sail(port):\n    print("To", port)\n\n    return 1 < 2'
BASH = "varn fetch --all\nvarn print"


def cut(code: str) -> list[str]:
    return code.replace("&", "&amp;").replace("<", "&lt;").split("\n")


def wrap(line: str, *, first: str = "", before: str = "", after: str = "\n", code: str = CODE) -> str:
    """Return each line of the code in a piece of HTML; `{n}` is its number, `{line}` its text with a token in it."""
    lines = (each.replace("return", '<b class="k">return</b>') for each in cut(code))
    return first + before.join(line.format(n=n, line=each) + after for n, each in enumerate(lines, start=1))


NUMBERS = "".join(f"{n}\n" for n in range(1, 5))
PLAIN = wrap("{line}")

# (highlighter, its HTML, the language it names)
HIGHLIGHTERS: list[tuple[str, str, str | None]] = [
    ("nothing", f"<pre>{PLAIN}</pre>", None),
    ("a class on code", f'<pre><code class="language-python">{PLAIN}</code></pre>', "python"),
    ("a class on pre", f'<pre class="lang-Python">{PLAIN}</pre>', "python"),
    ("pre in code", f'<code class="language-python"><pre>{PLAIN}</pre></code>', "python"),
    ("pygments", f'<div class="highlight"><pre><span></span>{PLAIN}</pre></div>', None),
    (
        "sphinx",
        f'<div class="highlight-python notranslate"><div class="highlight"><pre>{PLAIN}</pre></div></div>',
        "python",
    ),
    (
        "sphinx default",
        f'<div class="highlight-default notranslate"><div class="highlight"><pre>{PLAIN}</pre></div></div>',
        None,
    ),
    (
        "pygments table",
        f'<div class="highlight-python"><table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre>'
        f'<span class="normal">1</span>\n<span class="normal">2</span>\n<span class="normal">3</span>\n4</pre></div></td>'
        f'<td class="code"><div class="highlight"><pre>{PLAIN}</pre></div></td></tr></table></div>',
        "python",
    ),
    (
        "pygments inline",
        f'<div class="codehilite"><pre><span></span><code class="language-py">'
        f"{wrap('<span class=linenos>{n:2} </span>{line}')}</code></pre></div>",
        "py",
    ),
    (
        "mkdocs material",
        '<div class="language-python highlight"><span class="filename">sail.py</span><pre id="__code_0"><span></span>'
        '<button class="md-clipboard md-icon" title="Copy to clipboard"></button><code>'
        f"{wrap('<a id=c-{n} name=c-{n} href=#c-{n}></a>{line}')}</code></pre></div>",
        "python",
    ),
    (
        "rouge",
        f'<div class="language-python highlighter-rouge"><div class="highlight"><pre class="highlight"><code>{PLAIN}</code>'
        "</pre></div></div>",
        "python",
    ),
    (
        "rouge without a language",
        f'<div class="language-plaintext highlighter-rouge"><div class="highlight"><pre><code>{PLAIN}</code></pre></div></div>',
        None,
    ),
    (
        "rouge table",
        '<figure class="highlight"><pre><code class="language-python" data-lang="python"><table class="rouge-table"><tbody>'
        f'<tr><td class="gutter gl"><pre class="lineno">{NUMBERS}</pre></td><td class="code"><pre>{PLAIN}</pre></td></tr>'
        "</tbody></table></code></pre></figure>",
        "python",
    ),
    (
        "chroma",
        '<div class="highlight"><pre tabindex="0" class="chroma"><code class="language-python" data-lang="python">'
        + wrap('<span class="line"><span class="cl">{line}\n</span></span>', after="")
        + "</code></pre></div>",
        "python",
    ),
    (
        "chroma inline numbers",
        '<div class="highlight"><pre style="display:grid;"><code class="language-python" data-lang="python">'
        + wrap("<span style='display:flex;'><span class=ln>{n:2}</span><span>{line}\n</span></span>", after="")
        + "</code></pre></div>",
        "python",
    ),
    (
        "chroma table",
        '<div class="highlight"><div class="chroma"><table class="lntable"><tr><td class="lntd"><pre class="chroma"><code>'
        + "".join(f'<span class="lnt">{n}\n</span>' for n in range(1, 5))
        + '</code></pre></td><td class="lntd"><pre class="chroma"><code class="language-python" data-lang="python">'
        + wrap('<span class="line"><span class="cl">{line}\n</span></span>', after="")
        + "</code></pre></td></tr></table></div></div>",
        "python",
    ),
    ("highlight.js", f'<pre><code class="hljs python">{PLAIN}</code></pre>', "python"),
    (
        "highlight.js, guessed",
        f'<pre><code class="hljs language-python" data-highlighted="yes">{PLAIN}</code></pre>',
        "python",
    ),
    (
        "highlight.js numbers",
        '<pre><code class="hljs language-python"><table class="hljs-ln"><tbody>'
        + wrap(
            '<tr><td class="hljs-ln-line hljs-ln-numbers" data-line-number="{n}"><div class="hljs-ln-n" '
            'data-line-number="{n}">{n}</div></td><td class="hljs-ln-line hljs-ln-code">{line}</td></tr>',
            after="",
        )
        + "</tbody></table></code></pre>",
        "python",
    ),
    (
        "prism",
        '<div class="code-toolbar"><pre class="language-python line-numbers" tabindex="0"><code class="language-python">'
        f'{PLAIN}<span aria-hidden="true" class="line-numbers-rows"><span></span><span></span></span></code></pre>'
        '<div class="toolbar"><div class="toolbar-item"><span>Python</span></div><div class="toolbar-item"><button>'
        "<span>Copy</span></button></div></div></div>",
        "python",
    ),
    (
        "prism's bar names the language",
        f'<div class="code-toolbar"><pre><code>{PLAIN}</code></pre><div class="toolbar"><div class="toolbar-item">'
        "<span>Python</span></div></div></div>",
        "python",
    ),
    (
        "shiki",
        f'<pre class="shiki github-dark" style="background:#24292e" tabindex="0"><code>'
        f"{wrap('<span class=line>{line}</span>').rstrip()}</code></pre>",
        None,
    ),
    (
        "shiki, minified",
        f'<pre class="shiki"><code class="language-python">{wrap("<span class=line>{line}</span>", after="")}</code></pre>',
        "python",
    ),
    (
        "vitepress",
        '<div class="language-python vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">'
        f'python</span><pre class="shiki"><code>{wrap("<span class=line>{line}</span>").rstrip()}</code></pre></div>',
        "python",
    ),
    (
        "vitepress numbers",
        '<div class="language-python line-numbers-mode"><span class="lang">python</span><pre class="shiki"><code>'
        f'{wrap("<span class=line>{line}</span>").rstrip()}</code></pre><div class="line-numbers-wrapper" aria-hidden="true">'
        + "".join(f'<span class="line-number">{n}</span><br>' for n in range(1, 5))
        + "</div></div>",
        "python",
    ),
    (
        "rehype-pretty-code",
        '<figure data-rehype-pretty-code-figure=""><figcaption data-rehype-pretty-code-title="" data-language="python">'
        'sail.py</figcaption><pre tabindex="0" data-language="python"><code data-language="python" style="display:grid">'
        f"{wrap('<span data-line>{line}</span>').rstrip()}</code></pre></figure>",
        "python",
    ),
    (
        "expressive code",
        '<div class="expressive-code"><figure class="frame has-title"><figcaption class="header"><span class="title">sail.py'
        '</span></figcaption><pre data-language="python"><code>'
        + wrap(
            '<div class="ec-line"><div class="gutter"><div class="ln" aria-hidden="true">{n}</div></div>'
            '<div class="code">{line}</div></div>',
            after="",
        )
        + '</code></pre><div class="copy"><button title="Copy to clipboard"><div></div></button></div></figure></div>',
        "python",
    ),
    (
        "react-syntax-highlighter",
        '<pre style="display:block;overflow-x:auto"><code class="language-python" style="white-space:pre">'
        + wrap(
            '<span class="linenumber react-syntax-highlighter-line-number" style="display:inline-block">{n}\n</span>'
            "<span>{line}</span><span>\n</span>",
            after="",
        )
        + "</code></pre>",
        "python",
    ),
    (
        "react-syntax-highlighter in divs",
        '<div style="display:block"><code class="language-python" style="white-space:pre">'
        + wrap('<span style="display:block">{line}\n</span>', after="")
        + "</code></div>",
        "python",
    ),
    (
        "docusaurus",
        '<div class="language-python codeBlockContainer_Ck theme-code-block"><div class="codeBlockTitle_Kt">sail.py</div>'
        '<div class="codeBlockContent_bi"><pre class="prism-code language-python codeBlock_bY"><code class="codeLines_e6">'
        + wrap('<span class="token-line" style="color:#fff">{line}<br></span>', after="")
        + '</code></pre><div class="buttonGroup__at"><button aria-label="Copy code"><span>Copy</span></button></div></div></div>',
        "python",
    ),
    (
        "docusaurus numbers",
        '<div class="language-python codeBlockContainer_Ck"><pre class="prism-code language-python"><code>'
        + wrap(
            '<span class="token-line codeLine_lJS"><span class="codeLineNumber_Tfd"></span><span class="codeLineContent_fe">'
            "{line}</span><br></span>",
            after="",
        )
        + "</code></pre></div>",
        "python",
    ),
    (
        "prism-react-renderer",
        f'<pre class="prism-code language-python">{wrap("<div class=token-line>{line}</div>", after="")}</pre>',
        "python",
    ),
    (
        "codemirror 5",
        '<div class="CodeMirror cm-s-default"><div style="overflow:hidden"><textarea></textarea></div><div class="CodeMirror-'
        'scroll"><div class="CodeMirror-sizer"><div style="position:relative"><div class="CodeMirror-lines"><div>'
        '<div class="CodeMirror-measure"><pre><span>xxxxxxxxxx</span></pre></div><div class="CodeMirror-code">'
        + wrap(
            '<div style="position:relative"><div class="CodeMirror-gutter-wrapper"><div class="CodeMirror-linenumber">{n}'
            '</div></div><pre class=" CodeMirror-line "><span role="presentation">{line}</span></pre></div>',
            after="",
        )
        + "</div></div></div></div></div></div></div>",
        None,
    ),
    (
        "codemirror 5 in a pre",
        '<pre class="md-fences" lang="python"><div class="CodeMirror"><div class="CodeMirror-lines"><div class="CodeMirror-'
        f'code">{wrap("<pre class=CodeMirror-line><span>{line}</span></pre>", after="")}</div></div></div></pre>',
        "python",
    ),
    (
        "codemirror 6",
        '<div class="cm-editor"><div class="cm-scroller"><div class="cm-gutters" aria-hidden="true"><div class="cm-gutter '
        'cm-lineNumbers"><div class="cm-gutterElement">1</div><div class="cm-gutterElement">2</div></div></div>'
        f'<div class="cm-content" data-language="python">{wrap("<div class=cm-line>{line}</div>", after="")}</div></div></div>',
        "python",
    ),
    (
        "monaco",
        '<div class="monaco-editor"><div class="margin"><div class="margin-view-overlays"><div class="line-numbers">1</div>'
        '<div class="line-numbers">2</div></div></div><div class="view-lines" data-mode-id="python">'
        '<div class="view-line" style="top:57px;height:19px"><span>\xa0\xa0\xa0\xa0<b>return</b>\xa01\xa0&lt;\xa02</span></div>'
        '<div class="view-line" style="top:0px;height:19px"><span>def\xa0sail(port):</span></div>'
        '<div class="view-line" style="top:38px;height:19px"><span>\xa0</span></div>'
        '<div class="view-line" style="top:19px;height:19px"><span>\xa0\xa0\xa0\xa0print("To",\xa0port)</span></div>'
        "</div></div>",
        "python",
    ),
    (
        "hexo",
        '<figure class="highlight python"><figcaption><span>sail.py</span></figcaption><table><tr><td class="gutter"><pre>'
        + wrap('<span class="line">{n}</span><br>', after="")
        + f'</pre></td><td class="code"><pre>{wrap("<span class=line>{line}</span><br>", after="")}</pre></td></tr></table>'
        "</figure>",
        "python",
    ),
    (
        "github",
        '<div class="highlight highlight-source-python notranslate position-relative overflow-auto" dir="auto"><pre>'
        f'{PLAIN}</pre><div class="zeroclipboard-container"><clipboard-copy aria-label="Copy" class="ClipboardButton btn">'
        "</clipboard-copy></div></div>",
        "python",
    ),
    (
        "a gist",
        '<div class="gist"><div class="gist-file"><div class="gist-data"><table data-hpc class="highlight tab-size '
        'js-file-line-container" data-tab-size="8" data-tagsearch-lang="Python">'
        + wrap(
            '<tr>\n<td id="L{n}" class="blob-num js-line-number" data-line-number="{n}"></td>\n'
            '<td id="LC{n}" class="blob-code blob-code-inner js-file-line">{line}</td>\n</tr>'
        )
        + '</table></div><div class="gist-meta"><a href="/raw">view raw</a> <a href="/sail">sail.py</a> hosted by GitHub'
        "</div></div></div>",
        "python",
    ),
    (
        "gitlab",
        '<div class="gl-relative markdown-code-block"><pre class="code highlight js-syntax-highlight language-python" '
        f'lang="python"><code>{wrap("<span id=LC{n} class=line lang=python>{line}</span>").rstrip()}</code></pre>'
        "<copy-code></copy-code></div>",
        "python",
    ),
    (
        "mintlify",
        '<div class="code-block mt-5" language="python"><div data-component-part="code-block-header"><div class="flex">'
        '<span>sail.py</span></div><div><button aria-label="Copy"><svg></svg></button><div class="tooltip">Copy</div></div>'
        f'</div><div><pre class="shiki" language="python"><code language="python">'
        f"{wrap('<span class=line>{line}</span>').rstrip()}</code></pre></div></div>",
        "python",
    ),
    (
        "a chat's bar in the pre",
        '<pre class="!overflow-visible"><div class="rounded-md"><div class="flex items-center">python<button>Copy code'
        f'</button></div><div class="overflow-y-auto p-4"><code class="!whitespace-pre">{PLAIN}</code></div></div></pre>',
        "python",
    ),
    (
        "flex rows",
        '<div class="snippet"><pre><code class="language-python">'
        + wrap('<div class="flex"><span class="w-8 select-none">{n}</span><span>{line}</span></div>', after="")
        + "</code></pre></div>",
        "python",
    ),
    ("writerside", f'<div class="code-block" data-lang="python">\n{PLAIN}</div>', "python"),
    (
        "verso",
        '<code class="hl lean block">'
        + wrap(
            '<span class="token"><span class="hover-container"><span class="hover-info">Nat</span></span>{line}</span>'
        )
        + "</code>",
        "lean",
    ),
    (
        "pandoc",
        f'<div class="sourceCode" id="cb1"><pre class="sourceCode python"><code class="sourceCode python">'
        f"{wrap('<span id=cb1-{n}><a href=#cb1-{n} aria-hidden=true tabindex=-1></a>{line}</span>').rstrip()}</code></pre></div>",
        "python",
    ),
    ("org", f'<div class="org-src-container"><pre class="src src-python">{PLAIN}</pre></div>', "python"),
    (
        "mediawiki",
        f'<div class="mw-highlight mw-highlight-lang-python mw-content-ltr"><pre>{PLAIN}</pre></div>',
        "python",
    ),
    (
        "syntaxhighlighter",
        '<div id="highlighter_1" class="syntaxhighlighter  python"><div class="toolbar"><span><a href="#" class="toolbar_item">'
        '?</a></span></div><table><tbody><tr><td class="gutter">'
        + wrap('<div class="line number{n} index0 alt2">{n}</div>', after="")
        + '</td><td class="code"><div class="container">'
        + wrap(
            '<div class="line number{n} index0 alt2"><code class="python keyword">{line}</code><code class="python plain">'
            "</code></div>",
            after="",
        )
        + "</div></td></tr></tbody></table></div>",
        "python",
    ),
    ("syntaxhighlighter's source", f'<pre class="brush: python; title: ; notranslate">{PLAIN}</pre>', "python"),
    (
        "crayon",
        '<div id="crayon-1" class="crayon-syntax crayon-theme-classic"><div class="crayon-toolbar"><span class="crayon-title">'
        '</span><div class="crayon-tools"><span class="crayon-language">Python</span></div></div><div class="crayon-plain-wrap">'
        '<textarea class="crayon-plain">raw</textarea></div><div class="crayon-main"><table class="crayon-table"><tr '
        'class="crayon-row"><td class="crayon-nums"><div class="crayon-nums-content">'
        + wrap('<div class="crayon-num" data-line="c-{n}">{n}</div>', after="")
        + '</div></td><td class="crayon-code"><div class="crayon-pre">'
        + wrap('<div class="crayon-line" id="c-{n}">{line}</div>', after="")
        + "</div></td></tr></table></div></div>",
        "python",
    ),
    ("enlighter's source", f'<pre class="EnlighterJSRAW" data-enlighter-language="python">{PLAIN}</pre>', "python"),
    (
        "enlighter",
        f'<div class="enlighter-default"><div class="enlighter">{wrap("<div><div>{line}</div></div>", after="")}</div>'
        f'<div class="enlighter-raw">{PLAIN}</div></div>',
        None,
    ),
    (
        "geshi",
        f'<div class="wp_syntax"><table><tr><td class="line_numbers"><pre>{NUMBERS}</pre></td><td class="code">'
        f'<pre class="python">{PLAIN}</pre></td></tr></table></div>',
        "python",
    ),
    (
        "prettify",
        f'<pre class="prettyprint lang-python"><ol class="linenums">{wrap("<li class=L0>{line}</li>", after="")}</ol></pre>',
        "python",
    ),
    (
        "a list that closes its pre",
        f'<pre class="lang-python"><ul class="lines">{wrap("<li>{line}</li>", after="")}</ul></pre>',
        "python",
    ),
    (
        "medium",
        f'<pre data-code-block-lang="python"><span id="1">{wrap("{line}", after="<br>")}</span></pre>',
        "python",
    ),
    ("several codes", f'<pre class="language-python">{wrap("<code>{line}</code>", after="")}</pre>', "python"),
    (
        "breaks in a code",
        f'<p><code class="language-python">{wrap("{line}", after="<br>").replace("    ", "&nbsp;" * 4)}</code></p>',
        "python",
    ),
    (
        "a bar",
        f'<div class="code-header"><span>Python</span><span class="copy-btn">Copy</span></div><pre>{PLAIN}</pre>',
        "python",
    ),
]


@pytest.fixture(scope="module")
def extractor() -> Extractor:
    return Extractor()


def extract(extractor: Extractor, listing: str) -> Article:
    page = f"<html><head><title>Ferry</title></head><body><article><h1>Ferry</h1><p>{PROSE}</p>{listing}<p>{MORE}</p>"
    return extractor.extract(page + f"</article></body></html>", url="https://courier.example/ferry")


@pytest.mark.parametrize(("name", "listing", "language"), HIGHLIGHTERS, ids=[name for name, *_ in HIGHLIGHTERS])
def test_a_listing_survives_markdown(extractor: Extractor, name: str, listing: str, language: str | None) -> None:
    article = extract(extractor, listing)
    fences = [token for token in MarkdownIt().parse(markdown.render(article)) if token.type == "fence"]
    assert [(token.info, token.content) for token in fences] == [(language or "", f"{CODE}\n")]
    assert [block.kind for block in article.blocks] == ["paragraph", "code", "paragraph"]

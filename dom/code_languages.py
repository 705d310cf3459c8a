"""The language of a listing, as the names of its elements, their attributes and the bar above it say."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml.html import HtmlElement

from cutline.dom.words import list_words, read_table

KNOWN = frozenset(list_words("code_languages", "known"))
ALIASES = read_table("code_languages", "aliases")
NO_LANGUAGE = frozenset(list_words("code_languages", "no_language"))
NAME = re.compile(r"[a-z0-9][a-z0-9.+#_-]{0,39}")  # in a fence and a class, without escaping
# `language-x` and `lang-x`, also behind other words (`mw-highlight-lang-x`); GitHub's `highlight-source-x`; `brush: x`
# of SyntaxHighlighter; `lang:x` of Crayon.
SAID = re.compile(
    r"(?:^|[\s_-])(?:language[-:]|lang[-:](?!line)|lst_language_|highlight-source-|highlight-text-|brush:\s*)([^\s;,{}]+)",
    re.IGNORECASE,
)
# Sphinx's `highlight-x`, Org's `src-x`, Sandpack's `sp-x`, a gist's `type-x`, EnlighterJS' and the like may mean
# something else: only with a known name.
PERHAPS_SAID = re.compile(
    r"(?:^|\s)(?:highlight|hl|src|sp|code|syntax|code-snippet_|type|enlighter-l)[-_]([^\s;]+)", re.IGNORECASE
)
# Beside these classes, or those of a `<pre>` or `<code>`, a known name is the language.
HIGHLIGHTERS = frozenset(
    "highlight hljs hl sourcecode syntaxhighlighter prettyprint prism-code shiki chroma code codehilite codeblock "
    "code-block example enlighterjs enlighterjsraw programlisting listing src literal-block geshi crayon-plain".split()
)
MAX_WORDS = 5  # classes of a `<pre>` or `<code>`; more are those of a framework, where `py` is a padding
LISTING_TAGS = frozenset(("pre", "code"))
ATTRIBUTE = re.compile(
    r"(?:data-[\w-]*)?(?:language|syntax|(?<=-)lang|(?<=-)mode-id)$"
)  # `data-lang`, `data-code-block-lang`, `language`


def find_name(element: HtmlElement, *, is_near: bool) -> str | None:
    """Return the language that an element names, `""` if it says that there is none; None if it says nothing.

    Args:
        element: a listing, or what is around or in it.
        is_near: whether it is the listing itself; what is farther away may name the language of people.
    """
    for said in _list_said(element, is_near):
        name = normalise(said)
        if name is not None and (is_near or not name or name in KNOWN):
            return name
    return None


def _list_said(element: HtmlElement, is_near: bool) -> Iterator[str]:
    """Yield what may be names of a language, the surest first."""
    yield from (value for name, value in element.items() if value and ATTRIBUTE.match(name))
    classes = element.get("class", "")
    yield from SAID.findall(f"{classes} {element.get('data-syntaxhighlighter-params', '')}")  # of Confluence
    words = classes.lower().split()
    is_near = element.tag in LISTING_TAGS and len(words) <= MAX_WORDS
    if is_near or not HIGHLIGHTERS.isdisjoint(words):
        yield from (word for word in words if word in KNOWN)
    perhaps = PERHAPS_SAID.findall(classes)
    spoken = [element.get("lang", "")] if element.tag in LISTING_TAGS else []
    yield from (name for name in map(str.lower, (*perhaps, *spoken)) if name in KNOWN or name in NO_LANGUAGE)


def normalise(said: str) -> str | None:
    """Return the name of a language in lower case, `""` for one that says there is none; None if it is no name."""
    name = said.strip().lower()
    name = ALIASES.get(name, name)
    if name in NO_LANGUAGE:
        return ""
    return name if NAME.fullmatch(name) else None


def read_word(text: str) -> str | None:
    """Return the language that a word in a bar above a listing names; None if it names none."""
    name = normalise(text)
    return name if name in KNOWN or name in ALIASES.values() else None

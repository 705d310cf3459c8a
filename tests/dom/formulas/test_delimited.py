"""Formulas between delimiters in the text, and dollars that are none."""

from __future__ import annotations

import pytest

from tests.conftest import make_document
from tests.dom.formulas.conftest import texts

LOADER = '<script async src="https://cdn.example/npm/mathjax@3/es5/tex-mml-chtml.js"></script>'


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (r"of \(x^2\) is", [r"of $x^2$ is"]),
        (r"of \(x\) and \(y\).", ["of $x$ and $y$."]),
        ("of $x$ and $y_1$, the $n$th", ["of $x$ and $y_1$, the $n$th"]),
        (r"of \[x^2\] is", ["of", "$$x^2$$", "is"]),
        ("of $$x^2$$ is", ["of", "$$x^2$$", "is"]),
        ("of $$x<br>\n= y$$ is <br> here", ["of", "$$x = y$$", "is", "here"]),
        (
            r"of <b>it</b> \begin{align*}x &= y\\ z &= \$1\end{align*}",
            ["of it", r"$$\begin{align*}x &= y\\ z &= \$1\end{align*}$$"],
        ),
        (r"of \begin{equation}x\end{equation}", ["of", "$$x$$"]),
        (r"of \begin {align*}x\end {align*}", ["of", r"$$\begin{align*}x\end{align*}$$"]),
        (r"of $\text{it is \$5}$ now", [r"of $\text{it is \$5}$ now"]),
        ("one<br>two $x$ three<br>four $y$<br>five", ["one", "two $x$ three", "four $y$", "five"]),
        (r"of \(a <b>b</b>\) \(c", [r"of \(a b\) \(c"]),
        (r"of \(a \(b\)", [r"of \(a $b$"]),
    ],
)
def test_a_page_that_loads_what_draws_formulas(text: str, shown: list[str]) -> None:
    assert texts(f"{LOADER}<p>{text}</p>") == shown


@pytest.mark.parametrize(
    "text",
    [
        "It costs $5 and $10.",
        "It costs $5, or US$6 and A$7$ now.",
        "We paid $20 for rods and $30 for paint, so $50 in all; the US$ differs.",
        "From $5-$10 to $20.",
        "Set $HOME and $PATH.",
        "The hotel ($$ to $$$) is good",
        "It was $ 5 $ once",
        "He has $5 million or more than $6 million",
        r"left \(open and $open",
        r"a \\(b\\) c",
    ],
)
def test_prices_stay_even_there(text: str) -> None:
    page = make_document(f"{LOADER}<p>{text}</p>")
    assert texts(f"{LOADER}<p>{text}</p>") == [text]
    assert not list(page.body.iter("inline-formula", "displayed-formula"))


def test_code_is_as_it_is() -> None:
    page = make_document(
        rf"{LOADER}<pre>$x$</pre><p><code>\(x\)</code></p><p class=tex2jax_ignore>$x$<p><textarea>$y$</textarea>"
    )
    assert not list(page.body.iter("inline-formula"))


def test_commands_tell_of_formulas_where_no_script_is_known() -> None:
    assert texts(r"<p>In math $A \subseteq B$ and $A \in C$, so $a$.") == [
        "In math $A \\subseteq B$ and $A \\in C$, so $a$."
    ]
    assert texts(r"<p>As \(\frac ab\) and \(\lambda\) say.") == [r"As $\frac ab$ and $\lambda$ say."]
    assert texts(r"<p>In math $A \subseteq B$ and \[x\] so.") == [r"In math $A \subseteq B$ and \[x\] so."]


def test_the_path_of_a_displayed_formula_is_that_of_its_paragraph() -> None:
    from cutline.dom.tree import Paths

    page = make_document(rf"{LOADER}<p>a<p>of <i>it</i> \[x\] and <i>more</i>")
    (formula,) = page.body.iter("displayed-formula")
    assert Paths().path(formula) == "/html/body/p[2]"
    assert [Paths().path(each) for each in page.body.iter("i")] == ["/html/body/p[2]/i[1]", "/html/body/p[2]/i[2]"]

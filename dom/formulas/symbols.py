"""What the letters and signs of MathML are in TeX."""

from __future__ import annotations

import unicodedata


def _read(pairs: str) -> dict[str, str]:
    words = pairs.split()
    return {sign: f"\\{name}" for sign, name in zip(words[::2], words[1::2], strict=True)}


LETTERS = _read(
    "α alpha β beta γ gamma δ delta ϵ epsilon ε varepsilon ζ zeta η eta θ theta ϑ vartheta ι iota κ kappa ϰ varkappa "
    "λ lambda μ mu µ mu ν nu ξ xi π pi ϖ varpi ρ rho ϱ varrho σ sigma ς varsigma τ tau υ upsilon φ varphi ϕ phi χ chi "
    "ψ psi ω omega Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Υ Upsilon Φ Phi Ψ Psi Ω Omega ℓ ell ℏ hbar "
    "ı imath ȷ jmath ℘ wp ℜ Re ℑ Im ℵ aleph ℶ beth ∂ partial ∇ nabla ∞ infty ∅ emptyset ⌀ varnothing ∀ forall ∃ exists "
    "∄ nexists ¬ neg ⊤ top ⊥ bot ∠ angle ♯ sharp ♭ flat ♮ natural △ triangle □ square ◻ square ⋆ star ℧ mho ð eth"
)
RELATIONS = _read(
    "≤ leq ≥ geq ⩽ leqslant ⩾ geqslant ≠ neq ≡ equiv ≈ approx ≃ simeq ≅ cong ∼ sim ∝ propto ≪ ll ≫ gg ≺ prec ≻ succ "
    "⪯ preceq ⪰ succeq ∈ in ∉ notin ∋ ni ⊂ subset ⊃ supset ⊆ subseteq ⊇ supseteq ⊊ subsetneq ⊈ nsubseteq ⊏ sqsubset "
    "⊑ sqsubseteq ⊒ sqsupseteq → to ⟶ longrightarrow ← leftarrow ⟵ longleftarrow ↔ leftrightarrow ⟷ longleftrightarrow "
    "⇒ Rightarrow ⟹ implies ⇐ Leftarrow ⟸ impliedby ⇔ Leftrightarrow ⟺ iff ↦ mapsto ⟼ longmapsto ↪ hookrightarrow "
    "↩ hookleftarrow ↠ twoheadrightarrow ↑ uparrow ↓ downarrow ↕ updownarrow ⇑ Uparrow ⇓ Downarrow ↗ nearrow ↘ searrow "
    "↙ swarrow ↖ nwarrow ⇌ rightleftharpoons ⇀ rightharpoonup ⊢ vdash ⊨ models ⊩ Vdash ∣ mid ∤ nmid ∥ parallel "
    "∦ nparallel ≐ doteq ≜ triangleq ≍ asymp ≲ lesssim ≳ gtrsim ≁ nsim ≮ nless ≯ ngtr ≰ nleq ≱ ngeq ⋈ bowtie ≔ coloneqq"
)
BINARY = _read(
    "± pm ∓ mp × times ÷ div ⋅ cdot · cdot ∗ ast ∘ circ ∙ bullet • bullet ∩ cap ∪ cup ⊎ uplus ⊓ sqcap ⊔ sqcup ∨ vee "
    "∧ wedge ⊕ oplus ⊖ ominus ⊗ otimes ⊘ oslash ⊙ odot ∖ setminus ≀ wr ⋄ diamond † dagger ‡ ddagger ⨿ amalg ⊲ lhd "
    "⊳ rhd ⋉ ltimes ⋊ rtimes ⊞ boxplus ⊠ boxtimes"
) | {"−": "-", "–": "-"}
LARGE = _read(
    "∑ sum ∏ prod ∐ coprod ∫ int ∬ iint ∭ iiint ∮ oint ∯ oiint ⋂ bigcap ⋃ bigcup ⨆ bigsqcup ⋁ bigvee ⋀ bigwedge "
    "⨁ bigoplus ⨂ bigotimes ⨀ bigodot ⨄ biguplus"
)
OTHERS = _read(
    "… ldots ⋯ cdots ⋮ vdots ⋱ ddots ⌊ lfloor ⌋ rfloor ⌈ lceil ⌉ rceil ⟨ langle ⟩ rangle ⟦ llbracket ⟧ rrbracket "
    "‖ Vert ∴ therefore ∵ because ∎ blacksquare ■ blacksquare √ surd ′ prime ″ prime\\prime ∶ colon ° degree £ pounds "
    "§ S ¶ P ⎰ lmoustache ⎱ rmoustache"
) | {"〈": r"\langle", "〉": r"\rangle", "\u00a0": "~", "∥": r"\|"}
ESCAPED = {sign: f"\\{sign}" for sign in "{}%#&_$"} | {"\\": r"\backslash", "~": r"\sim", "^": r"\hat{}"}
# Function applied, times, separator, plus: there without a sign.
INVISIBLE = dict.fromkeys("\u2061\u2062\u2063\u2064\u200b\u200c\u200d\ufeff\u2060", "")
SIGNS = {**LETTERS, **OTHERS, **BINARY, **LARGE, **RELATIONS, **ESCAPED, **INVISIBLE}
SPACED = frozenset((*RELATIONS.values(), *BINARY.values(), *"=<>+-", ":=", "==")) - {r"\to\to", r"\ast", r"\circ"}

FUNCTIONS = frozenset(
    "arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max "
    "min Pr sec sin sinh sup tan tanh".split()
)
WITH_LIMITS = frozenset(
    (*LARGE.values(), *(f"\\{name}" for name in "det gcd inf lim liminf limsup max min Pr sup".split()))
)
OVER = {
    **dict.fromkeys("^ˆ̂", r"\hat"),
    **dict.fromkeys("¯‾ˉ̄", r"\bar"),
    **dict.fromkeys("→⃗⇀", r"\vec"),
    **dict.fromkeys("˙̇.", r"\dot"),
    **dict.fromkeys("¨̈", r"\ddot"),
    **dict.fromkeys("~˜̃∼", r"\tilde"),
    **dict.fromkeys("ˇ̌", r"\check"),
    **dict.fromkeys("˘̆", r"\breve"),
    **dict.fromkeys("´́", r"\acute"),
    **dict.fromkeys("`̀", r"\grave"),
    **{"⏞": r"\overbrace", "︷": r"\overbrace", "_": r"\overline", "―": r"\overline", "←": r"\overleftarrow"},
}
WIDE = {r"\hat": r"\widehat", r"\bar": r"\overline", r"\vec": r"\overrightarrow", r"\tilde": r"\widetilde"}
UNDER = {"⏟": r"\underbrace", "︸": r"\underbrace", **dict.fromkeys("_̲¯‾", r"\underline")}
VARIANTS = {
    "bold": r"\mathbf",
    "bold-italic": r"\boldsymbol",
    "double-struck": r"\mathbb",
    "script": r"\mathcal",
    "bold-script": r"\mathcal",
    "fraktur": r"\mathfrak",
    "bold-fraktur": r"\mathfrak",
    "sans-serif": r"\mathsf",
    "bold-sans-serif": r"\mathsf",
    "monospace": r"\mathtt",
    "normal": r"\mathrm",
    "-tex-calligraphic": r"\mathcal",
    "-tex-caligraphic": r"\mathcal",
    "-tex-mathit": r"\mathit",
}
# Words in the Unicode names of letters, and the variants that they are of.
NAMES = (
    ("BOLD ITALIC", "bold-italic"),
    ("BOLD", "bold"),
    ("DOUBLE-STRUCK", "double-struck"),
    ("SCRIPT", "script"),
    ("FRAKTUR", "fraktur"),
    ("BLACK-LETTER", "fraktur"),
    ("SANS-SERIF", "sans-serif"),
    ("MONOSPACE", "monospace"),
)


def read_variant(letter: str) -> tuple[str, str | None]:
    """Return a letter of Unicode's mathematical alphabets as a plain one, and its variant, such as `double-struck`."""
    name = unicodedata.name(letter, "")
    if letter in SIGNS or not name.startswith(("MATHEMATICAL", "DOUBLE-STRUCK", "SCRIPT", "BLACK-LETTER")):
        return letter, None
    plain = unicodedata.normalize("NFKC", letter)
    variant = next((variant for words, variant in NAMES if words in name), None)
    return (plain, variant) if plain != letter and plain.isalnum() else (letter, None)

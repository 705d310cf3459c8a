"""Words that are never a name: days, months and spans of time in a language, units and currencies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from cutline.dom.scripts import DENSE
from cutline.nlp.library_files import read_names
from cutline.nlp.name_folding import drop_accents
from cutline.nlp.words import fold_word

SPANS = "year month week day hour minute second am pm".split()
DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
TRANSLATIONS = "data", "date_translation_data"  # where dateparser has the words of each language
MONTHS = "january february march april may june july august september october november december".split()
# Letters of a form that is read as one, if a longer one is known: "Jan" and "Sun" are names.
SHORTEST_DAY, SHORTEST_SPAN = 4, 3
# As many languages write them.
UNITS = frozenset(
    """
    euro euros eur dollar dollars dollari dólar dólares usd pound pounds gbp franken chf yen rubel rupee rupees rupien
    kronen kronor kroner krona zloty złoty lira percent prozent prosent procent million millions millionen milliarden
    millioner miljoner billion billions milliard milliards mrd mio km kg km/h mph kwh mwh meter metern meters metres
    kilometer kilometers kilometres kilogramm tonnen grad celsius fahrenheit uhr gmt utc cet cest mez mesz est edt pst
    pdt bst
    """.split()
)


@cache
def load_calendar(language: str) -> frozenset[str]:
    """Return the folded words for days, months, spans of time, units and currencies of a language.

    Args:
        language: its primary subtag; of one that is not known, only units and currencies are.
    """
    module = read_names("dateparser", *TRANSLATIONS, f"{language}.py")
    table: Mapping[str, Sequence[str]] = module.get("info", {})
    spans, days = (
        [_read_forms(table.get(key, ()), least) for key in keys]
        for keys, least in ((SPANS, SHORTEST_SPAN), (DAYS + MONTHS, SHORTEST_DAY))
    )
    return UNITS.union(*spans, *days)


def _read_forms(written: Sequence[str], least: int) -> set[str]:
    """Return the folded forms of a word, with accents and without, none shorter than that unless all are."""
    forms = set(map(fold_word, written))
    least = min(least, max(map(len, forms), default=0))
    long = {form for form in forms if len(form) >= least or DENSE.match(form)}
    return long | set(map(drop_accents, long))

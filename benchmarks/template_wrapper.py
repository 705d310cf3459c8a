"""`template-wrapper` on pages that it was not learned from: of each site, one page is left out after the other.

usage: template_wrapper.py CORPUS.jsonl.gz... [--page-type TYPE] [--min-pages N] [--render never|auto] [--pages]

Pages of one site are those of one `site`; where a corpus has types of pages, of one type, which have a template each.
Sites with at least N pages (by default 3) are measured. Printed beside it are `first-subtree` and, of rendered pages,
`v-wrapper`, on the same pages and segments; the shipped `v-wrapper` may have seen them in training. The measures are
those of `methods.py`.
"""

import argparse
import os
from collections import defaultdict
from pathlib import Path
from statistics import mean

os.environ["OMP_NUM_THREADS"] = "1"

from methods import f1, measure

from cutline.config import Settings, load_settings
from cutline.documents import DocumentSource
from cutline.dom.methods import METHODS, Body
from cutline.errors import CutlineError
from cutline.models.labelled_pages import LabelledPage, read_labelled_pages
from cutline.models.method_models import load_method_model
from cutline.models.segment_labels import SHINGLE_WORDS, cut_words
from cutline.models.train.template_examples import TemplatePage, label_page, name_site
from cutline.models.train.template_merging import learn_template

MISMATCH = "wrapper_mismatch"
Row = tuple[float, ...]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="+", type=Path, metavar="CORPUS")
    parser.add_argument("--page-type", help="of pages that have a type, take this one only")
    parser.add_argument("--min-pages", type=int, default=3)
    parser.add_argument("--render", default="never", choices=["never", "auto"])
    parser.add_argument("--pages", action="store_true", help="print a line for each page, too")
    args = parser.parse_args()
    settings, source = load_settings(), DocumentSource(load_settings())
    others = ["first-subtree", *(["v-wrapper"] if args.render == "auto" else [])]
    models = {method: load_method_model(method, settings) for method in others}
    tables, sites, matched = defaultdict(list), 0, []
    for corpus in args.corpora:
        for site, labelled in group_pages(corpus, args.page_type, args.min_pages).items():
            pages = [open_page(page, source, settings, args.render) for page in labelled]
            sites += 1
            for place, page in enumerate(pages):
                wrapper = learn_template(site, pages[:place] + pages[place + 1 :], settings.template_wrapper)
                bodies = {
                    method: METHODS[method](page.document, page.segments, settings, model)
                    for method, model in {"template-wrapper": wrapper, **models}.items()
                }
                for method, body in bodies.items():
                    tables[method].append(score(page, body))
                matched.append(MISMATCH not in bodies["template-wrapper"].warnings)
                if args.pages:
                    figures = "  ".join(f"{tables[method][-1][2]:.3f}" for method in bodies)
                    print(f"{figures}  {'' if matched[-1] else MISMATCH:16}  {labelled[place].id}")
    source.close()
    print(f"{sites} sites, {len(matched)} pages, of which {sum(matched)} have the template of the others\n")
    print_table("all pages", tables)
    if any(matched) and not all(matched):
        print()
        only = {
            method: [row for row, found in zip(rows, matched, strict=True) if found] for method, rows in tables.items()
        }
        print_table("pages of that template", only)


def group_pages(corpus: Path, page_type: str | None, min_pages: int) -> dict[str, list[LabelledPage]]:
    """Return the pages with a labelled text, by site and type."""
    groups = defaultdict(list)
    for page in read_labelled_pages(corpus):
        if page.text and page_type in (None, page.page_type or page_type):
            groups[f"{name_site(page)} {page.page_type or ''}".strip()].append(page)
    return {site: pages for site, pages in sorted(groups.items()) if len(pages) >= min_pages}


def open_page(page: LabelledPage, source: DocumentSource, settings: Settings, render: str) -> TemplatePage:
    try:
        given = source.bring_page(page.html, page.url, None)
        document = source.open(given, render, uses_layout=True, is_live=False)
    except CutlineError as error:
        raise SystemExit(f"{page.id}: {error}") from error
    return label_page(page, document, settings)


def score(page: TemplatePage, body: Body) -> Row:
    """Return precision, recall and F1 of all segments with words, then the same of those of four words and more."""
    rows = [
        (decision.kept, is_gold, len(cut_words(segment.text)) >= SHINGLE_WORDS)
        for decision, is_gold, segment in zip(body.decisions, page.is_gold, page.segments, strict=True)
        if is_gold is not None
    ]
    long = [row for row in rows if row[2]]
    return tuple(
        value for some in (rows, long) for value in measure([row[0] for row in some], [row[1] for row in some])
    )


def print_table(name: str, tables: dict[str, list[Row]]) -> None:
    print(f"| {name} | P | R | F1 | long |")
    print("|---|" + "---:|" * 4)
    for method, rows in tables.items():
        precision, recall, value, long_precision, long_recall, _ = map(mean, zip(*rows, strict=True))
        figures = (precision, recall, value, f1(long_precision, long_recall))
        print(f"| `{method}` | {' | '.join(f'{figure:.3f}' for figure in figures)} |")


if __name__ == "__main__":
    main()

"""`template-wrapper` on pages that it was not learned from: of each site, one page is left out after the other.

usage: template_wrapper.py CORPUS.jsonl.gz... [--page-type TYPE] [--min-pages N] [--render never|auto] [--held-out DIR]
                           [--sites] [--pages]

Pages of one site are those of one `site`; where a corpus has types of pages, of one type, which have a template each.
Sites with at least N pages (by default 3) are measured. Printed beside it are `first-subtree` and, of rendered pages,
`v-wrapper`, on the same pages and segments; the shipped `v-wrapper` may have seen them in training, those of
`--held-out DIR`, written by `train_held_out_methods.py`, have not. The measures are those of `methods.py`.
"""

import argparse
import os
from collections import defaultdict
from itertools import compress
from pathlib import Path

os.environ["OMP_NUM_THREADS"] = "1"

from method_figures.held_out import MethodModels
from method_figures.method_table import render_table
from method_figures.scores import Counts, f1, mean_measured

from cutline.config import Settings, load_settings
from cutline.documents import DocumentSource
from cutline.dom.methods import METHODS, Body
from cutline.dom.scripts import cut_words
from cutline.errors import CutlineError
from cutline.models.labelled_pages import LabelledPage, read_labelled_pages
from cutline.models.segment_labels import SHINGLE_WORDS
from cutline.models.train.template_examples import TemplatePage, label_page, name_site
from cutline.models.train.template_merging import learn_template
from cutline.types import Method

MISMATCH = "wrapper_mismatch"
Row = tuple[Counts, Counts]  # of all segments with words, and of those of four words and more
Table = dict[str, list[Row]]  # by method


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="+", type=Path, metavar="CORPUS")
    parser.add_argument("--page-type", help="of pages that have a type, take this one only")
    parser.add_argument("--min-pages", type=int, default=3)
    parser.add_argument("--render", default="never", choices=["never", "auto"])
    parser.add_argument("--held-out", type=Path, metavar="DIR", help="models of train_held_out_methods.py")
    parser.add_argument("--sites", action="store_true", help="print the F1 of each site, too")
    parser.add_argument("--pages", action="store_true", help="print a line for each page, too")
    args = parser.parse_args()
    tables, matched = measure(args)
    print(f"{len(tables)} sites, {len(matched)} pages, of which {sum(matched)} have the template of the others\n")
    joined = join_sites(tables)
    print_table("all pages", joined)
    if any(matched) and not all(matched):
        print()
        found = {method: list(compress(rows, matched)) for method, rows in joined.items()}
        print_table("pages of that template", found)
    if args.sites:
        print()
        print_sites(tables)


def measure(args: argparse.Namespace) -> tuple[dict[str, Table], list[bool]]:
    """Return the rows of each site, and of each page whether it has the template of the others."""
    settings, source = load_settings(), DocumentSource(load_settings())
    others: list[Method] = ["first-subtree", *(["v-wrapper"] if args.render == "auto" else [])]
    models = {method: MethodModels(method, settings, args.held_out) for method in others}
    tables: dict[str, Table] = {}
    matched: list[bool] = []
    for corpus in args.corpora:
        for site, labelled in group_pages(corpus, args.page_type, args.min_pages).items():
            pages = [open_page(page, source, settings, args.render) for page in labelled]
            held_out = {method: model.of_site(labelled[0].site or labelled[0].id) for method, model in models.items()}
            bodies = [find_bodies(site, pages, place, held_out, settings) for place in range(len(pages))]
            table = tables.setdefault(f"{site}, {corpus.name.partition('.')[0]}", defaultdict(list))
            for page, found, name in zip(pages, bodies, labelled, strict=True):
                for method, body in found.items():
                    table[method].append(score(page, body))
                matched.append(MISMATCH not in found["template-wrapper"].warnings)
                if args.pages:
                    figures = "  ".join(f"{table[method][-1][0].measure().f1:.3f}" for method in found)
                    print(f"{figures}  {'' if matched[-1] else MISMATCH:16}  {name.id}")
    source.close()
    return tables, matched


def find_bodies(
    site: str, pages: list[TemplatePage], place: int, models: dict[Method, object], settings: Settings
) -> dict[Method, Body]:
    """Return what each method finds in one page of a site, the wrapper learned from all others."""
    wrapper = learn_template(site, pages[:place] + pages[place + 1 :], settings.template_wrapper)
    page = pages[place]
    return {
        method: METHODS[method](page.document, page.segments, settings, model)
        for method, model in {"template-wrapper": wrapper, **models}.items()
    }


def join_sites(tables: dict[str, Table]) -> Table:
    """Return the rows of all sites, in their order."""
    joined: Table = defaultdict(list)
    for table in tables.values():
        for method, rows in table.items():
            joined[method] += rows
    return joined


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
    """Return the counts of all segments with words, and of those of four words and more."""
    rows = [
        (decision.kept, is_gold, len(cut_words(segment.text)) >= SHINGLE_WORDS)
        for decision, is_gold, segment in zip(body.decisions, page.is_gold, page.segments, strict=True)
        if is_gold is not None
    ]
    long = [row for row in rows if row[2]]
    every, longer = (Counts.of([row[0] for row in some], [row[1] for row in some]) for some in (rows, long))
    return every, longer


def print_table(name: str, table: Table) -> None:
    lines = []
    for method, rows in table.items():
        every, long = (mean_measured(column) for column in zip(*rows, strict=True))
        figures = (every.precision, every.recall, every.f1, f1(long.precision, long.recall))
        lines.append([f"`{method}`", *(f"{figure:.3f}" for figure in figures)])
    print(render_table([name, "P", "R", "F1", "long"], lines))


def print_sites(tables: dict[str, Table]) -> None:
    """Print the F1 of each method on each site, as figure 6 of Zheng et al. shows it."""
    methods = list(next(iter(tables.values())))
    lines = []
    for site, table in tables.items():
        figures = (f"{mean_measured([every for every, _ in table[method]]).f1:.3f}" for method in methods)
        lines.append([site, str(len(table[methods[0]])), *figures])
    print(render_table(["site", "pages", *(f"`{method}`" for method in methods)], lines))


if __name__ == "__main__":
    main()

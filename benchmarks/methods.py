"""Quality of the methods on rendered pages, at the level of text segments.

usage: methods.py CORPUS... [--held-out DIR] [--method METHOD]... [--render auto|never] [--page-type TYPE] [--by-page]

CORPUS is JSON lines, gzipped or not; the HTML of a page may be in a file ID.html next to it, as for
`styled/labels.jsonl`.

All methods use one segmentation, split at all line-breaking displays. A segment is positive if it is part of the
labelled text (`cutline.models.labelled_pages`); segments without words are left out. Prints precision, recall, F1 and
accuracy per page, then the mean; F1 over all segments together (pooled); F1 of the mean P and R over segments of four
words or more (long); word F1 as the scorer computes it; the share of exactly right titles, for methods that find one;
CPU milliseconds per page of the method alone.

Use `--held-out DIR`, the folder that `train_held_out_methods.py` wrote, for models that were trained on sites of the
corpus: each page is then read by a model that was not trained on its site, and `auto` is left out.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Sequence

os.environ["OMP_NUM_THREADS"] = "1"

from data_files import find_data
from method_figures.pages import MethodModels, OpenPage, open_pages, read_pages
from method_figures.scores import PageScore, render_methods, score_page

from cutline.config import Settings, load_settings
from cutline.dom.methods import LAYOUT_METHODS, METHODS
from cutline.types import Method

NAMES_TITLE = frozenset(("max-subsequence", "v-wrapper"))  # methods whose `Body` has a title


def run(page: OpenPage, method: Method, models: MethodModels, settings: Settings) -> PageScore:
    """Return the score of one method on one page."""
    model = models.of_site(page.site)
    start = time.process_time()
    body = METHODS[method](page.document, page.segments, settings, model)
    milliseconds = 1000 * (time.process_time() - start)
    names_title = method in NAMES_TITLE and page.document.layout is not None
    return score_page(body, page.gold, names_title=names_title, milliseconds=milliseconds)


def measure(args: argparse.Namespace, methods: Sequence[Method]) -> None:
    """Print the table of the methods."""
    settings = load_settings()
    models = {method: MethodModels(method, settings, args.held_out) for method in methods}
    scores: dict[Method, list[PageScore]] = {method: [] for method in methods}
    uses_layout = not LAYOUT_METHODS.isdisjoint(methods)
    total = rendered = 0
    for page in open_pages(read_pages(args.corpora, args.page_type), settings, args.render, uses_layout=uses_layout):
        total, rendered = total + 1, rendered + (page.document.layout is not None)
        for method in methods:
            scores[method].append(run(page, method, models[method], settings))
        if args.by_page:
            figures = (f"{method} {scores[method][-1].all.measure().f1:.2f}" for method in methods)
            print(page.page.id, *figures, flush=True)
    print(f"{total} pages, {rendered} rendered\n")
    print(render_methods(scores))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", type=find_data, nargs="+", metavar="CORPUS")
    parser.add_argument("--by-page", action="store_true", help="print the F1 of each page as well")
    parser.add_argument("--method", action="append", default=[], choices=list(METHODS))
    parser.add_argument("--held-out", type=find_data, metavar="DIR", help="models of train_held_out_methods.py")
    parser.add_argument("--render", default="auto", choices=["auto", "never"])
    parser.add_argument("--page-type")
    args = parser.parse_args()
    # A wrapper reads one site only. `quality.py` measures held-out models of `auto`.
    others = {"template-wrapper", "auto"} if args.held_out else {"template-wrapper"}
    measure(args, args.method or [method for method in METHODS if method not in others])


if __name__ == "__main__":
    main()

"""Quality of cutline and its peers on labelled corpora: a table for each, with intervals of the paired differences.

usage: quality.py CORPUS.jsonl.gz... [--held-out DIR] [--ablations] [--peers DIR] [--peer NAME]... [--method METHOD]...

All systems see the same pages and are scored by the same scorer. The shipped classifiers were trained on the sites of
the labelled corpora: `--held-out DIR` uses those of train_held_out.py, so that no page is read by a classifier that was
trained on its site. Each peer runs in its own virtual environment in DIR, created from the pinned versions in
peers/NAME/requirements.txt; its predictions are cached there too, so that a second run only takes the time of cutline.
The last columns hold the first system minus the system of the row, with a 95 % interval of 10,000 resamples of pages.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from comparison.ceiling import Ceiling
from comparison.environments import PeerUnavailable, ensure_environment
from comparison.scoring import Corpus, divide, read_corpus, score_predictions, score_texts
from comparison.systems import PEERS, Cutline, Peer, System, SystemFailed, functions_of, peer_names
from comparison.table import compare, render_table
from data_files import find_data

# An ablation is a name, options of `cutline enrich`, and settings.
ABLATIONS: tuple[tuple[str, tuple[str, ...], tuple[tuple[str, str], ...]], ...] = (
    ("cutline, no NLP", ("--no-nlp",), ()),
    (
        "cutline, no gaps filled",
        (),
        tuple((f"CUTLINE_AUTO__{kind}_THRESHOLD", "1") for kind in ("GAP", "TABLE", "CODE")),
    ),
    ("cutline, no caption keeps", (), (("CUTLINE_RELEVANCE__RELATED_ODDS", "1"),)),
    ("cutline, no caption drops", (), (("CUTLINE_RELEVANCE__UNRELATED_CAPTION_THRESHOLD", "0"),)),
    (
        "cutline, no strangers",
        (),
        tuple((f"CUTLINE_RELEVANCE__{kind}_THRESHOLD", "0") for kind in ("OFF_TOPIC", "OFFER")),
    ),
    ("cutline, no other story", (), (("CUTLINE_RELEVANCE__BOUNDARY_THRESHOLD", "0"),)),
    ("first-subtree", ("--method", "first-subtree"), ()),
    ("favor precision", ("--favor", "precision"), ()),
    ("favor recall", ("--favor", "recall"), ()),
)
SECONDS_A_PAGE = 60.0


def find_systems(args: argparse.Namespace) -> tuple[list[System], list[str]]:
    """Return the systems to compare, and a note for each peer that cannot be installed."""
    variants = [("cutline", (), ()), *(each for each in ABLATIONS if args.ablations or each[0] in args.ablation)]
    systems: list[System] = [Cutline(*variant, args.held_out) for variant in variants]
    systems += [Ceiling()] if args.ablations else []
    systems += [Cutline(method, ("--method", method)) for method in args.method]
    notes = []
    for name in () if args.no_peers else args.peer or peer_names():
        print(f"{name}: environment", file=sys.stderr, flush=True)
        try:
            python = ensure_environment(PEERS / name, args.peers / "environments", args.python)
        except PeerUnavailable as error:
            notes.append(f"{name} is not in the table: {error}")
        else:
            systems += [Peer(name, python, args.seconds, function) for function in functions_of(name)]
    return systems, notes


def ask(systems: Sequence[System], corpus: Corpus, folder: Path) -> tuple[dict[str, Path], list[str]]:
    """Return each system's predictions, and a note for each system that gave none.

    Raises:
        SystemFailed: the first system gave none, so there is nothing to compare with.
    """
    predictions, notes = {}, []
    folder.mkdir(parents=True, exist_ok=True)
    for system in systems:
        print(f"{corpus.name}: {system.name}", file=sys.stderr, flush=True)
        try:
            predictions[system.name] = system.predict(corpus, folder)
        except SystemFailed as error:
            if system is systems[0]:
                raise
            notes.append(f"{system.name} is not in the table: {error}")
    return predictions, notes


def print_tables(path: Path, systems: Sequence[System], args: argparse.Namespace) -> None:
    """Print the table of a corpus, and one of its articles if it also holds other pages."""
    whole = read_corpus(path)
    predictions, notes = ask(systems, whole, args.peers / "predictions" / whole.name)
    for corpus in divide(whole):
        scores = {name: score_predictions(file, corpus, args.resample) for name, file in predictions.items()}
        print("\n".join([render_table(corpus.name, compare(scores)), "", *notes]), flush=True)
    if args.worse_by is not None:
        first, *others = predictions
        pages = {name: score_texts(file, whole) for name, file in predictions.items()}
        print("\n".join(line for name in others for line in list_worse(pages[first], pages[name], name, args.worse_by)))


def list_worse(own: Mapping[str, float], others: Mapping[str, float], name: str, least: float) -> Iterator[str]:
    """Yield the pages on which another system's word F1 is higher by more than `least`, the worst first."""
    better = sorted(((others[page] - f1, page) for page, f1 in own.items() if others[page] - f1 > least), reverse=True)
    yield f"{name} reads {len(better)} of {len(own)} pages better by more than {least:g}"
    yield from (f"{page}: {own[page]:.3f}, {name} {others[page]:.3f}" for _, page in better)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cutline-benchmarks"
    parser.add_argument(
        "corpora", type=find_data, nargs="+", metavar="CORPUS", help="gzipped JSON lines of labelled pages"
    )
    parser.add_argument("--peers", type=Path, default=cache, metavar="DIR", help="environments and predictions")
    parser.add_argument("--peer", action="append", default=[], choices=peer_names(), help="only these peers")
    parser.add_argument("--method", action="append", default=[], help="also cutline with this method")
    parser.add_argument(
        "--held-out", type=find_data, metavar="DIR", help="models of train_held_out.py: no page's site was seen"
    )
    parser.add_argument("--ablations", action="store_true", help="also cutline with less, and the ceiling")
    parser.add_argument(
        "--ablation", action="append", default=[], choices=[name for name, *_ in ABLATIONS], help="only these of them"
    )
    parser.add_argument(
        "--worse-by",
        type=float,
        metavar="F1",
        help="also list pages whose text a peer reads better by more",
    )
    parser.add_argument("--no-peers", action="store_true", help="cutline alone")
    parser.add_argument("--python", action="append", default=[], help="interpreter for the peers' environments")
    parser.add_argument("--seconds", type=float, default=SECONDS_A_PAGE, help="wall time a peer has for a page")
    parser.add_argument("--resample", choices=["pages", "sites"], default="pages", help="what the bootstrap draws")
    args = parser.parse_args()
    args.peers = args.peers.resolve()
    systems, notes = find_systems(args)
    try:
        for path in args.corpora:
            print_tables(path.resolve(), systems, args)
    except SystemFailed as error:
        sys.exit(f"quality: {error}")
    print("\n".join(notes))


if __name__ == "__main__":
    main()

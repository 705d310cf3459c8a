"""Quality of cutline's methods and of peers on the labelled corpora, as one table.

usage: quality.py CORPORA --scorer score.py [--method METHOD]... [--peer NAME=PYTHON]...

CORPORA is the folder of the corpora; every `*.jsonl.gz` in it is read. A peer is run by `peers/NAME_predict.py` in the
Python of its own environment (peers/NAME.txt holds its requirements). All predictions are scored by the one scorer.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

PEERS = Path(__file__).parent / "peers"
MEASURES = ("word_f1", "shingle_f1", "with", "without", "title", "image_f1", "page_exact", "caption_all")
# Corpora of several kinds of pages are also measured on their articles alone.
SELECTIONS: dict[str, tuple[tuple[str, ...], ...]] = {"wcxb": ((), ("--page-type", "article"))}


def predict(system: str, pythons: dict[str, str], corpus: Path, out: Path) -> None:
    if system in pythons:
        command = [pythons[system], str(PEERS / f"{system}_predict.py"), str(corpus), str(out)]
    else:
        command = [sys.executable, "-m", "cutline", "enrich", str(corpus), "--out", str(out), "--method", system]
    subprocess.run(command, check=False, stderr=subprocess.DEVNULL)


def score(scorer: Path, out: Path, corpus: Path, selection: tuple[str, ...]) -> dict[str, float]:
    command = [sys.executable, str(scorer), str(out), str(corpus), "--json", *selection]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", type=Path)
    parser.add_argument("--scorer", type=Path, required=True)
    parser.add_argument("--method", action="append", default=[])
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=PYTHON")
    args = parser.parse_args()
    pythons = dict(peer.split("=", 1) for peer in args.peer)
    print("| corpus | system | pages | failed | " + " | ".join(MEASURES) + " |")
    print("|---|---|" + "---:|" * (2 + len(MEASURES)))
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "predictions.jsonl"
        for corpus in sorted(args.corpora.glob("*.jsonl.gz")):
            name = corpus.name.removesuffix(".jsonl.gz")
            for system in [*(args.method or ["first-subtree"]), *pythons]:
                predict(system, pythons, corpus, out)
                for selection in SELECTIONS.get(name, ((),)):
                    figures = score(args.scorer, out, corpus, selection)
                    cells = [f"{figures[m]:.3f}" if m in figures else "" for m in MEASURES]
                    label = " ".join((name, *selection[1:]))
                    row = [label, system, str(figures["pages"]), str(figures["failed"]), *cells]
                    print("| " + " | ".join(row) + " |", flush=True)


if __name__ == "__main__":
    main()

"""A run that is killed again and again, at random moments."""

import gzip
import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from cutline.config import load_settings
from cutline.service.enrich.batches import Summary

pytestmark = pytest.mark.processes

HERE = Path(__file__).parent
RECORDS = 1000
RUN = """
import sys
sys.path.insert(0, sys.argv[1])
import cutline.service.enrich.enrichment
import fake_extractors
from cutline.service.enrich import enrich, working_folder
working_folder.SYNC_SECONDS = 0.0  # so that there is much to kill in a short run
cutline.service.enrich.enrichment.open_extractor = fake_extractors.Obedient
summary = enrich(sys.argv[2], sys.argv[3], workers=2, order=sys.argv[4], resume=True)
print(summary.model_dump_json())
"""


@pytest.mark.parametrize(("out", "order", "kills"), [("out.jsonl.gz", "input", 3), ("out.parquet", "ready", 1)])
def test_every_record_is_in_the_output_once(tmp_path: Path, out: str, order: str, kills: int) -> None:
    chance = random.Random(out)
    with (tmp_path / "in.jsonl").open("w") as lines:
        for number in range(RECORDS):
            page = "empty" if number % 100 == 7 else "x" * chance.randrange(300)
            lines.write(json.dumps({"id": number % 50, "html": page}) + "\n")  # ids come again and again
    summary = run_to_the_end(tmp_path / "in.jsonl", tmp_path / out, order, kills, chance)
    failed = [json.loads(line)["line"] for line in (tmp_path / f"{out}.failed.jsonl").read_text().splitlines()]
    assert sorted([*lines_of(tmp_path / out), *failed]) == list(range(1, RECORDS + 1))
    assert len(failed) == RECORDS // 100
    assert (summary.pages, summary.failed) == (RECORDS, RECORDS // 100)
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted(
        ["in.jsonl", out, f"{out}.done", f"{out}.failed.jsonl"]
    )
    if order == "input":
        assert lines_of(tmp_path / out) == sorted(lines_of(tmp_path / out))


def run_to_the_end(source: Path, out: Path, order: str, kills: int, chance: random.Random) -> Summary:
    """Kill the run at random moments between its first and its last batch, then let it end."""
    command = [sys.executable, "-c", RUN, HERE, source, out, order]
    journal = Path(f"{out}.partial", "journal.jsonl")
    for kills_left in range(kills, 0, -1):
        entries = count_lines(journal)
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            # Each run may do its part of what is left, so that there is something left for the next ones.
            part = (RECORDS - records_in(journal)) // kills_left // load_settings().enrich.batch_size
            goal = entries + chance.randint(0, max(1, part))
            while process.poll() is None and count_lines(journal) < goal:
                time.sleep(0.001)
            time.sleep(chance.random() * 0.02)
            process.send_signal(signal.SIGKILL)
        assert process.returncode == -signal.SIGKILL
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return Summary.model_validate_json(done.stdout)


def count_lines(journal: Path) -> int:
    return journal.read_bytes().count(b"\n") if journal.exists() else 0


def records_in(journal: Path) -> int:
    if not journal.exists():
        return 0
    lines = journal.read_bytes().splitlines(keepends=True)
    return sum(json.loads(line)["tally"]["pages"] for line in lines if line.endswith(b"\n"))


def lines_of(out: Path) -> list[int]:
    if out.suffix == ".parquet":
        return list(pq.read_table(out, columns=["line"])["line"].to_pylist())
    with gzip.open(out) as lines:
        return [json.loads(line)["line"] for line in lines]

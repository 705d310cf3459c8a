"""Articles of a run that an earlier one has, or nearly."""

import gzip
import json
import random
from pathlib import Path
from types import ModuleType
from typing import Any

import pyarrow.parquet as pq
import pytest

import cutline
from cutline.errors import OptionError
from cutline.service.enrich import enrich
from cutline.service.enrich.journal import MOST_COMPARED, FirstFingerprints

FERRY, BRIDGE = 0x0123_4567_89AB_CDEF, 0xFEDC_BA98_7654_3210


class TestFirstFingerprints:
    def test_the_first_of_equal_ones_is_found_again(self) -> None:
        firsts = FirstFingerprints(3)
        assert [firsts.find_or_add(each) for each in (FERRY, BRIDGE, FERRY, BRIDGE)] == [None, None, 1, 2]

    @pytest.mark.parametrize("bits", [(0, 1, 2), (0, 20, 40), (16, 32, 63), (5,)])
    def test_three_bits_make_no_difference_wherever_they_are(self, bits: tuple[int, ...]) -> None:
        firsts = FirstFingerprints(3)
        firsts.find_or_add(FERRY)
        assert firsts.find_or_add(FERRY ^ sum(1 << bit for bit in bits)) == 1

    def test_four_bits_do(self) -> None:
        firsts = FirstFingerprints(3)
        firsts.find_or_add(FERRY)
        assert firsts.find_or_add(FERRY ^ 0b1111) is None

    def test_one_that_is_near_to_a_repetition_alone_is_a_first(self) -> None:
        firsts = FirstFingerprints(3)
        assert [firsts.find_or_add(FERRY ^ change) for change in (0, 0b111, 0b111111)] == [None, 1, None]

    def test_all_pairs_of_many_are_found_as_by_comparing_each_with_each(self) -> None:
        rng, firsts, known = random.Random(7), FirstFingerprints(3), []
        for _ in range(2000):
            near = rng.choice(known) if known and rng.random() < 0.5 else rng.getrandbits(64)
            given = near ^ sum(1 << bit for bit in rng.sample(range(64), rng.randrange(6)))
            slow = next((n for n, first in enumerate(known, 1) if (first ^ given).bit_count() <= 3), None)
            assert firsts.find_or_add(given) == slow
            known += [given] if slow is None else []

    def test_many_with_one_block_in_common_are_compared_with_the_latest_alone(self) -> None:
        firsts = FirstFingerprints(0)
        for number in range(MOST_COMPARED + 1):
            firsts.find_or_add(number * 0x1_0001_0001 << 16)
        assert firsts.find_or_add(0x7_0007_0007 << 16) == 8


PAGES = ["one", "two", "one", "empty", "three", "…", "two", "…", "one"]
REPEATED = {2: 0, 6: 1, 8: 0}  # the numbers of the pages above that have an earlier one's text; "…" has no words


@pytest.fixture
def records(tmp_path: Path) -> Path:
    path = tmp_path / "in.jsonl"
    path.write_text("".join(json.dumps({"id": f"é{n}", "html": page}) + "\n" for n, page in enumerate(PAGES)))
    return path


def read(path: Path) -> list[dict[str, Any]]:
    written = path.read_bytes()
    return [json.loads(line) for line in (gzip.decompress(written) if path.suffix == ".gz" else written).splitlines()]


@pytest.mark.processes
@pytest.mark.usefixtures("obedient")
class TestRuns:
    @pytest.mark.parametrize(("workers", "name"), [(1, "out.jsonl"), (3, "out.jsonl"), (2, "out.jsonl.gz")])
    def test_each_repetition_names_the_first_record(
        self, records: Path, tmp_path: Path, workers: int, name: str
    ) -> None:
        summary = enrich(records, tmp_path / name, workers, duplicates="mark", batch_size=2)
        rows = read(tmp_path / name)
        assert {row["line"] - 1: row["duplicate_of"] for row in rows if "duplicate_of" in row} == {
            number: {"id": f"é{first}", "source": str(records), "line": first + 1} for number, first in REPEATED.items()
        }
        assert (len(rows), summary.duplicates, summary.failed) == (8, 3, 1)
        assert list(rows[2])[:2] == ["id", "duplicate_of"]
        assert all(len(row["fingerprint"]) == 16 for row in rows if row["text"] != "…")

    def test_repetitions_are_dropped(self, records: Path, tmp_path: Path) -> None:
        summary = enrich(records, tmp_path / "out.jsonl", duplicates="drop")
        assert [row["line"] - 1 for row in read(tmp_path / "out.jsonl")] == [0, 1, 4, 5, 7]
        assert (summary.pages, summary.duplicates) == (9, 3)

    @pytest.mark.parametrize(("duplicates", "ids"), [("mark", [0, 1, 2, 4, 5, 6, 7, 8]), ("drop", [0, 1, 4, 5, 7])])
    def test_parquet_has_a_column_for_them(self, records: Path, tmp_path: Path, duplicates: Any, ids: Any) -> None:
        enrich(records, tmp_path / "out.parquet", duplicates=duplicates, batch_size=3)
        table = pq.read_table(tmp_path / "out.parquet")
        rows = table.to_pylist()
        assert [row["id"] for row in rows] == [f"é{number}" for number in ids]
        assert ("duplicate_of" in table.schema.names) == (duplicates == "mark")
        marked = {row["line"] - 1: row["duplicate_of"]["id"] for row in rows if row.get("duplicate_of")}
        assert marked == ({number: f"é{first}" for number, first in REPEATED.items()} if duplicates == "mark" else {})

    def test_a_resumed_run_names_records_of_the_first_attempt(
        self, records: Path, tmp_path: Path, fakes: ModuleType, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        pages = [*PAGES[:5], "hopeless", "one", "two"]
        records.write_text("".join(json.dumps({"id": n, "html": page}) + "\n" for n, page in enumerate(pages)))
        with pytest.raises(cutline.CutlineError):
            enrich(records, tmp_path / "out.jsonl", duplicates="mark", batch_size=1)
        with pytest.raises(OptionError, match="other options"):
            enrich(records, tmp_path / "out.jsonl", resume=True)
        monkeypatch.setattr("cutline.service.enrich.enrichment.open_extractor", fakes.Hopeful)
        summary = enrich(records, tmp_path / "out.jsonl", duplicates="mark", batch_size=1, resume=True)
        marked = {row["id"]: row["duplicate_of"]["id"] for row in read(tmp_path / "out.jsonl") if "duplicate_of" in row}
        assert marked == {2: 0, 6: 0, 7: 1}
        assert (summary.duplicates, summary.resumed) == (3, 5)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"order": "ready", "out": "out.jsonl"}, "needs the order 'input'"),
        ({}, "needs 'out'"),
        ({"out": "-"}, "name a file"),
        ({"out": "out.jsonl", "duplicates": "hide"}, "'duplicates' cannot be 'hide'"),
    ],
)
def test_what_cannot_be_is_refused_at_once(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        enrich([{"html": "one"}], **{"duplicates": "mark", **options})

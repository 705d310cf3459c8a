from collections.abc import Callable
from pathlib import Path

import ner_speed
import pytest


def test_each_way_of_reading_is_timed(
    write_corpus: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        "sys.argv", ["ner_speed.py", str(write_corpus({"text": "Angela Merkel is in Rome.\n\nIt rains."}))]
    )
    ner_speed.main()
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(": ")[0] for line in lines] == list(ner_speed.READERS)
    assert all(": 9 tokens, " in line for line in lines)

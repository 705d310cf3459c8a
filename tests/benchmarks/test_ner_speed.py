from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import ner_speed
import pytest
from spacy.language import Language


def test_each_reader_gets_a_pipeline_that_no_other_has_changed(
    write_corpus: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen: list[tuple[Language, int]] = []

    def note(make_reader: Callable[[Language], ner_speed.Read]) -> Callable[[Language], ner_speed.Read]:
        def make(nlp: Language) -> ner_speed.Read:
            seen.append((nlp, len(nlp.vocab.lex_attr_getters)))
            return make_reader(nlp)

        return make

    monkeypatch.setattr(ner_speed, "READERS", {name: note(make) for name, make in ner_speed.READERS.items()})
    monkeypatch.setattr(
        "sys.argv", ["ner_speed.py", str(write_corpus({"text": "Angela Merkel is in Rome.\n\nIt rains."}))]
    )
    ner_speed.main()
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(": ")[0] for line in lines] == list(ner_speed.READERS)
    assert all(": 9 tokens, " in line for line in lines)
    assert len({id(nlp) for nlp, _ in seen}) == len(seen) == len(lines)
    assert len({getters for _, getters in seen}) == 1

"""What spaCy's training loop says while it runs: one line at each evaluation."""

from __future__ import annotations

from collections.abc import Callable
from typing import IO, Any

from spacy.language import Language
from spacy.util import registry

Report = Callable[[str], None]
StepLogger = Callable[[dict[str, Any] | None], None]


class ProgressLog:
    """The logger of one training, called `cutline.Progress.v1` in its configuration."""

    def __init__(self, report: Report) -> None:
        """Take the function that each line of progress goes to, and become the registered logger."""
        self._report = report
        self._checkpoints: list[tuple[float, int]] = []
        registry.loggers.register("cutline.Progress.v1", func=lambda: self._start)

    @property
    def best_step(self) -> int:
        """Updates that the best model so far had; of equals the later, which is the one spaCy keeps."""
        return max(self._checkpoints)[1]

    def _start(self, nlp: Language, stdout: IO[str], stderr: IO[str]) -> tuple[StepLogger, Callable[[], None]]:
        return self._log_step, lambda: None

    def _log_step(self, info: dict[str, Any] | None) -> None:
        if info is None:
            return
        self._checkpoints = info["checkpoints"]
        found = info["other_scores"]
        self._report(
            f"step {info['step']:>6,}  pass {info['epoch']:>2}  {info['seconds']:>5} s  "
            f"F1 {found['ents_f']:.3f}  precision {found['ents_p']:.3f}  recall {found['ents_r']:.3f}"
        )

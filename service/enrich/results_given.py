"""The results of a batch given to the caller one by one."""

from __future__ import annotations

from collections.abc import Generator, MutableMapping
from contextlib import closing
from typing import Any

from cutline.service.enrich.plan import BatchPlan
from cutline.service.enrich.results import Enriched


def give_results(plan: BatchPlan, contexts: MutableMapping[int, object]) -> Generator[Enriched | tuple[Enriched, Any]]:
    """Yield the result of each record, together with the context of the record if it has one.

    Args:
        plan: the batch.
        contexts: where those are kept by the number of the record, until it is done.
    """
    run = plan.run_here(tuple) if plan.crewing.is_alone else plan.run(tuple)
    with closing(run):
        for worked in run:
            for result in worked.packed:
                number = result.line
                yield (result, contexts.pop(number)) if number is not None and number in contexts else result

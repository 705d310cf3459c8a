"""All operations of the REST endpoint."""

from __future__ import annotations

from cutline.service.routes.compare import list_compare
from cutline.service.routes.extract import list_extract
from cutline.service.routes.health import list_health
from cutline.service.routes.jobs import list_jobs
from cutline.service.routes.methods import list_methods
from cutline.service.routes.operation import Operation
from cutline.service.routes.parts import Parts
from cutline.service.routes.similarity import list_similarity


def list_operations(parts: Parts) -> tuple[Operation, ...]:
    """Return what the service answers, but for its own description; jobs only if there is a queue of them."""
    jobs = () if parts.jobs is None else list_jobs(parts.jobs, parts.settings.service.max_results)
    return (
        *list_extract(parts),
        *list_similarity(parts),
        *list_compare(parts),
        *list_methods(),
        *jobs,
        *list_health(parts),
    )

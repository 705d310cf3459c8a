"""Runs a service whose extraction processes do what pages say: the command of the tests beside it.

Arguments: the folder of `fake_openings`, the changed settings as JSON by table, and how many extraction processes, web
workers and threads there are.
"""

import json
import sys

sys.path.insert(0, sys.argv[1])

import fake_openings

from cutline.config import Settings, load_settings
from cutline.service.pages.logs import configure_logs
from cutline.service.serving import Serving, serve


def make_site(settings: Settings, processes: int) -> object:
    from cutline.service.pages.extraction_processes import ExtractionPool
    from cutline.service.serving.site import Site

    return Site(settings, processes, ExtractionPool(settings, processes, fake_openings.open_obedient))


def tell(address: str) -> None:
    print(f"listening on {address}", file=sys.stderr, flush=True)


changes, *counts = json.loads(sys.argv[2]), *map(int, sys.argv[3:])
settings = load_settings()
tables = {table: getattr(settings, table).model_copy(update=values) for table, values in changes.items()}
configure_logs("console")
sys.exit(serve(Serving("127.0.0.1", 0, *counts), settings.model_copy(update=tables), tell, make_site))

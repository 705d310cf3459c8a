"""A process that works off a queue with a fetcher and an extractor that only pretend; ends when its input does."""

import json
import random
import sys
from time import sleep

from cutline.config import load_settings
from cutline.config.settings import JobSettings
from cutline.page_given import PageGiven
from cutline.service.jobs import JobRunner, JobStore, runner
from cutline.service.pages.extraction_processes import ExtractWork, WorkDone

LONGEST_SECONDS = 0.01  # of each step, so that kills meet every one


def make_settings(database: str) -> JobSettings:
    limits = {"database": database, "lease_seconds": 4.0, "busy_seconds": 30.0, "host_seconds": 0.0}
    return load_settings().jobs.model_copy(update=limits)


def fetch(url: str) -> PageGiven:
    sleep(random.uniform(0, LONGEST_SECONDS))
    return PageGiven(f"page of {url}", url, is_live=True)


def run(work: ExtractWork, *, is_urgent: bool) -> WorkDone:
    sleep(random.uniform(0, LONGEST_SECONDS))
    return WorkDone(json.dumps({"text": work.page.html, "by": random.random()}).encode() + b"\n")


def main(database: str) -> None:
    runner.POLL_SECONDS = 0.05
    store = JobStore.open(make_settings(database))
    job_runner = JobRunner(store, fetch, run)
    job_runner.start()
    sys.stdin.read()
    job_runner.close(grace_seconds=10.0)
    store.close()


if __name__ == "__main__":
    main(sys.argv[1])

"""What extraction processes of tests run: they do what the page says."""

import os
import re
import signal
import time
from collections.abc import Callable
from pathlib import Path

from cutline.errors import EmptyPage, PipelineError, UpstreamError
from cutline.service.pages.extraction_processes import ExtractWork, Outcome, Work, WorkDone, do_work


def obey(work: Work) -> Outcome:
    """Answer with the page, or do what its first word says."""
    assert isinstance(work, ExtractWork)
    html = work.page.html
    page = html.decode() if isinstance(html, bytes) else html or ""
    word, _, argument = page.partition(" ")
    match word:
        case "empty":
            return EmptyPage("The page is empty.")
        case "upstream":
            return UpstreamError("The host answered with 503.", 503)
        case "bug":
            return do_work(None, work)  # type: ignore[arg-type]
        case "sleep":
            time.sleep(float(argument))
        case "await":
            while not Path(argument).exists():
                time.sleep(0.01)
        case "begin":  # writes its number, then waits for a file beside
            Path(f"{argument}.part").write_text(str(os.getpid()))
            Path(f"{argument}.part").rename(argument)
            while not Path(f"{argument}.end").exists():
                time.sleep(0.01)
        case "hang":
            re.match(r"(a+)+$", "a" * 50 + "b")  # holds the interpreter lock for years
        case "stop":
            os.kill(os.getpid(), signal.SIGSTOP)
        case "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        case "exit":
            os._exit(3)
        case "note":
            name, _, text = argument.partition(" ")
            with Path(name).open("a") as file:
                file.write(text + "\n")
        case "pid":
            page = str(os.getpid())
        case "environment":
            page = os.environ.get(argument, "")
    return WorkDone(page.encode())


def open_obedient() -> Callable[[Work], Outcome]:
    return obey


class DyingAtWork(bytes):
    """A page at whose arrival a process dies, before it can begin; as often as the file has letters."""

    def __reduce__(self) -> tuple[Callable[[str], bytes], tuple[str]]:
        return _arrive, (self.decode(),)


def _arrive(name: str) -> bytes:
    left = Path(name).read_text()
    if left:
        Path(name).write_text(left[1:])
        os.kill(os.getpid(), signal.SIGKILL)
    return b"arrived"


def open_unfit() -> Callable[[Work], Outcome]:
    raise PipelineError("The pipeline is missing.")


def open_dying() -> Callable[[Work], Outcome]:
    os._exit(4)


def open_never() -> Callable[[Work], Outcome]:
    while True:
        time.sleep(1)


class OpenOnce:
    """Opens for the first process that loads; for others, never."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __call__(self) -> Callable[[Work], Outcome]:
        try:
            (self._folder / "taken").touch(exist_ok=False)
        except FileExistsError:
            raise PipelineError("The pipeline is missing.") from None
        return obey


def open_with(model: Path) -> Callable[[Work], Outcome]:
    if not model.exists():
        raise PipelineError(f"The {model.name} is missing.")
    return obey

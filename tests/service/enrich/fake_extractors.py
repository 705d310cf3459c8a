"""Extractors that do what a page says, importable by worker processes."""

import ctypes
import os
import re
import signal
import time
from pathlib import Path
from typing import Any

from cutline.config.settings import Settings
from cutline.errors import EmptyPage, PipelineError
from cutline.nlp.fingerprints import find_fingerprint
from cutline.options import Options
from cutline.page_given import PageGiven
from cutline.types import Article, ModelInfo

MODEL = ModelInfo(ner=None, config_hash="0" * 12, version="0.1.0")


class Obedient:
    """Returns an article with the page's text, or does what the page's first word says."""

    def __init__(self, settings: Settings | None = None) -> None:
        """Take what the real one takes."""

    def extract_page(self, given: PageGiven, options: Options) -> Article:
        named = {"url": given.url, "charset": given.charset, "is_live": given.is_live}
        return self.extract(given.html, **named, **options.model_dump(exclude={"url"}))

    def extract(self, html: str | bytes | None = None, *, url: str | None = None, **options: Any) -> Article:
        page = html.decode() if isinstance(html, bytes) else html or f"fetched {url}"
        word, _, argument = page.partition(" ")
        match word:
            case "empty":
                raise EmptyPage("The page is empty.")
            case "bug":
                raise ZeroDivisionError(argument)
            case "hopeless":
                raise PipelineError("The pipeline does not fit.")
            case "sleep":
                time.sleep(float(argument))
            case "await":
                while not Path(argument).exists():
                    time.sleep(0.01)
            case "touch":
                Path(argument).touch()
            case "hang":
                re.match(r"(a+)+$", "a" * 50 + "b")  # holds the interpreter lock for years
            case "kill":
                os.kill(os.getpid(), signal.SIGKILL)
            case "kill-once":
                if not Path(argument).exists():
                    Path(argument).touch()
                    os.kill(os.getpid(), signal.SIGKILL)
            case "crash":
                ctypes.string_at(0)
            case "exit":
                os._exit(3)
            case "pid":
                page = str(os.getpid())
            case "options":
                page = repr(options)
        more = {"fingerprint": find_fingerprint(page)} if "fingerprint" in options.get("include", ()) else {}
        return Article(text=page, url=url, blocks=(), images=(), method="first-subtree", model=MODEL, **more)


class Unfit(Obedient):
    """Cannot be made."""

    def __init__(self, settings: Settings | None = None) -> None:
        raise PipelineError("The pipeline is missing.")


class Hopeful(Obedient):
    """Extracts what the obedient one calls hopeless."""

    def extract(self, html: str | bytes | None = None, **options: Any) -> Article:
        return super().extract("hope" if html == "hopeless" else html, **options)

"""A PostgreSQL server of Debian's package, in a temporary folder."""

import itertools
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg

USER = "nobody"  # who runs it when the tests are run by root, whom PostgreSQL refuses


def find_binaries() -> Path:
    """Return the folder of `initdb` and `pg_ctl`, of the newest version."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: int(folder.parent.name))
    found = folders[-1] if folders else Path(shutil.which("initdb") or "").parent
    assert (found / "initdb").exists(), "these tests need PostgreSQL: apt-get install postgresql"
    return found


@dataclass
class Server:
    """A running server, which only this machine's users can reach, by a socket in its folder."""

    folder: Path
    numbers: Iterator[int] = field(default_factory=itertools.count)

    @property
    def address(self) -> str:
        return f"postgresql://cutline@/postgres?host={self.folder}"

    def make_schema(self) -> str:
        """Return the address of an empty database (a schema, which is made faster)."""
        name = f"test_{next(self.numbers)}"
        with psycopg.connect(self.address, autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}")  # type: ignore[call-overload]
        return f"{self.address}&options=-csearch_path%3D{name}"

    def end_connections(self) -> None:
        """End all connections of others, as a restart does."""
        with psycopg.connect(self.address, autocommit=True) as connection:
            others = "backend_type = 'client backend' AND pid <> pg_backend_pid()"
            connection.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")


@contextmanager
def run_server() -> Iterator[Server]:
    """Run a server that ends, and leaves nothing, when the `with` block does."""
    binaries = find_binaries()
    who: dict[str, Any] = {"user": USER, "extra_groups": []} if os.geteuid() == 0 else {}
    with tempfile.TemporaryDirectory(prefix="cutline-", dir="/tmp") as folder:  # a socket's path has to be short
        if who:
            shutil.chown(folder, USER)
        data = f"{folder}/data"

        def call(name: str, *arguments: str) -> None:
            subprocess.run([binaries / name, *arguments], cwd=folder, check=True, stdout=subprocess.DEVNULL, **who)

        call("initdb", "--auth=trust", "--username=cutline", "--no-sync", "--locale=C", "--encoding=UTF8", data)
        options = f"-k {folder} -c listen_addresses='' -c fsync=off -c max_connections=50"
        control = ("pg_ctl", "--pgdata", data, "--wait", "--log", f"{folder}/log")
        call(*control, "--options", options, "start")
        try:
            yield Server(Path(folder))
        finally:
            call(*control, "--mode", "immediate", "stop")

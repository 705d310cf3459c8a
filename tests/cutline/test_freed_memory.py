"""Memory that a process has freed."""

import subprocess
import sys

import pytest

# Pieces between those that stay are freed, and glibc keeps them.
FREE = """
import os
from cutline.processes import return_freed_memory
from cutline.service.pages.memory import count_own_bytes
pieces = [bytes([1]) * 8_000 for _ in range(10_000)]
pieces = pieces[::50]
before = count_own_bytes(os.getpid())
return_freed_memory()
print(before - count_own_bytes(os.getpid()))
"""


@pytest.mark.processes
@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no glibc")
def test_freed_memory_is_returned_to_the_system() -> None:
    answer = subprocess.run([sys.executable, "-c", FREE], capture_output=True, text=True, check=True)
    assert int(answer.stdout) > 40_000_000

"""What a process does about its memory."""

import gc
import os
import subprocess
import sys
import threading

import pytest

from cutline.processes import YOUNG_OBJECTS, collect_seldom, list_tree

SETTLE = """
import gc
from cutline.processes import freeze_loaded
loaded = [[number] for number in range(1000)]
freeze_loaded()
print(gc.get_freeze_count(), gc.isenabled(), gc.get_threshold()[0])
"""


def test_the_collector_leaves_what_is_loaded_alone_and_still_looks_for_cycles_among_what_is_new() -> None:
    answer = subprocess.run([sys.executable, "-c", SETTLE], capture_output=True, text=True, check=True)
    frozen, enabled, new_objects = answer.stdout.split()
    assert int(frozen) > 1000
    assert enabled == "True"
    assert int(new_objects) == YOUNG_OBJECTS


@pytest.mark.parametrize(
    ("usual", "inside"), [(700, YOUNG_OBJECTS), (0, 0), (2 * YOUNG_OBJECTS, 2 * YOUNG_OBJECTS)], ids=str
)
def test_garbage_is_collected_less_often_only_while_a_page_is_read(usual: int, inside: int) -> None:
    before = gc.get_threshold()
    gc.set_threshold(usual, 7, 8)
    try:
        with pytest.raises(ValueError, match="read"), collect_seldom():
            assert gc.get_threshold() == (inside, 7, 8)
            with collect_seldom():
                pass
            assert gc.get_threshold() == (inside, 7, 8)
            raise ValueError("read")
        assert gc.get_threshold() == (usual, 7, 8)
    finally:
        gc.set_threshold(*before)


SHARE = """
import os, signal
from cutline.processes import count_own_bytes, count_resident_bytes
page = bytes([1]) * 100_000_000
child = os.fork()
if child == 0:
    signal.pause()
together, apart = count_resident_bytes(os.getpid(), child), count_own_bytes(os.getpid()) + count_own_bytes(child)
os.kill(child, signal.SIGKILL)
print(together, apart)
"""


def test_memory_that_processes_share_counts_once() -> None:
    answer = subprocess.run([sys.executable, "-c", SHARE], capture_output=True, text=True, check=True)
    together, apart = map(int, answer.stdout.split())
    assert 100_000_000 < together < 200_000_000 < apart


def test_children_are_found_while_threads_come_and_go() -> None:
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    ended = threading.Event()

    def start_threads() -> None:
        while not ended.is_set():
            threading.Thread(target=int).start()

    starter = threading.Thread(target=start_threads)
    starter.start()
    try:
        assert all(child.pid in list_tree(os.getpid()) for _ in range(300))
    finally:
        ended.set()
        starter.join()
        child.communicate(b"\n")


# Pieces between those that stay are freed, and glibc keeps them.
FREE = """
import os
from cutline.processes import return_freed_memory
from cutline.processes import count_own_bytes
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

"""What a process does about its memory."""

import subprocess
import sys

SETTLE = """
import gc
from cutline.service.pages.memory import freeze_loaded
loaded = [[number] for number in range(1000)]
freeze_loaded()
print(gc.get_freeze_count(), gc.isenabled(), gc.get_threshold()[0])
"""


def test_the_collector_leaves_what_is_loaded_alone_and_still_looks_for_cycles_among_what_is_new() -> None:
    answer = subprocess.run([sys.executable, "-c", SETTLE], capture_output=True, text=True, check=True)
    frozen, enabled, new_objects = answer.stdout.split()
    assert int(frozen) > 1000
    assert enabled == "True"
    assert 700 < int(new_objects) < 100_000

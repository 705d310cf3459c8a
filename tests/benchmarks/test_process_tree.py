"""What processes take."""

import os
import subprocess
import sys

from process_tree import read_started_cpu

BURN = "import time\nwhile time.process_time() < 0.3: pass\nprint(flush=True); input()"


def test_what_a_started_process_took_counts_while_it_is_there_and_after_its_end() -> None:
    before = read_started_cpu(os.getpid())
    with subprocess.Popen([sys.executable, "-c", BURN], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        child.stdout.readline()
        while_there = read_started_cpu(os.getpid()) - before
        child.communicate(b"\n")
    after = read_started_cpu(os.getpid()) - before
    assert while_there >= 0.27
    assert after >= while_there

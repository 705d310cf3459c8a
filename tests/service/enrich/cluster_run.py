"""A run on a Ray cluster of three nodes on this machine, of which one is killed.

Arguments: the output, the order, the number of segments after which the node is killed, the inputs.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"  # loopback alone
os.environ["PYTHONPATH"] = str(Path(__file__).parent)

import fake_extractors
import ray
from ray.cluster_utils import Cluster

import cutline.service.enrich.plan
from cutline.service.enrich import enrich


def kill_node(cluster: Cluster, journal: Path, segments: int) -> None:
    while not journal.exists() or journal.read_bytes().count(b"\n") < segments:
        time.sleep(0.01)
    victim = sorted(cluster.worker_nodes, key=lambda node: node.unique_id)[0]
    cluster.remove_node(victim, allow_graceful=False)
    print("outcome: killed", flush=True)


def main() -> None:
    out, order, segments, *inputs = sys.argv[1:]
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    for _ in range(2):
        cluster.add_node(num_cpus=1)
    ray.init(address=cluster.address, log_to_driver=False, logging_level="error")
    killer = threading.Thread(
        target=kill_node, args=(cluster, Path(f"{out}.partial", "journal.jsonl"), int(segments)), daemon=True
    )
    killer.start()
    cutline.service.enrich.plan.open_extractor = fake_extractors.Obedient
    summary = enrich(inputs, out, workers=2, engine="ray", order=order, batch_size=10)
    print(f"outcome: {summary.model_dump_json()}", flush=True)
    alive = sum(node["Alive"] for node in ray.nodes())
    print(f"outcome: {alive}", flush=True)
    ray.shutdown()
    cluster.shutdown()


main()

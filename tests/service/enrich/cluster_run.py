"""A run on a Ray cluster of three nodes on this machine, of which one is killed.

Arguments: the output, the order, the number of batches after which the node is killed, the inputs. What happened is
written to `outcome.json` beside the output, since Ray writes to the standard output, too, sometimes into a line.
"""

import json
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

import cutline.service.enrich.enrichment
from cutline.service.enrich import enrich

MISSED_SOON = {
    "health_check_initial_delay_ms": 1000,
    "health_check_period_ms": 1000,
    "health_check_failure_threshold": 3,
}


def kill_node(cluster: Cluster, journal: Path, batches: int) -> None:
    while not journal.exists() or journal.read_bytes().count(b"\n") < batches:
        time.sleep(0.01)
    victim = sorted(cluster.worker_nodes, key=lambda node: node.unique_id)[0]
    cluster.remove_node(victim, allow_graceful=False)


def main() -> None:
    out, order, batches, *inputs = sys.argv[1:]
    head = {"num_cpus": 0, "include_dashboard": False, "_system_config": MISSED_SOON}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    for _ in range(2):
        cluster.add_node(num_cpus=1)
    ray.init(address=cluster.address, log_to_driver=False, logging_level="error")
    killer = threading.Thread(
        target=kill_node, args=(cluster, Path(f"{out}.partial", "journal.jsonl"), int(batches)), daemon=True
    )
    killer.start()
    cutline.service.enrich.enrichment.open_extractor = fake_extractors.Obedient
    summary = enrich(inputs, out, workers=2, engine="ray", order=order, batch_size=10)
    killer.join()
    alive = sum(node["Alive"] for node in ray.nodes())
    outcome = {"alive": alive, "pages": summary.pages, "failed": summary.failed}
    Path(out).with_name("outcome.json").write_text(json.dumps(outcome))
    ray.shutdown()
    cluster.shutdown()


main()

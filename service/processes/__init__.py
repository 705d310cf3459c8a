"""Worker processes that may hang, crash or be killed without harm to anyone else.

Import from here: `WorkerProcess`, `describe_end`; batches and the service hand their work to it.
"""

from cutline.service.processes.process import WorkerProcess, describe_end

__all__ = ["WorkerProcess", "describe_end"]

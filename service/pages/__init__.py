"""One page in, one outcome out: in this process, in worker processes, or in the service's shared pool.

Command line, REST service, jobs, inspector and enrichment call this package; it calls none of them.
"""

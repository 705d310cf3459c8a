"""One page in, one outcome out: here, in worker processes, or in the pool that the service shares.

Every door calls this package, and it calls none of them.
"""

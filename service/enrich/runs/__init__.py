"""Runs that write to a file, kept on the disk so that they can be killed at any moment and gone on with.

Import from here: nothing; the modules are used by `results_written`.
"""

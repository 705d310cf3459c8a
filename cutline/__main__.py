"""`python -m cutline`, the same as the `cutline` command."""

from cutline.service.cli import main

main(prog_name="cutline")

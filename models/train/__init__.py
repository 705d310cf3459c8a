"""The code that trains what `cutline.models` ships, from labelled data that stays outside the project.

The command line names the modules and their functions (`cutline.service.cli.train`); `training` holds what they share.
It is never imported to extract a page, and importing the package costs nothing.
"""

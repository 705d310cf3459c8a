"""Training of the shipped models, from labelled data outside the project.

The command line names the modules and their functions (`cutline.service.cli.train`); `training` holds what they share.
Extraction never imports it, and importing the package costs nothing.
"""

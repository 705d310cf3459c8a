"""The code that trains what `cutline.models` ships, from labelled data that stays outside the project.

The command line imports `train_ner` from `cutline.models.train.ner`; the other modules serve that one.
It is never imported to extract a page, and importing the package costs nothing.
"""

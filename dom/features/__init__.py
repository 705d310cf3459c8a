"""Features of text segments, images and pages for the trained classifiers."""

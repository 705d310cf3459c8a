"""What is measured of a page's text segments and images for the learned classifiers."""

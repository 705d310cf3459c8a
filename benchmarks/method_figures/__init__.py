"""What the benchmarks of the published methods share: labelled pages, held-out models, measures, tables and plots."""

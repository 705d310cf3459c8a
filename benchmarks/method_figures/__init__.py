"""Common parts of the benchmarks of published methods: labelled pages, held-out models, measures, tables."""

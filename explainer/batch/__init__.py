"""Batch translation: an input file in, rows with translations and scores out."""

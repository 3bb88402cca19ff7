"""Corpora, example sentences and recorded measurements."""

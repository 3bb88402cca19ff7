"""Corpora and the sentences the app offers as examples."""

"""Comparisons, records and side models that chapters show; the app runs none of them."""

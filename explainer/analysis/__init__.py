"""Analyses of recorded traces: numpy arrays in, numpy arrays and frozen dataclasses out."""

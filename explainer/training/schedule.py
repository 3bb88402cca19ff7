"""The learning rate of the paper (section 5.3, equation 3)."""

from __future__ import annotations


def learning_rate(step: int, d_model: int, warmup: int, factor: float = 1.0) -> float:
    """factor * d_model^-0.5 * min(step^-0.5, step * warmup^-1.5); `step` counts from 1."""
    if step < 1 or warmup < 1:
        raise ValueError("step and warmup count from 1")
    return factor * d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)

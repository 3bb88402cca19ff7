"""The learning rate of the paper (section 5.3, equation 3), and a straight way down at the end."""

from __future__ import annotations


def learning_rate(step: int, d_model: int, warmup: int, factor: float = 1.0) -> float:
    """factor * d_model^-0.5 * min(step^-0.5, step * warmup^-1.5); `step` counts from 1."""
    if step < 1 or warmup < 1:
        raise ValueError("step and warmup count from 1")
    return factor * d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)


def left_of_rate(step: int, last: int, decay: int) -> float:
    """The share of the learning rate at `step` when the last `decay` steps go down to zero.

    Steps count from 1 to `last`; the last one is one part in `decay` above zero.
    """
    return min(1.0, (last - step + 1) / decay) if decay else 1.0

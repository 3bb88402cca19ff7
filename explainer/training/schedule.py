"""Learning rate schedule of the paper (section 5.3, equation 3), and a linear decay at the end."""

from __future__ import annotations


def learning_rate(step: int, d_model: int, warmup: int, factor: float = 1.0) -> float:
    """Return factor * d_model^-0.5 * min(step^-0.5, step * warmup^-1.5); `step` is from 1."""
    if step < 1 or warmup < 1:
        raise ValueError("step and warmup count from 1")
    return factor * d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)


def decay_factor(step: int, last: int, decay: int) -> float:
    """Return the factor of the learning rate at `step` with linear decay over the last `decay`.

    Steps are 1 to `last`; at the last one the factor is 1 / `decay`.
    """
    return min(1.0, (last - step + 1) / decay) if decay else 1.0

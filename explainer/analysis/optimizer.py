"""Adam and plain SGD for one weight, with all intermediate values.

Adam: Kingma and Ba 2015 (arXiv:1412.6980), algorithm 1. The Transformer paper uses (0.9, 0.98,
1e-9) (arXiv:1706.03762, section 5.3).

Shape suffixes: T steps of training.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Settings:
    """beta_1, beta_2 and epsilon; `corrected` turns on bias correction."""

    beta1: float = 0.9
    beta2: float = 0.98
    epsilon: float = 1e-9
    corrected: bool = True


@dataclass(frozen=True)
class Steps:
    """Values of each step, (T,) each: moments, corrected moments, update, weight after the step.

    For SGD the moments are the gradient and its square.
    """

    first: Floats
    second: Floats
    first_hat: Floats
    second_hat: Floats
    added: Floats
    weight: Floats


def adam(gradient_T: Floats, start: float, rate: float, settings: Settings) -> Steps:
    """Run Adam from the weight `start` at a constant learning rate."""
    first = averages(gradient_T, settings.beta1)
    second = averages(gradient_T**2, settings.beta2)
    steps = np.arange(1, len(gradient_T) + 1)
    first_hat, second_hat = first, second
    if settings.corrected:
        first_hat = first / (1 - settings.beta1**steps)
        second_hat = second / (1 - settings.beta2**steps)
    added = -rate * first_hat / (np.sqrt(second_hat) + settings.epsilon)
    return Steps(first, second, first_hat, second_hat, added, start + np.cumsum(added))


def averages(values_T: Floats, beta: float) -> Floats:
    """Return the exponential moving averages, starting from 0."""
    averages_T, average = np.zeros_like(values_T), 0.0
    for t, value in enumerate(values_T):
        average = beta * average + (1 - beta) * value
        averages_T[t] = average
    return averages_T


def sgd(gradient_T: Floats, start: float, rate: float) -> Steps:
    """Run gradient descent without momentum."""
    added = -rate * gradient_T
    squares = gradient_T**2
    return Steps(gradient_T, squares, gradient_T, squares, added, start + np.cumsum(added))


def clip_factor(norm_T: Floats, limit: float) -> Floats:
    """Return the factors that clip gradients of these norms to `limit`.

    As in `torch.nn.utils.clip_grad_norm_` (Pascanu et al. 2013, arXiv:1211.5063).
    """
    return np.minimum(1.0, limit / (norm_T + 1e-6))

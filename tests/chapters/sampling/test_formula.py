"""The formulas of the sampling page where probabilities are so small that powers of ten appear."""

from __future__ import annotations

import numpy as np
import pytest

from explainer.analysis.sampling import filter_probs
from explainer.chapters.sampling.mistake import _equations
from explainer.chapters.sampling.runs import Moment
from explainer.chapters.sampling.state import Filters
from explainer.decoding.truncation import draw


@pytest.mark.parametrize("temperature", [0.0, 0.1, 0.5, 2.0])
def test_a_power_of_a_power_stands_in_brackets(temperature: float) -> None:
    """KaTeX refuses 10^{-5}^{1/2}."""
    log_probs = np.random.default_rng(1).normal(0, 0.3, 5000)
    log_probs -= np.log(np.exp(log_probs).sum())
    found = filter_probs(log_probs, temperature, 0, 1.0)
    chances = found.by_id(5000)
    moment = Moment(1, log_probs, found, chances, 0.4, draw(chances, 0.4), False)
    equations = _equations(moment, Filters(temperature, 0, 1.0, 0), "q")
    assert not any("}^{" in equation for equation in equations)
    assert all(equation.count("{") == equation.count("}") for equation in equations)
    if temperature:
        prob, tempered = np.exp(log_probs[moment.drawn]), chances[moment.drawn]
        power, total = prob ** (1 / temperature), (np.exp(log_probs) ** (1 / temperature)).sum()
        assert power / total == pytest.approx(tempered)
        assert rf"^{{1/{temperature:g}}}" in equations[0]

"""Luong's local attention (arXiv:1508.04025, section 3.2), recomputed in numpy in float64."""

from typing import Any

import numpy as np
import pytest

from explainer.model import Trace
from explainer.model.rnn import Recurrent, RecurrentConfig
from tests.model.rnn.networks import make, sentences

D = 2
LENGTHS = (7, 4, 1)
LOCAL = ("local-m", "local-p")


def local(locality: str, **sizes: Any) -> Recurrent:
    return make("lstm-luong", locality=locality, **{"window": D, **sizes})


def recorded(network: Recurrent) -> tuple[dict[str, np.ndarray], dict[str, np.ndarray]]:
    trace = Trace()
    network(*sentences(), trace)
    weights = {name: value.detach().numpy() for name, value in network.named_parameters()}
    return {name: value.detach().numpy() for name, value in trace.tensors.items()}, weights


def softmax(scores: np.ndarray) -> np.ndarray:
    grown = np.exp(scores - scores.max())
    return grown / grown.sum()


def check_rest(
    found: dict[str, np.ndarray], weights: dict[str, np.ndarray], b: int, t: int
) -> None:
    """What is made of the weights: context and output."""
    looked, state = found["decoder.weights"][b, t], found["decoder.state"][b, t]
    context = looked @ found["memory"][b]
    assert np.abs(found["decoder.context"][b, t] - context).max() < 1e-12
    seen = np.concatenate([state, context])
    out = np.tanh(weights["readout.weight"] @ seen + weights["readout.bias"])
    assert np.abs(found["output"][b, t] - out).max() < 1e-12


@pytest.mark.parametrize("score", ["dot", "general"])
def test_local_m_is_a_softmax_over_the_window_around_t(score: str) -> None:
    found, weights = recorded(local("local-m", score=score))
    for b, length in enumerate(LENGTHS):
        for t in range(5):
            middle = min(t, length - 1)
            inside = [s for s in range(length) if abs(s - middle) <= D]
            state = found["decoder.state"][b, t]
            query = state if score == "dot" else weights["multiplicative.query.weight"] @ state
            expected = np.zeros(7)
            expected[inside] = softmax(found["memory"][b, inside] @ query)
            assert np.abs(found["decoder.weights"][b, t] - expected).max() < 1e-12
            check_rest(found, weights, b, t)


@pytest.mark.parametrize("score", ["dot", "general"])
def test_local_p_is_a_softmax_around_a_predicted_place_under_a_bell(score: str) -> None:
    """p_t = S sigmoid(v . tanh(W s_t)); a_t(s) = align(s) exp(-(s - p_t)^2 / 2 sigma^2), tokens
    counted from 1, sigma = D / 2.
    """
    found, weights = recorded(local("local-p", score=score))
    cut = 0
    for b, length in enumerate(LENGTHS):
        for t in range(5):
            state = found["decoder.state"][b, t]
            inner = np.tanh(weights["predicted.inner.weight"] @ state)
            place = length / (1 + np.exp(-weights["predicted.v"] @ inner))
            assert abs(found["decoder.place"][b, t] - place) < 1e-12
            inside = [s for s in range(1, length + 1) if abs(s - place) <= D]
            assert inside
            cut += length - len(inside)
            query = state if score == "dot" else weights["multiplicative.query.weight"] @ state
            aligned = softmax(found["memory"][b, [s - 1 for s in inside]] @ query)
            expected = np.zeros(7)
            for s, share in zip(inside, aligned, strict=True):
                expected[s - 1] = share * np.exp(-((s - place) ** 2) / (2 * (D / 2) ** 2))
            assert np.abs(found["decoder.weights"][b, t] - expected).max() < 1e-12
            assert 0 < expected.sum() < 1
            check_rest(found, weights, b, t)
    assert cut > 10  # the window has left tokens out


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"locality": "near"}, "locality must be one of"),
        ({"locality": "local-p", "kind": "gru-bahdanau"}, "'lstm-luong' alone"),
        ({"locality": "local-m", "window": 0}, "window must be a positive whole number"),
    ],
)
def test_what_does_not_fit_together_is_refused(changed: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        RecurrentConfig(**{"vocab_size": 9, "kind": "lstm-luong", **changed})


@pytest.mark.parametrize("locality", LOCAL)
def test_the_config_comes_back_from_a_card(locality: str) -> None:
    config = local(locality).config
    assert RecurrentConfig.from_dict(config.to_dict()) == config
    old = {"vocab_size": 9, "kind": "lstm-luong", "score": "dot"}  # a card from before
    assert RecurrentConfig.from_dict(old).locality == "global"

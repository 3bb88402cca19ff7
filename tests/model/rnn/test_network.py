"""A recurrent encoder-decoder: padding, traces, attention in numpy, sizes."""

from typing import Any

import numpy as np
import pytest
import torch

from explainer.model import Trace
from explainer.model.rnn import RecurrentDecoder
from explainer.model.rnn.names import trace_names
from tests.model.rnn import networks

VARIANTS: list[tuple[str, dict[str, Any]]] = [
    *[(kind, {}) for kind in networks.KINDS],
    *[(kind, {"reverse_source": True}) for kind in networks.KINDS if kind != "gru-bahdanau"],
    ("lstm-luong", {"score": "dot"}),
    *[("lstm-luong", {"locality": local, "window": 2}) for local in ("local-m", "local-p")],
]
IDS = [" ".join([kind, *map(str, sizes.values())]) for kind, sizes in VARIANTS]


@pytest.mark.parametrize(("kind", "sizes"), VARIANTS, ids=IDS)
def test_a_padded_batch_gives_what_each_sentence_alone_gives(kind, sizes) -> None:
    network, (src_BS, tgt_BT) = networks.make(kind, **sizes), networks.sentences()
    together = network(src_BS, tgt_BT)
    step = RecurrentDecoder(network, src_BS)
    for t, ids_B in enumerate(tgt_BT.T):
        found = step(ids_B, torch.arange(3))
        assert torch.allclose(found.double(), together[:, t].log_softmax(-1), atol=1e-5)
    traced = network(src_BS, tgt_BT, Trace())
    for row, ids in enumerate(src_BS):
        alone = network(ids[None, ids != 0], tgt_BT[row : row + 1])[0]
        assert torch.allclose(together[row], alone, atol=1e-12)
        assert torch.allclose(traced[row], alone, atol=1e-12)


@pytest.mark.parametrize(("kind", "sizes"), VARIANTS, ids=IDS)
def test_recorded_names_shapes_and_values(kind, sizes) -> None:
    """The record by hand holds what torch.nn computes, and every parent comes before its child."""
    network, (src_BS, tgt_BT) = networks.make(kind, **sizes), networks.sentences()
    trace = Trace()
    network(src_BS, tgt_BT, trace)
    names = trace_names(network.config)
    assert [name.name for name in names] == list(trace.tensors)
    for name in names:
        assert tuple(trace[name.name].shape) == networks.shape_of(name, network.config), name
    everything = {name.name for name in names} | {"src_ids", "tgt_ids"}
    assert all(set(name.parents) <= everything for name in names)
    memory = network.encode(src_BS)
    assert torch.allclose(trace["memory"], memory.states_BSM, atol=1e-14)
    assert torch.allclose(trace["start_state"], memory.start[0], atol=1e-14)
    assert not memory.states_BSM[1, 4:].any()  # nothing of a sentence stands at its padding
    assert torch.allclose(trace["output"], network.decode(tgt_BT, memory), atol=1e-14)


def test_the_last_state_is_that_of_the_token_read_last_and_a_source_can_be_reversed() -> None:
    src_BS, tgt_BT = networks.sentences()
    for reverse, place in ((False, (6, 3, 0)), (True, (6, 3, 0))):
        trace = Trace()
        networks.make("gru", reverse_source=reverse)(src_BS, tgt_BT, trace)
        rows = torch.arange(3)
        there = trace["encoder.forward.state"][rows, torch.tensor(place)]
        assert torch.equal(there, trace["last_state"])  # EOS is read last either way
    both = Trace()
    networks.make("gru-bahdanau")(src_BS, tgt_BT, both)
    assert torch.equal(both["encoder.backward.state"][:, 0], both["last_state"])
    plain, turned = networks.make("lstm"), networks.make("lstm", reverse_source=True)
    backwards = torch.cat([src_BS[:1, :6].flip(1), src_BS[:1, 6:]], dim=1)
    assert torch.allclose(plain(backwards, tgt_BT[:1]), turned(src_BS[:1], tgt_BT[:1]))
    assert not torch.allclose(plain(src_BS[:1], tgt_BT[:1]), turned(src_BS[:1], tgt_BT[:1]))


def recorded(kind: str, **sizes):
    network, (src_BS, tgt_BT) = networks.make(kind, **sizes), networks.sentences()
    trace = Trace()
    network(src_BS[1:2], tgt_BT[1:2], trace)
    arrays = {name: value[0].detach().numpy() for name, value in trace.tensors.items()}
    weights = {name: value.detach().numpy() for name, value in network.named_parameters()}
    return arrays, weights


def softmax(scores: np.ndarray) -> np.ndarray:
    grown = np.exp(scores - scores.max())
    return grown / grown.sum()


def test_additive_attention_is_bahdanaus() -> None:
    """v . tanh(W s_{t-1} + U h_j), softmax, weighted sum: in numpy, one step at a time."""
    found, weights = recorded("gru-bahdanau")
    states = [found["start_state"], *found["decoder.state"]]
    for t in range(5):
        query = weights["additive.query.weight"] @ states[t]
        scores = np.array(
            [
                weights["additive.v"] @ np.tanh(query + weights["additive.key.weight"] @ h)
                for h in found["memory"][:4]
            ]
        )
        looked = softmax(scores)
        assert np.abs(found["decoder.scores"][t, :4] - scores).max() < 1e-12
        assert np.abs(found["decoder.weights"][t, :4] - looked).max() < 1e-12
        assert not found["decoder.weights"][t, 4:].any()
        context = sum(w * h for w, h in zip(looked, found["memory"], strict=False))
        assert np.abs(found["decoder.context"][t] - context).max() < 1e-12
        read = np.concatenate([found["decoder.embed"][t], context])
        w_ih, b_ih = weights["decoder.weight_ih_l0"], weights["decoder.bias_ih_l0"]
        w_hh, b_hh = weights["decoder.weight_hh_l0"], weights["decoder.bias_hh_l0"]
        x, h = np.split(w_ih @ read + b_ih, 3), np.split(w_hh @ states[t] + b_hh, 3)
        reset, update = (1 / (1 + np.exp(-(x[i] + h[i]))) for i in (0, 1))
        new = np.tanh(x[2] + reset * h[2])
        state = (1 - update) * new + update * states[t]
        assert np.abs(found["decoder.state"][t] - state).max() < 1e-12
        seen = np.concatenate([state, context, found["decoder.embed"][t]])
        out = np.tanh(weights["readout.weight"] @ seen + weights["readout.bias"])
        assert np.abs(found["output"][t] - out).max() < 1e-12


@pytest.mark.parametrize("score", ["dot", "general"])
def test_multiplicative_attention_is_luongs(score: str) -> None:
    found, weights = recorded("lstm-luong", score=score)
    for t in range(5):
        state = found["decoder.state"][t]
        query = state if score == "dot" else weights["multiplicative.query.weight"] @ state
        scores = found["memory"][:4] @ query
        looked = softmax(scores)
        assert np.abs(found["decoder.scores"][t, :4] - scores).max() < 1e-12
        assert np.abs(found["decoder.weights"][t, :4] - looked).max() < 1e-12
        context = looked @ found["memory"][:4]
        assert np.abs(found["decoder.context"][t] - context).max() < 1e-12
        seen = np.concatenate([state, context])
        out = np.tanh(weights["readout.weight"] @ seen + weights["readout.bias"])
        assert np.abs(found["output"][t] - out).max() < 1e-12


def test_the_vanilla_network_is_five_equations() -> None:
    found, weights = recorded("rnn")
    side = {
        name: [weights[f"{name}.{part}_l0"] for part in ("weight_ih", "weight_hh")]
        + [weights[f"{name}.{part}_l0"] for part in ("bias_ih", "bias_hh")]
        for name in ("encoder.layer", "decoder")
    }

    def step(name: str, x: np.ndarray, h: np.ndarray) -> np.ndarray:
        w, u, b, c = side[name]
        return np.tanh(w @ x + b + u @ h + c)

    h = np.zeros(10)
    for place in range(4):
        h = step("encoder.layer", found["encoder.embed"][place], h)
        assert np.abs(found["encoder.forward.state"][place] - h).max() < 1e-12
    context, s = h, np.zeros(10)
    assert np.abs(found["context"] - context).max() < 1e-12
    for t in range(5):
        s = step("decoder", np.concatenate([found["decoder.embed"][t], context]), s)
        out = weights["readout.weight"] @ s + weights["readout.bias"]
        logits = weights["matrix"] @ out
        assert np.abs(found["decoder.state"][t] - s).max() < 1e-12
        assert np.abs(found["logits"][t] - logits).max() < 1e-11
        assert np.abs(found["probs"][t] - softmax(logits)).max() < 1e-12


@pytest.mark.parametrize("kind", networks.KINDS)
def test_what_is_predicted_depends_on_no_later_target_token(kind: str) -> None:
    network, (src_BS, tgt_BT) = networks.make(kind), networks.sentences()
    changed = tgt_BT.clone()
    changed[:, 3] = (changed[:, 3] + 1 - 4) % (networks.V - 4) + 4
    before, after = network(src_BS, tgt_BT), network(src_BS, changed)
    assert torch.equal(before[:, :3], after[:, :3])
    assert not torch.allclose(before[:, 3:], after[:, 3:])


def test_dropout_is_on_in_training_alone() -> None:
    network, (src_BS, tgt_BT) = networks.make("gru"), networks.sentences()
    assert torch.equal(network(src_BS, tgt_BT), network(src_BS, tgt_BT))
    network.train()
    assert not torch.equal(network(src_BS, tgt_BT), network(src_BS, tgt_BT))

"""The page of the recurrent encoder-decoder on tiny models: numbers on screen recomputed."""

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from streamlit.testing.v1 import AppTest
from torch import Tensor, nn

from explainer.chapters.rnn import equations
from explainer.chapters.rnn.cells import step_cosines, telling_units
from explainer.chapters.rnn.gates import telling_token
from explainer.chapters.rnn.unroll import lacking
from explainer.engine import Translator
from explainer.frame.formula import number
from explainer.model.rnn import Recurrent
from explainer.runs import recurrent
from explainer.runs.recurrent import Kind
from explainer.text import Text
from explainer.text.numbers import decimal, percent
from explainer.tokenizer import PAD
from tests.apptest import Open, latex_of, use_models
from tests.chapters.chapter import Chapter, cells, opened, said, tables
from tests.conftest import SENTENCES

CHAPTER = Chapter("rnn", sentence=SENTENCES[0])
CELLS: tuple[Kind, ...] = ("rnn", "gru", "lstm")


def model_of(folder: Path, kind: str) -> tuple[Recurrent, tuple[int, ...]]:
    """The network in float64, and the sentence of the page in its tokens."""
    found = Translator.load(folder / f"tiny-{kind}")
    return found.recurrent.double(), found.tokenizer.encode(SENTENCES[0]).ids


def states_of(model: Recurrent, ids: tuple[int, ...]) -> Tensor:
    """(S, N) by PyTorch's own layer."""
    embedded = model.matrix[list(ids)] * model.config.d_embed**0.5
    with torch.no_grad():
        return model.encoder.layer(embedded[None])[0][0]


def drawn(at: AppTest) -> dict[str, Any]:
    """What the drawing of the chain was given."""
    given = (json.loads(each.proto.bytes) for each in at.get("bidi_component"))
    found: dict[str, Any] = next(one for one in given if "units" in one.get("data", {}))
    return found


@pytest.mark.parametrize("kind", CELLS)
def test_the_chain_is_the_states_of_pytorchs_layer(page: Open, models: Path, kind: Kind) -> None:
    expected = states_of(*model_of(models, kind)).numpy()
    at = page("unroll", rnn_cell=kind, rnn_step=4)
    data = drawn(at)["data"]
    units = [unit - 1 for unit in data["units"]]
    assert np.array(data["encoder"]) == pytest.approx(expected[:, units], abs=1e-3)
    found = recurrent.greedy_reading(kind, model_of(models, kind)[1])
    written = found.trace["decoder.state"][:, units]
    assert np.array(data["decoder"]) == pytest.approx(written, abs=1e-3)
    assert data["target"] == list(found.target_tokens)
    assert drawn(at)["chosen"] == {"at": 3}
    assert data["probs"] == pytest.approx(found.probs, abs=1e-5)
    assert data["size"] == found.trace["decoder.state"].shape[1]


def cell_of(model: Recurrent) -> nn.RNNCellBase:
    """PyTorch's single cell with the weights of the encoder."""
    layer = model.encoder.layer
    made = {"rnn": nn.RNNCell, "gru": nn.GRUCell, "lstm": nn.LSTMCell}[model.config.cell]
    cell = made(layer.input_size, layer.hidden_size).double()
    for name in ("weight_ih", "weight_hh", "bias_ih", "bias_hh"):
        getattr(cell, name).data.copy_(getattr(layer, f"{name}_l0"))
    return cell


@pytest.mark.parametrize("kind", CELLS)
def test_the_number_is_pytorchs_cell(models, kind, monkeypatch):
    use_models(models, monkeypatch)
    model, ids = model_of(models, kind)
    cell, unit, token = cell_of(model), 5, 3
    found = recurrent.greedy_reading(kind, ids)
    weights = recurrent.weights(kind, "encoder.layer")
    worked = equations.work_out(found, weights, unit, token)
    embedded = model.matrix[list(ids)] * model.config.d_embed**0.5
    state: Any = None
    with torch.no_grad():
        for x in embedded[: token + 1]:
            state = cell(x[None], state)
    h, *c = state if kind == "lstm" else (state,)
    assert worked.values["h"] == pytest.approx(float(h[0, unit]), abs=1e-6)
    if kind == "lstm":
        assert worked.values["c"] == pytest.approx(float(c[0][0, unit]), abs=1e-6)
    assert worked.difference < 1e-6


@pytest.mark.parametrize("kind", CELLS)
def test_the_gates_on_screen_are_those_in_the_equations(page: Open, kind: Kind) -> None:
    at = page("gates", rnn_cell=kind, rnn_unit=6, rnn_token=4)
    shown = cells(at)
    latex = " ".join(latex_of(at))
    assert all(number(float(value)) in latex for value in shown[:, 3])
    said = [m.value for m in at.markdown if decimal(shown[-1, 3]) in m.value]
    assert said and "-" not in said[0], "a hyphen is no minus"
    if kind == "gru":
        _, z, n, h = shown[:, 3]
        assert h == pytest.approx((1 - z) * n + z * shown[-1, 2], abs=1e-5)
    elif kind == "lstm":
        f, i, n, c, o, h = shown[:, 3]
        assert c == pytest.approx(f * shown[3, 2] + i * n, abs=1e-5)
        assert h == pytest.approx(o * np.tanh(c), abs=1e-5)


def test_shares_of_the_gradient_are_those_of_autograd(page: Open, models: Path) -> None:
    at = page("gates")
    lines = tables(at)["lines"]
    shares = np.array(lines["y"]).reshape(6, -1)
    assert shares.sum(axis=1) == pytest.approx(np.ones(6), abs=1e-5)
    model, ids = model_of(models, "gru")
    wanted = Translator.load(models / "tiny").translate(SENTENCES[0]).predicted
    embedded = (model.matrix[list(ids)] * model.config.d_embed**0.5).detach().requires_grad_()
    states, last = model.encoder.layer(embedded[None])
    start = model.bridge(last[0]).tanh()
    fed = model.matrix[[2, *wanted[:-1]]] * model.config.d_embed**0.5
    inputs = torch.cat([fed, last[0].expand(len(fed), -1)], dim=-1)
    out, _ = model.decoder(inputs[None], start[None])
    read = torch.cat([out[0], last[0].expand(len(fed), -1), fed], dim=-1)
    logits = model.readout(read).tanh() @ model.matrix.T
    rows = []
    for t, token in enumerate(wanted):
        (slope,) = torch.autograd.grad(logits[t, token], embedded, retain_graph=True)
        sizes = slope.norm(dim=1)
        rows.append(sizes / sizes.sum())
    expected = torch.stack(rows).mean(dim=0).flip(0).numpy()
    assert shares[1] == pytest.approx(expected, abs=1e-4)
    early = f"GRU {percent(float(expected[-2:].sum()), 0)}"
    shown = next(c.value for c in at.caption if c.value.startswith("Share of the first"))
    assert early in shown


def test_padding_that_is_read_on_moves_the_state(page: Open, models: Path) -> None:
    model, ids = model_of(models, "gru")
    states = states_of(model, (*ids, *[PAD] * 12))
    right, wrong = states[len(ids) - 1], states[-1]
    moved = float((wrong - right).norm() / right.norm())
    told = Text("en")("rnn.mistake_line", count=12, moved=f"{moved:.0%}")
    assert told in said(page("unroll"))


def test_units_and_likeness() -> None:
    states = np.array([[0.0, 1.0, 0.0], [0.0, -1.0, 0.5], [0.1, 1.0, 0.5]])
    assert telling_units(states, 2) == [1, 2]
    expected = [-1 / np.sqrt(1.25), (-1 + 0.25) / np.sqrt(1.25 * 1.26)]
    assert step_cosines(states) == pytest.approx(np.array(expected))
    assert step_cosines(np.zeros((2, 3))).tolist() == [0.0]

    # The telling token is a word.
    states = np.array([0.9, 0.1, 0.3, -0.9, 0.9])
    assert telling_token(states, ["▁a", "▁b", "▁c", ".", "</s>"]) == 1
    assert telling_token(states, ["▁a", "▁b", "▁c", "▁d", "</s>"]) == 3


def test_a_lost_cell_is_named(models, tmp_path, monkeypatch):
    shutil.copytree(models, tmp_path / "few")
    shutil.rmtree(tmp_path / "few" / "tiny-lstm")
    use_models(tmp_path / "few", monkeypatch)
    at = opened(CHAPTER, "unroll", rnn_cell="lstm")
    text = Text("en")
    assert [i.value for i in at.info] == [text("words.no_kind", model=text("words.model_lstm"))]


def test_another_direction_is_shown_an_example(models, tmp_path, monkeypatch):
    shutil.copytree(models, tmp_path / "more")
    shutil.copytree(tmp_path / "more" / "tiny", tmp_path / "more" / "turned")
    config = tmp_path / "more" / "turned" / "config.json"
    card = json.loads(config.read_text(encoding="utf-8"))
    config.write_text(json.dumps({**card, "source": "en", "target": "ko"}), encoding="utf-8")
    use_models(tmp_path / "more", monkeypatch)
    at = opened(CHAPTER, "unroll", model="turned", sentence=SENTENCES[1])
    said = Text("en")("words.other_sentence", model="turned", other="tiny")
    assert said in [c.value for c in at.caption]
    assert drawn(at)["data"]["source"]


@pytest.mark.parametrize("kind", CELLS)
def test_the_page_opens_on_what_came_through(page: Open, models: Path, kind: Kind) -> None:
    """All is written, and below stands what a model that looks back at the source writes."""
    at = page("unroll", rnn_cell=kind)
    payload: dict[str, Any] = json.loads(at.get("bidi_component")[0].proto.bytes)
    data = payload["data"]
    steps = len(data["source"]) + len(data["target"])
    assert payload["chosen"]["at"] + 1 == steps == at.slider(key="rnn_step").value
    other = "lstm-luong" if kind == "lstm" else "gru-bahdanau"
    expected = []
    for name in (kind, other):
        found = Translator.load(models / f"tiny-{name}")
        ids = found.tokenizer.encode(SENTENCES[0]).ids
        expected.append(found.tokenizer.decode(found.generate(ids)))
    one, two = (" ".join(w for w, _ in line["said"]) for line in data["outcome"])
    assert [one.removesuffix(" …"), two.removesuffix(" …")] == expected
    names = [Text("en")(f"words.model_{name}") for name in (kind, other)]
    assert [line["model"] for line in data["outcome"]] == names
    assert not any(marked for _, marked in data["outcome"][0]["said"])


def test_marked_are_the_words_that_are_missing() -> None:
    found = lacking("He lives in the morning.", "he runs in the park every morning")
    assert [word for word, marked in found if marked] == ["runs", "park", "every"]
    assert not any(marked for _, marked in lacking("Yes!", "yes. …"))
    assert " ".join(word for word, _ in found) == "he runs in the park every morning"

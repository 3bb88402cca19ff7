"""The page of the recurrent encoder-decoder on tiny models: numbers on screen recomputed."""

import json
import shutil
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Caption
from torch import Tensor, nn

from explainer.chapters.rnn import equations
from explainer.chapters.rnn.bottleneck import FOLDERS, PAIRS, failure_text, lead_text
from explainer.chapters.rnn.cells import step_cosines, telling_units
from explainer.chapters.rnn.gates import telling_token
from explainer.chapters.rnn.unroll import lacking
from explainer.data.recurrent import Bucket, Measured, measurements, toys, why
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


@pytest.fixture(scope="module")
def models(recurrent_folder: Path) -> Path:
    return recurrent_folder


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
    return next(one for one in given if "units" in one.get("data", {}))


@pytest.mark.parametrize("kind", CELLS)
def test_the_chain_is_the_states_of_pytorchs_layer(page: Open, models: Path, kind: Kind) -> None:
    """All is written, and below stands what a model that looks back at the source writes."""
    expected = states_of(*model_of(models, kind)).numpy()
    at = page("unroll", rnn_cell=kind)
    data = drawn(at)["data"]
    units = [unit - 1 for unit in data["units"]]
    assert np.array(data["encoder"]) == pytest.approx(expected[:, units], abs=1e-3)
    found = recurrent.greedy_reading(kind, model_of(models, kind)[1])
    written = found.trace["decoder.state"][:, units]
    assert np.array(data["decoder"]) == pytest.approx(written, abs=1e-3)
    assert data["target"] == list(found.target_tokens)
    assert data["probs"] == pytest.approx(found.probs, abs=1e-5)
    assert data["size"] == found.trace["decoder.state"].shape[1]
    steps = len(data["source"]) + len(data["target"])
    assert drawn(at)["chosen"]["at"] + 1 == steps == at.slider(key="rnn_step").value
    names: tuple[str, ...] = (kind, "lstm-luong" if kind == "lstm" else "gru-bahdanau")
    for name, line in zip(names, data["outcome"], strict=True):
        model = Translator.load(models / f"tiny-{name}")
        whole = model.tokenizer.decode(model.generate(model.tokenizer.encode(SENTENCES[0]).ids))
        assert " ".join(word for word, _ in line["said"]).removesuffix(" …") == whole
        assert line["model"] == Text("en")(f"words.model_{name}")
    assert not any(marked for _, marked in data["outcome"][0]["said"])
    at.slider(key="rnn_step").set_value(4).run()
    assert drawn(at)["chosen"] == {"at": 3}


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
    said = Text("en")("words.other_sentence", model="turned", other="tiny")
    at = opened(CHAPTER, "unroll", model="turned", sentence=SENTENCES[1])
    assert said in [c.value for c in at.caption]
    page = opened(Chapter("alignment"), model="turned", sentence=SENTENCES[1]).main
    shown = [one.value if isinstance(one, Caption) else one.type for one in page]
    assert shown.index(said) < shown.index("bidi_component")  # it is read before the figure is


def test_marked_are_the_words_that_are_missing() -> None:
    found = lacking("He lives in the morning.", "he runs in the park every morning")
    assert [word for word, marked in found if marked] == ["runs", "park", "every"]
    assert not any(marked for _, marked in lacking("Yes!", "yes. …"))
    assert " ".join(word for word, _ in found) == "he runs in the park every morning"


STARTS = (1, 6, 10)


def one_measured(name: str, seed: int) -> Measured:
    """Invented figures."""
    rng = np.random.default_rng(seed)
    buckets = tuple(
        Bucket(low, high, int(rng.integers(50, 500)), *sorted_three(rng))
        for low, high in zip(STARTS, (5, 9, None), strict=True)
    )
    names = [field.name for field in fields(Measured) if field.type == "float"]
    numbers: dict[str, Any] = {name: float(rng.uniform(1, 50)) for name in names}
    size = 1_500_000 + seed
    more: dict[str, Any] = {"parameters": size, "target_tokens": 3_700_000, "sentences": 1200}
    return Measured(model=name, weights="", buckets=buckets, **more, **numbers)


def sorted_three(rng: np.random.Generator) -> tuple[float, float, float]:
    low, middle, high = sorted(rng.uniform(1, 40, size=3))
    return float(middle), float(low), float(high)


@pytest.fixture
def six(monkeypatch: pytest.MonkeyPatch) -> dict[str, Measured]:
    found = {name: one_measured(name, i) for i, name in enumerate(FOLDERS.values())}
    monkeypatch.setattr("explainer.chapters.rnn.bottleneck.measurements", lambda: found)
    return found


@pytest.mark.parametrize("pair", ["gru", "all"])
def test_bleu_by_length_with_its_intervals(page: Open, six: dict[str, Measured], pair: str) -> None:
    at = page("bottleneck", rnn_pair=pair)
    if pair == "all":  # the comparison below has a row a model
        table = at.dataframe[0].value
        assert table["bleu"].tolist() == pytest.approx([one.bleu for one in six.values()])
        assert table["parameters"].tolist() == [one.parameters for one in six.values()]
        intervals = [f"{one.bleu_low:.1f}…{one.bleu_high:.1f}" for one in six.values()]
        assert table["interval"].tolist() == intervals
    lines = tables(at, 0)["lines"]
    for at_kind, kind in enumerate(PAIRS[pair]):
        buckets = six[FOLDERS[kind]].buckets
        found = {
            s: [y for y, of in zip(lines["y"], lines["s"], strict=True) if of == s]
            for s in (2 * at_kind, 2 * at_kind + 1)
        }
        assert found[2 * at_kind] == pytest.approx([one.bleu for one in buckets])
        ends = [y for one in buckets for y in (one.bleu_low, one.bleu_high, None)]
        assert found[2 * at_kind + 1] == ends


def buckets_of(*bounds: tuple[float, float]) -> list[Bucket]:
    return [
        Bucket(1 + 4 * at, 4 + 4 * at, 9, (low + high) / 2, low, high)
        for at, (low, high) in enumerate(bounds)
    ]


def test_where_intervals_part_is_read_off_the_table() -> None:
    text, looking, over, under = Text("ko"), buckets_of(*[(4, 8)] * 3), (5, 9), (1, 2)
    cases: list[tuple[list[tuple[float, float]], str, dict[str, object]]] = [
        ([over, over, over], "nowhere", {}),
        ([under, under, under], "everywhere", {}),
        ([over, under, under], "from", {"low": 5, "last": 2, "groups": 3}),
        ([over, under, over], "in", {"groups": "5–8"}),
    ]
    for plain, key, holes in cases:
        said = lead_text(text, "GRU", buckets_of(*plain), looking)
        assert said == text(f"rnn.apart_{key}", model="GRU", **holes)


@pytest.mark.parametrize(("pair", "lang"), [("lstm", "ko"), ("all", "en")])
def test_the_sentence_under_the_groups_follows_the_table(page: Open, pair: str, lang: str) -> None:
    """Both pairs where all six are drawn, and the line above says how many models there are."""
    at, text = page("bottleneck", lang, rnn_pair=pair), Text(lang)
    models = ["LSTM"] if pair == "lstm" else ["GRU", "LSTM"]
    shown = said(at)
    told = next(one for one in shown if one.startswith(("Beam 4", "빔 4")))
    for model in models:
        plain, looking = (measurements()[FOLDERS[kind]].buckets for kind in PAIRS[model.lower()])
        assert lead_text(text, model, plain, looking) in told
    assert any(text("rnn.all_line", count=6) == one for one in shown) == (pair == "all")


@pytest.mark.parametrize("task", ["copy", "reverse"])
def test_the_clean_case_is_what_was_measured(page: Open, task: str) -> None:
    """The claim of the view: one vector fails at a length that attention still copies. And why the
    Transformer loses its place: it looks beside, and three times the steps mend it.
    """
    shown = [toy for toy in toys() if toy.task == task]
    at = page("bottleneck", "ko", rnn_task=task)
    lines = tables(at, -1)["lines"]
    assert lines["y"] == [share for toy in shown for share in toy.accuracy.values()]
    assert lines["x"] == [length for toy in shown for length in toy.accuracy]
    ends = {toy.model: toy.accuracy[30] for toy in shown}
    assert ends["gru"] < 0.1 and ends["gru-bahdanau"] > 0.8
    reason = why()
    assert reason is not None
    toy = next(toy for toy in toys() if (toy.task, toy.model) == (reason.task, reason.model))
    assert reason.beside > 2 * reason.chance
    assert reason.longer.steps == 3 * toy.steps
    assert reason.longer.accuracy[30] > 0.9 > toy.accuracy[30]
    told = failure_text(Text("ko"), reason, toy)
    assert (told in [line.value for line in at.markdown]) == (task == "reverse")

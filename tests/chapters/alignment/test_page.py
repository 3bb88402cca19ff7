"""The page on alignment on tiny models: scores, weights and contexts recomputed in float64."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from streamlit.testing.v1 import AppTest

from explainer import installed
from explainer.chapters.alignment.looking import attention_pass, telling_step
from explainer.engine import Translator
from explainer.frame.formula import number
from explainer.model.rnn import Recurrent, RecurrentConfig
from explainer.model.store import read_card, save_checkpoint
from explainer.runs import recurrent
from explainer.runs.recurrent import Kind
from explainer.text import Text
from explainer.text.numbers import true_minus
from tests.apptest import Open, latex_of, use_models
from tests.chapters.chapter import Chapter, maps, said, tables
from tests.conftest import SENTENCES

CHAPTER = Chapter("alignment", sentence=SENTENCES[0])
LOOKING: tuple[Kind, ...] = ("gru-bahdanau", "lstm-luong")
ROW = 4
EN = Text("en")


@pytest.fixture(scope="session")
def models(recurrent_folder: Path) -> Path:
    return recurrent_folder


def source_of(folder: Path) -> tuple[int, ...]:
    return Translator.load(folder / "tiny").tokenizer.encode(SENTENCES[0]).ids


def scores_of(folder: Path, kind: Kind) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Scores (T, S), weights and contexts of the model's own translation, in float64 from the
    parameters and the states of a pass in float64; no line of the app's scores is used.
    """
    found = Translator.load(folder / f"tiny-{kind}")
    ids = found.tokenizer.encode(SENTENCES[0]).ids
    target = found.generate(ids)
    model = found.recurrent.double()
    with torch.no_grad():
        memory = model.encode(torch.tensor([ids]))
        fed, state = (2, *target[:-1]), memory.start
        h, rows = memory.states_BSM[0], []
        for t, token in enumerate(fed):
            asked = state[0][0]
            _, state = model.run(torch.tensor([[token]]), memory, state, t)
            if kind == "gru-bahdanau":
                hidden = torch.tanh(
                    model.additive.query.weight @ asked + h @ model.additive.key.weight.T  # type: ignore[union-attr]
                )
                rows.append(hidden @ model.additive.v)  # type: ignore[union-attr]
            else:
                w = model.multiplicative.query.weight  # type: ignore[union-attr]
                rows.append(torch.einsum("i,ji,sj->s", state[0][0], w, h))
    scores = torch.stack(rows)
    weights = scores.softmax(dim=1)
    return scores.numpy(), weights.numpy(), (weights @ h).numpy()


def strands(at: AppTest) -> dict[str, Any]:
    """What their drawing was given."""
    return maps(at, "panels")[0]


def test_each_map_is_that_of_its_model(page: Open, models: Path) -> None:
    at = page("maps", layer=2, head=3)
    for index, kind in enumerate(LOOKING):
        weights = scores_of(models, kind)[1]
        assert np.array(strands(at)["panels"][index]["weights"]) == pytest.approx(weights, abs=6e-4)
    found = Translator.load(models / "tiny").translate(SENTENCES[0])
    cross = found.attention("cross")
    panel = strands(at)["panels"][2]
    assert np.array(panel["weights"]) == pytest.approx(cross[1, 2], abs=6e-4)
    assert panel["name"].endswith("layer 2, head 3") and panel["rows"] == [*found.predicted_tokens]
    assert strands(at)["keys"] == [*found.source.tokens]
    mean = strands(page("maps", layer=2, head=0))["panels"][2]
    assert np.array(mean["weights"]) == pytest.approx(cross[1].mean(axis=0), abs=6e-4)
    assert mean["name"].endswith(EN("alignment.mean"))
    same = [panel["rows"] for panel in strands(page("maps", alignment_target="same"))["panels"]]
    assert same[0] == same[1] == same[2]


def test_it_opens_on_the_head_that_looks_most_like_the_others(page: Open, models: Path) -> None:
    """And with the token lit that is looked for farthest against the order, in all three."""
    at = page("maps")
    found = Translator.load(models / "tiny").translate(SENTENCES[0])
    source, target = tuple(found.source.ids), tuple(found.predicted)
    others = [
        recurrent.force_target(kind, source, target).trace["decoder.weights"] for kind in LOOKING
    ]
    heads = found.attention("cross")[-1]
    shared = [float((head * others[0] + head * others[1]).sum()) for head in heads]
    assert at.session_state["head"] == shared.index(max(shared)) + 1
    data = strands(at)
    looks = (others[0] + others[1] + heads[shared.index(max(shared))]) / 3
    step = telling_step(looks, found.predicted_tokens)
    assert data["lit"] == [2, step]


@pytest.mark.parametrize("kind", LOOKING)
def test_scores_weights_and_context_of_one_token(page: Open, models: Path, kind: Kind) -> None:
    scores, weights, contexts = (each[ROW - 1] for each in scores_of(models, kind))
    at = page("steps", alignment_model=kind, alignment_step=ROW, alignment_token=2)
    for chart, values in enumerate((scores, weights)):
        assert tables(at, chart)["bars"]["v"] == pytest.approx(values, abs=1e-5)
    norm = f"norm {np.linalg.norm(contexts):.2f}"
    assert any(norm in c.value for c in at.caption)
    latex = latex_of(at)
    assert number(scores[1]) in latex[0] and number(weights[1]) in latex[1]
    assert f"{contexts[0]:.2f}" in latex[2]
    powers = np.exp(scores - scores.max()).sum()
    assert number(float(powers)) in latex[1]
    found = attention_pass(
        recurrent.greedy_reading(kind, source_of(models))
    )  # its terms add up to the score
    q, k = found.q[:, None], found.k[None]
    terms = q * k if found.v is None else found.v * np.tanh(q + k)
    assert terms.sum(axis=-1) == pytest.approx(found.scores) and found.difference < 1e-5


def test_the_sum_of_scores_is_one_number(page: Open, models: Path) -> None:
    scores, weights, _ = scores_of(models, "lstm-luong")
    at = page("maps")
    tokens = recurrent.greedy_reading("lstm-luong", source_of(models)).target_tokens
    step = telling_step(weights, tokens)
    total = scores[step].sum()
    told = " ".join(said(at))
    assert true_minus(f"{total:,.1f}") in told


def test_a_model_with_a_window_of_its_own_is_not_shown_as_global(models, tmp_path, monkeypatch):
    """A local model, first in the alphabet, is passed over."""
    for folder in models.iterdir():
        (tmp_path / folder.name).symlink_to(folder)
    card = read_card(models / "tiny-lstm-luong")
    config = RecurrentConfig.from_dict({**card["model"], "locality": "local-p"})
    facts = {k: v for k, v in card.items() if k not in ("format", "model", "sha256")}
    tokenizer = (models / "tiny" / "tokenizer.model").read_bytes()
    save_checkpoint(tmp_path / "a-local", config, Recurrent(config).state_dict(), tokenizer, facts)
    use_models(tmp_path, monkeypatch)
    assert "a-local" in installed.working()
    assert recurrent.models_by_kind()["lstm-luong"] == "tiny-lstm-luong"


def test_the_costs_are_those_of_the_formulas(page: Open, models: Path) -> None:
    translation = Translator.load(models / "tiny").translate(SENTENCES[0])
    t, s, d, e = len(translation.predicted), len(translation.source.ids), 32, 8
    table = page("cost").dataframe[0].value
    assert table["multiplications"].tolist() == [
        (t + s) * d * d + t * s * d,
        t * d * d + t * s * d,
        t * s * d,
        (t + s) * d * e + t * s * e,
    ]
    assert table["tanh"].tolist() == [t * s * d, 0, 0, 0]
    assert table["parameters"].tolist() == [2 * d * d + d, d * d, 0, 2 * (d * e + e)]


def test_the_telling_step_goes_against_the_order() -> None:
    weights = np.eye(5)[[0, 3, 1, 2, 4]]
    assert telling_step(weights, ["▁a", "▁b", "▁c", "▁d", "</s>"]) == 1
    assert telling_step(weights, ["▁a", ".", "▁c", "▁d", "</s>"]) != 1
    assert telling_step(np.ones((1, 3)), ["</s>"]) == 0

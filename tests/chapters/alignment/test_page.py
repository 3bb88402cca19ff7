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
from explainer.text.numbers import true_minus
from tests.apptest import Open, latex_of, use_models
from tests.chapters.chapter import Chapter, drawn, said, tables
from tests.conftest import SENTENCES

CHAPTER = Chapter("alignment", sentence=SENTENCES[0])
LOOKING: tuple[Kind, ...] = ("gru-bahdanau", "lstm-luong")
ROW = 4


@pytest.fixture(scope="session")
def models(recurrent_folder: Path) -> Path:
    return recurrent_folder


def source_of(folder: Path) -> tuple[int, ...]:
    return Translator.load(folder / "tiny").tokenizer.encode(SENTENCES[0]).ids


def scores_of(folder: Path, kind: Kind) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Scores (T, S), weights and contexts over the Transformer's translation, in float64 from the
    parameters and the states of a pass in float64; no line of the app's scores is used.
    """
    found = Translator.load(folder / f"tiny-{kind}")
    ids, target = source_of(folder), Translator.load(folder / "tiny").translate(SENTENCES[0])
    model = found.recurrent.double()
    with torch.no_grad():
        memory = model.encode(torch.tensor([ids]))
        fed, state = (2, *target.predicted[:-1]), memory.start
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
    """What their drawing was given, and what is chosen in it."""
    return drawn(at, "panels")


def test_each_model_has_its_own_scores_and_weights_of_the_same_tokens(
    page: Open, models: Path
) -> None:
    data = strands(page(layer=2, head=3))
    found = Translator.load(models / "tiny").translate(SENTENCES[0])
    name, q, k = (f"decoder.1.cross_attn.{one}" for one in ("weights", "q", "k"))
    asked, seen = (found.trace[one][2].astype(float) for one in (q, k))
    wanted = [scores_of(models, kind)[:2] for kind in LOOKING]
    wanted.append((asked @ seen.T / np.sqrt(asked.shape[1]), found.trace[name][2]))
    for panel, (scores, weights) in zip(data["panels"], wanted, strict=True):
        assert np.array(panel["scores"]) == pytest.approx(scores, abs=6e-4)
        assert np.array(panel["weights"]) == pytest.approx(weights, abs=6e-4)
        assert panel["rows"] == [*found.predicted_tokens]
    assert data["keys"] == [*found.source.tokens] and data["panel"] == 2
    all_rows = strands(page(alignment_model="lstm-luong", alignment_all=1))
    assert (all_rows["panel"], all_rows["row"]) == (1, -1)


def test_it_opens_on_the_head_that_looks_most_like_the_others(page: Open, models: Path) -> None:
    """And with the token lit that is looked for farthest against the order, in all three."""
    at, found = page(), Translator.load(models / "tiny").translate(SENTENCES[0])
    others = [scores_of(models, kind)[1] for kind in LOOKING]
    heads = found.attention("cross")[-1]
    shared = [float((head * others[0] + head * others[1]).sum()) for head in heads]
    assert at.session_state["head"] == shared.index(max(shared)) + 1
    looks = (others[0] + others[1] + heads[shared.index(max(shared))]) / 3
    assert strands(at)["row"] == telling_step(looks, found.predicted_tokens)
    for beat in ("additive", "luong", "cost"):  # it is marked, also after models without heads
        at.segmented_control(key="alignment_beats").set_value(beat).run()
    assert [*at.segmented_control(key="head").proto.default] == [shared.index(max(shared))]


@pytest.mark.parametrize("kind", LOOKING)
def test_scores_weights_and_context_of_one_token(page: Open, models: Path, kind: Kind) -> None:
    scores, weights, contexts = (each[ROW - 1] for each in scores_of(models, kind))
    at = page(alignment_model=kind, alignment_step=ROW)
    assert strands(at)["row"] == ROW - 1
    latex, best = latex_of(at), int(weights.argmax())
    assert number(scores[best]) in latex[0] and number(weights[best]) in latex[1]
    assert f"{contexts[0]:.2f}" in latex[2]
    powers = np.exp(scores - scores.max()).sum()
    assert number(float(powers)) in latex[1]
    found = attention_pass(recurrent.greedy_reading(kind, source_of(models)))
    q, k = found.q[:, None], found.k[None]  # its terms add up to the score
    terms = q * k if found.v is None else found.v * np.tanh(q + k)
    assert terms.sum(axis=-1) == pytest.approx(found.scores) and found.difference < 1e-5


def test_the_sum_of_scores_is_one_number(page: Open, models: Path) -> None:
    found = attention_pass(recurrent.greedy_reading("lstm-luong", source_of(models)))
    tokens = recurrent.greedy_reading("lstm-luong", source_of(models)).target_tokens
    total = found.scores[telling_step(found.weights, tokens)].sum()
    assert true_minus(f"{total:,.1f}") in " ".join(said(page()))


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
    """And all heads together multiply as often as the additive score, as is said there."""
    at, translation = page(), Translator.load(models / "tiny").translate(SENTENCES[0])
    t, s, d, e = len(translation.predicted), len(translation.source.ids), 32, 8
    multiplied, told = tables(at, 0)["bars"]["v"], " ".join(said(at))
    pairs, head = t * s * d, (t + s) * d * e + t * s * e
    assert multiplied == [(t + s) * d * d + pairs, t * d * d + pairs, pairs, head]
    assert multiplied[0] == d // e * head
    assert f"{d // e} heads" in told and f"{pairs:,} tanh" in told


def test_the_telling_step_goes_against_the_order() -> None:
    weights = np.eye(5)[[0, 3, 1, 2, 4]]
    assert telling_step(weights, ["▁a", "▁b", "▁c", "▁d", "</s>"]) == 1
    assert telling_step(weights, ["▁a", ".", "▁c", "▁d", "</s>"]) != 1
    assert telling_step(np.ones((1, 3)), ["</s>"]) == 0

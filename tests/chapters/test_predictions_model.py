"""Predictions on the parts of the model: every number again, from the trace and the weights."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from explainer.analysis.interventions import Intervention
from explainer.chapters.layers.prediction import CLEAR
from explainer.text.numbers import decimal
from explainer.tokenizer import BOS
from tests.chapters.predictions import MODELS, answered, engine, predict_of, view_of
from tests.conftest import ROOT

pytestmark = [pytest.mark.parametrize("model", MODELS), pytest.mark.usefixtures("shipped")]


def test_layers_go_on_without_one_feed_forward_part(model: str) -> None:
    view, translator = view_of("layers", model), engine(model)
    translation, step = view.translation, 1
    wanted = translation.predicted[step]
    off = [Intervention("ffn", "decoder", 0)]
    whole, dammed = (
        translator.run(translation.source.ids, translation.fed, changes)["probs"][step]
        for changes in ((), off)
    )
    found = answered("layers", view)
    assert dammed.argmax() == whole.argmax() == wanted
    assert abs(float(whole[wanted] - dammed[wanted])) < CLEAR and found.right == "same"
    assert found.told["before"] == f"{float(whole[wanted]):.1%}"
    assert found.told["after"] == f"{float(dammed[wanted]):.1%}"


def test_positions_know_only_the_distance(model: str) -> None:
    view, trace = view_of("positions", model), engine(model)
    asked = predict_of("positions").question(view)
    assert asked == {"near": 1, "near_too": 4, "far": 20, "far_too": 23}
    source = view.translation.source.ids
    added = trace.run((source * 4)[:24], [BOS])["encoder.positions"].astype(np.float64)
    found = answered("positions", view)
    pairs = {"near": (1, 4), "far": (20, 23), "off": (1, 23), "itself": (1, 1)}
    for name, (a, b) in pairs.items():
        told = float(str(found.told[f"dot_{name}"]))
        assert told == pytest.approx(float(added[a] @ added[b]), abs=2e-3)
    assert found.right == "same" and found.told["dot_near"] == found.told["dot_far"]
    assert found.told["wide"] == 22 and 2 * int(str(found.told["pairs"])) == added.shape[1]


def test_tokens_of_the_second_best_cut_are_far_less_probable(model: str) -> None:
    """Scores of SentencePiece itself, which samples from the same lattice."""
    view, tokenizer = view_of("tokens", model), engine(model).tokenizer
    best, second = tokenizer.segmentations(view.translation.original, 2)
    found = answered("tokens", view)
    assert found.told["best"] == " ".join(best.tokens)
    assert found.told["second"] == " ".join(second.tokens)
    ratio = math.exp(second.score - best.score)
    assert found.right == ("near" if ratio >= 0.5 else "some" if ratio >= 0.01 else "rare")
    assert decimal(second.score - best.score) == found.told["gap"]


def test_scaling_left_out_gives_one_token_nearly_all(model: str) -> None:
    view, translator = view_of("scaling", model), engine(model)
    found, translation = answered("scaling", view), view.translation
    trace = translator.run(translation.source.ids, translation.fed)
    head = int(str(found.told["head"])) - 1
    name = f"decoder.{int(str(found.told['layer'])) - 1}.cross_attn"
    row = translation.predicted_tokens.index(str(found.told["token"]))
    q, k = (trace[f"{name}.{part}"][head].astype(np.float64) for part in "qk")
    dots, root = k @ q[row], np.sqrt(q.shape[1])
    weights = [np.exp(d - d.max()) / np.exp(d - d.max()).sum() for d in (dots / root, dots)]
    best = int(weights[0].argmax())
    assert found.right == "sharper" and weights[1].max() > weights[0].max() + 0.05
    assert found.told["source"] == translation.source.tokens[best]
    assert found.told["divided"] == f"{weights[0].max():.3f}"
    assert found.told["raw"] == f"{weights[1].max():.3f}"
    assert found.told["score"] == decimal(float(dots[best] / root))
    assert found.told["dot"] == decimal(float(dots[best]))


def test_embeddings_two_axes_keep_little(model: str) -> None:
    found, matrix = answered("embeddings", view_of("embeddings", model)), engine(model).matrix
    centred = matrix.astype(np.float64) - matrix.mean(axis=0, dtype=np.float64)
    spread = np.sort(np.linalg.eigvalsh(centred.T @ centred))[::-1]
    shares = spread / spread.sum()
    assert found.right == "little" and shares[:2].sum() < 0.1
    assert found.told["two"] == f"{shares[:2].sum():.1%}"
    assert found.told["even"] == f"{2 / matrix.shape[1]:.1%}"
    assert found.told["dimensions"] == matrix.shape[1]


def test_ablation_of_the_sharpest_head_writes_what_is_told(model: str) -> None:
    view, translator = view_of("ablation", model), engine(model)
    found, translation = answered("ablation", view), view.translation
    source = translation.source.ids
    layer, head = (int(str(found.told[name])) - 1 for name in ("layer", "head"))
    weights = translator.run(source, translation.fed)[f"decoder.{layer}.cross_attn.weights"]
    largest = weights.max(axis=-1).mean(axis=-1, dtype=np.float64)
    assert layer == 2 and largest.argmax() == head
    assert found.told["weight"] == f"{largest[head]:.2f}"
    off = [Intervention("head", "cross", layer, head)]
    texts = [
        translator.tokenizer.decode(translator.generate(source, one, None, steps))
        for one, steps in (((), 48), (off, 24))
    ]
    assert found.right == ("same" if texts[0] == texts[1] else "other")
    assert [found.told["before"], found.told["after"]] == texts


def test_training_has_a_loss_where_everything_is_right(model: str) -> None:
    view, translator = view_of("training", model), engine(model)
    found, translation = answered("training", view), view.translation
    probs = translator.run(translation.source.ids, translation.fed)["probs"].astype(np.float64)
    losses = -np.log(probs[range(len(probs)), list(translation.predicted)])
    assert found.right == "more" and losses.mean() > 0.05
    assert found.told["loss"] == decimal(losses.mean(), 3)
    assert found.told["own"] == decimal(losses.max(), 3)
    assert found.told["p"] == f"{np.exp(-losses.max()):.1%}"
    assert found.told["token"] == translation.predicted_tokens[int(losses.argmax())]
    assert found.told["count"] == len(losses)


def test_growth_comes_part_of_the_way_by_counting(model: str) -> None:
    found = answered("growth", view_of("growth", model))
    shown = str(found.told["model"])
    assert shown == "ko-en"  # the one whose states came along
    log = (ROOT / "pretrained" / shown / "log.csv").read_text(encoding="utf-8").splitlines()
    end = float(log[-1].split(",")[log[0].split(",").index("dev_loss")])
    counted = json.loads((ROOT / "explainer/data/baselines.json").read_text("utf-8"))[shown]
    even = np.log(len(engine(shown).matrix))
    way = (even - counted["unigram"]) / (even - end)
    assert found.right == "part" and 0.3 < way < 0.6 and found.told["way"] == f"{way:.0%}"
    assert abs(even - counted["states"]["0"]) < 0.5  # random weights know nothing
    told = {"even": even, "end": end, **{name: counted[name] for name in ("unigram", "bigram")}}
    assert {name: found.told[name] for name in told} == {n: f"{v:.2f}" for n, v in told.items()}

"""Predictions on the parts of the model: every number again, from the trace and the weights."""

from __future__ import annotations

import numpy as np
import pytest

from explainer.analysis.interventions import Intervention
from explainer.text.numbers import decimal
from tests.apptest import use_models
from tests.chapters.predictions import MODELS, answered, engine, predict_of, view_of
from tests.conftest import ROOT

pytestmark = pytest.mark.parametrize("model", MODELS)


@pytest.fixture(autouse=True)
def shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    use_models(ROOT / "pretrained", monkeypatch)


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
    assert abs(float(whole[wanted] - dammed[wanted])) < 0.05 and found.right == "same"
    assert found.told["before"] == f"{float(whole[wanted]):.1%}"
    assert found.told["after"] == f"{float(dammed[wanted]):.1%}"


def test_positions_know_only_the_distance(model: str) -> None:
    view, trace = view_of("positions", model), engine(model)
    asked = predict_of("positions").asked(view)
    assert asked == {"near": 1, "near_too": 4, "far": 20, "far_too": 23}
    source = view.translation.source.ids
    added = trace.run((source * 4)[:24], [2])["encoder.positions"].astype(np.float64)
    found = answered("positions", view)
    pairs = {"near": (1, 4), "far": (20, 23), "off": (1, 23), "itself": (1, 1)}
    for name, (a, b) in pairs.items():
        told = float(str(found.told[f"dot_{name}"]))
        assert told == pytest.approx(float(added[a] @ added[b]), abs=2e-3)
    assert found.right == "same" and found.told["dot_near"] == found.told["dot_far"]
    assert found.told["wide"] == 22 and 2 * int(str(found.told["pairs"])) == added.shape[1]


def test_tokens_are_more_than_words_and_fewer_than_characters(model: str) -> None:
    view = view_of("tokens", model)
    cut = engine(model).tokenizer.encode(view.translation.original)
    found = answered("tokens", view)
    assert found.right == "between"
    assert found.told["tokens"] == len(cut.ids) - 1  # without the end token
    assert found.told["words"] == view.translation.original.count(" ") + 1
    assert found.told["characters"] == len(view.translation.original)
    if model == "en-ko":  # every word a token: no one wrong answer is left
        assert predict_of("tokens").asked(view_of("tokens", model, "coffee")) is None


def test_scaling_left_out_gives_one_token_nearly_all(model: str) -> None:
    view, translator = view_of("scaling", model), engine(model)
    found, translation = answered("scaling", view), view.translation
    trace = translator.run(translation.source.ids, translation.fed)
    head = int(str(found.told["head"])) - 1
    name = f"decoder.{int(str(found.told['layer'])) - 1}.cross_attn"
    row = translation.predicted_pieces.index(str(found.told["piece"]))
    q, k = (trace[f"{name}.{part}"][head].astype(np.float64) for part in "qk")
    dots, root = k @ q[row], np.sqrt(q.shape[1])
    weights = [np.exp(d - d.max()) / np.exp(d - d.max()).sum() for d in (dots / root, dots)]
    best = int(weights[0].argmax())
    assert found.right == "sharper" and weights[1].max() > weights[0].max() + 0.05
    assert found.told["source"] == translation.source.pieces[best]
    assert found.told["divided"] == f"{weights[0].max():.3f}"
    assert found.told["raw"] == f"{weights[1].max():.3f}"
    assert found.told["score"] == decimal(float(dots[best] / root))
    assert found.told["dot"] == decimal(float(dots[best]))

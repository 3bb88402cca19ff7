"""Other divisors on a real (small, random) model: run again, and compared with the base."""

from __future__ import annotations

import math

import numpy as np
import pytest

from explainer.analysis.scaling import DIVISORS, relative
from explainer.chapters.scaling.experiment import Run, changes, mean_entropy, mean_probability
from explainer.runs import resources
from explainer.text import LANGUAGES, Text
from tests.apptest import Open

WIDTH, HEADS = 8, 4


@pytest.mark.parametrize("lang", LANGUAGES)
def test_four_divisors_are_run(open_app: Open, lang: str) -> None:
    app = open_app("scaling", lang=lang, scaling_view="whatif")
    assert not app.exception and not app.error and not app.warning
    table = app.dataframe[0].value
    assert table["number"].tolist() == pytest.approx([math.sqrt(8), 1.0, 8.0, math.sqrt(32)])
    for kind in ("encoder", "decoder", "cross"):
        root, none, width, model = table[kind]
        assert none < root < model < width <= 1
    request = app.session_state["last_request"]
    base = resources.translate(request)
    assert table["believed"][0] == pytest.approx(
        float(np.exp(np.log(base.predicted_probs.astype(np.float64)).mean())), abs=1e-4
    )
    names = Text(lang)
    shown = [t.value for t in app.text if "→" in t.value]
    assert len(shown) == 4
    assert shown[0].startswith(names("scaling.by_root"))


def test_scores_are_divided_where_it_was_asked(open_app: Open) -> None:
    app = open_app("scaling", lang="en", scaling_view="whatif", scaling_where="encoder")
    base = resources.translate(app.session_state["last_request"])
    change = changes("width", "encoder", WIDTH, WIDTH * HEADS)
    run = resources.experiment("ko-toy", base.source.ids, base.fed, change)
    name = "encoder.0.self_attn"
    q, k = (base.trace[f"{name}.{part}"].astype(np.float64) for part in "qk")
    scores = q @ k.transpose(0, 2, 1) / WIDTH
    assert run[f"{name}.scores"] == pytest.approx(scores, rel=1e-6, abs=1e-5)
    cross = "decoder.0.cross_attn"
    q, k = (run[f"{cross}.{part}"].astype(np.float64) for part in "qk")
    expected = q @ k.transpose(0, 2, 1) / math.sqrt(WIDTH)
    assert run[f"{cross}.scores"] == pytest.approx(expected, abs=1e-5)


def test_the_models_own_divisor_changes_nothing(open_app: Open) -> None:
    app = open_app("scaling", lang="en")
    base = resources.translate(app.session_state["last_request"])
    assert changes("root", "all", WIDTH, WIDTH * HEADS) == ()
    run = resources.experiment("ko-toy", base.source.ids, base.fed, ())
    assert all((run[name] == base.trace[name]).all() for name in base.trace)
    shown = Run("root", run, "")
    assert 0 < mean_probability(shown, base) <= 1
    weights = run["encoder.0.self_attn.weights"]
    assert weights.shape[0] == HEADS
    assert 0 < mean_entropy(shown, "cross") <= 1


def test_every_other_divisor_is_one_change() -> None:
    for by in DIVISORS[1:]:
        (change,) = changes(by, "cross", 24, 192)
        assert (change.kind, change.stack) == ("scaling", "cross")
        assert change.value == relative(by, 24, 192)

"""Other divisors on a real (small, random) model: run again, and compared with the base."""

from __future__ import annotations

import numpy as np
import pytest

from explainer.analysis.scaling import DIVISORS, Divisor
from explainer.chapters.scaling.experiment import changes
from explainer.runs import resources
from explainer.text import Text
from tests.apptest import Open


def test_each_divisor_writes_its_own_translation(open_app: Open) -> None:
    app = open_app("scaling", {"scaling_whatif": True}, lang="en", scaling_view="own")
    assert not app.exception and not app.error and not app.warning
    base = resources.translate(app.session_state["last_request"])
    names = Text("en")
    for by in DIVISORS:
        written = resources.greedy_text("ko-toy", base.source.ids, changes(by, 8, 32))
        told = names("scaling.written", by=names(f"scaling.by_{by}"), words=written)
        assert told in [one.value for one in app.text]


@pytest.mark.parametrize(("by", "scale"), [("root", 8**0.5), ("none", 1), ("width", 8)])
def test_all_scores_are_divided_by_it(open_app: Open, by: Divisor, scale: float) -> None:
    app = open_app("scaling", lang="en")
    base = resources.translate(app.session_state["last_request"])
    run = resources.experiment("ko-toy", base.source.ids, base.fed, changes(by, 8, 32))
    name = "encoder.0.self_attn"
    q, k = (base.trace[f"{name}.{part}"].astype(np.float64) for part in "qk")
    scores = q @ k.transpose(0, 2, 1) / scale
    assert run[f"{name}.scores"] == pytest.approx(scores, rel=1e-6, abs=1e-5)

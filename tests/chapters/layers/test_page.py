"""The page and the figures of the layers: every view, both languages, its numbers."""

import re
from typing import Any

import numpy as np
import pytest

from explainer import installed
from explainer.analysis.gradients import fresh_gradients
from explainer.charts.bar_layers import NAMES
from explainer.charts.lookup import strip
from explainer.charts.marks import Rule
from explainer.model import ModelConfig
from explainer.model.store import load_checkpoint, save_checkpoint
from explainer.runs import gate, registry
from explainer.text import Text
from explainer.text.numbers import percent
from explainer.translation import Translation
from tests.apptest import Open, latex_of, use_models
from tests.chapters.chapter import Chapter, rows, said, tables
from tests.charts.vega_lite import column
from tests.conftest import random_model

SENTENCE = "비가 오는 날에는 집에서 책을 읽는다."
CHAPTER = Chapter("layers", SENTENCE)


def test_the_norm_formula_holds_the_models_number(page: Open, base: Translation) -> None:
    at = page("norm", layers_layer=1, layers_token=2, layers_channel=5)
    after = float(base.trace["encoder.0.add2.norm"][1, 4])
    last = latex_of(at)[3].rsplit(r"\approx", 1)[1]
    shown = float(re.findall(r"-?\d+\.\d+", last)[0])
    assert shown == pytest.approx(after, abs=0.006)
    at = page("norm", session={"layers_axes": True})
    rules = at.dataframe[1].value
    assert rules["count"].tolist() == [65, 128, 64]


def test_gradients_are_those_of_models_with_and_without_residuals(page: Open) -> None:
    lines = rows(page("norm", layers_depth="3"), 3, "lines")
    found = [fresh_gradients(*way).decoder for way in (("post", 3), ("pre", 3), ("post", 3, False))]
    drawn = [[row["y"] for row in lines if row["s"] == s] for s in range(3)]
    for values, expected in zip(drawn, found, strict=True):
        assert values == pytest.approx(np.maximum(expected, 1e-16).tolist())
    with gate.permit():  # and nothing of them is left on the shared model
        model = registry.translator("tiny", installed.usable()["tiny"].version).model
    assert all(p.grad is None and not p.requires_grad for p in model.parameters())


def test_the_unit_is_the_one_that_fires_most(page: Open, base: Translation) -> None:
    at = page("ffn", layers_layer=2, layers_token=2)
    act = base.trace["encoder.1.ffn.act"][1]
    assert f"pre_{{{int(act.argmax()) + 1}}}" in latex_of(at)[0]
    shown = tables(at)["bars"]["v"]
    assert shown == pytest.approx(sorted(act.tolist(), reverse=True)[: len(shown)])
    assert len(shown) >= np.count_nonzero(act)
    unit = base.trace["encoder.1.ffn.act"][:, act.argmax()]
    cells = tables(at, 1)["cells"]
    assert cells["v"] == pytest.approx((unit / unit.max()).tolist())
    assert cells["word"][1] == percent(unit[1] / unit.max(), 0)
    assert [n for n, framed in enumerate(cells["framed"]) if framed] == [1]
    same = Text("en")("layers.mistake_ffn_same", difference="0")
    assert any(same in t.value for t in at.text)


def test_shapes_of_w1_and_w2_fit_the_formula(page: Open, base: Translation) -> None:
    """x W1: a row times a matrix, whatever way round torch keeps it."""
    at = page("ffn")
    width = base.trace["encoder.0.ffn.out"].shape[-1]
    inner = base.trace["encoder.0.ffn.act"].shape[-1]
    lines = next(told for told in said(at) if "W1  " in told)
    assert re.search(rf"W1\s+\(d_model, d_ff\) = \({width}, {inner}\)", lines)
    assert re.search(rf"W2\s+\(d_ff, d_model\) = \({inner}, {width}\)", lines)


def test_a_pre_norm_model_has_the_page_too(page, tiny_model_folder, tmp_path, monkeypatch):
    """With the last norms such a model has."""
    kept = load_checkpoint(tiny_model_folder)
    config = ModelConfig.from_dict({**kept.card["model"], "norm": "pre"})
    model = random_model(config, 1)
    card = {**kept.card, "parameters": model.n_parameters()}
    save_checkpoint(tmp_path / "tiny", config, model.state_dict(), kept.tokenizer, card)
    use_models(tmp_path, monkeypatch)
    for view in ("river", "norm", "ffn"):
        assert not page(view).error


STRIP: dict[str, Any] = {"colour": "target", "label_title": "i", "value_title": "v"}


def test_a_strip_is_the_vector() -> None:
    values = np.array([0.5, -1.0, 2.0])
    level = [Rule(0.5, "m")]
    drawn = strip(values=values, numbers=[3, 1, 2], dark=True, levels=level, chosen=1, **STRIP)
    assert column(drawn, "bars", "v") == values.tolist()
    assert column(drawn, NAMES, "label") == ["3", "1", "2"]
    assert column(drawn, "levels", "rule") == ["m"]
    one, chosen, two = column(drawn, "bars", "tone")
    assert one == two != chosen
    with pytest.raises(ValueError, match="labels"):
        strip(values=values, numbers=[1, 2], dark=True, **STRIP)

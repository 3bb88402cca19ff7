"""The page of the layers with a small random model: every view, both languages, its numbers."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
import torch
from streamlit.testing.v1 import AppTest

from explainer import installed
from explainer.analysis.gradients import fresh_gradients
from explainer.frame.params import DEFAULTS
from explainer.model.store import load_checkpoint
from explainer.runs import gate, registry, resources
from explainer.text import Text
from explainer.translation import Translation
from tests.apptest import Open, latex_of, use_models
from tests.chapters.chapter import Chapter, said

SENTENCE = "비가 오는 날에는 집에서 책을 읽는다."
CHAPTER = Chapter("layers", SENTENCE)
VIEWS = ("river", "norm", "ffn")


@pytest.fixture
def copied(
    page: Open, tiny_model_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """A folder whose models a test may change."""
    shutil.copytree(tiny_model_folder, tmp_path / "tiny")
    use_models(tmp_path, monkeypatch)
    return tmp_path


def translation() -> Translation:
    return resources.translate(resources.Request("tiny", SENTENCE, DEFAULTS.options()))


def frames(at: AppTest, index: int) -> tuple[dict[str, Any], dict[str, list[dict[str, Any]]]]:
    proto = at.get("vega_lite_chart")[index].proto
    sent = {d.name: pa.ipc.open_stream(d.data.data).read_all().to_pylist() for d in proto.datasets}
    return json.loads(proto.spec), sent


def test_the_squares_are_to_scale(page: Open) -> None:
    _, sent = frames(page("river", session={"layers_scale": True}), 0)
    areas: dict[float, float] = {}
    for row in sent["parts"]:
        area = (row["x2"] - row["x"]) * (row["y2"] - row["y"])
        areas[row["x"]] = areas.get(row["x"], 0.0) + area
    own, base, big = (areas[left] for left in sorted(areas))
    counted = installed.usable()["tiny"].card["parameters"]
    assert big == pytest.approx(1.0)
    assert own / base == pytest.approx(counted / 63_082_496, rel=1e-6)


def test_the_norm_formula_holds_the_models_number(page: Open) -> None:
    at = page("norm", layers_layer=1, layers_piece=2, layers_channel=5)
    after = float(translation().trace["encoder.0.add2.norm"][1, 4])
    last = latex_of(at)[3].rsplit(r"\approx", 1)[1]
    shown = float(re.findall(r"-?\d+\.\d+", last)[0])
    assert shown == pytest.approx(after, abs=0.006)
    at = page("norm", session={"layers_axes": True})
    rules = at.dataframe[1].value
    assert rules["count"].tolist() == [65, 128, 64]


def test_gradients_are_those_of_models_with_and_without_residuals(page: Open) -> None:
    _, sent = frames(page("norm", layers_depth="3"), 3)
    found = [fresh_gradients(*way).decoder for way in (("post", 3), ("pre", 3), ("post", 3, False))]
    drawn = [[row["y"] for row in sent["lines"] if row["s"] == s] for s in range(3)]
    for values, expected in zip(drawn, found, strict=True):
        assert values == pytest.approx(np.maximum(expected, 1e-16).tolist())


def test_the_unit_is_the_one_that_fires_most(page: Open) -> None:
    at = page("ffn", layers_layer=2, layers_piece=2)
    act = translation().trace["encoder.1.ffn.act"][1]
    assert f"pre_{{{int(act.argmax()) + 1}}}" in latex_of(at)[0]
    _, sent = frames(at, 0)
    shown = [row["v"] for row in sent["bars"]]
    assert shown == pytest.approx(sorted(act.tolist(), reverse=True)[: len(shown)])
    assert len(shown) >= np.count_nonzero(act)
    same = Text("en")("layers.mistake_ffn_same", difference="0")
    assert any(same in t.value for t in at.text)


def test_shapes_of_w1_and_w2_fit_the_formula(page: Open) -> None:
    """x W1: a row times a matrix, whatever way round torch keeps it."""
    at = page("ffn")
    width = translation().trace["encoder.0.ffn.out"].shape[-1]
    inner = translation().trace["encoder.0.ffn.act"].shape[-1]
    lines = next(told for told in said(at) if "W1  " in told)
    assert re.search(rf"W1\s+\(d_model, d_ff\) = \({width}, {inner}\)", lines)
    assert re.search(rf"W2\s+\(d_ff, d_model\) = \({inner}, {width}\)", lines)


def test_gradients_leave_nothing_on_the_shared_model(page: Open) -> None:
    page("norm")
    entry = installed.usable()["tiny"]
    with gate.permit():
        model = registry.translator("tiny", entry.version).model
    assert all(p.grad is None and not p.requires_grad for p in model.parameters())


@pytest.mark.parametrize("view", VIEWS)
def test_a_pre_norm_model_has_the_page_too(page: Open, copied: Path, view: str) -> None:
    """The same weights read as pre-norm, with the last norms such a model has."""
    from explainer.model import ModelConfig, Transformer
    from explainer.model.store import save_checkpoint

    kept = load_checkpoint(copied / "tiny")
    config = ModelConfig.from_dict({**kept.card["model"], "norm": "pre"})
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(1)
        model = Transformer(config)
    card = {**kept.card, "parameters": model.n_parameters()}
    save_checkpoint(copied / "tiny", config, model.state_dict(), kept.tokenizer, card)
    at = page(view)
    assert not at.error

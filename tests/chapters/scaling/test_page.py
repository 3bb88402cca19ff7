"""The page on sqrt(d_k) without a model: random vectors and recorded scores."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
import torch
from streamlit.testing.v1 import AppTest

from explainer.analysis.scaling import PAIRS, random_dots
from explainer.text import LANGUAGES, Text
from tests.apptest import Open
from tests.chapters.chapter import Chapter
from tests.fakes import fake_translation

TRACE = fake_translation(3, 9, 8).trace
CHAPTER = Chapter("scaling", model="", invented=(9, 8))


def datasets(at: AppTest, index: int) -> dict[str, dict[str, list[Any]]]:
    proto = at.get("vega_lite_chart")[index].proto
    return {d.name: pa.ipc.open_stream(d.data.data).read_all().to_pydict() for d in proto.datasets}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("view", ["random", "own"])
def test_every_view_opens_and_every_chart_has_words(page: Open, view: str, lang: str) -> None:
    at = page(lang, scaling_view=view)
    assert not at.error and not at.warning and not at.info
    shown = [*at.get("vega_lite_chart"), *at.dataframe]
    assert len(shown) >= 5
    assert all(element.proto.alt.strip() for element in shown)


@pytest.mark.parametrize("d_k", [4, 512])
def test_the_histograms_are_the_drawn_dot_products(page: Open, d_k: int) -> None:
    at = page(scaling_d=d_k)
    dots = random_dots(d_k, "normal", 1)
    for index, values in enumerate([dots, dots / math.sqrt(d_k)], 4):
        bins, step = datasets(at, index)["bins"], 0.5
        for low, height in zip(bins["low"], bins["y"], strict=True):
            inside = ((values >= low) & (values < low + step)).sum()
            assert height * step * PAIRS == pytest.approx(inside, abs=1.01)
    assert any(f"variance {dots.var():.2f} (theory {d_k})" in c.value for c in at.caption)


def test_the_chosen_width_is_marked_on_the_curves(page: Open) -> None:
    at = page(scaling_d=256)
    for index in (1, 2, 3):
        drawn = datasets(at, index)
        assert drawn["rules"]["at"] == [6.0]  # the seventh width: 4, 8 ... 256
        assert len(drawn["lines"]["y"]) == 3 * 8
    rows = datasets(at, 0)["cells"]["w"]
    raw = random_dots(256, "normal", 2, 480)[:10]
    expected = [torch.tensor(raw / by).softmax(0).numpy() for by in (1, 16, 256)]
    assert rows == pytest.approx(np.concatenate(expected), abs=1e-6)


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_own_scores_before_and_after(page: Open, kind: str) -> None:
    at = page(scaling_view="own", kind=kind, layer=2, head=3, row=4)
    name = "encoder.1.self_attn" if kind == "encoder" else f"decoder.1.{kind}_attn"
    name = name.replace("decoder_attn", "self_attn")
    scores = torch.from_numpy(TRACE[f"{name}.masked_scores"][2].copy()).double()
    table = at.dataframe[0].value
    width = 8
    for row, by in enumerate([math.sqrt(width), 1.0, width, math.sqrt(4 * width)]):
        weights = (scores * math.sqrt(width) / by).softmax(-1)
        assert table["number"][row] == pytest.approx(by)
        assert table["largest"][row] == pytest.approx(weights.amax(-1).mean().item(), abs=1e-5)
        jacobian = torch.diag_embed(weights) - weights[:, :, None] * weights[:, None, :]
        norm = jacobian.norm(dim=(1, 2)).mean().item()
        assert table["gradient"][row] == pytest.approx(norm, abs=1e-5)
    seen = torch.isfinite(scores[3]).numpy()
    cells = datasets(at, 2)["cells"]
    shown = np.array(cells["w"]).reshape(4, -1)
    assert shown[0, seen] == pytest.approx(TRACE[f"{name}.weights"][2, 3][seen], abs=1e-6)
    hidden = np.array(cells.get("hidden", np.zeros(shown.size, dtype=bool))).reshape(4, -1)
    assert (hidden == ~seen).all()
    assert not at.error


def test_the_mistake_flattens_the_readers_own_row(page: Open) -> None:
    at = page()
    cells = np.array(datasets(at, -1)["cells"]["w"]).reshape(3, 9)
    root, width, model = cells.max(axis=1)
    assert root > model > width
    said = f"The largest weight falls from {root:.2f} to {width:.2f} divided by 8"
    assert any(said in m.value for m in at.markdown)


def test_without_a_translation_random_vectors_remain(page: Open) -> None:
    at = page(empty=True)
    assert len(at.get("vega_lite_chart")) == 6
    assert {i.value for i in at.info} == {Text("en")("chapter.no_translation")}
    assert not page(empty=True, scaling_view="own").get("vega_lite_chart")


@pytest.mark.parametrize("address", [{"layer": "9"}, {"kind": "<b>"}, {"scaling_d": "5"}])
def test_a_broken_address_is_named(page: Open, address: dict[str, str]) -> None:
    view = "random" if "scaling_d" in address else "own"
    at = page(scaling_view=view, **address)
    assert [i.value for i in at.info] == [Text("en")("shell.ignored", names=next(iter(address)))]


@pytest.mark.parametrize("size", [(2, 1), (60, 90)])
@pytest.mark.parametrize("view", ["random", "own"])
def test_the_smallest_and_the_longest_translation_are_shown(
    page: Open, view: str, size: tuple[int, int]
) -> None:
    at = page(scaling_view=view, invented=size)
    assert not at.error and not at.info
    drawn = at.get("vega_lite_chart")
    assert drawn
    assert sum(element.proto.ByteSize() for element in drawn) < 150 * 1024

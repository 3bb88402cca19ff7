"""The look-up page in both languages: what is drawn is the formula, recomputed."""

import math
from typing import Any

import pandas as pd
import pytest
import torch
from streamlit.testing.v1 import AppTest

from explainer.analysis.smoothing import fit_bandwidth
from explainer.chapters.lookup.dictionary import first_shop, read_table
from explainer.text import Text
from tests.apptest import Open, latex_of
from tests.chapters.chapter import Chapter, cells, drawn, said, sent, tables
from tests.fakes import fake_translation

SEED, N_SRC, N_TGT = 3, 9, 8
TRANSLATION = fake_translation(SEED, N_SRC, N_TGT)
TRACE = TRANSLATION.trace
CHAPTER = Chapter("lookup", model="", invented=(9, 8))


def answer(at: AppTest) -> float:
    """What its browser works out from that."""
    data = drawn(at, "sharpness")
    weights = torch.tensor(data["scores"], dtype=torch.float64) * data["sharpness"]
    return float(weights.softmax(0) @ torch.tensor(data["values"], dtype=torch.float64))


def test_the_page_opens_on_the_worked_example(page: Open) -> None:
    at = page()
    data = drawn(at, "sharpness")
    assert data["scores"] == [3.1, 3.5, 1.2, 0.1, 0.9] and data["sharpness"] == 1
    assert data["values"] == [200, 3000, 3000, 1000, 750]
    assert answer(at) == pytest.approx(1876.20, abs=0.005)
    assert data["hard"] is None and data["query"] == "pen"
    assert first_shop(Text("ko")).keys == ("연필", "샤프", "공책", "가위", "자")
    assert any(r"\frac{33.12}{62.20}" in latex for latex in latex_of(at))
    korean = page("ko")
    assert all(all(sent(one)["words"].values()) for one in (at, korean))
    shown = next(told for told in said(korean) if "0.362, 0.531" in told)  # the misprint
    assert "1,866.65" in shown and "**0.3569, 0.5324, 0.0534, 0.0178, 0.0395**" in shown
    assert "**1,876.20**" in shown


@pytest.mark.parametrize(("beta", "value"), [("0", 1590.0), ("10", 2946.0)])
def test_sharpness_leads_from_the_mean_to_one_key(page: Open, beta: str, value: float) -> None:
    assert answer(page(lookup_sharpness=beta)) == pytest.approx(value, abs=5)


def test_dragged_similarities_are_in_the_address(page: Open) -> None:
    at = page(lookup_scores="10,3.5,1.2,0.1,0.9")
    assert drawn(at, "sharpness")["scores"][0] == 10
    assert any(r"\mathbf{204.72}" in latex for latex in latex_of(at))
    raised = [math.exp(score) for score in (10, 3.5, 1.2, 0.1, 0.9)]
    mixed = math.fsum(r * p for r, p in zip(raised, (200, 3000, 3000, 1000, 750), strict=True))
    assert answer(at) == pytest.approx(mixed / math.fsum(raised)) == pytest.approx(204.72, abs=0.01)
    other = page(lookup_scores="1,2")  # of another table
    assert drawn(other, "sharpness")["scores"] == [3.1, 3.5, 1.2, 0.1, 0.9]


OPEN = {"lookup_edit": True}


def frame(*rows: tuple[Any, Any, Any]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=["key", "value", "similarity"])


BAD = {
    "empty_table": ("20", [frame()]),
    "too_many": ("12", [frame(*[("a", 1.0, 1.0)] * 13)]),
    "bad_value": (
        "1,000,000",
        [frame(("a", 1.0, 1.0), ("b", None, 1.0)), frame(("a", -1.0, 1.0)), frame(("a", "x", 1.0))],
    ),
    "bad_similarity": ("20", [frame(("a", 1.0, one)) for one in (math.nan, 21.0, math.inf)]),
}


@pytest.mark.parametrize("key", BAD)
def test_a_table_that_cannot_be_used_says_why(key: str) -> None:
    text, (most, tables) = Text("ko"), BAD[key]
    for table in tables:
        holes = {"row": len(table), "found": 13}
        assert read_table(text, table) == (None, text(f"lookup.{key}", most=most, **holes))


def test_a_usable_table_is_read_also_without_names() -> None:
    shop, problem = read_table(Text("en"), frame((None, 3, 1), ("k" * 50, 0.0, -20.0)))
    assert shop is not None and not problem
    assert shop.keys == ("", "k" * 20)
    assert shop.values == (3.0, 0.0) and shop.similarities == (1.0, -20.0)


def test_the_last_usable_table_stays(page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [frame(("a", 10.0, 0.0), ("b", 30.0, 0.0)), frame()]
    monkeypatch.setattr("streamlit.data_editor", lambda *_, **__: tables[0])
    at = page(session=OPEN)
    assert answer(at) == 20
    tables.pop(0)
    at.run()
    assert answer(at) == 20
    assert [w.value for w in at.warning] == [Text("en")("lookup.empty_table")]


def test_the_curve_is_nadaraya_and_watson(page: Open) -> None:
    at = page(lookup_view="kernel", lookup_h="0.8", lookup_q="3")
    given = tables(at, 0)
    points, lines = given["points"], given["lines"]
    keys = points["x"][:-1]  # the last one is the answer
    raised = [math.exp(-((3 - x) ** 2) / (2 * 0.64)) for x in keys]
    weights = [r / math.fsum(raised) for r in raised]
    sizes = [40 + 150 * weight / max(weights) for weight in weights]
    assert points["size"][:-1] == pytest.approx(sizes)
    assert tables(at, 1)["bins"]["y"] == pytest.approx(weights)
    answer = math.fsum(w * v for w, v in zip(weights, points["y"][:-1], strict=True))
    assert (points["x"][-1], points["y"][-1]) == (3.0, pytest.approx(answer))
    at_three = lines["x"].index(3.0)
    assert lines["y"][at_three] == pytest.approx(answer, abs=1e-5)
    assert lines["y"][161 + at_three] == pytest.approx(answer, abs=0.03)  # on the circle
    assert any(f"u = {answer:.3f}" in c.value for c in at.caption)
    # Numbers of different lengths beside an upright axis would move what stands right of it.
    rooms = [one.proto.spec.count('"minExtent": 36') for one in at.get("vega_lite_chart")[:2]]
    assert all(rooms)


@pytest.mark.parametrize(("kernel", "now"), [("gaussian", "0.8"), ("boxcar", "0.3")])
def test_the_learned_bandwidth_is_told(page: Open, kernel: str, now: str) -> None:
    fit = fit_bandwidth("wave", "gaussian" if kernel == "gaussian" else "boxcar")
    at = page(lookup_view="kernel", lookup_kernel=kernel, lookup_h=now, lookup_q="2")
    said = next(c.value for c in at.caption if f"h = {fit.bandwidth:.2f}" in c.value)
    assert f"{fit.error:.3f}" in said and ("∞" in said) == (kernel == "boxcar")
    assert (None in tables(at)["lines"]["y"]) == (kernel == "boxcar")  # in the gap of the data


def test_a_head_of_the_model_is_a_kernel_times_key_lengths(page: Open) -> None:
    at = page(lookup_view="kernel", layer=2, head=3, row=4)
    model, alone = cells(at)
    q, k = (torch.from_numpy(TRACE[f"decoder.1.cross_attn.{p}"][2].copy()).double() for p in "qk")
    assert model == pytest.approx(TRACE["decoder.1.cross_attn.weights"][2, 3], abs=1e-6)
    kernel = (-(torch.cdist(q, k)[3] ** 2) / (2 * math.sqrt(8))).softmax(-1)
    assert alone == pytest.approx(kernel.numpy(), abs=1e-6)

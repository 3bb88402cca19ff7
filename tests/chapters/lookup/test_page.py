"""The look-up page in both languages: what is drawn is the formula, recomputed."""

from __future__ import annotations

import json
import math
import re
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
import torch
from streamlit.testing.v1 import AppTest

from explainer.chapters.lookup.dictionary import first_shop, read_table
from explainer.text import LANGUAGES, Text
from tests.apptest import Open
from tests.chapters.chapter import Chapter
from tests.fakes import fake_translation

SEED, N_SRC, N_TGT = 3, 9, 8
TRANSLATION = fake_translation(SEED, N_SRC, N_TGT)
TRACE = TRANSLATION.trace
CHAPTER = Chapter("lookup", model="", invented=(9, 8))


def datasets(at: AppTest, index: int) -> dict[str, dict[str, list[Any]]]:
    proto = at.get("vega_lite_chart")[index].proto
    return {d.name: pa.ipc.open_stream(d.data.data).read_all().to_pydict() for d in proto.datasets}


def spec(at: AppTest, index: int) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(at.get("vega_lite_chart")[index].proto.spec)
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("view", ["dictionary", "kernel"])
def test_every_view_opens_and_every_chart_has_words(page: Open, view: str, lang: str) -> None:
    at = page(lang, lookup_view=view)
    assert not at.error and not at.warning and not at.info
    shown = [*at.get("vega_lite_chart"), *at.dataframe]
    assert len(shown) >= 4
    assert all(element.proto.alt.strip() for element in shown)


def test_the_page_opens_on_the_worked_example(page: Open) -> None:
    at = page()
    weights = datasets(at, 0)["notes"]
    assert weights["note"] == ["0.3569", "0.5324", "0.0534", "0.0178", "0.0395"]
    assert sum(datasets(at, 1)["bars"]["v"]) == pytest.approx(1876.20, abs=0.005)
    assert at.metric[0].value == "1,876.20"
    assert "KeyError: 'pen'" in at.code[0].value
    assert any(r"\frac{33.12}{62.20}" in latex.value for latex in at.latex)


def test_the_printed_numbers_are_shown_as_wrong(page: Open) -> None:
    table = page().dataframe[-1].value
    assert table["printed"].tolist() == [0.362, 0.531, 0.052, 0.016, 0.039]
    raised = [math.exp(s) for s in table["given"]]
    assert table["softmax"].tolist() == pytest.approx([r / sum(raised) for r in raised])
    again = torch.tensor(table["needed"].tolist(), dtype=torch.float64).softmax(0)
    assert again.tolist() == pytest.approx(table["printed"].tolist())
    assert [mark[0] for mark in table["range"]] == ["✗", "✓", "✗", "✗", "✓"]
    assert any("1,866.65" in m.value and "3 of the 5" in m.value for m in page().markdown)


def test_sharpness_0_is_the_mean(page: Open) -> None:
    at = page(lookup_sharpness="0")
    assert at.metric[0].value == "1,590.00"


def test_a_key_that_is_there_is_found_the_hard_way(page: Open) -> None:
    at = page()
    at.text_input(key="lookup_query").set_value("ruler").run()
    assert at.code[0].value.splitlines() == [">>> prices['ruler']", "750.00"]
    assert at.metric[0].value == "1,876.20"  # the name means nothing to the soft one


def frame(*rows: tuple[Any, Any, Any]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=["key", "value", "similarity"])


@pytest.mark.parametrize(
    ("table", "key"),
    [
        (frame(), "lookup.empty_table"),
        (frame(*[("a", 1.0, 1.0)] * 13), "lookup.too_many"),
        (frame(("a", 1.0, 1.0), ("b", None, 1.0)), "lookup.bad_value"),
        (frame(("a", -1.0, 1.0)), "lookup.bad_value"),
        (frame(("a", "x", 1.0)), "lookup.bad_value"),
        (frame(("a", 1.0, math.nan)), "lookup.bad_similarity"),
        (frame(("a", 1.0, 21.0)), "lookup.bad_similarity"),
        (frame(("a", 1.0, math.inf)), "lookup.bad_similarity"),
    ],
)
def test_a_table_that_cannot_be_used_says_why(table: pd.DataFrame, key: str) -> None:
    text = Text("ko")
    shop, problem = read_table(text, table)
    holes = {"row": len(table), "found": 13}
    most = {"lookup.too_many": "12", "lookup.bad_value": "1,000,000"}.get(key, "20")
    assert shop is None
    assert problem == text(key, most=most, **holes)


def test_a_usable_table_is_read_also_without_names() -> None:
    shop, problem = read_table(Text("en"), frame((None, 3, 1), ("k" * 50, 0.0, -20.0)))
    assert shop is not None and not problem
    assert shop.keys == ("", "k" * 20)
    assert shop.values == (3.0, 0.0) and shop.similarities == (1.0, -20.0)


def test_the_last_usable_table_stays(page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [frame(("a", 10.0, 0.0), ("b", 30.0, 0.0)), frame()]
    monkeypatch.setattr("streamlit.data_editor", lambda *_, **__: tables[0])
    at = page()
    assert at.metric[0].value == "20.00"
    tables.pop(0)
    at.run()
    assert at.metric[0].value == "20.00"
    assert [w.value for w in at.warning] == [Text("en")("lookup.empty_table")]


def test_goods_are_named_in_both_languages() -> None:
    assert first_shop(Text("ko")).keys == ("연필", "샤프", "공책", "가위", "자")
    assert first_shop(Text("en")).keys[0] == "pencil"


def test_the_curve_is_nadaraya_and_watson(page: Open) -> None:
    at = page(lookup_view="kernel", lookup_h="0.8", lookup_q="3")
    drawn = datasets(at, 0)
    points, lines = drawn["points"], drawn["lines"]
    keys = points["x"][:-1]  # the last one is the answer
    raised = [math.exp(-((3 - x) ** 2) / (2 * 0.64)) for x in keys]
    weights = [r / math.fsum(raised) for r in raised]
    sizes = [40 + 150 * weight / max(weights) for weight in weights]
    assert points["size"][:-1] == pytest.approx(sizes)
    assert datasets(at, 1)["bins"]["y"] == pytest.approx(weights)
    answer = math.fsum(w * v for w, v in zip(weights, points["y"][:-1], strict=True))
    assert (points["x"][-1], points["y"][-1]) == (3.0, pytest.approx(answer))
    at_three = lines["x"].index(3.0)
    assert lines["y"][at_three] == pytest.approx(answer, abs=1e-5)
    assert lines["y"][161 + at_three] == pytest.approx(answer, abs=0.03)  # on the circle
    assert any(f"u = {answer:.3f}" in c.value for c in at.caption)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_several_queries_are_one_product_of_tables(page: Open, lang: str) -> None:
    """Every answer again by sums written out; the head's product from its recorded tables."""
    closed = page(lang, lookup_view="kernel", lookup_h="0.8")
    at = page(
        lang,
        lookup_view="kernel",
        lookup_h="0.8",
        lookup_queries="3",
        session={"lookup_several": True},
    )
    assert len(at.dataframe) == len(closed.dataframe) + 2
    given, asked = (at.dataframe[i].value for i in (0, 1))
    assert asked["q"].tolist() == pytest.approx([2.5, 5.0, 7.5])
    for _, row in asked.iterrows():
        raised = [math.exp(-((row["q"] - k) ** 2) / (2 * 0.64)) for k in given["k"]]
        for column in ("0", "1", "2"):
            mixed = math.fsum(r * v for r, v in zip(raised, given[column], strict=True))
            assert row[column] == pytest.approx(mixed / math.fsum(raised))
    assert any(rf"\mathbf{{{asked['0'][0]:.3f}}}" in latex.value for latex in at.latex)
    shapes = "\n".join(code.value for code in at.code)
    assert re.search(r"U = W V +\(Q, c\) = \(3, 3\)", shapes)
    assert re.search(rf"weights v +\(T, d_k\) = \({N_TGT}, 8\)", shapes)
    checked = [[c.value for c in one.caption if c.value.startswith("✓")] for one in (closed, at)]
    assert len(checked[1]) == len(checked[0]) + 1
    assert not at.error


def test_several_queries_without_an_answer_stay_empty(page: Open) -> None:
    at = page(
        lookup_view="kernel",
        lookup_kernel="boxcar",
        lookup_h="0.1",
        lookup_queries="9",
        session={"lookup_several": True},
    )
    answers = at.dataframe[1].value
    assert answers["0"].isna().any() and not answers["0"].isna().all()
    assert any(c.value == Text("en")("lookup.several_none") for c in at.caption)
    assert not any("nan" in latex.value for latex in at.latex)


def test_a_window_without_a_point_says_why(page: Open) -> None:
    at = page(lookup_view="kernel", lookup_kernel="boxcar", lookup_h="0.3", lookup_q="5.9")
    assert at.warning[0].value == Text("en")("lookup.no_point", query="5.9", h="0.3")
    assert any(r"\frac{0}{0}" in latex.value for latex in at.latex)
    assert None in datasets(at, 0)["lines"]["y"]


def test_the_learned_bandwidth_can_be_taken(page: Open) -> None:
    at = page(lookup_view="kernel")
    best = datasets(at, 2)["rules"]["at"][1]
    errors = datasets(at, 2)["lines"]
    assert min(errors["y"]) == pytest.approx(
        errors["y"][int(np.abs(np.log(np.array(errors["x"]) / best)).argmin())], rel=0.02
    )
    at.button(key="lookup_take").click().run()
    assert at.slider(key="lookup_h").value == pytest.approx(best, abs=0.006)


def test_a_head_of_the_model_is_a_kernel_times_key_lengths(page: Open) -> None:
    at = page(lookup_view="kernel", layer=2, head=3, row=4)
    rows = datasets(at, 3)["cells"]
    q, k = (torch.from_numpy(TRACE[f"decoder.1.cross_attn.{p}"][2].copy()).double() for p in "qk")
    assert rows["w"][:N_SRC] == pytest.approx(TRACE["decoder.1.cross_attn.weights"][2, 3], abs=1e-6)
    kernel = (-(torch.cdist(q, k)[3] ** 2) / (2 * math.sqrt(8))).softmax(-1)
    assert rows["w"][N_SRC:] == pytest.approx(kernel.numpy(), abs=1e-6)


def test_nothing_here_needs_a_translation(page: Open) -> None:
    assert page(empty=True).metric[0].value == "1,876.20"
    assert page(empty=True, lookup_view="kernel").get("vega_lite_chart")


@pytest.mark.parametrize(
    "address",
    [{"layer": "9"}, {"head": "x"}, {"row": "0"}, {"lookup_kernel": "<b>"}, {"row": "9" * 40}],
)
def test_a_broken_address_is_named_once(page: Open, address: dict[str, str]) -> None:
    at = page(lookup_view="kernel", **address)
    assert [i.value for i in at.info] == [Text("en")("shell.ignored", names=next(iter(address)))]


@pytest.mark.parametrize("size", [(2, 1), (60, 90)])
def test_the_smallest_and_the_longest_translation_are_shown(
    page: Open, size: tuple[int, int]
) -> None:
    at = page(lookup_view="kernel", invented=size)
    assert not at.error and not at.info
    drawn = at.get("vega_lite_chart")
    assert drawn
    assert sum(element.proto.ByteSize() for element in drawn) < 150 * 1024


def test_a_weight_of_one_half_is_half_as_long_at_every_sharpness(page: Open) -> None:
    """An axis that ends at the longest bar would draw 0.53 and 0.84 alike."""
    found = [page(lookup_sharpness=sharpness) for sharpness in ("0", "1", "4")]
    for chart in (0, 1):
        names = [datasets(at, chart)["words_names"] for at in found]
        ends = {(words["value_low"][0], words["value_high"][0]) for words in names}
        assert len(ends) == 1 and ends.pop()[0] == 0
    assert datasets(found[0], 0)["words_names"]["value_high"][0] > 1

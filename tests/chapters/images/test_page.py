"""The page about pictures: numbers on screen are the networks', in both languages."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from streamlit.testing.v1 import AppTest

from explainer.analysis.drawing import picture
from explainer.analysis.pictures import Pictures, shuffled
from explainer.chapters.images.drawpad import read_drawing
from explainer.data.digits import digits, write_strokes
from explainer.installed import PICTURES
from explainer.text import LANGUAGES, Text
from tests.apptest import Open
from tests.chapters.chapter import Chapter

CHAPTER = Chapter("images", model="", prefix="images_")
NETWORKS = Pictures(PICTURES)


def cells(at: AppTest) -> list[float]:
    chart = at.get("vega_lite_chart")[0]
    tables = {d.name: d.data.data for d in chart.proto.datasets}
    found: list[float] = pa.ipc.open_stream(tables["cells"]).read_all().to_pydict()["w"]
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("view", ["read", "look", "shuffle"])
def test_every_view_opens(page: Open, view: str, lang: str) -> None:
    at = page(view, lang)
    assert not at.error and not at.warning and not at.info
    shown: list[Any] = [*at.get("vega_lite_chart"), *at.dataframe]
    assert all(element.proto.alt.strip() for element in shown)
    assert bool(shown) == (view != "look")


def test_the_drawing_of_the_address_is_read(page: Open) -> None:
    three = digits()["3"]
    at = page(digit="own", drawn=write_strokes(three))
    expected = [NETWORKS.read(name, picture(three))["probs"] for name in NETWORKS.names]
    assert cells(at) == pytest.approx(np.concatenate(expected), abs=1e-6)
    p = NETWORKS.read("attention", picture(three))["probs"].max()
    assert Text("en")("images.answer", digit=3, p=f"{p:.0%}") in [m.value for m in at.markdown]


def test_the_table_has_the_measured_accuracies(page: Open) -> None:
    """And attention is worse than none here, as the page says."""
    table = page(session={"images_table": True}).dataframe[0].value
    facts = NETWORKS.facts["networks"]
    for row, name in enumerate(NETWORKS.names):
        right = [run["accuracy"] for run in facts[name]["test"]]
        assert table["mean"][row] == pytest.approx(np.mean(right))
        assert table["seeds"][row] == len(right)
        assert table["parameters"][row] == facts[name]["parameters"]
    means = dict(zip(NETWORKS.names, table["mean"], strict=True))
    assert means["attention"] < means["dense"]


def test_the_bars_are_the_measured_accuracies(page: Open) -> None:
    proto = page().get("vega_lite_chart")[1].proto
    frames = {
        d.name: pa.ipc.open_stream(d.data.data).read_all().to_pydict() for d in proto.datasets
    }
    facts = NETWORKS.facts["networks"]
    means = [np.mean([run["accuracy"] for run in facts[n]["test"]]) for n in NETWORKS.names]
    assert frames["bars"]["v"] == pytest.approx(means, abs=1e-6)
    counts = [f"{facts[name]['parameters']:,}" for name in NETWORKS.names]
    assert all(count in proto.alt for count in counts)


def test_shuffled_answers_are_the_networks(page: Open) -> None:
    at = page("shuffle", shuffle="3", digit="8")
    table = at.dataframe[0].value
    eight = picture(digits()["8"])
    for row, name in enumerate(NETWORKS.names):
        before, after = (NETWORKS.read(name, eight, shuffled(n)) for n in (0, 3))
        assert table["after"][row].startswith(str(after["probs"].argmax()))
        change = np.abs(after["logits"] - before["logits"]).max()
        assert table["change"][row] == pytest.approx(change, abs=1e-5)
        assert table["verdict"][row].startswith("✓" if name == "vit-no-positions" else "✗")


def test_the_formula_has_the_numbers_of_the_chosen_patch_and_head(page: Open) -> None:
    at = page("look", digit="0", patch="25", head="7", layer="1")
    trace = NETWORKS.read("attention", picture(digits()["0"]))
    weights = trace["layers.0.self_attn.weights"][6, 24]
    best = int(weights.argmax())
    scores = trace["layers.0.self_attn.scores"][6, 24].astype(np.float64)
    share = np.exp(scores[best]) / np.exp(scores).sum()
    assert share == pytest.approx(weights[best], abs=1e-6)
    formula = at.latex[1].value
    assert rf"\alpha_{{{best + 1}}}" in formula and f"{share:.3f}" in formula


def test_the_mistake_is_one(page: Open) -> None:
    """The exact network changes its answer, the one without places does not."""
    said = " ".join(m.value for m in page().markdown)
    assert "2MHA says 4" in said
    four = picture(digits()["4"])
    exact = NETWORKS.read("attention", four, shuffled(1))["probs"]
    assert exact.argmax() != 4 and f"then {exact.argmax()} ({exact.max():.0%})" in said


def test_an_empty_sheet_says_so(page: Open) -> None:
    for view in ("read", "look", "shuffle"):
        at = page(view, digit="own")
        assert [i.value for i in at.info] == [Text("en")("images.empty")]


@pytest.mark.parametrize("sent", [None, 3, "x", "00..", ["00"], "<b>"])
def test_what_is_no_drawing_is_not_taken(sent: object) -> None:
    assert read_drawing(sent) is None
    assert read_drawing("0011.22") == "0011.22"


def test_a_broken_address_is_named(page: Open) -> None:
    at = page("look", patch="50")
    assert [i.value for i in at.info] == [Text("en")("shell.ignored", names="images_patch")]


@pytest.mark.usefixtures("full_house")
def test_a_full_house_is_a_sentence(page: Open) -> None:
    assert not page("shuffle").exception

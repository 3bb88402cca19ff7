"""The page about pictures: numbers on screen are the networks', in both languages."""

import json

import numpy as np
import pytest
from numpy.typing import NDArray
from streamlit.testing.v1 import AppTest

from explainer.analysis.drawing import picture
from explainer.analysis.pictures import Pictures, shuffled
from explainer.chapters.images.state import DOUBTFUL
from explainer.data.digits import digits, read_strokes, write_strokes
from explainer.installed import PICTURES
from explainer.model.ids import EOS
from tests.apptest import Open, latex_of
from tests.chapters.chapter import Chapter, drawn, said, tables

CHAPTER = Chapter("images", model="", prefix="images_")
NETWORKS = Pictures(PICTURES)


def logits(at: AppTest) -> NDArray[np.float64]:
    """What each network was drawn to read: (networks, runs, 10)."""
    return np.array(drawn(at, "logits")["logits"])


def test_the_drawing_of_the_address_is_spelled(page: Open) -> None:
    three = digits()["3"]
    word = drawn(page(digit="own", drawn=write_strokes(three)), "word")["word"]
    reading = NETWORKS.read("speller", picture(three))
    assert "".join(one["letter"] for one in word) == "three"
    assert np.log([one["p"] for one in word]).sum() == pytest.approx(
        reading["logits"][3] - reading["log_probs"][5, EOS], abs=1e-5
    )
    looks = reading["decoder.cross_attn.weights"].mean(axis=0)[:5]
    assert [one["looks"] for one in word] == pytest.approx(looks, abs=1e-5)
    assert drawn(page(digit="own"), "word")["word"] == []


def test_the_page_opens_on_a_drawing_about_which_the_networks_disagree(page: Open) -> None:
    shown, strokes = logits(page("shuffle"))[:, 0], read_strokes(DOUBTFUL)
    expected = [NETWORKS.read(name, picture(strokes))["logits"] for name in NETWORKS.names]
    assert shown == pytest.approx(np.stack(expected), abs=1e-5)
    assert {*shown.argmax(axis=1)} == {4, 9}


def test_the_bars_are_the_measured_accuracies(page: Open) -> None:
    at, facts = page(), NETWORKS.facts["networks"]
    means = [np.mean([run["accuracy"] for run in facts[n]["test"]]) for n in NETWORKS.names]
    assert tables(at)["bars"]["v"] == pytest.approx(means, abs=1e-6)
    counts = [f"{facts[name]['parameters']:,}" for name in NETWORKS.names]
    assert all(count in at.get("vega_lite_chart")[0].proto.alt for count in counts)
    by_name = dict(zip(NETWORKS.names, means, strict=True))
    assert by_name["attention"] < by_name["dense"]  # as the page says


def test_shuffled_answers_are_the_networks(page: Open) -> None:
    at = page("shuffle", shuffle="3", digit="8")
    eight, data = picture(digits()["8"]), drawn(at, "places")
    assert data["order"] == 3
    assert [data["places"][patch] for patch in shuffled(3)] == list(range(49))
    rows = [eight[y : y + 4, x : x + 4].ravel() for y in range(0, 28, 4) for x in range(0, 28, 4)]
    assert np.array(data["picture"]) == pytest.approx(np.array(rows), abs=1e-5)
    for row, name in enumerate(NETWORKS.names):
        before, after = (NETWORKS.read(name, eight, shuffled(n))["logits"] for n in (0, 3))
        assert logits(at)[row] == pytest.approx(np.stack([before, after]), abs=1e-5)
        moved = np.abs(logits(at)[row, 1] - logits(at)[row, 0]).max()
        assert (moved < data["same"]) == (name == "vit-no-positions")


def test_queries_and_keys_of_a_layer_travel(page: Open) -> None:
    """All heads and patches, so that another patch is seen without an answer, to three decimals."""
    at = page("look", net="attention", digit="0", patch="25", head="7", layer="1")
    data = drawn(at, "q")
    trace = NETWORKS.read("attention", picture(digits()["0"]))
    q, k = np.array(data["q"]), np.array(data["k"])
    weights = np.exp(q @ k.swapaxes(1, 2) / np.sqrt(q.shape[-1]))
    weights /= weights.sum(axis=-1, keepdims=True)
    assert weights == pytest.approx(trace["layers.0.self_attn.weights"], abs=1e-4)
    assert (data["patch"], data["head"]) == (24, 6)
    assert len(json.dumps(data)) < 80 * 1024
    best = int(weights[6, 24].argmax())  # stands in the formula
    formula = latex_of(at)[1]
    assert rf"\alpha_{{{best + 1}}}" in formula and f"{weights[6, 24, best]:.3f}" in formula


def test_the_mistake_is_one(page: Open) -> None:
    """Of the drawing on screen the exact network changes its answer, and one without places not."""
    told, drawing = " ".join(said(page())), picture(read_strokes(DOUBTFUL))
    read = [NETWORKS.read("attention", drawing, shuffled(order))["probs"] for order in (0, 1)]
    before, after = (f"{probs.argmax()} ({probs.max():.0%})" for probs in read)
    assert before[0] != after[0] and f"says {before} and then {after}" in told

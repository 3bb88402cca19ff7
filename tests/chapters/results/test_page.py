"""The page of the paper's results: its table as it is."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from explainer.chapters.results.view import Wish, telling_pair
from explainer.charts.palette import PALETTE
from explainer.data.results import SYSTEMS, TERAFLOPS, TRAINING_PAIRS
from explainer.text import Text
from tests.apptest import Open, latex_of, use_models
from tests.chapters.chapter import Chapter, rows, said

EN = Text("en")
CHAPTER = Chapter("results", model="", prefix="results_")


@pytest.fixture(scope="module")
def models(tiny_model_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two models with scores of their own."""
    found = tmp_path_factory.mktemp("pretrained")
    for name, bleu in (("aa", 41.9), ("bb", 21.1)):
        (found / name).mkdir()
        for file in tiny_model_folder.iterdir():
            if file.name != "config.json":
                (found / name / file.name).symlink_to(file)
        card = json.loads((tiny_model_folder / "config.json").read_text(encoding="utf-8"))
        card["test"]["beam"].update(bleu=bleu, sentences=1000)
        (found / name / "config.json").write_text(json.dumps(card), encoding="utf-8")
    return found


def unfolded(at: AppTest) -> AppTest:
    """With the table below the chart open."""
    at.session_state["results_table"] = True
    return at.run()


@pytest.mark.parametrize("task", ["en-de", "en-fr"])
def test_the_drawing_and_the_table_are_the_papers(page: Open, task: Any) -> None:
    wish = Wish(task, "P100", 8, 12)
    assert wish.flops == 12 * 3600 * 8 * 9.5e12
    rows_of_task = [one for one in SYSTEMS if task in one.bleu]
    at = page(task=task)
    priced = [one for one in rows_of_task if task in one.flops]
    expected = sorted((one.flops[task], one.bleu[task]) for one in priced)
    points = [point for point in rows(at, 0, "points") if point["name"]]
    found = sorted((point["x"], point["y"]) for point in points)
    assert np.array(found) == pytest.approx(np.array(expected))
    hollow = {point["name"] for point in points if point["tone"] == PALETTE["light"]["page"]}
    assert hollow == {one.name for one in priced if not wish.affords(one.flops[task])}
    ours, before = telling_pair(task)
    ends = [[one.flops[task], one.bleu[task]] for one in (ours, before)]
    bracket = [[row["x"], row["y"]] for row in rows(at, 0, "lines")]
    assert bracket[::3] == ends and [x for x, _ in bracket[1:3]] == [x for x, _ in ends]
    times = f"{7.7e19 / 3.3e18 if task == 'en-de' else 1.2e21 / 2.3e19:.1f}"
    assert f"1/{times}" in [point["label"] for point in rows(at, 0, "points")]
    said = EN("results.saving", ours=ours.name, before=before.name, times=times)
    assert said in [line.value for line in at.caption]
    shown = unfolded(at).dataframe[0].value
    assert len(shown) == len(rows_of_task)
    big = shown[shown["system"] == "Transformer (big)"].iloc[0]
    assert (big["bleu"], big["cost"]) == (28.4 if task == "en-de" else 41.8, "2.3 × 10¹⁹")
    assert float(big["days"]) == pytest.approx(3.5)


@pytest.mark.parametrize(
    ("hours", "gpu", "before", "ours"),
    [(12, "P100", "–", "27.3"), (84, "P100", "26.03", "28.4"), (12, "K80", "–", "–")],
)
def test_the_best_that_it_pays_for(page, hours, gpu, before, ours):
    told = [one.value for one in page(hours=hours, gpu=gpu).metric]
    assert told[1:] == [before, ours]
    if gpu == "K80":  # and the days are those of this machine
        at = unfolded(page(gpus=1, gpu=gpu))
        days = at.dataframe[0].value.set_index("system")["days"]["ConvS2S"]
        assert float(days.replace(",", "")) == pytest.approx(9.6e18 / (2.8e12 * 86400), rel=0.01)


def test_the_mistake_is_of_the_best_model_here_or_of_none(page, tmp_path, monkeypatch):
    at = page()
    formula = " ".join(latex_of(at))  # hours times GPUs times speed
    assert r"3.28 \cdot 10^{18}" in formula and r"2.30 \cdot 10^{19}" in formula
    told = said(at)
    assert any("41.9" in line and "28.4" in line and "1,000" in line for line in told)
    use_models(tmp_path, monkeypatch)
    assert EN("results.mistake_empty", big="28.4") in said(page())


def test_what_the_beats_say_is_in_the_table() -> None:
    base, big = (
        next(s for s in SYSTEMS if s.name == f"Transformer ({n})") for n in ("base", "big")
    )
    others = [s for s in SYSTEMS if s.group != "transformer"]
    for task in ("en-de", "en-fr"):
        best = max(s.bleu[task] for s in others if task in s.bleu)
        assert big.bleu[task] > best
        assert (base.bleu[task] > best) == (task == "en-de")
        assert base.flops[task] == min(s.flops[task] for s in SYSTEMS if task in s.flops)
    french = [s.bleu["en-fr"] for s in SYSTEMS if "en-fr" in s.bleu]
    assert len(french) == 9 and base.bleu["en-fr"] == min(french)
    assert big.bleu["en-de"] - base.bleu["en-de"] == pytest.approx(1.1)
    assert round(big.flops["en-de"] / base.flops["en-de"]) == 7
    assert TRAINING_PAIRS["en-fr"] == 8 * TRAINING_PAIRS["en-de"]
    hours, gpus = 12, 8
    cheapest = base.flops["en-de"]
    assert gpus * hours * 3600 * TERAFLOPS["P100"] * 1e12 == pytest.approx(cheapest, rel=0.01)
    assert gpus * hours * 3600 * TERAFLOPS["K80"] * 1e12 < cheapest / 2
    seconds = big.flops["en-de"] / (gpus * TERAFLOPS["P100"] * 1e12)
    assert seconds / 3600 == pytest.approx(84, rel=0.01)

"""The page of the paper's results: its table as it is."""

from typing import Any

import pytest

from explainer import installed
from explainer.chapters.results.view import reach, telling_pair
from explainer.data.results import SYSTEMS
from explainer.text import Text
from tests.apptest import Open, latex_of, use_models
from tests.chapters.chapter import Chapter, drawn, maps, said
from tests.conftest import ROOT

EN = Text("en")
CHAPTER = Chapter("results", model="", prefix="results_")


@pytest.mark.parametrize("task", ["en-de", "en-fr"])
def test_the_drawing_and_the_table_are_the_papers(page: Open, task: Any) -> None:
    rows = [one for one in SYSTEMS if task in one.bleu]
    at = page(task=task)
    (data,) = maps(at, "stops")
    dots = {dot["name"]: (dot["x"], dot["y"]) for dot in data["dots"]}
    priced = [one for one in rows if task in one.flops]
    assert dots == {one.name: (one.flops[task], one.bleu[task]) for one in priced}
    assert [level for level, _ in data["levels"]] == [
        one.bleu[task] for one in rows if one not in priced
    ]
    for axis, place in (("x", 0), ("y", 1)):
        shown = [dot[place] for dot in dots.values()]
        assert data[axis]["low"] < min(shown) and max(shown) < data[axis]["high"]
    assert data["x"]["low"] < reach("K80", 3) and reach("P100", 4368) < data["x"]["high"]
    ours, before = telling_pair(task)
    (bracket,) = data["curves"]
    assert [bracket["points"][0][end] for end in (0, -1)] == [
        [one.flops[task], one.bleu[task]] for one in (ours, before)
    ]
    times = 7.7e19 / 3.3e18 if task == "en-de" else 1.2e21 / 2.3e19
    assert bracket["name"] == EN("results.saving", times=f"{times:.1f}")
    at.session_state["results_table"] = True
    shown = at.run().dataframe[0].value
    assert len(shown) == len(rows)
    big = shown[shown["system"] == "Transformer (big)"].iloc[0]
    assert (big["bleu"], big["cost"]) == (28.4 if task == "en-de" else 41.8, "2.3 × 10¹⁹")
    assert float(big["days"]) == pytest.approx(3.5)


@pytest.mark.parametrize(
    ("hours", "gpu", "ours", "before"),
    [
        (12, "P100", "Transformer (base) 27.3", "none yet"),
        (84, "P100", "Transformer (big) 28.4", "MoE 26.03"),
        (12, "K80", "none yet", "none yet"),
    ],
)
def test_at_the_line_stands_what_the_machine_has_finished(page, hours, gpu, ours, before):
    """And the days of the table are those of this machine."""
    at = page(hours=hours, gpu=gpu)
    given = drawn(at, "stops")
    stop = given["stops"][given["at"]]
    speed = {"P100": 9.5e12, "K80": 2.8e12}[gpu]
    assert stop["x"] == pytest.approx(hours * 3600 * 8 * speed, rel=0.02)
    assert [told for _, told in stop["facts"][1:]] == [ours, before]
    at.session_state["results_table"] = True
    days = at.run().dataframe[0].value.set_index("system")["days"]["ConvS2S"]
    assert float(days.replace(",", "")) == pytest.approx(9.6e18 / (8 * speed * 86400), rel=0.03)


def test_the_mistake_is_of_the_best_model_here_or_of_none(page, tmp_path, monkeypatch):
    use_models(ROOT / "pretrained", monkeypatch)
    best = max(installed.usable().values(), key=lambda entry: entry.bleu or 0)
    at = page()
    formula = " ".join(latex_of(at))  # hours times GPUs times speed
    assert r"3.28 \cdot 10^{18}" in formula and r"2.30 \cdot 10^{19}" in formula
    told = best.name, f"{best.bleu:.1f}", "28.4"
    assert any(all(one in line for one in told) for line in said(at))
    use_models(tmp_path, monkeypatch)
    assert EN("results.mistake_empty", big="28.4") in said(page())


def test_what_the_beats_say_is_in_the_table() -> None:
    """What they say of the big model alone: tests/data/test_results_data.py."""
    base, big = (
        next(s for s in SYSTEMS if s.name == f"Transformer ({n})") for n in ("base", "big")
    )
    older = [s.bleu["en-de"] for s in SYSTEMS if s.group != "transformer" and "en-de" in s.bleu]
    assert base.bleu["en-de"] > max(older)
    cost = base.flops["en-de"]
    assert cost == base.flops["en-fr"] == min(min(s.flops.values(), default=cost) for s in SYSTEMS)
    french = [s.bleu["en-fr"] for s in SYSTEMS if "en-fr" in s.bleu]
    assert len(french) == 9 and base.bleu["en-fr"] == min(french)
    assert big.bleu["en-de"] - base.bleu["en-de"] == pytest.approx(1.1)
    assert round(big.flops["en-de"] / cost) == 7
    assert reach("P100", 12) == cost > 2 * reach("K80", 12)
    assert reach("P100", 84) == big.flops["en-de"]

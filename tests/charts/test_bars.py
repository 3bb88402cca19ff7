"""The one bar chart: its bars are the array, what is not shown is in the last one."""

from typing import Any

import numpy as np
import pytest

from explainer.charts.bar_layers import NAMES
from explainer.charts.bars import BarStyle, Chosen, Marks, Series, bars
from explainer.charts.figure import Figure
from explainer.charts.lookup import chosen_probabilities
from explainer.charts.marks import Rule
from explainer.charts.palette import PALETTE
from tests.charts.vega_lite import column, rows
from tests.fakes import fake_translation

LABELS = ["▁a", "b", "▁a"]
VALUES = np.array([0.25, -1.5, 3.0])
ONE = [Series("one", VALUES, "target")]
TWO = [*ONE, Series("two", [1.0, np.nan, 0.5], "source", pale=True)]


def drawn(**options: Any) -> Figure:
    plain: dict[str, Any] = {"labels": LABELS, "series": ONE, "dark": False}
    return bars(label_title="token", value_title="bits", **(plain | options))


def end(figure: Figure) -> tuple[float, float]:
    first = figure.data[NAMES].to_pylist()[0]
    return first["value_low"], first["value_high"]


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("upright", [False, True])
@pytest.mark.parametrize("stacked", [False, True])
@pytest.mark.parametrize("axis", [False, True])
def test_every_bar_is_its_number(dark: bool, upright: bool, stacked: bool, axis: bool) -> None:
    look = BarStyle(upright=upright, stacked=stacked, axis=axis)
    found = rows(drawn(series=TWO, dark=dark, look=look), "bars")
    assert [(bar["s"], bar["i"]) for bar in found] == list(np.ndindex(2, 3))
    assert [bar["v"] for bar in found] == [0.25, -1.5, 3.0, 1.0, None, 0.5]


@pytest.mark.parametrize("shape", ["tick", "diamond", "line"])
def test_marks_levels_and_notes_are_tables(shape: Any) -> None:
    marks = Marks("drawn", [1, 2, 9], shape=shape, low=[0, 1, 8], high=[2, 3, 12])
    found = drawn(marks=marks, levels=[Rule(-4, "floor")], notes=["x", "y", "z"])
    assert column(found, "marks", "v") == [1, 2, 9] and column(found, "marks", "high")[2] == 12
    assert column(found, "levels", "rule") == ["floor"] and column(found, "levels", "at") == [-4]
    assert column(found, "notes", "note") == ["x", "y", "z"]
    assert end(found)[0] <= -4 and end(found)[1] >= 12


def test_the_axis_holds_0_and_all_bars_or_stands_where_it_is_told() -> None:
    low, high = end(drawn())
    assert low < -1.5 and high > 3
    assert end(drawn(series=[Series("p", [0.2, 0.1, 0.7], "weight")]))[0] == 0
    low, high = end(drawn(series=TWO, look=BarStyle(stacked=True)))
    assert low <= -1.5 and high >= 3.5
    few, many = (
        drawn(series=[Series("p", values, "weight")], look=BarStyle(span=(0, 1)))
        for values in ([0.1, 0.2, 0.1], [0.1, 0.9, 0.0])
    )
    assert end(few) == end(many) and few.spec is many.spec


def test_another_choice_or_sentence_leaves_the_specification_the_same_object() -> None:
    first, other = (drawn(chosen=Chosen(at)) for at in (0, 2))
    assert other.spec is first.spec
    assert column(other, "bars", "strong") == [False, False, True]
    seven = [Series("one", [9, 8, 7], "target")]
    other = drawn(labels=["c", "ddd", "e"], series=seven, chosen=Chosen(1))
    assert other.spec is first.spec and column(other, NAMES, "label") == ["c", "ddd", "e"]
    framed = drawn(chosen=Chosen(1, framed=True))
    assert column(framed, "bars", "framed") == [False, True, False]
    assert all(column(framed, "bars", "strong"))


def test_bars_of_one_series_have_tones_of_their_own() -> None:
    found = column(drawn(tones=["source", "#ABCDEF", "error"]), "bars", "tone")
    assert found == [PALETTE["light"]["source"], "#ABCDEF", PALETTE["light"]["error"]]
    with pytest.raises(ValueError, match="one series"):
        drawn(series=TWO, tones=["source"] * 3)


@pytest.mark.parametrize(("form", "least"), [(".1%", "<0.1%"), (".0%", "<1%"), (".3%", "<0.001%")])
def test_a_share_that_is_there_is_not_written_as_nothing(form: str, least: str) -> None:
    words = next(
        layer["encoding"]["text"]
        for layer in drawn(look=BarStyle(form=form)).spec["layer"]
        if "text" in layer["encoding"]
    )
    (least_of_all,) = words["condition"]
    nothing = f"{0:{form}}"
    assert words["format"] == form and least_of_all["value"] == least
    assert least_of_all["test"] == f"datum.v > 0 && format(datum.v, '{form}') === '{nothing}'"
    plain = drawn(look=BarStyle(form=".2f")).spec["layer"][-1]["encoding"]["text"]
    assert "condition" not in plain


TRANSLATION = fake_translation(6, 8, 7)
WORDS: dict[str, Any] = {"label_title": "token", "value_title": "probability"}


@pytest.mark.parametrize("dark", [False, True])
def test_one_bar_for_each_token(dark: bool) -> None:
    drawn = chosen_probabilities(
        tokens=TRANSLATION.predicted_tokens,
        probs=TRANSLATION.predicted_probs,
        ranks=TRANSLATION.predicted_ranks,
        rank_title="rank",
        dark=dark,
        **WORDS,
    )
    assert column(drawn, "bars", "v") == pytest.approx(list(TRANSLATION.predicted_probs))
    assert column(drawn, "bars", "tooltip") == [str(rank) for rank in TRANSLATION.predicted_ranks]
    assert all(column(drawn, "bars", "strong"))

"""The page of complexity: every view, both languages, its numbers and its arrows."""

import json
import math
import re
from itertools import pairwise

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from explainer.analysis.layer_costs import LAYERS, PARTS, Part
from explainer.analysis.paths import KINDS, Kind, Sizes, longest_path, receptive_field
from explainer.chapters.complexity import measure
from explainer.chapters.complexity.chart_reach import first_way
from explainer.chapters.complexity.cost import cost_race_data, measured_where
from explainer.chapters.complexity.stored import LENGTHS, WIDTHS, measurements
from explainer.chapters.complexity.words import milliseconds
from explainer.text import Text
from tests.apptest import Open, latex_of
from tests.chapters.chapter import Chapter, said

CHAPTER = Chapter("complexity", model="", invented=(9, 8))


def unfolded(at: AppTest) -> AppTest:
    """With the paper's table open."""
    at.session_state["complexity_table"] = True
    return at.run()


@pytest.mark.parametrize("part", PARTS)
def test_the_race_has_the_counts_and_times_that_were_measured(page: Open, part: Part) -> None:
    """Counted by torch; steps and paths by the formulas of table 1."""
    data = cost_race_data(Text("en"), part)
    for layer, drawn in zip(LAYERS, data["layers"], strict=True):
        for row, width in enumerate(data["widths"]):
            assert drawn["multiplied"][row] == measurements().counts[part][layer][str(width)]
            expected = [1000 * seconds for seconds in measurements().layers[layer][str(width)]]
            assert drawn["ms"][row] == pytest.approx(expected, abs=1e-4)
        assert drawn["steps"] == [n if layer == "recurrent" else 1 for n in LENGTHS]
    paths = [one["path"] for one in data["layers"]]
    assert paths[0] == [1] * len(LENGTHS) and paths[1] == list(LENGTHS)
    short, long = (
        [measurements().seconds(layer, n, 512) for layer in ("attention", "recurrent")]
        for n in (20, 5000)
    )  # what the beats say of both ends
    assert short[0] < short[1] and long[0] > long[1]


@pytest.mark.parametrize(("n", "d"), [(20, 512), (5000, 512), (512, 64)])
def test_the_table_is_that_of_the_paper(page: Open, n: int, d: int) -> None:
    at = unfolded(page(complexity_n=n, complexity_d=d))
    table = at.dataframe[0].value
    expected = [2 * n * n * d, 2 * n * d * d, 3 * n * d * d, 2 * 33 * n * d]
    assert table["formula"].tolist() == table["counted"].tolist() == expected
    assert table["steps"].tolist() == [1, n, 1, 1]
    layers = next(i for i in range(1, 99) if 3**i >= n)  # whole numbers, no rounding of a logarithm
    assert table["path"].tolist() == [1, n, layers, math.ceil((n - 1) / 16)]
    names = ("attention", "recurrent", "convolution", "restricted")
    seconds = [measurements().layers[name][str(d)][LENGTHS.index(n)] for name in names]
    assert table["seconds"].tolist() == pytest.approx([1000 * one for one in seconds])
    written = [line.replace("{,}", "") for line in latex_of(at)]
    assert all(any(str(number) in line for line in written) for number in expected)
    said = next(m.value for m in at.markdown if "Measured fastest" in m.value)
    titles = table["layer"].tolist()
    assert f"fastest: **{titles[int(np.argmin(seconds))]}**" in said
    assert f"adds: **{titles[int(np.argmin(expected))]}**" in said
    path = int(table["path"][int(np.argmin(seconds))])
    assert (f"needs {path} steps where" if path > 1 else "no other has a shorter path") in said


def test_the_whole_layer_counts_the_projections(page: Open) -> None:
    at = unfolded(page(complexity_part="layer", complexity_n=64, complexity_d=128))
    n, d = 64, 128
    mixing = (2 * n * n * d, 2 * n * d * d, 3 * n * d * d, 2 * 33 * n * d)
    projections = (4 * n * d * d, 4 * n * d * d, 0, 4 * n * d * d)
    counted = [a + b for a, b in zip(mixing, projections, strict=True)]
    assert at.dataframe[0].value["counted"].tolist() == counted


def test_the_measured_crossing_is_between_two_measured_lengths(page: Open) -> None:
    at = page(complexity_by="timed", complexity_d=512)
    ours, theirs = (measurements().times(name, 512) for name in ("attention", "recurrent"))
    last = max(i for i in range(len(LENGTHS)) if ours[i] < theirs[i])
    said = next(c.value for c in at.caption if "becomes slower" in c.value)
    found = int(re.search(r"n = ([\d,]+) on", said)[1].replace(",", ""))  # type: ignore[index]
    assert LENGTHS[last] <= found <= LENGTHS[last + 1]


def test_it_opens_on_one_step_against_one_a_token(page: Open) -> None:
    """The names of the drawings: first attention and the recurrent layer, then what is between."""
    specs = [json.loads(one.proto.spec) for one in page().get("vega_lite_chart")]
    found = [spec["title"]["text"].rpartition(" ")[2] for spec in specs]
    assert found == [str(longest_path(kind, Sizes(9, 3, 5))) for kind in KINDS]
    assert found[:2] == ["1", "9"]
    moved = page(complexity_token=3).get("vega_lite_chart")[:2]
    told = [json.loads(one.proto.spec)["title"]["text"] for one in moved]
    assert [one.rpartition(" ")[2] for one in told] == ["1", "4"]


def test_paths_over_long_texts_are_the_formulas(page: Open) -> None:
    table = page("reach", complexity_k=4, complexity_side=3).dataframe[0].value
    for at, n in enumerate((9, 64, 100, 1000, 5000)):
        wanted = [longest_path(kind, Sizes(n, 4, 7)) for kind in KINDS]
        assert table[f"n{at}"].tolist() == wanted


def test_the_times_name_their_machine(page: Open) -> None:
    where = measured_where(Text("ko"))  # and how many heads
    assert measurements().machine["processor"] in where
    assert where in [c.value for c in unfolded(page("cost", "ko")).caption]


@pytest.mark.parametrize("kind", KINDS)
def test_the_thick_way_is_the_longest_path(kind: Kind) -> None:
    """A step after another, from the first token to the last output."""
    sizes = Sizes(9, 3, 5)
    way = first_way(receptive_field(kind, sizes, 8).arrows)
    assert len(way) == longest_path(kind, sizes)
    assert way[0][0] == (0, 0) and way[-1][1][1] == 8
    assert all(one[1] == next_one[0] for one, next_one in pairwise(way))


def test_writing_waits_and_a_window_saves(page: Open) -> None:
    found, text = measurements().passes[-1], Text("en")
    (once, steps), (gru_once, gru_steps) = found.transformer, found.gru
    ahead = "transformer" if steps < gru_steps else "gru"
    each = {"once": once, "steps": steps, "gru_once": gru_once, "gru_steps": gru_steps}
    told = {name: milliseconds(one) for name, one in each.items()}
    told |= {"times": f"{steps / once:.1f}", "ahead": text(f"complexity.mistake_{ahead}")}
    waiting = text("complexity.mistake_waiting", target=found.target, **told)
    assert waiting in said(page("cost"))
    saved = text("complexity.windows_saved", n=9, r=5, computed=45, cells=81)
    assert any(saved in c.value for c in page("reach").caption)


def test_the_stored_measurement_is_whole_and_its_counts_are_what_torch_counts() -> None:
    """And no page loads torch's counter, which brings a good part of the compiler along."""
    found = measurements()
    assert found.counts == measure.counts()
    for name, widths in found.layers.items():
        assert set(widths) == {str(d) for d in WIDTHS}, name
        assert all(len(times) == len(LENGTHS) and min(times) > 0 for times in widths.values())
    assert all(abs(p.parameters[0] / p.parameters[1] - 1) < 0.01 for p in found.passes)

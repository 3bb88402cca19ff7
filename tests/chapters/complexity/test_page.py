"""The page of complexity: every view, both languages, its numbers and its arrows."""

import json
import math

import pytest
from streamlit.testing.v1 import AppTest

from explainer.analysis import filters
from explainer.analysis.layer_costs import LAYERS, PARTS, Part
from explainer.analysis.paths import KINDS, Sizes, receptive_field
from explainer.chapters.complexity import measure
from explainer.chapters.complexity.cost import cost_race_data, measured_where
from explainer.chapters.complexity.stored import LENGTHS, WIDTHS, measurements
from explainer.chapters.complexity.words import milliseconds
from explainer.text import Text
from tests.apptest import Open, latex_of
from tests.chapters.chapter import Chapter, drawings, drawn, said

CHAPTER = Chapter("complexity", model="", invented=(9, 8))


def unfolded(at: AppTest) -> AppTest:
    """With the paper's table open."""
    at.session_state["complexity_table"] = True
    return at.run()


@pytest.mark.parametrize("part", PARTS)
def test_the_race_has_the_counts_and_times_that_were_measured(page: Open, part: Part) -> None:
    """Counted by torch; steps and paths by the formulas of table 1."""
    data = cost_race_data(Text("en"), part)
    for layer, shown in zip(LAYERS, data["layers"], strict=True):
        for row, width in enumerate(data["widths"]):
            assert shown["multiplied"][row] == measurements().counts[part][layer][str(width)]
            expected = [1000 * seconds for seconds in measurements().layers[layer][str(width)]]
            assert shown["ms"][row] == pytest.approx(expected, abs=1e-4)
        assert shown["steps"] == [n if layer == "recurrent" else 1 for n in LENGTHS]
    paths = [one["path"] for one in data["layers"]]
    assert paths[0] == [1] * len(LENGTHS) and paths[1] == list(LENGTHS)
    wide, saves = (Text("en")(f"complexity.window_{one}", r=33) for one in ("wide", "saves"))
    assert data["layers"][3]["told"] == [wide if n < 33 else saves for n in LENGTHS]
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


def test_the_whole_layer_counts_the_projections(page: Open) -> None:
    at = unfolded(page(complexity_part="layer", complexity_n=64, complexity_d=128))
    n, d = 64, 128
    mixing = (2 * n * n * d, 2 * n * d * d, 3 * n * d * d, 2 * 33 * n * d)
    projections = (4 * n * d * d, 4 * n * d * d, 0, 4 * n * d * d)
    counted = [a + b for a, b in zip(mixing, projections, strict=True)]
    assert at.dataframe[0].value["counted"].tolist() == counted


@pytest.mark.parametrize("target", [8, 3])
def test_a_network_is_joined_as_its_layers_compute(page: Open, target: int) -> None:
    """First attention and the recurrent layer, then what is between; the output is one for all."""
    given = (json.loads(one.proto.bytes) for one in drawings(page(complexity_token=target)))
    shown = [one for one in given if "networks" in one["data"]]
    assert [one["chosen"]["at"] for one in shown] == [target, target]
    networks = [network for one in shown for network in one["data"]["networks"]]
    for kind, network in zip(KINDS, networks, strict=True):
        field = receptive_field(kind, Sizes(9, 3, 5), target)
        node, kept = 9 * network["layers"] + target, []
        reached = {node}
        for start, end in reversed(network["edges"]):
            if end in reached:
                reached.add(start)
                kept.append((divmod(start, 9), divmod(end, 9)))
        assert sorted(kept) == sorted(field.arrows)


def test_a_change_moves_the_outputs_that_it_reaches(page: Open) -> None:
    data = drawn(page("filters", complexity_moved=3), "networks")
    assert data["at"] == 2
    for name, network in zip(filters.FILTERS, data["networks"], strict=True):
        for token, moves in enumerate(network["moves"]):
            assert moves == pytest.approx(filters.sensitivity(name, token), abs=1e-6)
            reached = {token}
            for start, end in network["edges"]:
                reached |= {end} if start in reached else set()
            assert {4 + at for at, far in enumerate(moves) if far} == {
                at for at in reached if at > 3
            }


def test_the_times_name_their_machine(page: Open) -> None:
    where = measured_where(Text("ko"))  # and how many heads
    assert measurements().machine["processor"] in where
    assert where in [c.value for c in unfolded(page("cost", "ko")).caption]


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

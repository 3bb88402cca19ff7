"""The page of positions in both languages: each view shows what an independent sum gives."""

import math
import re

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from explainer import installed
from explainer.analysis import positions
from explainer.analysis.interventions import Intervention
from explainer.analysis.perplexity import LITERATURE
from explainer.decoding.options import DecodeOptions
from explainer.engine import Translation, Translator
from explainer.frame.formula import number
from explainer.model.embedding import sinusoidal_positions
from explainer.text import Text
from tests.apptest import Open, latex_of
from tests.chapters.chapter import Chapter, cells, maps, said, tables
from tests.conftest import SENTENCES

MOVED = {"positions_moved": True}  # the fold
SENTENCE = SENTENCES[0]
GREEDY = DecodeOptions(method="greedy")
CHAPTER = Chapter("positions", SENTENCE, GREEDY)


@pytest.fixture(scope="module")
def translation(tiny: Translator) -> Translation:
    return tiny.translate(SENTENCE, GREEDY)


def sizes(at: AppTest) -> tuple[int, int, int]:
    """Of the map of the table, whose cells the browser computes."""
    (found,) = maps(at, "d_model")
    return found["length"], found["d_model"], found["base"]


def test_the_map_is_the_models_table_and_the_cell_its_numbers(page: Open) -> None:
    at = page("waves", positions_d="128", row="8", col="10")
    assert sizes(at) == (50, 128, 10_000)
    formula = " ".join(latex_of(at))
    angle = 7 / 10000 ** (8 / 128)
    assert f"{math.cos(angle):.3f}" in formula and f"{math.sin(angle):.3f}" in formula
    assert any("× 10⁻⁸" in line for line in said(at))


def test_presets_set_all_three_sizes(page: Open) -> None:
    at = page("waves", positions_base="20", positions_length="9")
    assert sizes(at) == (9, 64, 20)
    at.button(key="positions_preset_own").click().run()
    assert sizes(at) == (64, 32, 10_000)


def test_an_odd_width_is_explained_and_the_last_good_one_stays(page: Open) -> None:
    at = page("waves", "ko")
    at.number_input(key="positions_d").set_value(96).run()
    at.number_input(key="positions_d").set_value(97).run()
    assert not at.exception
    assert [w.value for w in at.warning] == [Text("ko")("positions.odd", d=97, good=96)]
    assert sizes(at) == (50, 96, 10_000)
    at.number_input(key="positions_d").set_value(98).run()
    assert not at.warning and sizes(at) == (50, 98, 10_000)


def test_waves_and_wavelengths(page: Open) -> None:
    at = page("waves", session={"positions_counter_fold": True}, positions_channels="3-40")
    dots = tables(at, 0)["points"]
    own = sinusoidal_positions(50, 64).numpy()
    values = np.array([*own[:, 3], *own[:, 40]])
    assert dots["y"] == pytest.approx(np.repeat([0.0, 1.0], 50) - 0.42 * values, abs=1e-6)
    tones = np.array(dots["tone"])
    assert not {*tones[values > 0.1]} & {*tones[values < -0.1]}
    longest = 2 * np.pi * 10000 ** (62 / 64)
    shown = next(told for told in said(at) if f"{longest:,.1f}" in told)
    assert f"{10000 ** (2 / 64):.4f}" in shown and f"{20000 * np.pi:,.1f}" in shown
    bits = cells(at)[0]  # the quickest digit: 0 is drawn as plus
    assert bits.tolist() == [1.0, -1.0] * 32


def test_the_transform_of_a_position_and_the_other_order(page: Open) -> None:
    """The row of the map as a transform of 50 numbers with a single 1; and a permutation."""
    at, text = page("waves", "ko", row="13", col="9"), Text("ko")
    shown = "\n".join(said(at))
    said_so = text("positions.fourier", place=12, length=50, m=32, count=64, difference="0")
    assert said_so in shown
    rate = 10000 ** (-8 / 64)
    assert f"{math.cos(12 * rate):.3f} + {math.sin(12 * rate):.3f}" in latex_of(at)[-1]
    order = text("positions.order", difference="{}").split("{}")[0]
    assert order in shown


@pytest.mark.parametrize("gap", ["0", "2"])
def test_distance_and_rotation(page: Open, gap: str) -> None:
    """Of the distance that two tokens are dragged apart, 1 at first; in the model's own width."""
    step = int(gap) or 1
    at = page("dials", session={"positions_turned": True}, positions_gap=gap)
    own = sinusoidal_positions(64, 32).double().numpy()
    curve = dict(zip(*(tables(at, 0)["points"][side] for side in "xy"), strict=True))
    assert curve[-49] == pytest.approx(float(own[0] @ own[49]), abs=1e-4)
    angle = step / 10000 ** (4 / 32)
    block = cells(at)[4:6, 4:6]
    turn = [[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]]
    assert block == pytest.approx(np.array(turn), abs=1e-6)
    assert number(float(own[0] @ own[step])) in " ".join(latex_of(at))


@pytest.mark.parametrize("method", ["shaw", "fourier", "none"])
def test_every_other_way_is_computed(page: Open, translation: Translation, method: str) -> None:
    at = page("others", positions_method=method)
    tokens = len(translation.source.tokens)
    scores = cells(at)
    assert scores.shape == (tokens, tokens) and np.ptp(scores) > 0
    dots = tables(at, 0)["points"]
    assert len(dots["x"]) == tokens**2
    spread = {step: [] for step in set(dots["x"])}  # type: dict[int, list[float]]
    for step, value in zip(dots["x"], dots["y"], strict=True):
        spread[step].append(value)
    alone = max(max(v) - min(v) for v in spread.values()) < 1e-6
    assert alone == (method in {"shaw", "rotary", "none"})
    table = at.dataframe[0].value
    assert len(table) == 7


def test_what_the_paper_measured_stands_below_the_methods(page: Open) -> None:
    """Table 3: base 4.92 and 25.8, row (E) 4.92 and 25.7. The tiny model: 64 positions of 32."""
    at = page("others", "ko")
    (found,) = (m.value for m in at.markdown if "arXiv:1706.03762" in m.value)
    printed = re.findall(r"\d+\.\d+", found.split("(")[0])
    assert printed == ["4.92", "25.8", "4.92", "25.7"]
    assert f"{LITERATURE['base']}" == printed[0]
    sizes = installed.usable()["tiny"].card["model"]
    longest, width = sizes["max_positions"], sizes["d_model"]
    assert f"{longest} × {width} = {sum([width] * longest):,}" in found


def test_shuffling_moves_outputs_only_with_them(page, tiny, translation):
    at = page("others", session=MOVED, positions_order="reverse")
    ids, last = translation.source.ids, len(translation.source.ids) - 1
    order = [*range(last)[::-1], last]
    off = (Intervention("positions", stack="encoder"),)
    for chart, changes in ((1, off), (2, ())):
        old = tiny.run(ids, translation.fed, changes)["memory"][order]
        new = tiny.run(tuple(ids[i] for i in order), translation.fed, changes)["memory"]
        expected = np.linalg.norm(new - old, axis=1) / np.linalg.norm(old, axis=1)
        assert tables(at, chart)["bars"]["v"] == pytest.approx(expected, abs=1e-5)
        assert (expected.max() < 1e-5) == (changes == off)


def test_the_misprint_is_shown_with_its_numbers(page: Open) -> None:
    at = page("waves")
    right, wrong = sinusoidal_positions(40, 32).numpy(), positions.misprinted_encoding(40, 32)
    drawn = [table[:, channel] for channel in (0, 4, 8) for table in (right, wrong)]
    assert cells(at, -1) == pytest.approx(np.array(drawn), abs=1e-6)
    dots = wrong @ wrong.T
    spread = max(float(np.ptp(np.diagonal(dots, k))) for k in range(40))
    assert any(f"**{spread:.2f}**" in told for told in said(at))

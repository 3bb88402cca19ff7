"""The page of positions in both languages: each view shows what an independent sum gives."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from streamlit.testing.v1 import AppTest

from explainer.analysis import positions
from explainer.analysis.interventions import Intervention
from explainer.analysis.perplexity import LITERATURE
from explainer.decoding.options import DecodeOptions
from explainer.engine import Translation, Translator
from explainer.frame.formula import number
from explainer.model.embedding import sinusoidal_positions
from explainer.runs import registry
from explainer.text import LANGUAGES, Text
from tests.apptest import Open
from tests.chapters.chapter import Chapter
from tests.conftest import SENTENCES

SENTENCE = SENTENCES[0]
GREEDY = DecodeOptions(method="greedy")
CHAPTER = Chapter("positions", SENTENCE, GREEDY)
VIEWS = ("map", "waves", "distance", "fourier", "order", "others", "shuffle")


@pytest.fixture(scope="module")
def tiny(tiny_model_folder: Path) -> Translator:
    return Translator.load(tiny_model_folder)


@pytest.fixture(scope="module")
def translation(tiny: Translator) -> Translation:
    return tiny.translate(SENTENCE, DecodeOptions(method="greedy"))


def said(at: AppTest) -> list[str]:
    kinds = (at.caption, at.markdown, at.text, at.warning, at.info, at.latex)
    return [str(element.value) for kind in kinds for element in kind]


def rows(at: AppTest, chart: int, name: str = "cells") -> dict[str, list[Any]]:
    proto = at.get("vega_lite_chart")[chart].proto
    frames = {d.name: pa.ipc.open_stream(d.data.data).read_all() for d in proto.datasets}
    found: dict[str, list[Any]] = frames[name].to_pydict()
    return found


def grid(at: AppTest, chart: int, columns: int) -> np.ndarray:
    return np.reshape(rows(at, chart)["v"], (-1, columns))


@pytest.mark.parametrize(("view", "lang"), list(zip(VIEWS, LANGUAGES * 4, strict=False)))
def test_every_view_says_what_its_figures_show(page: Open, view: str, lang: str) -> None:
    at = page(view, lang)
    assert not at.error and not at.warning and not at.info
    assert all(chart.proto.alt.strip() for chart in at.get("vega_lite_chart"))
    headings = [h.value for h in at.subheader]
    text = Text(lang)
    for key in ("chapter.formula", "chapter.shapes", "chapter.code", "chapter.tasks"):
        assert text(key) in headings
    assert f"✗ {text('chapter.mistake')}" in headings


def test_the_map_is_the_models_table_and_the_cell_its_numbers(page: Open) -> None:
    at = page("map", positions_d="128", row="8", col="10")
    own = sinusoidal_positions(50, 128).numpy()
    assert grid(at, 0, 128) == pytest.approx(own, abs=1e-6)
    formula = " ".join(e.value for e in at.latex)
    angle = 7 / 10000 ** (8 / 128)
    assert f"{math.cos(angle):.3f}" in formula and f"{math.sin(angle):.3f}" in formula
    assert any("× 10⁻⁸" in line for line in said(at))


def test_presets_set_all_three_sizes(page: Open) -> None:
    at = page("map", positions_base="20", positions_length="9")
    assert grid(at, 0, 64).shape == (9, 64)
    at.button(key="positions_preset_own").click().run()
    assert grid(at, 0, 32) == pytest.approx(sinusoidal_positions(64, 32).numpy(), abs=1e-6)


@pytest.mark.parametrize("lang", ["ko"])
def test_an_odd_width_is_explained_and_the_last_good_one_stays(page: Open, lang: str) -> None:
    at = page("map", lang)
    at.number_input(key="positions_d").set_value(96).run()
    before = grid(at, 0, 96)
    at.number_input(key="positions_d").set_value(97).run()
    assert not at.exception
    assert [w.value for w in at.warning] == [Text(lang)("positions.odd", d=97, good=96)]
    assert (grid(at, 0, 96) == before).all()
    at.number_input(key="positions_d").set_value(98).run()
    assert not at.warning and grid(at, 0, 98).shape == (50, 98)


@pytest.mark.parametrize(
    "address",
    [{"positions_d": "513"}, {"positions_length": "x" * 3000}, {"positions_base": "1e5"}],
)
def test_numbers_out_of_bounds_are_named_and_the_default_is_drawn(
    page: Open, address: dict[str, str]
) -> None:
    at = page("map", "en", **address)
    assert next(iter(address)) in at.info[0].value
    assert grid(at, 0, 64).shape == (50, 64)


@pytest.mark.parametrize(
    ("view", "sizes"),
    [
        *((view, ("4", "2", "2")) for view in ("waves", "distance", "fourier")),
        *((view, ("512", "128", "100000")) for view in ("map", "distance", "order")),
    ],
)
def test_the_smallest_and_the_largest_table(
    page: Open, view: str, sizes: tuple[str, str, str]
) -> None:
    names = ("positions_d", "positions_length", "positions_base")
    at = page(view, **dict(zip(names, sizes, strict=True)))
    assert not at.error
    figures = at.get("vega_lite_chart")[:-2]  # the last two are the mistake's
    sent = sum(len(d.data.data) for f in figures for d in f.proto.datasets)
    assert sent + sum(len(f.proto.spec) for f in figures) < 150 * 1024


def test_waves_and_wavelengths(page: Open) -> None:
    at = page("waves", positions_channels="3-40")
    dots = rows(at, 0, "points")
    own = sinusoidal_positions(50, 64).numpy()
    heights = np.repeat([0.0, 1.0], 50) - 0.42 * np.array([*own[:, 3], *own[:, 40]])
    assert dots["y"] == pytest.approx(heights, abs=1e-6)
    expected = 2 * np.pi * 10000 ** (np.arange(0, 64, 2) / 64)
    assert rows(at, 1, "points")["y"] == pytest.approx(expected)
    assert rows(at, 1, "levels")["at"] == pytest.approx([2 * np.pi, 20000 * np.pi])
    spec = json.loads(at.get("vega_lite_chart")[1].proto.spec)
    assert spec["layer"][-1]["encoding"]["y"]["scale"]["type"] == "log"
    bits = grid(at, 2, 64)[0]  # the quickest digit: 0 is drawn as plus
    assert bits.tolist() == [1.0, -1.0] * 32


def test_the_cell_of_the_map_goes_along_to_its_wave_and_wavelength(page: Open) -> None:
    """Channel 41 (pair 20) was chosen: both views say how long its wave is."""
    length = 2 * math.pi * 10000 ** (40 / 64)
    at = page("map", row="8", col="42")
    told = [e.value for e in at.latex]
    assert any(r"\lambda_{20}" in line and number(length) in line for line in told)
    at.segmented_control(key="positions_view").set_value("waves").run()
    drawn = np.reshape(rows(at, 0, "points")["y"], (-1, 50))
    own = sinusoidal_positions(50, 64).numpy()[:, [0, 1, 8, 16, 32, 41]].T
    assert drawn == pytest.approx(np.arange(6.0)[:, None] - 0.42 * own, abs=1e-6)
    assert r"\lambda_{20}" in at.latex[0].value and number(length) in at.latex[0].value


def test_distance_and_rotation(page: Open) -> None:
    at = page("distance", positions_step="7", positions_pair="2")
    own = sinusoidal_positions(50, 64).double().numpy()
    curve = dict(zip(*(rows(at, 0, "points")[side] for side in "xy"), strict=True))
    assert curve[-49] == pytest.approx(float(own[0] @ own[49]), abs=1e-4)
    assert grid(at, 1, 50) == pytest.approx(own @ own.T, abs=1e-4)
    angle = 7 / 10000 ** (4 / 64)
    block = grid(at, 2, 16)[4:6, 4:6]
    turn = [[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]]
    assert block == pytest.approx(np.array(turn), abs=1e-6)
    assert f"{math.sin(angle):.3f}" in " ".join(e.value for e in at.latex)


@pytest.mark.parametrize("kind", ["whole", "paper"])
def test_the_code_of_a_position(page: Open, kind: str) -> None:
    at = page("fourier", positions_rates=kind, positions_waves="3", positions_place="9")
    hot, code = (rows(at, chart, "bars")["v"] for chart in (0, 1))
    assert np.flatnonzero(hot).tolist() == [9] and hot[9] == 1.0
    if kind == "whole":
        found = np.fft.fft(hot)[1:4].conj()
        expected = np.stack((found.real, found.imag), axis=1).ravel()
    else:
        expected = sinusoidal_positions(50, 64)[9, :6].numpy().reshape(3, 2)[:, ::-1].ravel()
    assert code == pytest.approx(expected, abs=1e-6)
    assert int(np.argmax(rows(at, 2, "bars")["v"])) == 9


def test_block_order_holds_the_same_numbers(page: Open) -> None:
    at = page("order")
    first, second = grid(at, 0, 64), grid(at, 1, 64)
    assert (second[:, :32] == first[:, 0::2]).all() and (second[:, 32:] == first[:, 1::2]).all()


@pytest.mark.parametrize("method", ["shaw", "fourier", "none"])
def test_every_other_way_is_computed_on_the_sentence(
    page: Open, translation: Translation, method: str
) -> None:
    at = page("others", positions_method=method)
    pieces = len(translation.source.pieces)
    scores = grid(at, 0, pieces)
    assert scores.shape == (pieces, pieces) and np.ptp(scores) > 0
    dots = rows(at, 1, "points")
    assert len(dots["x"]) == pieces**2
    spread = {step: [] for step in set(dots["x"])}  # type: dict[int, list[float]]
    for step, value in zip(dots["x"], dots["y"], strict=True):
        spread[step].append(value)
    alone = max(max(v) - min(v) for v in spread.values()) < 1e-6
    assert alone == (method in {"shaw", "rotary", "none"})
    table = at.dataframe[0].value
    assert len(table) == 7


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_the_paper_measured_stands_below_the_methods(page: Open, lang: str) -> None:
    """Table 3: base 4.92 and 25.8, row (E) 4.92 and 25.7. The tiny model: 64 positions of 32."""
    at = page("others", lang)
    (found,) = (m.value for m in at.markdown if "arXiv:1706.03762" in m.value)
    printed = re.findall(r"\d+\.\d+", found.split("(")[0])
    assert printed == ["4.92", "25.8", "4.92", "25.7"]
    assert f"{LITERATURE['base']}" == printed[0]
    sizes = registry.usable()["tiny"].card["model"]
    longest, width = sizes["max_positions"], sizes["d_model"]
    assert f"{longest} × {width} = {sum([width] * longest):,}" in found


def test_shuffling_moves_the_outputs_only_with_positions(
    page: Open, tiny: Translator, translation: Translation
) -> None:
    count = len(translation.source.ids) - 1
    turned = "-".join(str(i) for i in range(count, 0, -1))
    at = page("shuffle", positions_order=turned)
    order = [*range(count)][::-1] + [count]
    ids = tuple(translation.source.ids[i] for i in order)
    off = (Intervention("positions", stack="encoder"),)
    for chart, changes in ((0, off), (1, ())):
        old = tiny.run(translation.source.ids, translation.fed, changes)["memory"][order]
        new = tiny.run(ids, translation.fed, changes)["memory"]
        expected = [
            float(np.linalg.norm(a - b) / np.linalg.norm(b)) for a, b in zip(new, old, strict=True)
        ]
        assert rows(at, chart, "bars")["v"] == pytest.approx(expected, abs=1e-5)
        assert (max(expected) < 1e-5) == (changes == off)
    table = at.dataframe[0].value
    assert table["same"].tolist()[0]  # without positions the order cannot matter
    assert table["first"].tolist() == [
        tiny.tokenizer.decode(tiny.generate(translation.source.ids, c)) for c in (off, ())
    ]
    assert table["second"].tolist() == [
        tiny.tokenizer.decode(tiny.generate(ids, c)) for c in (off, ())
    ]


def test_the_reader_moves_pieces(page: Open, translation: Translation) -> None:
    pieces = translation.source.pieces
    at = page("shuffle")

    def order() -> list[str]:
        shown = next(t.value for t in at.text if t.value.startswith("shuffled"))
        return str(shown).removeprefix("shuffled").split()

    assert sorted(order()) == sorted(pieces) and order() != list(pieces)
    at.button(key="positions_reverse").click().run()
    assert order() == [*pieces[-2::-1], pieces[-1]]
    at.button(key="positions_restore").click().run()
    assert order() == list(pieces)
    at.selectbox(key="positions_from").set_value(0).run()
    at.selectbox(key="positions_to").set_value(2).run()
    at.button(key="positions_go").click().run()
    assert order() == [pieces[1], pieces[2], pieces[0], *pieces[3:]]


def test_an_order_of_another_sentence_is_forgotten(page: Open, translation: Translation) -> None:
    at = page("shuffle", positions_order="2-1")
    assert not at.exception
    assert any(t.value.startswith("shuffled") for t in at.text)


def test_the_misprint_is_shown_with_its_numbers(page: Open) -> None:
    at = page("map", positions_wrong_place="30", positions_wrong_pair="5")
    wrong = grid(at, 2, 32)
    assert wrong == pytest.approx(positions.misprinted_encoding(40, 32), abs=1e-6)
    formula = " ".join(e.value for e in at.latex)
    assert f"{math.sin((30 / 10000) ** (10 / 32)):.3f}" in formula
    assert f"{math.sin(30 / 10000 ** (10 / 32)):.3f}" in formula


@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_a_translation_there_is_a_sentence(page: Open, lang: str) -> None:
    at = page("map", lang, empty=True)
    assert [i.value for i in at.info] == [Text(lang)("chapter.no_translation")]

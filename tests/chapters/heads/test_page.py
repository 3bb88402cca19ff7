"""The page of many heads with a small random model."""

from typing import Any

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from explainer.chapters.heads.cost import SHORT
from explainer.chapters.heads.looks import FULL, fan_data, small_maps
from explainer.chapters.heads.state import LIT
from explainer.charts.bar_layers import PARTS as NAMED
from explainer.charts.figure import Figure
from explainer.charts.lookup import head_outputs
from explainer.charts.palette import PALETTE
from explainer.text import LANGUAGES, Text
from explainer.translation import AttentionKind, Translation, prefix_of
from tests.apptest import Open, latex_of
from tests.chapters.chapter import Chapter, maps, said, sent, tables
from tests.charts.vega_lite import column

EN = Text("en")
SENTENCE = "비가 오는 날에는 집에서 책을 읽는다."
CHAPTER = Chapter("heads", SENTENCE)
AXES = {"encoder": ("S", "S"), "decoder": ("T", "T"), "cross": ("T", "S")}


def fan(at: AppTest) -> dict[str, Any]:
    return maps(at, "nats")[0]


def test_it_opens_where_the_heads_disagree_most_about_a_word(page: Open, base: Translation) -> None:
    """Divergences of every layer and row of a word, recomputed; no full stop and no end."""
    weights = base.attention("cross").astype(np.float64)
    best, place = -1.0, (0, 0)
    for layer, row in np.ndindex(weights.shape[0], weights.shape[2]):
        if not any(char.isalnum() for char in base.predicted_tokens[row].replace("</s>", "")):
            continue
        rows = weights[layer, :, row]
        apart = (rows * np.log(rows / rows.mean(axis=0))).sum(axis=-1).mean()
        if apart > best:
            best, place = apart, (layer, row)
    at = page()
    data = fan(at)
    assert (at.session_state["layer"] - 1, data["row"]) == place
    assert data["nats"][place[1]] == pytest.approx(best, abs=1e-4)
    looks = weights[place[0], :, place[1]].argmax(axis=-1)
    assert data["places"][place[1]] == len({*looks.tolist()})
    shown = np.array(data["rows"][place[1]])
    assert shown == pytest.approx(weights[place[0], :, place[1]], abs=5e-6)
    assert "row" not in at.query_params and "layer" not in at.query_params


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("d", "d_k", "heads", "total", "short"),
    [
        (512, 64, 8, 1_050_624, 1_050_624),
        (512, 100, 3, 3 * 100 * 513 * 3 + 512 * 301, 4 * 512 * 513),
    ],
)
def test_the_formula_takes_any_three_numbers(page, lang, d, d_k, heads, total, short):
    at = page(lang, heads_width=d, heads_dims=d_k, heads_count=heads)
    line = "heads.short_holds" if d_k * heads == d else "heads.short_fails"
    assert not at.warning
    assert any(f"{total:,}".replace(",", "{,}") in found for found in latex_of(at))
    numbers = {"short": short, "total": total, "joined": d_k * heads, "width": d}
    told = {name: f"{number:,}" for name, number in numbers.items()}
    said = Text(lang)(line, formula=f"${SHORT}$", **told)
    assert said in [found.value for found in at.caption]
    table = next(t.value for t in at.dataframe if "exponents" in t.value.columns)
    assert table["parameters"].tolist()[1] == total


def test_what_is_no_size_is_said_and_the_models_own_stands_in(page: Open) -> None:
    at = page(session={"heads_more": True})
    for name, usual, most in (("width", 32, "16,384"), ("dims", 8, "16,384"), ("count", 4, "256")):
        said = EN("heads.not_a_size", label=EN(f"heads.{name}"), most=most, usual=usual)
        for bad in ("0", "2.5", "zwölf", "", "99999") if name == "dims" else ("99999",):
            at.text_input(key=f"heads_{name}").set_value(bad).run()
            assert [found.value for found in at.warning] == [said], (name, bad)
        at.text_input(key=f"heads_{name}").set_value(str(usual)).run()
    assert not at.exception and not at.warning


@pytest.mark.parametrize("kind", AXES)
def test_a_head_tells_what_it_fetched(page: Open, base: Translation, kind: AttentionKind) -> None:
    at = page("ko" if kind == "cross" else "en", kind=kind, layer=2, row=2)
    asked, looked_at = AXES[kind]
    listed = next(told for told in said(at) if "unflatten" in told)
    assert f"(B, H, {asked}, {looked_at})" in listed
    data, trace, name = fan(at), base.trace, prefix_of(kind, 1)
    for head, told in enumerate(data["told"]):
        weights = trace[f"{name}.weights"][head, 1].astype(float)
        lengths = weights * np.linalg.norm(trace[f"{name}.v"][head].astype(float), axis=-1)
        key = int(weights.argmax())
        assert data["keys"][key] in told and f"{weights[key]:.2f}" in told
        assert f"{lengths[key] / lengths.sum():.0%}" in told


def test_a_head_is_alone_where_it_was_pressed(page: Open) -> None:
    chosen = [sent(page(layer=2, row=2, head=3, **lit), "chosen") for lit in ({}, {"heads_lit": 1})]
    assert [one["chosen"] for one in chosen] == [{"row": 1, "lit": None}, {"row": 1, "lit": 2}]


def test_the_table_holds_the_numbers_once_it_is_opened(page: Open, base: Translation) -> None:
    at = page(layer=2, row=2)
    assert not at.dataframe
    at.session_state["heads_table"] = True
    at.run()
    table = at.dataframe[0].value
    weights = base.attention("cross")[1, :, 1]
    assert table["weight"].tolist() == pytest.approx(weights.max(axis=-1).tolist(), abs=1e-4)
    keys = base.source.tokens
    assert table["key"].tolist() == [keys[key] for key in weights.argmax(axis=-1)]


def test_price_and_parameters_wait_behind_a_fold(page: Open) -> None:
    """A link to one of its choices opens it."""
    assert not page().dataframe
    opened = page(heads_width=512)
    assert any("exponents" in table.value.columns for table in opened.dataframe)
    assert any("counted" in table.value.columns for table in opened.dataframe)
    told = next(table.value for table in opened.dataframe if "exponents" in table.value.columns)
    charts = [tables(opened, chart) for chart in range(len(opened.get("vega_lite_chart")))]
    bars = pd.DataFrame(next(one["bars"] for one in charts if "words_parts" in one))
    assert sorted(set(bars["s"])) == [0, 1, 2, 3]
    assert bars.groupby("i")["v"].sum().tolist() == told["multiplications"].tolist()


def test_a_pressed_head_is_let_go_by_every_beat(open_app: Open) -> None:
    """The first sentence says that all heads look elsewhere: it is not to show a single one."""
    for beat in ("cross", "encoder"):
        app = open_app("heads", lang="ko", heads_lit="1", head="2")
        assert app.session_state[LIT] is True
        app = app.button_group(key="heads_beats").set_value(beat).run()
        assert not app.exception and app.session_state[LIT] is False
        assert LIT not in app.query_params


RNG = np.random.default_rng(4)
MODEL, RIGHT, WRONG = RNG.normal(size=(3, 6))
PARTS = {"a": [4, 4, 8], "b": [1, 1, 2], "c": [1, 1, 2], "d": [2, 2, 4]}


def outputs(**options: Any) -> Figure:
    words: dict[str, Any] = {"label_title": "dim", "value_title": "value", "by_title": "by"}
    given = {"model": MODEL, "right": RIGHT, "wrong": WRONG, "names": ("m", "r", "w")}
    return head_outputs(**{**given, **words, "dark": False, **options})


@pytest.mark.parametrize("dark", [False, True])
def test_both_computed_outputs_and_the_models_are_drawn(dark: bool) -> None:
    figure = outputs(dark=dark)
    assert column(figure, "bars", "v") == pytest.approx([*RIGHT, *WRONG])
    assert column(figure, "marks", "v") == pytest.approx(MODEL)
    assert column(figure, NAMED, "part") == ["r", "w", "m"]
    edge = figure.spec["layer"][0]["encoding"]["stroke"]["scale"]
    colours = PALETTE["dark" if dark else "light"]
    assert edge["range"] == [colours[tone] for tone in ("correct", "error", "ink")]
    assert outputs(model=RIGHT, dark=dark).spec is figure.spec
    with pytest.raises(ValueError):
        outputs(wrong=WRONG[:3])


def test_of_a_long_text_the_chosen_row_alone_comes_along() -> None:
    long = RNG.dirichlet(np.ones(60), size=(8, 60))
    assert long.size > FULL
    rows = fan_data(long, 7)["rows"]
    assert [at for at, row in enumerate(rows) if row is not None] == [7]


def test_small_maps_of_many_weights_keep_the_largest() -> None:
    weights = np.zeros((1, 2, 5, 5))
    weights[0, 1, 4, 4], weights[0, 0, 0, 1] = 1.0, 0.254
    assert small_maps(weights)[0][0][0][:2] == [0, 25]
    small = small_maps(weights, 40)
    assert np.array(small).shape == (1, 2, 3, 3)
    assert (small[0][1][2][2], small[0][0][0][0]) == (100, 25)

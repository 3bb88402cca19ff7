"""The page of one cell and the page of many heads, with a small random model."""

from __future__ import annotations

import re
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from explainer.analysis.cell_steps import STAGES
from explainer.chapters.cell.page import PAGE
from explainer.chapters.cell.view import plain
from explainer.chapters.translate.flow import Cell
from explainer.chapters.translate.page import cell_params
from explainer.runs import resources
from explainer.text import LANGUAGES, Text
from explainer.translation import Translation
from tests.app.helpers import components, messages
from tests.apptest import Open, latex_of


def translation(app: AppTest) -> Translation:
    return resources.translate(app.session_state["last_request"])


def formulas(app: AppTest) -> str:
    return "\n".join(latex_of(app))


def captions(app: AppTest) -> list[str]:
    return [str(caption.value) for caption in app.caption]


def drawn(app: AppTest) -> dict[str, Any]:
    """What the drawing of the cell was given."""
    data: dict[str, Any] = next(
        data["data"] for data in components(app) if "crumbs" in data.get("data", {})
    )
    return data


def test_the_page_opens_where_q_and_k_become_a_number_and_moves(open_app: Open) -> None:
    app = open_app("cell", lang="en")
    data = drawn(app)
    assert (data["at"]["stage"], data["plays"]) == (STAGES.index("sum"), True)
    line = data["stages"][data["at"]["stage"]]
    assert line["result"] == plain(data["dots"][data["column"]])
    assert app.button_group(key="cell_beats").value == "sum"


def test_every_step_is_told_by_the_beat_that_bears_its_number(open_app: Open) -> None:
    """A sentence of the story and a group on the rail of steps are the same steps."""
    app = open_app("cell", lang="en")
    groups, beats = drawn(app)["groups"], PAGE.beats
    assert [len(beat.covers["cell_stage"]) for beat in beats] == groups
    told = [(beat, step) for beat in beats for step in beat.covers["cell_stage"]]
    assert [int(step) for _, step in told] == list(range(1, len(STAGES) + 1))
    for beat, step in told:
        app.session_state["cell_stage"] = int(step)
        app = app.run()
        assert app.button_group(key="cell_beats").value == beat.id, step
    assert app.button_group(key="cell_beats").options == ["1–3", "4", "5–6", "7–8", "9–10"]


@pytest.mark.parametrize("step", ["1", "7"])
def test_a_step_in_the_address_is_shown_and_does_not_play(open_app: Open, step: str) -> None:
    app = open_app("cell", lang="en", cell_stage=step)
    data = drawn(app)
    assert (data["at"]["stage"], data["plays"]) == (int(step) - 1, False)
    assert app.query_params["cell_stage"] in (step, [step])


@pytest.mark.parametrize(("step", "columns"), [(1, 3), (2, 4), (7, 6), (8, 7)])
def test_the_tables_have_what_was_shown_so_far(open_app: Open, step: int, columns: int) -> None:
    app = open_app("cell", lang="en", cell_stage=str(step))
    app.session_state["cell_table"] = True
    app = app.run()
    dims, row = (table.value for table in app.dataframe)
    assert len(dims.columns) == columns and dims.columns[0] == "dim"
    assert ("weight" in row.columns) == (step > 5)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_step_of_a_masked_cell_speaks(open_app: Open, lang: str) -> None:
    address = {"kind": "decoder", "layer": "1", "head": "2", "row": "2", "col": "4"}
    app = open_app("cell", lang=lang, depth="code", **address)
    text = Text(lang)
    for number in range(1, len(STAGES) + 1):
        app.session_state["cell_stage"] = number
        app = app.run()
        assert not app.exception and messages(app) == []
        stage = drawn(app)["stages"][number - 1]
        assert (text("cell.mask_hidden_line") == stage["line"]) == (STAGES[number - 1] == "mask")
        assert r"e^{-\infty}" in formulas(app)
        assert r"\mathbf{0.000}" in formulas(app)


def test_the_cell_of_a_link_is_shown_with_the_models_numbers(open_app: Open) -> None:
    address = {"kind": "cross", "layer": "1", "head": "3", "row": "2", "col": "1"}
    app = open_app("cell", lang="en", depth="code", cell_stage="6", cell_dim="5", **address)
    found = translation(app)
    weight = float(found.attention("cross")[0, 2, 1, 0])
    assert rf"\mathbf{{{weight:.3f}}}" in formulas(app)
    data = drawn(app)
    assert [crumb["shown"] for crumb in data["crumbs"]] == [
        Text("en")("words.kind_cross"),
        Text("en")("cell.crumb_layer", number=1),
        Text("en")("cell.crumb_head", number=3),
        Text("en")("cell.after", piece=found.fed_pieces[1]),
        found.source.pieces[0],
    ]
    assert data["weights"][0] == pytest.approx(weight, abs=1e-4)
    assert (data["at"], data["plays"]) == ({"stage": 5, "dim": 4}, False)
    app.session_state["cell_stage"] = 2
    app = app.run()
    q = float(found.trace["decoder.0.cross_attn.q"][2, 1, 4])
    assert "q_{5}" in formulas(app)
    assert re.search(rf"= {re.escape(f'{q:.3f}' if abs(q) < 1 else f'{q:.2f}')} ", formulas(app))


@pytest.mark.parametrize("page", ["cell", "heads"])
def test_the_numbers_agree_with_float64_on_every_attention(open_app: Open, page: str) -> None:
    text = Text("en")
    start = text("chapter.agrees", difference="{}").split("{}")[0]
    for kind in ("encoder", "decoder", "cross"):
        app = open_app(page, lang="en", kind=kind)
        assert not app.exception
        assert sum(caption.startswith(start) for caption in captions(app)) == 1
        assert not app.error


OTHER = "문을 닫아 주세요."


def numbers(app: AppTest) -> list[object]:
    return [app.session_state[name] for name in ("layer", "head", "row", "col")]


def test_another_sentence_keeps_the_chosen_cell(open_app: Open) -> None:
    app = open_app(
        "cell", lang="en", depth="code", kind="encoder", layer="1", head="1", row="2", col="4"
    )
    app = app.text_input(key="s").set_value(OTHER).run()
    assert numbers(app) == [1, 1, 2, 4] and messages(app) == []


def test_another_sentence_without_the_chosen_row_says_so(open_app: Open) -> None:
    app = open_app("cell", lang="en", kind="encoder", layer="1", head="1", col="2")
    rows, taken = len(drawn(app)["crumbs"][3]["options"]), app.session_state["row"]
    last = rows - (taken == rows)  # not the one that is taken anyway
    app.session_state["row"] = last
    app = app.run()
    app = app.text_input(key="s").set_value(OTHER).run()
    fresh = open_app("cell", lang="en", kind="encoder", layer="1", head="1", col="2", s=OTHER)
    assert last > len(drawn(app)["crumbs"][3]["options"])
    assert numbers(app) == numbers(fresh)
    text, now = Text("en"), app.session_state["row"]
    assert messages(app) == [text("words.moved", what=text("cell.row"), number=last, now=now)]


@pytest.mark.parametrize("page", ["cell", "heads"])
def test_a_cell_nobody_chose_follows_the_sentence(open_app: Open, page: str) -> None:
    app = open_app(page, lang="en", kind="encoder")
    app = app.text_input(key="s").set_value(OTHER).run()
    fresh = open_app(page, lang="en", kind="encoder", s=OTHER)
    for name in ("kind", "layer", "head"):
        assert app.session_state[name] == fresh.session_state[name]
    assert messages(app) == []


def test_what_the_address_says_wrongly_is_named_and_left(open_app: Open) -> None:
    app = open_app("cell", lang="en", row="0", col="999")
    named = [Text("en")("shell.ignored", names=name) for name in ("row", "col")]
    assert messages(app) == named
    assert not app.exception


def test_a_memory_tile_knows_its_cell(open_app: Open) -> None:
    found = translation(open_app())
    cell: dict[str, Any] = {"row": 1, "piece": 2, "layer": 1}
    mine = cell_params(Cell(**cell, head=3), found)
    assert mine == {"kind": "cross", "layer": "2", "head": "4", "row": "2", "col": "3"}
    mean = cell_params(Cell(**cell, head=-1), found)
    strongest = int(found.attention("cross")[1, :, 1, 2].argmax())
    assert mean == {**mine, "head": str(strongest + 1)}

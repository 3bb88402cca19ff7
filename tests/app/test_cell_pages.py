"""The page of one cell and the page of many heads, with a small random model."""

import re
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from explainer.analysis.cell_steps import STAGES
from explainer.chapters.cell.page import PAGE
from explainer.chapters.translate.flow import Cell
from explainer.chapters.translate.page import cell_params
from explainer.runs import resources
from explainer.text import Text
from explainer.translation import Translation
from tests.app.helpers import components, messages
from tests.apptest import Open, latex_of


def translation(app: AppTest) -> Translation:
    return resources.translate(app.session_state["last_request"])


def formulas(app: AppTest) -> str:
    return "\n".join(latex_of(app))


def drawn(app: AppTest) -> dict[str, Any]:
    """What the drawing of the cell was given."""
    data: dict[str, Any] = next(
        data["data"] for data in components(app) if "crumbs" in data.get("data", {})
    )
    return data


def test_every_step_of_a_masked_cell_is_told_by_the_beat_that_bears_its_number(open_app):
    address = {"kind": "decoder", "layer": "1", "head": "2", "row": "2", "col": "4"}
    app, text = open_app("cell", lang="ko", depth="code", **address), Text("ko")
    groups, beats = drawn(app)["groups"], PAGE.beats
    assert [len(beat.covers["cell_stage"]) for beat in beats] == groups
    assert app.button_group(key="cell_beats").options == ["1–3", "4", "5–6", "7–8", "9–10"]
    told = [(beat, int(step)) for beat in beats for step in beat.covers["cell_stage"]]
    assert [step for _, step in told] == list(range(1, len(STAGES) + 1))
    for beat, step in told:
        app.session_state["cell_stage"] = step
        app = app.run()
        assert not app.exception and messages(app) == []
        assert app.button_group(key="cell_beats").value == beat.id, step
        stage = drawn(app)["stages"][step - 1]
        assert (text("cell.mask_hidden_line") == stage["line"]) == (STAGES[step - 1] == "mask")
        assert r"e^{-\infty}" in formulas(app) and r"\mathbf{0.000}" in formulas(app)


def test_a_step_in_the_address_is_shown_and_does_not_play(open_app: Open) -> None:
    for step, columns in ((1, 3), (2, 4), (7, 6), (8, 7)):
        app = open_app("cell", {"cell_table": True}, lang="en", cell_stage=str(step))
        data = drawn(app)
        assert (data["at"]["stage"], data["plays"]) == (step - 1, False)
        assert app.query_params["cell_stage"] in (str(step), [str(step)])
        dims, row = (table.value for table in app.dataframe)
        assert len(dims.columns) == columns and dims.columns[0] == "dim"
        assert ("weight" in row.columns) == (step > 5)


def test_the_cell_of_a_link_is_shown_with_the_models_numbers(open_app: Open) -> None:
    address = {"kind": "cross", "layer": "1", "head": "3", "row": "2", "col": "1"}
    app = open_app("cell", lang="en", depth="code", cell_stage="6", cell_dim="5", **address)
    found = translation(app)
    weight = float(found.attention("cross")[0, 2, 1, 0])
    assert rf"\mathbf{{{weight:.3f}}}" in formulas(app)
    data = drawn(app)
    text, asks = Text("en"), found.fed_tokens[1]
    crumbs = [text("cell.crumb_layer", number=1), text("cell.crumb_head", number=3)]
    crumbs = [text("words.kind_cross"), *crumbs, text("cell.after", token=asks)]
    assert [one["shown"] for one in data["crumbs"]] == [*crumbs, found.source.tokens[0]]
    assert data["weights"][0] == pytest.approx(weight, abs=1e-4)
    assert (data["at"], data["plays"]) == ({"stage": 5, "dim": 4}, False)
    app.session_state["cell_stage"] = 2
    app = app.run()
    q = float(found.trace["decoder.0.cross_attn.q"][2, 1, 4])
    assert "q_{5}" in formulas(app)
    assert re.search(rf"= {re.escape(f'{q:.3f}' if abs(q) < 1 else f'{q:.2f}')} ", formulas(app))


def test_a_memory_tile_knows_its_cell(open_app: Open) -> None:
    found = translation(open_app())
    cell: dict[str, Any] = {"row": 1, "token": 2, "layer": 1}
    mine = cell_params(Cell(**cell, head=3), found)
    assert mine == {"kind": "cross", "layer": "2", "head": "4", "row": "2", "col": "3"}
    mean = cell_params(Cell(**cell, head=-1), found)
    strongest = int(found.attention("cross")[1, :, 1, 2].argmax())
    assert mean == {**mine, "head": str(strongest + 1)}

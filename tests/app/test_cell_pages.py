"""The page of one cell and the page of many heads, with a small random model."""

import re
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from explainer.analysis.cell_steps import STAGES
from explainer.chapters.cell.view import plain
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


def test_the_page_opens_where_q_and_k_become_a_number_and_moves(open_app: Open) -> None:
    app = open_app("cell", lang="en")
    data = drawn(app)
    assert (data["at"]["stage"], data["plays"]) == (STAGES.index("sum"), True)
    line = data["stages"][data["at"]["stage"]]
    assert line["result"] == plain(data["dots"][data["column"]])
    assert app.button_group(key="cell_beats").value == "sum"


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


@pytest.mark.parametrize("page", ["cell", "heads"])
def test_the_numbers_agree_with_float64_on_every_attention(open_app: Open, page: str) -> None:
    text = Text("en")
    start = text("chapter.agrees", difference="{}").split("{}")[0]
    for kind in ("encoder", "decoder", "cross"):
        app = open_app(page, lang="en", kind=kind)
        assert not app.exception
        assert sum(caption.value.startswith(start) for caption in app.caption) == 1
        assert not app.error


def test_what_the_address_says_wrongly_is_named_and_left(open_app: Open) -> None:
    app = open_app("cell", lang="en", row="0", col="999")
    named = [Text("en")("shell.ignored", names=name) for name in ("row", "col")]
    assert messages(app) == named
    assert not app.exception


def test_a_memory_tile_knows_its_cell(open_app: Open) -> None:
    found = translation(open_app())
    cell: dict[str, Any] = {"row": 1, "token": 2, "layer": 1}
    mine = cell_params(Cell(**cell, head=3), found)
    assert mine == {"kind": "cross", "layer": "2", "head": "4", "row": "2", "col": "3"}
    mean = cell_params(Cell(**cell, head=-1), found)
    strongest = int(found.attention("cross")[1, :, 1, 2].argmax())
    assert mean == {**mine, "head": str(strongest + 1)}

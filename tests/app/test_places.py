"""Another sentence, on pages that choose in different ways: what is kept, and what is said."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from explainer.data.samples import default_sentence
from explainer.text import Text
from tests.app.helpers import messages
from tests.apptest import Open

OTHER = "문을 닫아 주세요."  # shorter than the sentence a page opens with
ENCODER = {"kind": "encoder", "layer": "2", "head": "1"}
# Page, address, name of the choice, its label: a list, a slider, a click, a list of its own.
PLACES = (
    ("heads", ENCODER, "row", "heads.token"),
    ("scaling", {**ENCODER, "scaling_view": "own"}, "row", "words.row"),
    ("layers", {"layers_view": "norm"}, "layers_token", "layers.token"),
    ("cell", ENCODER | {"col": "2"}, "row", "cell.row"),
)


def moved(app: AppTest) -> AppTest:
    app = app.text_input(key="s").set_value(OTHER).run()
    assert not app.exception
    return app


@pytest.mark.parametrize(("page", "place", "name", "label"), PLACES)
def test_a_choice_goes_along_or_the_page_says_what_it_took(
    open_app: Open, page: str, place: dict[str, str], name: str, label: str
) -> None:
    """What nobody chose is that of the sentence."""
    lang = "ko" if page == "scaling" else "en"
    fresh = open_app(page, lang=lang, **place, s=OTHER)
    now, text = fresh.session_state[name], Text(lang)
    app = moved(open_app(page, lang=lang, **place))
    assert app.session_state[name] == now and messages(app) == []
    app = moved(open_app(page, lang=lang, **place, **{name: "4"}))
    assert app.session_state[name] == 4 and messages(app) == []
    assert app.query_params[name] in ("4", ["4"])
    app = moved(open_app(page, lang=lang, **place, **{name: "13"}, s=default_sentence("ko")))
    assert app.session_state[name] == now and name not in app.query_params
    assert messages(app) == [text("words.moved", what=text(label), number=13, now=now)]

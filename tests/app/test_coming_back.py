"""A page that was left and is opened again from the menu: its controls stand as they were left."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.helpers import PAGES, messages
from tests.apptest import Open
from tests.conftest import SENTENCES

AWAY = "glossary"  # has no model's controls
# Their examples have characters that the toy model lacks.
# Their own examples have characters that the toy model does not know.
CUT = ("heads", "rnn", "alignment", "positions", "ablation")
KNOWN = {page: {"s": SENTENCES[0]} for page in CUT}
# The toy models came without earlier states and without recurrent ones, and with few syllables.
STATED = {"growth": 1, "sampling": 1, "rnn": 2, "alignment": 2}


def go(app: AppTest, page: str) -> AppTest:
    """As a link of the menu does: the page's own controls are not in the address."""
    app.query_params.clear()
    app.query_params["model"] = "ko-toy"
    app._page_hash = next(
        name for name, info in app._registered_pages.items() if info.get("url_pathname") == page
    )
    return app.run()


def wrong(app: AppTest) -> list[str]:
    return [*(each.value for each in app.exception), *messages(app)]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_opens_a_second_time(open_app: Open, page: str) -> None:
    app = open_app(page, **KNOWN.get(page, {}))
    said = wrong(app)
    assert len(said) == STATED.get(page, 0)
    assert wrong(go(app, AWAY)) == []
    assert wrong(go(app, page)) == said


@pytest.mark.parametrize(
    ("page", "key", "wanted", "opened"),
    [
        ("classroom", "classroom_lock", ["model"], {}),
        ("classroom", "classroom_lock", [], {}),
        ("classroom", "classroom_hide", ["formula", "answers"], {}),
        ("heads", "heads", ["1"], {"combine": "chosen"}),
        ("heads", "heads", [], {"combine": "chosen"}),
        (
            "positions",
            "positions_channels",
            [2, 3],
            {"positions_view": "waves"} | KNOWN["positions"],
        ),
    ],
)
def test_several_choices_stand_as_they_were_left(
    open_app: Open, page: str, key: str, wanted: list[object], opened: dict[str, str]
) -> None:
    app = open_app(page, **opened)
    controls = {each.key: each for each in (*app.button_group, *app.multiselect)}
    controls[key].set_value(wanted).run()
    assert wrong(app) == [] and app.session_state[key] == wanted
    go(app, AWAY)
    assert key not in app.session_state
    assert wrong(go(app, page)) == []
    assert app.session_state[key] == wanted

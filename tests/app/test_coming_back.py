"""A page that was left and is opened again from the menu: its controls stand as they were left."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.helpers import go, messages
from tests.apptest import Open
from tests.conftest import SENTENCES

KNOWN = {"s": SENTENCES[0]}  # the pages' own examples have characters the toy model does not know


def wrong(app: AppTest) -> list[str]:
    return [*(each.value for each in app.exception), *messages(app)]


@pytest.mark.parametrize(
    ("page", "key", "wanted", "opened"),
    [
        ("classroom", "classroom_lock", ["model"], {}),
        ("classroom", "classroom_lock", [], {}),
        ("heads", "heads", [], {"combine": "chosen"}),
        ("positions", "positions_channels", [2, 3], {"positions_view": "waves"} | KNOWN),
    ],
)
def test_several_choices_stand_as_they_were_left(
    open_app: Open, page: str, key: str, wanted: list[object], opened: dict[str, str]
) -> None:
    app = open_app(page, **opened)
    controls = {each.key: each for each in (*app.button_group, *app.multiselect)}
    controls[key].set_value(wanted).run()
    assert wrong(app) == [] and app.session_state[key] == wanted
    go(app, "glossary")  # has no model's controls
    assert key not in app.session_state
    assert wrong(go(app, page)) == []
    assert app.session_state[key] == wanted

"""What a drawing tells that the page no longer has: it was on its way when another one came."""

from __future__ import annotations

import json
from collections.abc import Iterator

from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.testing.v1 import AppTest

from tests.apptest import Open
from tests.browser.mounted import TRIGGER

PAGES = (
    *("cell", "positions", "lookup", "lessons", "glossary", "perplexity", "greedy", "embeddings"),
    *("heads", "images", "program", "rnn"),
)


def events(app: AppTest) -> Iterator[tuple[str, str]]:
    """Id and event of everything a drawing of the session can tell, also of those that are gone."""
    known = app._session_state._state._new_widget_state.widget_metadata
    for id, metadata in known.items():
        for event in metadata.callbacks or () if metadata.value_type == "json_value" else ():
            yield id, event


def tell(app: AppTest, value: object) -> None:
    """Every drawing of the session so far tells `value`."""
    states = app._tree.get_widget_states()
    for id, event in [*events(app)]:
        sent = json.dumps([{"event": event, "value": value}])
        states.widgets.append(WidgetState(id=TRIGGER.format(id), json_trigger_value=sent))
        states.widgets.append(WidgetState(id=id, json_value=json.dumps({event: value})))
    app._run(states)


def turn_to(app: AppTest, page: str) -> None:
    pages = app._registered_pages.items()
    app._page_hash = next(name for name, found in pages if found["url_pathname"] == page)
    app.run()
    assert not app.exception


def test_drawings_of_other_pages_may_tell_what_they_like(open_app: Open) -> None:
    app = open_app()
    for page in (*PAGES, "results"):
        turn_to(app, page)
    assert len({*events(app)}) > len(PAGES)
    for value in (["step", 3], {"stage": 2}):
        tell(app, value)
        assert not app.exception
        assert not app.error

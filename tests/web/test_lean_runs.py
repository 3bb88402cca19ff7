"""What is saved in every run gives what Streamlit itself gives."""

from __future__ import annotations

from copy import copy, deepcopy
from typing import Any

import pytest
from streamlit import config, string_util
from streamlit.components.v2.bidi_component import serialization
from streamlit.components.v2.bidi_component.main import BidiComponentMixin
from streamlit.cursor import Cursor, LockedCursor, RunningCursor
from streamlit.elements import vega_charts
from streamlit.navigation.page import Page
from streamlit.proto.BidiComponent_pb2 import BidiComponent
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session
from streamlit.runtime.state import SessionState
from streamlit.runtime.state.query_params_proxy import QueryParamsProxy
from streamlit.runtime.state.safe_session_state import SafeSessionState
from streamlit.runtime.state.session_state_proxy import SessionStateProxy

from explainer.web import lean_runs
from explainer.web.lean_runs import (
    SessionValues,
    as_named,
    compact_state,
    copy_cursor,
    has_value,
    hash_of_page,
    id_by_key,
    leading_emoji,
    populate_theme,
    without_search,
)
from tests.apptest import app_test, visit

SECTIONS = ["theme", *(f"theme.{one.value}" for one in config.CustomThemeCategories)]


def _page() -> None:
    import streamlit as st

    st.session_state.setdefault("own", "words")
    st.text_input("keyed", "tokens", key="field")
    st.slider("without a key", 0, 4, 2)
    st.slider("keyed", 0, 4, 3, key="width")


@pytest.fixture
def state() -> SafeSessionState:
    return app_test(_page).run().session_state._state


def test_a_session_has_the_same_values(
    state: SafeSessionState, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected, values = state.filtered_state, SessionValues(state)
    assert dict(values) == expected and len(values) == len(expected) == 3
    assert all(name in values for name in expected) and "other" not in values

    read = list[str]()
    one = SessionState.__getitem__

    def get(self: SessionState, key: str) -> Any:
        read.append(key)
        return one(self, key)

    monkeypatch.setattr(SessionState, "__getitem__", get)
    assert "width" in values and values["width"] == 3
    assert set(read) == {"width"}
    with pytest.raises(KeyError):
        values["other"]


def test_a_session_has_the_same_keys() -> None:
    state = visit("masks", lang="en", model="ko-en").session_state._state._state
    known = set(state._key_id_mapper.id_key_mapping.values())
    for key in (*state, *known, "lang", "no such", "$$ID-0-no such"):
        assert has_value(state, key) == (key in state), key
    assert has_value(state, "lang") and not has_value(state, "no such")


def _asking() -> None:
    """What a page reads of its session, by Streamlit's own ways and by ours."""
    import streamlit as st
    from streamlit.errors import StreamlitAPIException
    from streamlit.runtime.state.session_state_proxy import get_session_state

    from explainer.web.lean_runs import is_in_session, value_of

    state = get_session_state()
    st.session_state["own"] = None
    st.slider("keyed", 0, 4, 3, key="width")
    for key in ("own", "width"):
        assert value_of(state, key) == state[key] == st.session_state[key]
    for key in ("own", "width", "no such"):
        assert is_in_session(st.session_state, key) == (key in st.session_state)
    assert is_in_session(st.session_state, "own")
    assert not is_in_session(st.session_state, "no such")
    for ask in (lambda: value_of(state, "no such"), lambda: state["no such"]):
        try:
            ask()
        except KeyError:
            continue
        raise AssertionError("there is no such value")
    for ask in (
        lambda: is_in_session(st.session_state, "$$ID-0-width"),
        lambda: "$$ID-0-width" in st.session_state,
    ):
        try:
            ask()
        except StreamlitAPIException:
            continue
        raise AssertionError("this is no key of a page")
    st.text("all asked")


def test_a_page_reads_the_same_values() -> None:
    app = app_test(_asking).run()
    assert not app.exception and [one.value for one in app.text] == ["all asked"]


def test_a_run_starts_from_the_same_values(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = list[tuple[dict[str, Any], dict[str, Any]]]()

    def both(state: SessionState) -> None:
        ours = copy(state)
        ours._old_state = dict(state._old_state)
        ours._new_session_state = dict(state._new_session_state)
        ours._new_widget_state = copy(state._new_widget_state)
        ours._new_widget_state.states = dict(state._new_widget_state.states)
        compact_state(ours)
        assert not ours._new_session_state and not ours._new_widget_state.states
        theirs(state)
        kept.append((dict(ours._old_state), dict(state._old_state)))

    theirs = SessionState._compact_state
    app = visit("masks", lang="en", model="ko-en")
    monkeypatch.setattr(SessionState, "_compact_state", both)
    app.session_state["own"] = "words"
    app.run()
    app.run()
    assert len(kept) == 2
    for ours, expected in kept:
        assert ours == expected
        assert ours["own"] == "words"
        assert any(type(value).__name__ == "_WriteThrough" for value in expected.values())


def test_a_place_on_the_page_is_copied_whole() -> None:
    place = RunningCursor(0, (1, 2))
    place.lock_element()
    place.get_transient_cursor()
    place.transient_elements[0] = Element()
    for one in (place, LockedCursor(1, (3,), index=4)):
        ours, expected = copy_cursor(one, {}), deepcopy(one)
        assert type(ours) is type(one) and vars(ours).keys() == vars(expected).keys()
        assert ours.delta_path == expected.delta_path == one.delta_path
        assert ours.transient_index == expected.transient_index
        assert [*ours.transient_elements] == [*expected.transient_elements]
    ours = copy_cursor(place, {})
    place.transient_elements[1] = Element()
    place.open_block()
    assert len(ours.transient_elements) == 1 and ours.delta_path == [0, 1, 2, 1]


@pytest.mark.parametrize("section", SECTIONS)
def test_the_theme_is_the_same(section: str) -> None:
    expected, first, second = CustomThemeConfig(), CustomThemeConfig(), CustomThemeConfig()
    lean_runs._populate_theme(expected, section)
    for message in (first, second):
        populate_theme(message, section)
        assert message == expected
    populate_theme(first.light, "theme.nothing")
    assert first == expected


def test_a_payload_is_the_same() -> None:
    data = {"pieces": ["▁a", "나"], "rows": [{"p": 0.25}], "size": (2, 3), "none": None}
    searched, as_it_is = BidiComponent(), BidiComponent()
    serialization.serialize_mixed_data(data, searched)
    serialization.serialize_mixed_data(without_search(data), as_it_is)
    assert searched == as_it_is and searched.json


@pytest.mark.parametrize(
    "label", ["", "words", "낱말", "🚨 now", "🚨", "👩‍🏫_선생님", "a 🚨", "é 🚨", "🇰🇷 한국어\n둘"]
)
def test_a_label_begins_with_the_same_emoji(label: str) -> None:
    assert leading_emoji(label) == string_util.extract_leading_emoji(label)


def test_a_page_has_the_same_hash() -> None:
    for path in ("", "masks"):
        page = object.__new__(Page)  # outside of a run Streamlit fills none in
        page._url_path = path
        assert hash_of_page(page) == page._script_hash


def _reading() -> None:
    """What a page reads of its address, by Streamlit's own ways and by ours."""
    import streamlit as st
    from streamlit.runtime.state.session_state_proxy import get_session_state

    from explainer.web.lean_runs import param_of, query_params

    for key in ("s", "many", "no such", "embed"):
        assert param_of(st.query_params, key) == st.query_params.get(key), key
        assert param_of(st.query_params, key, "none") == st.query_params.get(key, "none"), key
    state = get_session_state()
    with state.query_params() as theirs, query_params(state) as ours:
        assert ours is theirs
    st.text("all read")


def test_a_page_reads_the_same_address() -> None:
    app = app_test(_reading)
    app.query_params.update({"s": "words", "many": ["one", "two"], "embed": "true"})
    app.run()
    assert not app.exception and [one.value for one in app.text] == ["all read"]


@pytest.mark.parametrize("page", ["", "training", "growth"])
def test_components_and_charts_are_called_the_same(
    page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    their_ids = BidiComponentMixin._build_bidi_identity_kwargs
    their_names = vega_charts._stabilize_vega_json_spec
    specs = list[tuple[str, str]]()

    def named(spec: str) -> str:
        specs.append((as_named(spec), their_names(spec)))
        return specs[-1][0]

    def ids() -> list[str]:
        app = visit(page, lang="en", model="ko-en")
        return [one.proto.id for one in app.get("bidi_component")]

    monkeypatch.setattr(vega_charts, "_stabilize_vega_json_spec", named)
    monkeypatch.setattr(BidiComponentMixin, "_build_bidi_identity_kwargs", their_ids)
    expected = ids()
    monkeypatch.setattr(BidiComponentMixin, "_build_bidi_identity_kwargs", id_by_key)
    assert ids() == expected and len(expected) > 3
    assert not any(one.endswith("-None") for one in expected)  # each has a key
    assert all(ours == theirs for ours, theirs in specs)
    assert specs or not page


def test_the_server_uses_them(monkeypatch: pytest.MonkeyPatch) -> None:
    for place, name in (
        (app_session, "_populate_theme_msg"),
        (Cursor, "__deepcopy__"),
        (SessionState, "_compact_state"),
        (SessionState, "__contains__"),
        (SafeSessionState, "__getitem__"),
        (SessionStateProxy, "__contains__"),
        (SafeSessionState, "filtered_state"),
        (SafeSessionState, "query_params"),
        (QueryParamsProxy, "get"),
        (Page, "_script_hash"),
        (string_util, "extract_leading_emoji"),
        (vega_charts, "_stabilize_vega_json_spec"),
        (BidiComponentMixin, "_build_bidi_identity_kwargs"),
        (serialization, "_extract_dataframes_from_dict"),
    ):
        monkeypatch.setattr(place, name, getattr(place, name, None), raising=False)  # put back
    lean_runs.install()
    app = app_test(_page).run()
    assert isinstance(app.session_state._state.filtered_state, SessionValues)
    assert [one.value for one in app.slider] == [2, 3] and app.text_input[0].value == "tokens"

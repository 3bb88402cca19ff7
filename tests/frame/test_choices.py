"""Controls that live in the address: what it says is what is shown, whatever becomes of them."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from tests.apptest import app_test


def script() -> None:
    """A number 1..`high`, which the session tells; runs as a script of its own."""
    import streamlit as st

    from explainer.frame.choices import whole_number
    from explainer.text import Text

    st.text(whole_number(Text("en"), "many", "Many", 1, st.session_state.get("high", 9), 3))


def shown(at: AppTest, high: int) -> tuple[str, str | None, int]:
    """The number, what the address says, and how many sliders there are."""
    at.session_state["high"] = high
    at.run()
    assert not at.exception
    (written,) = at.query_params.get("many", [None])
    return at.text[0].value, written, len(at.slider)


def test_a_number_that_can_be_one_alone_leaves_no_other_in_the_address() -> None:
    at = app_test(script)
    at.query_params["many"] = "7"
    assert shown(at, 9) == ("7", "7", 1)
    assert shown(at, 1) == ("1", None, 0)
    assert shown(at, 9) == ("1", "1", 1)

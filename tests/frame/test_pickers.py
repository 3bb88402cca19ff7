"""The policy of every picker: what is kept, what follows, what is said, what the address holds."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from explainer.frame import address
from explainer.text import Text
from tests.apptest import app_test

FORMS = ("number", "segments", "select", "slider")


def script(form: str, lang: str) -> None:
    """`of`, `count` and `telling` (from 1) are told by the session; runs as a script of its own."""
    import streamlit as st

    from explainer.frame import address
    from explainer.frame.pickers import ROW, Picker, numbers_from_one
    from explainer.text import Text

    state = st.session_state
    address.enter(state.get("on", "here"))
    pick, count = Picker(Text(lang), (state.get("of", "a"),)), state.get("count", 5)
    items = count if form in ("number", "slider") else numbers_from_one(count)
    st.text(getattr(pick, form)(ROW, items, state.get("telling", 3) - 1) + 1)


def opened(form: str = "slider", lang: str = "en", **query: str) -> AppTest:
    at = app_test(script, form, lang)
    at.query_params.update(query)
    return rerun(at)


def rerun(at: AppTest, **session: Any) -> AppTest:
    for key, value in session.items():
        at.session_state[key] = value
    at.run()
    assert not at.exception
    return at


def shown(at: AppTest, name: str = "row") -> tuple[int, str | None]:
    """The number, and what the address says."""
    written = at.query_params.get(name)
    return int(at.text[0].value), written[0] if isinstance(written, list) else written


def said(at: AppTest) -> list[str]:
    return [str(each.value) for each in at.info]


@pytest.mark.parametrize("form", FORMS)
def test_the_telling_one_opens_and_is_not_in_the_address(form: str) -> None:
    at = opened(form)
    assert shown(at) == (3, None) and not said(at)
    assert shown(rerun(at, row=5)) == (5, "5")
    assert shown(rerun(at, row=3)) == (3, None)
    rerun(at, row=4)  # a choice is kept where it exists
    assert shown(rerun(at, of="b", count=4, telling=2)) == (4, "4") and not said(at)


@pytest.mark.parametrize("form", FORMS)
def test_a_choice_that_does_not_exist_becomes_the_telling_one(form: str) -> None:
    at = opened(form, "ko", row="5")
    text = Text("ko")
    note = text("words.moved", what=text("words.row"), number=5, now=2)
    for _ in range(2):  # it stays until the reader chooses
        rerun(at, of="b", count=4, telling=2)
        assert shown(at) == (2, None) and said(at) == [note]
    assert shown(rerun(at, row=1)) == (1, "1") and not said(at)


@pytest.mark.parametrize("form", ["segments", "select", "slider"])
def test_more_to_choose_from_moves_no_control(form: str) -> None:
    """A slider with another end is another control to Streamlit, and would begin at 1."""
    at = opened(form, row="5")
    for count in (7, 6, 6):
        rerun(at, count=count)
        assert shown(at) == (5, "5") and at.session_state["row"] == 5


def test_what_nobody_chose_follows_and_a_single_row_is_said_although_it_has_no_control() -> None:
    at = rerun(opened(), of="b", count=2, telling=1)
    assert shown(at) == (1, None) and not said(at)
    at = rerun(opened(row="5"), of="b", count=1, telling=1)
    assert shown(at) == (1, None) and len(said(at)) == 1 and not at.slider


def test_what_a_link_says_or_was_chosen_is_a_choice_also_where_it_is_the_telling_one() -> None:
    for at, row in ((opened(row="3"), 3), (rerun(opened(), row=5, telling=5), 5)):
        assert shown(at) == (row, str(row))
        assert shown(rerun(at, of="b", telling=2)) == (row, str(row)) and not said(at)


def test_in_one_sentence_nothing_moves_by_itself() -> None:
    """Another head has another telling row: the row stays, and the address says where it is."""
    at = rerun(opened(), telling=1)
    assert shown(at) == (3, "3")
    assert shown(rerun(at, of="b", telling=2)) == (2, None), "nobody had chosen it"


@pytest.mark.parametrize("written", ["0", "6", "x", "", "1.0", "٣", "9" * 40])
def test_what_a_link_says_wrongly_is_named(written: str) -> None:
    at = opened(row=written)
    for _ in range(2):  # it stays until the reader chooses
        assert shown(at) == (3, None)
        assert said(at) == [Text("en")("shell.ignored", names="row")]
        rerun(at)
    assert not said(rerun(at, row=1))


def test_back_leads(monkeypatch: pytest.MonkeyPatch) -> None:
    at = rerun(opened(row="2"), row=5)
    monkeypatch.setattr(address, "went_back", lambda: True)
    at.query_params["row"] = "2"
    assert shown(rerun(at)) == (2, "2")
    del at.query_params["row"]
    assert shown(rerun(at)) == (3, None), "what was kept does not count on the way back"


def test_another_page_takes_the_choice_over_unless_its_address_says_more() -> None:
    at = rerun(opened("number"), row=5)
    at.query_params.clear()
    assert shown(rerun(at, on="there", telling=2)) == (5, "5")
    at.query_params["row"] = "4"
    assert shown(rerun(at, on="here")) == (4, "4")
    at = rerun(opened("number"), row=5)
    at.query_params.clear()
    rerun(at, on="there", of="b", count=4)  # where it does not exist
    assert shown(at) == (3, None) and len(said(at)) == 1
    at = opened("number")  # a default is not taken along
    assert shown(rerun(at, on="there", of="b", telling=2)) == (2, None)


def test_only_what_exists_can_be_chosen() -> None:
    def even() -> None:
        import streamlit as st

        from explainer.frame.pickers import ROW, Picker
        from explainer.text import Text

        pick = Picker(Text("en"), ())
        st.text(pick.number(ROW, 4, 1, exists=lambda i: i % 2 == 1) + 1)

    at = app_test(even)
    at.query_params["row"] = "3"
    assert shown(at.run()) == (2, None) and len(said(at)) == 1


def test_a_number_that_can_be_one_alone_leaves_no_other_in_the_address() -> None:
    def whole() -> None:
        import streamlit as st

        from explainer.frame.choices import Slider
        from explainer.text import Text

        high = st.session_state.get("high", 9)
        st.text(Slider("many", 1, says="Many").draw(Text("en"), 3, high))

    at = app_test(whole)
    at.query_params["many"] = "7"
    for high, found in ((9, (7, "7")), (1, (1, None)), (9, (1, "1"))):
        assert shown(rerun(at, high=high), "many") == found and len(at.slider) == (high > 1)

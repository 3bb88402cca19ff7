"""The virtual tab against messages written by hand, and the numbers of the report."""

import json
from random import Random

import pytest
from streamlit.proto.Alert_pb2 import Alert
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.load.actions import MIX, PAGE, SENTENCE, choose, new_value
from tests.load.protocol import BUSY_ICON, Link, Tab
from tests.load.record import Record

OVER, EARLY = ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_EARLY_FOR_RERUN


def begin(*fragments: str) -> ForwardMsg:
    message = ForwardMsg()
    message.new_session.initialize.session_id = "session"
    message.metadata.run.fragment_ids.extend(fragments)
    return message


def switch(key: str, fragment: str = "") -> ForwardMsg:
    message = ForwardMsg()
    message.delta.fragment_id = fragment
    message.delta.new_element.checkbox.id = f"$$ID-0123-{key}"
    return message


def at(message: ForwardMsg, *place: int) -> ForwardMsg:
    message.metadata.delta_path.extend(place)
    return message


def finished(status: ForwardMsg.ScriptFinishedStatus.ValueType = OVER) -> ForwardMsg:
    return ForwardMsg(script_finished=status)


def read(tab: Tab, *messages: ForwardMsg) -> list[bool]:
    return [tab.read(message.SerializeToString()) for message in messages]


def asked(data: bytes) -> BackMsg:
    return BackMsg.FromString(data)


def test_a_run_is_over_when_the_last_of_its_parts_is() -> None:
    """A message left over from the run before, or a run that starts anew, is not the end."""
    tab = Tab()
    tab.rerun()
    *before, last = read(tab, finished(), begin(), finished(EARLY), begin(), finished())
    assert not any(before) and last
    assert tab.session == "session" and tab.problems == []


def test_a_fragment_in_a_fragment_goes_when_the_outer_one_does_not_draw_it() -> None:
    """The server knows it no more: a click there would never be answered."""
    tab = Tab()
    tab.rerun()
    inner, beside = at(switch("inner", "b"), 0, 4, 1, 0), at(switch("beside", "c"), 0, 5, 0)
    read(tab, begin(), at(switch("outer", "a"), 0, 4, 0), inner, beside, finished())
    tab.rerun("a")
    read(tab, begin("a"), at(switch("outer", "a"), 0, 4, 0), inner, finished())
    assert {control.key for control in tab.controls.values()} == {"outer", "inner", "beside"}
    tab.rerun("a")
    read(tab, begin("a"), at(switch("outer", "a"), 0, 4, 0), finished())
    assert {control.key for control in tab.controls.values()} == {"outer", "beside"}


def test_a_run_of_a_fragment_leaves_the_other_controls() -> None:
    tab = Tab()
    read(tab, begin(), switch("a"), switch("b", "first"), switch("c", "second"), finished())
    read(tab, begin("first"), switch("d", "first"), finished())
    assert {control.key for control in tab.controls.values()} == {"a", "c", "d"}
    read(tab, begin(), switch("e"), finished())
    assert {control.key for control in tab.controls.values()} == {"e"}


def test_a_message_that_comes_as_its_hash_is_the_one_kept_for_two_runs() -> None:
    tab = Tab()
    large = switch("a", "first")
    large.hash, large.metadata.cacheable = "hash of it", True
    read(tab, begin(), large, finished())
    assert list(asked(tab.rerun()).rerun_script.cached_message_hashes) == ["hash of it"]
    read(tab, begin(), ForwardMsg(ref_hash="hash of it"), finished())
    assert tab.by_key("a").fragment == "first"
    for _ in range(2):
        read(tab, begin(), finished())
    assert not asked(tab.rerun()).rerun_script.cached_message_hashes


def test_errors_are_problems_and_a_busy_server_is_none() -> None:
    tab = Tab()
    error, busy, exception = ForwardMsg(), ForwardMsg(), ForwardMsg()
    error.delta.new_element.alert.CopyFrom(Alert(body="broken", format=Alert.ERROR))
    busy.delta.new_element.alert.CopyFrom(Alert(body="later", format=Alert.WARNING, icon=BUSY_ICON))
    exception.delta.new_element.exception.type = "ValueError"
    read(tab, begin(), error, busy, exception, finished(ForwardMsg.FINISHED_WITH_COMPILE_ERROR))
    assert tab.busy == 1
    assert [problem.split(":")[0] for problem in tab.take_problems()] == [
        "an error was shown",
        "ValueError",
        "the script does not compile",
    ]
    assert tab.problems == []


def test_a_change_is_sent_once_and_is_another_value() -> None:
    tab = Tab()
    read(tab, begin(), switch("a", "first"), finished())
    values = []
    for turn in range(2):
        change = new_value(tab, Random(turn))
        assert change is not None
        tab.use(change.widget, change.state)
        sent = asked(tab.rerun(change.fragment)).rerun_script
        assert sent.fragment_id == "first"
        values += [state.bool_value for state in sent.widget_states.widgets]
        assert not asked(tab.rerun()).rerun_script.widget_states.widgets
    assert values == [True, False]


def test_the_mix_is_what_it_says_and_falls_back_to_what_there_is() -> None:
    tab = Tab()
    pages, links, field = ForwardMsg(), ForwardMsg(), ForwardMsg()
    page = pages.navigation.app_pages.add()
    page.page_script_hash, page.url_pathname = "next", "masks"
    links.delta.new_element.bidi_component.id = "$$ID-0123-contents"
    shown = {"query": "model=ko-en", "groups": [{"items": [{"url": "masks"}]}]}
    links.delta.new_element.bidi_component.json = json.dumps({"data": shown})
    field.delta.new_element.text_input.id = "$$ID-0123-s"
    read(tab, begin(), pages, links, finished())
    assert tab.links == [Link("next", "model=ko-en")]
    assert {choose(tab, Random(turn))[0] for turn in range(50)} == {PAGE}
    read(tab, begin(), links, field, switch("a", "first"), finished())
    kinds = [choose(tab, Random(turn))[0] for turn in range(2000)]
    assert sum(MIX.values()) == 100
    for kind in (PAGE, SENTENCE):
        assert kinds.count(kind) / 2000 == pytest.approx(MIX[kind] / 100, abs=0.04)
    with pytest.raises(LookupError):
        choose(Tab(), Random(0))


def test_a_missed_goal_is_counted() -> None:
    record = Record()
    for seconds in (0.1, 0.3):
        record.add(PAGE, seconds)
    assert "met" in record.times([("all", [PAGE], 300)]) and record.missed == 0
    assert "MISSED" in record.times([("all", [PAGE], 299)]) and record.missed == 1
    record.problems["lost"] += 2
    assert "2 x lost" in record.faults() and record.missed == 2

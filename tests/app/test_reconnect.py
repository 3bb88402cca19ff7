"""What a browser with an older page sends first to a server that does not know its session."""

from collections.abc import Iterator
from urllib.parse import urlencode

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.app.serving import Server, Visitor, elements

ADDRESS = {"model": "ko-toy", "lang": "en", "s": "강아지가 잔다."}


@pytest.fixture
def back(running: Server) -> Iterator[Visitor]:
    """A browser that had a page, and has now a connection and nobody who knows it."""
    query = urlencode(ADDRESS)
    with Visitor(running, query) as before:
        before.open()
    with Visitor(running, query) as after:
        after.tab = before.tab
        yield after


def fields(messages: list[ForwardMsg], key: str = "s") -> list[str]:
    """What the server writes into the field with this key, that of the sentence."""
    found = [e.text_input for e in elements(messages) if e.WhichOneof("type") == "text_input"]
    return [field.value for field in found if field.id.endswith(f"-{key}") and field.set_value]


@pytest.mark.parametrize("typed", [ADDRESS["s"], "고양이가 잔다."])
def test_the_sentence_is_there_again(back: Visitor, typed: str) -> None:
    """That of the address, or one sent to the server that went, which had not come into it."""
    back.ask(s=typed)
    assert fields(back.finished()) == [typed]
    assert urlencode({"s": typed}) in back.tab.query


def test_so_is_what_was_typed_on_another_page(running: Server) -> None:
    query = urlencode({"model": "ko-toy", "lang": "en", "glossary_q": "key"})
    with Visitor(running, query) as before:
        before.open("glossary")
    with Visitor(running, query) as after:
        after.tab = before.tab
        after.ask(glossary_q="value")
        assert fields(after.finished(), "glossary_q") == ["value"]
        assert "glossary_q=value" in after.tab.query


def test_the_page_asks_for_a_run_when_it_is_connected_again(back: Visitor) -> None:
    """Streamlit's browser does so where something runs by itself."""
    came = back.open()
    timers = [m.auto_rerun for m in came if m.WhichOneof("type") == "auto_rerun"]
    assert any(timer.interval > 24 * 3600 for timer in timers)
    # A browser's timer counts milliseconds in 32 bits; beyond, it fires at once and for ever.
    assert all(timer.interval * 1000 < 2**31 for timer in timers)

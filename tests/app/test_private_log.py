"""What visitors write stays out of the log, also when a page breaks on it."""

import io
import logging
from urllib.parse import quote

from streamlit.proto.BackMsg_pb2 import BackMsg

from explainer.text import Text
from explainer.web import log as web_log
from tests.app.serving import Server, Visitor, ask, said

SECRET = "우리 반 비밀은 아무도 모른다."


def test_a_page_that_breaks_says_so_and_tells_the_log_where(changed: Server) -> None:
    query = f"lang=en&model=ko-toy&s={quote(SECRET)}"
    with Visitor(changed, query) as visitor:
        assert Text("en")("shell.failed") in said(visitor.open("heads"))
    log = changed.said()
    assert "in broken" in log and "ValueError" in log and "KeyError" in log
    assert "cannot draw" not in log and "비밀" not in log and quote("비밀") not in log


def test_neither_addresses_nor_what_is_typed_are_in_the_log(running: Server) -> None:
    ask(f"{running.url}/?s={quote(SECRET)}", Accept="text/html")
    ask(f"{running.url}/nothing/here?s={quote(SECRET)}")
    with Visitor(running, "lang=en&model=ko-toy") as visitor:
        visitor.open()
        visitor.ask(s=SECRET)
        visitor.finished()
        visitor.ask(s=SECRET * 40)
        visitor.finished()
        visitor.send(BackMsg(stop_script=True))
        visitor.socket.send(SECRET)  # a text where a message is expected: Streamlit raises
    log = running.said()
    assert "비밀" not in log and quote("비밀") not in log and "s=" not in log


def test_a_traceback_keeps_places_and_kinds_of_a_whole_chain() -> None:
    def deep(text: str) -> None:
        try:
            int(text)
        except ValueError as error:
            raise RuntimeError(f"cannot read {text}") from error

    output = io.StringIO()
    logger = logging.Logger("private")
    logger.addHandler(logging.StreamHandler(output))
    before = logging.getLogRecordFactory()
    logging.setLogRecordFactory(web_log.RedactedRecord)
    try:
        deep(SECRET)
    except RuntimeError:
        logger.exception("a page failed")
    finally:
        logging.setLogRecordFactory(before)
    log = output.getvalue()
    assert log.startswith("a page failed\n")
    assert "ValueError" in log and "RuntimeError" in log and "in deep" in log
    assert SECRET not in log


def test_a_chain_that_was_cut_stays_cut() -> None:
    try:
        try:
            raise KeyError("first")
        except KeyError:
            raise ValueError("second") from None
    except ValueError as error:
        found = web_log.without_messages(error)
    assert "ValueError" in found and "KeyError" not in found

"""What a browser makes up fills no log: one record of a kind a minute."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator

import pytest
from streamlit import error_util
from streamlit.components.v2.bidi_component import serialization

from explainer.web import log


@pytest.fixture
def written(caplog: pytest.LogCaptureFixture) -> Iterator[Callable[[], list[logging.LogRecord]]]:
    """The records that pass; filters and factory are put back."""
    factory = logging.getLogRecordFactory()
    filters = {name: [*logging.getLogger(name).filters] for name in log.LOGGERS}
    log.install()
    with caplog.at_level(logging.WARNING):
        yield lambda: caplog.records
    logging.setLogRecordFactory(factory)
    for name, before in filters.items():
        logging.getLogger(name).filters[:] = before


def broken(kind: type[Exception], message: str) -> None:
    """A page that breaks, as Streamlit tells it."""
    try:
        raise kind(message)
    except kind as error:
        error_util._LOGGER.error("Uncaught app execution", exc_info=error)


def test_a_forged_state_of_a_drawing_is_one_line(
    written: Callable[[], list[logging.LogRecord]],
) -> None:
    for state in ("{", "[1", "no json", "{") * 50:
        assert serialization.BidiComponentSerde().deserialize(state) == {}
    (record,) = written()
    assert record.exc_info is None and len(record.getMessage()) < 100


def test_a_page_that_breaks_in_one_place_says_so_once_a_minute(
    written: Callable[[], list[logging.LogRecord]],
) -> None:
    for number in range(200):
        broken(ValueError, f"made up {number}")
    broken(KeyError, "elsewhere")
    records = written()
    assert len(records) == 2 and all(record.exc_info for record in records)
    assert str(records[1].exc_text).endswith("KeyError")


def test_after_a_minute_it_is_said_again(written: Callable[[], list[logging.LogRecord]]) -> None:
    flood = log.OnceAMinute()
    try:
        raise ValueError(json.dumps("made up"))
    except ValueError as error:
        told = (type(error), error, error.__traceback__)
    passed = []
    for second in (0, 1, 59, 61, 62, 200):
        record = log.Redacted("x", logging.ERROR, "", 0, log.UNCAUGHT, (), told)
        record.created = float(second)
        passed.append(flood.filter(record))
    assert passed == [True, False, False, True, False, True]
    assert not written()

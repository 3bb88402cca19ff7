"""What a browser makes up fills no log and takes no more files than there are."""

import errno
import json
import logging
import os
from collections.abc import Callable, Iterator

import pytest
from streamlit import error_util
from streamlit.components.v2.bidi_component import serialization

from explainer.web import log
from explainer.web.connections import lacks_descriptors


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


def test_a_forged_state_of_a_drawing_is_one_line(written):
    for state in ("{", "[1", "no json", "{") * 50:
        assert serialization.BidiComponentSerde().deserialize(state) == {}
    (record,) = written()
    assert record.exc_info is None and len(record.getMessage()) < 100


def test_a_page_that_breaks_in_one_place_says_so_once_a_minute(written):
    for number in range(200):
        broken(ValueError, f"made up {number}")
    broken(KeyError, "elsewhere")
    records = written()
    assert len(records) == 2 and all(record.exc_info for record in records)
    assert str(records[1].exc_text).endswith("KeyError")


def test_after_a_minute_it_is_said_again(written: Callable[[], list[logging.LogRecord]]) -> None:
    flood = log.LogRateLimit()
    try:
        raise ValueError(json.dumps("made up"))
    except ValueError as error:
        told = (type(error), error, error.__traceback__)
    passed = []
    for second in (0, 1, 59, 61, 62, 200):
        record = log.RedactedRecord("x", logging.ERROR, "", 0, log.UNCAUGHT, (), told)
        record.created = float(second)
        passed.append(flood.filter(record))
    assert passed == [True, False, False, True, False, True]
    assert not written()


resource = pytest.importorskip("resource")


def test_few_are_those_below_the_limit() -> None:
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    assert not lacks_descriptors(0)
    assert lacks_descriptors(limit)


def _raising(number: int) -> Callable[[str], list[str]]:
    def listdir(path: str) -> list[str]:
        raise OSError(number, os.strerror(number), path)

    return listdir


@pytest.mark.parametrize(("number", "few"), [(errno.EMFILE, True), (errno.ENOENT, False)])
def test_without_one_left_there_are_few(number, few, monkeypatch):
    """Listing the open files opens one itself; a system that has no such list is another thing."""
    monkeypatch.setattr(os, "listdir", _raising(number))
    assert lacks_descriptors(1) is few

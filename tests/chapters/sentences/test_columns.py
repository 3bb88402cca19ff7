"""Lines that may be cells of a table: asked about, and refused where a sentence would be cut."""

from __future__ import annotations

import pytest

from explainer.text import Text
from tests.chapters.sentences.sentences_page import (
    job,
    opened,
    pasted,
    start,
    upload,
    warnings,
    with_file,
)

pytestmark = pytest.mark.usefixtures("sentence_models")
EN = Text("en")
TABBED = "비가 온다.\tIt rains.\n책을 읽는다.\tI read a book."


@pytest.mark.parametrize("way", ["paste", "txt", "csv"])
def test_whether_a_line_is_a_sentence_and_its_reference_is_asked(way: str) -> None:
    """And nothing is translated until it is answered."""
    text, where = Text("ko"), {"from": "paste" if way == "paste" else "file", "method": "greedy"}
    at = opened("ko", **where)  # type: ignore[arg-type]
    written = TABBED if way != "csv" else TABBED.replace("\t", ", ")
    if way == "paste":
        at = at.text_area(key="sentences_field").set_value(written).run()
    else:
        at = upload(at, f"a.{way}", written.encode())
    [asked] = at.radio
    tabs, signs = text("sentences.cut_tabs"), text("sentences.cut_signs", sign=",")
    assert asked.label == (signs if way == "csv" else tabs)
    assert asked.value is None and at.button(key="sentences_start").disabled
    cells, whole = asked.options
    assert (cells, whole) == (text("sentences.cut_cells"), text("sentences.cut_whole"))
    at = start(at.radio[0].set_value("," if way == "csv" else "\t").run())
    found = [(pair.source, (pair.reference or "").strip()) for pair in job(at).pairs]
    assert found == [tuple(line.split("\t")) for line in TABBED.split("\n")]
    at = start(at.radio[0].set_value("").run())
    assert [pair.source for pair in job(at).pairs] == written.split("\n")
    assert not at.exception


def test_an_empty_line_is_no_sentence() -> None:
    at = pasted("비가 온다.\n\n \n책을 읽는다.")
    assert EN("sentences.found_lines", count="2") in [line.value for line in at.caption]


def test_a_row_that_would_lose_its_end_is_named() -> None:
    at = upload(with_file("en"), "a.csv", "ko,en\n비가 온다.,Yes, it rains.\n".encode())
    expected = Text("en")("sentences.bad_extra", line="2", found="3", limit="2")
    assert warnings(at) == [expected] and not at.exception

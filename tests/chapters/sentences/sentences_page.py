"""The page of one's own sentences under AppTest: what its tests share."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pyarrow as pa
from streamlit.testing.v1 import AppTest

from explainer.chapters.sentences.job import EXAMPLE, OWN, Job
from tests.apptest import app_test

LONG = 30  # runs a small job never needs


def app(lang: str, dark: bool, model: str) -> None:
    """A shell in small: the model of the sidebar, no sentence."""
    import streamlit as st

    from explainer.chapters.sentences import CHAPTER
    from explainer.frame.page import render
    from explainer.frame.view import View
    from explainer.text import Text

    st.session_state["model"] = model
    render(CHAPTER, View(Text(lang), lang, dark, model, {}, None))


def opened(
    lang: str = "en",
    *,
    dark: bool = False,
    sidebar: str = "aa",
    locked: Mapping[str, str] = MappingProxyType({}),
    **address: Any,
) -> AppTest:
    """The page with `sentences_NAME=value` in its address, `locked` what a teacher's link adds; the
    fold with scores and files and the filters are open.
    """
    at = app_test(app, lang, dark, sidebar)
    at.session_state["sentences_everything"] = True
    at.session_state["sentences_filters"] = True
    at.query_params.update(locked)
    at.query_params.update({f"sentences_{k}": str(v) for k, v in address.items()})
    return at.run()


def pasted(lines: str, **address: Any) -> AppTest:
    """Lines in the text field, not yet translated."""
    where: dict[str, Any] = {"from": "paste", "method": "greedy", **address}
    at = opened(**where)
    return at.text_area(key="sentences_field").set_value(lines).run()


def tables(at: AppTest, said: str) -> dict[str, dict[str, list[Any]]]:
    """The columns of every table of the chart whose text alternative has these words."""
    chart = next(c.proto for c in at.get("vega_lite_chart") if said in c.proto.alt)
    found = {d.name: pa.ipc.open_stream(d.data.data).read_all() for d in chart.datasets}
    return {name: table.to_pydict() for name, table in found.items()}


def with_file(lang: str = "en") -> AppTest:
    """Waiting for a file."""
    where: dict[str, Any] = {"from": "file", "method": "greedy"}
    return opened(lang, **where)


def upload(at: AppTest, name: str, data: bytes) -> AppTest:
    at.file_uploader(key="sentences_file").set_value((name, data, "text/plain"))
    return at.run()


def start(at: AppTest) -> AppTest:
    """The first block."""
    return at.button(key="sentences_start").click().run()


def finish(at: AppTest) -> AppTest:
    """All the others: a browser asks again by itself, here every run stands for that."""
    for _ in range(LONG):
        if not any(button.key == "sentences_stop" for button in at.button):
            return at
        at.run()
    raise AssertionError("it does not come to an end")


def job(at: AppTest) -> Job:
    """The reader's own, or the example."""
    return at.session_state[OWN] if OWN in at.session_state else at.session_state[EXAMPLE]


def warnings(at: AppTest) -> list[str]:
    return [str(box.value) for box in at.warning]

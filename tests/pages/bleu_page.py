"""The BLEU page around a small random model, opened and read: for its two test files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pandas as pd
import pyarrow as pa
from streamlit.testing.v1 import AppTest

from explainer.data.bleu import example
from explainer.text import Text

Open = Callable[..., AppTest]
EN = Text("en")
A, B, C = example().candidates.values()
REFERENCES = list(example().references)
SENTENCE = "어제 산 책을 오늘 다 읽었다."
CHARTS = ("bleu_waterfall", "bleu_corpus_bars", "bleu_ranks")  # from top to bottom


def app(lang: str, dark: bool, method: str) -> None:
    """A shell in small around the real page and a random model."""
    from dataclasses import replace

    from explainer.pages import bleu
    from explainer.text import Text
    from explainer.ui import resources
    from explainer.ui.params import DEFAULTS
    from explainer.ui.resources import Request
    from explainer.ui.view import View

    sentence = "어제 산 책을 오늘 다 읽었다."
    card = resources.usable()["tiny"].card
    options = replace(DEFAULTS, method=method or "beam").options()
    done = resources.translate(Request("tiny", sentence, options)) if method else None
    bleu.render(View(Text(lang), lang, dark, "tiny", card, done))


def open_page(
    lang: str = "en", *, dark: bool = False, method: str = "", rows: str = "", **address: Any
) -> AppTest:
    """`method` translates a sentence first; `rows` are open; `address` goes without "bleu_"."""
    at = AppTest.from_function(app, default_timeout=60, args=(lang, dark, method))
    for name, value in address.items():
        at.query_params[f"bleu_{name}"] = str(value)
    for row in rows.split():
        at.session_state[f"bleu_row_{row}"] = True
    at.run()
    assert not at.exception
    return at


def chart(at: AppTest, key: str) -> pd.DataFrame:
    proto = at.get("vega_lite_chart")[CHARTS.index(key)].proto
    return pa.ipc.open_stream(proto.datasets[0].data.data).read_all().to_pandas()


def metrics(at: AppTest) -> list[str]:
    return [metric.value for metric in at.metric]


def said(at: AppTest) -> str:
    """Everything that Markdown or KaTeX gets to see."""
    found = (at.markdown, at.caption, at.info, at.warning, at.error, at.latex, at.subheader)
    labels = [expander.label for expander in at.expander]
    return "\n".join([*(str(e.value) for kind in found for e in kind), *labels])


def words(at: AppTest) -> list[str]:
    """Of the reader's own candidate."""
    return str(at.text_input(key="bleu_candidate").value).split()


def choose(at: AppTest, key: str, value: str) -> AppTest:
    return at.button_group(key=key).set_value(value).run()

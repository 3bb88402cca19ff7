"""Every notebook snippet is run as it stands, and prints the number that is on the page."""

from __future__ import annotations

import contextlib
import io
import json
import re

import pytest
from streamlit.testing.v1 import AppTest

from explainer.decoding import DecodeOptions
from explainer.frame.snippets import bleu_score, opening
from explainer.metrics.bleu import BleuSettings
from tests.apptest import Open

HOSTILE = "책이 \"두\" 권이다.\\n'''\n\"\"\" {x} \\ ''' # 끝"

# Page, address, and where the number stands: in a formula, or (None) in a table or a metric.
VIEWS = [
    ("cell", {"kind": "cross", "layer": "2", "head": "3"}, r"\mathbf{{{}}}"),
    ("cell", {"kind": "decoder", "row": "3", "col": "3"}, r"\mathbf{{{}}}"),
    ("maps", {"kind": "encoder", "layer": "1", "head": "2"}, r"\mathbf{{{}}}"),
    ("maps", {"combine": "mean", "layer": "1"}, r"\mathbf{{{}}}"),
    ("maps", {"combine": "rollout"}, r"\mathbf{{{}}}"),
    ("maps", {"unit": "words", "hide": "1"}, r"\mathbf{{{}}}"),
    ("heads", {"head": "2"}, None),
    ("greedy", {}, r"\mathbf{{{}}}"),
    ("beam", {"beam_alpha": "1.4", "beam_chosen": "2"}, r"\mathbf{{{}}}"),
    ("perplexity", {"reference": "the dog plays ."}, "{}"),
    ("bleu", {}, None),
]


def run(code: str) -> str:
    """What the lines print, run by themselves."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code, "snippet", "exec"), {"__name__": "__main__"})
    return out.getvalue().strip()


def opened(open_app: Open, page: str, **address: str) -> AppTest:
    """The page with its fold open."""
    app = open_app(page, {f"{page}_snippet": True}, lang="en", depth="code", **address)
    assert not app.exception
    return app


def written(app: AppTest) -> tuple[str, str]:
    """The lines and the number they are said to print."""
    fold = next(e for e in app.expander if e.label == "The same number in a notebook")
    return fold.code[0].value, fold.caption[0].value.rsplit(": ", 1)[1]


@pytest.mark.parametrize(("page", "address", "formula"), VIEWS)
def test_a_snippet_prints_the_number_on_the_page(
    open_app: Open,
    page: str,
    address: dict[str, str],
    formula: str | None,
) -> None:
    app = opened(open_app, page, **address)
    code, shown = written(app)
    assert re.fullmatch(r"-?\d+(\.\d+)?(e[+-]\d+)?", shown)
    assert run(code) == shown
    if formula is not None:
        assert any(formula.format(shown) in line.value for line in app.latex)
    elif page == "bleu":
        sums = [json.loads(found.proto.json).get("sum") for found in app.get("bidi_component")]
        assert shown in [total["value"] for total in sums if total]
    else:
        sent = [json.loads(found.proto.json) for found in app.get("bidi_component")]
        heads = next(data["heads"] for data in sent if "order" in data)
        assert f"weight {shown}." in heads[1]["told"]


def test_a_hostile_sentence_stays_a_literal(open_app: Open) -> None:
    code, shown = written(opened(open_app, "cell", s=HOSTILE))
    assert run(code) == shown
    assert repr(HOSTILE) in code


def test_no_text_becomes_code() -> None:
    """A text that would end the string and run something, in every place a text has."""
    attack = "'); raise SystemExit('run') #\"\"\"\n\\"
    snippet = bleu_score((attack, [attack, attack]), BleuSettings(), "13a", 100.0)
    assert run(snippet.code) == snippet.shown == "100.00"

    class Fake:
        model = attack
        original = attack
        options = DecodeOptions()

    lines = opening(Fake())  # type: ignore[arg-type]
    found: dict[str, object] = {}
    for line in lines[-2:]:
        tree = compile(line, "line", "exec")
        assert attack in _constants(tree.co_consts)
        found[line] = tree
    assert len(found) == 2


def _constants(values: tuple[object, ...]) -> list[str]:
    return [value for value in values if isinstance(value, str)]

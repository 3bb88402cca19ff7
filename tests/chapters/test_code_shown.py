"""The code on every page: ten lines at most, those that run, its variables in their colours."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import cycle, groupby
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from explainer.components.codelines.names import COLOURS, by_line, colour_spans
from explainer.frame.course import Chapter, chapters
from explainer.frame.page import page_of
from explainer.frame.source_code import GAP, MOST, lines_of
from explainer.text import LANGUAGES
from tests.apptest import use_models, visit
from tests.conftest import ROOT

# Where a page chooses the function: what has to be chosen, beside what it opens on.
CHOSEN: Mapping[tuple[str, str], tuple[str, tuple[str, ...]]] = {
    ("alignment", "steps"): ("alignment_model", ("gru-bahdanau", "lstm-luong")),
    ("cell", ""): ("cell_stage", ("1", "6")),
    ("positions", "others"): ("positions_method", ("learned", "shaw", "fourier", "concatenated")),
    ("rnn", "gates"): ("rnn_cell", ("rnn", "gru", "lstm")),
}


# What they open on is in the models that come with the project: recurrent ones, earlier states.
SHIPPED = {"alignment", "growth", "masks", "perplexity", "rnn"}


@pytest.fixture
def chapter(
    request: pytest.FixtureRequest, models_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> Chapter:
    """With the smallest models that show all its code."""
    asked: Chapter = request.param
    shipped = asked.id in SHIPPED
    use_models(ROOT / "pretrained" if shipped else models_folder, monkeypatch)
    return asked


def addresses(chapter: Chapter) -> Iterator[dict[str, str]]:
    """Every view of a chapter, and what can be chosen in it."""
    draw = page_of(chapter).draw
    for view in draw if isinstance(draw, Mapping) else ("",):
        address = {f"{chapter.id}_view": view} if view else {}
        yield address
        name, values = CHOSEN.get((chapter.id, view), ("", ()))
        yield from ({**address, name: value} for value in values)


def blocks(app: AppTest) -> list[dict[str, Any]]:
    """What is sent of our own code."""
    sent = [json.loads(each.proto.json) for each in app.get("bidi_component")]
    return [data for data in sent if "where" in data]


def code_of(block: Mapping[str, Any]) -> str:
    return "\n".join("".join(words for _, words in row) for row in block["rows"])


def parts(lines: list[str]) -> list[str]:
    """What stands between the gaps, without indentation."""
    bare = [line.strip() for line in lines]
    return ["\n".join(part) for gap, part in groupby(bare, GAP.__eq__) if not gap]


@pytest.mark.parametrize("chapter", chapters(), ids=lambda chapter: chapter.id, indirect=True)
def test_the_code_of_a_page_is_short_and_the_one_that_runs(chapter: Chapter) -> None:
    """Code has one language: the page is asked for in each by turns. What is chosen has its own."""
    chosen: dict[str, list[str]] = {}
    for address, lang in zip(addresses(chapter), cycle(LANGUAGES), strict=False):
        page = "" if chapter == chapters()[0] else chapter.id
        app = visit(page, lang=lang, depth="code", **address)
        assert not app.exception, address
        view = address.get(f"{chapter.id}_view", "")
        if CHOSEN.get((chapter.id, view), ("",))[0] in address:
            chosen.setdefault(view, []).append(blocks(app)[0]["where"])
        for block in blocks(app):
            where, name = block["where"].split()
            lines = code_of(block).splitlines()
            assert len(lines) <= MOST, (address, block["where"])
            source = lines_of(where.removesuffix(".py").replace("/", "."), name)
            assert source is not None
            whole = "\n".join(line.strip() for line in source.splitlines())
            assert all(part in whole for part in parts(lines)), block["where"]
            file = (ROOT / where).read_text(encoding="utf-8").splitlines()
            assert {line.strip() for line in lines} - {GAP} <= {line.strip() for line in file}
            assert len(json.dumps(block)) < 4096
    for view, places in chosen.items():
        assert len(set(places)) == len(CHOSEN[chapter.id, view][1])
    assert len(chosen) == sum(id == chapter.id for id, _ in CHOSEN)


def test_a_name_has_the_colour_of_what_it_holds() -> None:
    code = 'def attend(q_BHQE, k_BHSE, v, src_mask):  # "q"\n    weights = q_BHQE @ k_BHSE'
    spans = colour_spans(code)
    assert "".join(words for _, words in spans) == code
    kinds = {words: kind for kind, words in spans}
    assert kinds["q_BHQE"] == "q_text" and kinds["k_BHSE"] == "k_text" and kinds["v"] == "v_text"
    assert kinds["weights"] == "weight_text" and kinds["src_mask"] == "mask_text"
    assert kinds["def"] == "keyword" and kinds['# "q"'] == "third"
    assert {kind for kind in kinds.values() if kind} <= {*COLOURS, "keyword"}
    assert ["".join(words for _, words in line) for line in by_line(spans)] == code.splitlines()


@pytest.mark.parametrize(
    "code",
    ["(seen + k) / (before + k * n)", "for v in values: weights[v]", "draw(d.values(), k=n)"],
)
def test_a_letter_alone_is_no_key_and_no_value(code: str) -> None:
    assert {kind for kind, _ in colour_spans(code)} <= {"", "keyword"}

"""One page without the shell, under AppTest: what the tests of all chapters share."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import UnknownElement

from explainer.decoding import DecodeOptions
from explainer.frame.params import DEFAULTS
from explainer.text import LANGUAGES
from tests.apptest import app_test

BY_DEFAULT = DEFAULTS.options()


@dataclass(frozen=True)
class Chapter:
    """What a file of tests opens unless a test says otherwise: its constant CHAPTER."""

    page: str  # id of the chapter
    sentence: str | None = None  # translated first
    search: DecodeOptions = BY_DEFAULT
    model: str = "tiny"
    invented: tuple[int, int] | None = None  # tokens of a translation that nobody computed
    prefix: str = ""  # of every name in the address


def app(
    page: str,
    model: str,
    lang: str,
    dark: bool,
    sentence: str | None,
    search: object,
    invented: tuple[int, int] | None,
) -> None:
    """Runs as a script of its own, so it imports for itself, and knows no name outside."""
    from explainer import installed
    from explainer.decoding import DecodeOptions
    from explainer.frame.course import chapter_of
    from explainer.frame.page import render
    from explainer.frame.view import View
    from explainer.runs import resources
    from explainer.text import Text
    from tests.fakes import fake_translation

    assert isinstance(search, DecodeOptions)
    card = installed.usable()[model].card if model else {}
    done = None
    if invented:
        done = fake_translation(3, *invented)
    elif sentence:
        done = resources.translate(resources.Request(model, sentence, search))
    chapter = chapter_of(page)
    assert chapter is not None, page
    render(chapter, View(Text(lang), lang, dark, model, card, done))


def opened(
    chapter: Chapter,
    *words: str,
    session: Mapping[str, object] | None = None,
    empty: bool = False,
    **changed: object,
) -> AppTest:
    """After its first run, in the light in English and in the dark in Korean.

    `words` are a view of the page and a language, or one of them, or none. `changed` is anything
    of the chapter, or else stands in the address. Where `empty`, nothing is translated.
    """
    lang = next((word for word in words if word in LANGUAGES), "en")
    views = {f"{chapter.page}_view": word for word in words if word not in LANGUAGES}
    fields = {name: getattr(chapter, name) for name in ("sentence", "search", "model", "invented")}
    fields |= {name: changed.pop(name) for name in fields.keys() & changed.keys()}
    if empty:
        fields |= {"sentence": None, "invented": None}
    at = app_test(
        app,
        chapter.page,
        fields["model"],
        lang,
        changed.pop("dark", lang == "ko"),
        fields["sentence"],
        fields["search"],
        fields["invented"],
    )
    at.query_params["depth"] = "code"  # all there is, unless a test looks less deep
    at.query_params.update(views)
    at.query_params.update({f"{chapter.prefix}{k}": str(v) for k, v in changed.items()})
    for key, value in (session or {}).items():
        at.session_state[key] = value
    at.run()
    assert not at.exception
    return at


def drawings(at: AppTest) -> list[UnknownElement]:
    """The components of a page, without those that show code."""
    found = [each for each in at.get("bidi_component") if isinstance(each, UnknownElement)]
    return [each for each in found if b'"where"' not in each.proto.bytes]


def sent(at: AppTest, *fields: str) -> dict[str, Any]:
    """What the first drawing was given that has all these fields."""
    given = (json.loads(each.proto.bytes) for each in at.get("bidi_component") if each.proto.bytes)
    return next(data for data in given if {*fields} <= data.keys())


def drawn(at: AppTest, *fields: str) -> dict[str, Any]:
    """What the first drawing that has all these fields was given, and what is chosen in it."""
    given = (json.loads(each.proto.bytes) for each in drawings(at))
    found = ({**one["data"], **one.get("chosen", {})} for one in given if "data" in one)
    return next(one for one in found if {*fields} <= one.keys())


def maps(at: AppTest, field: str = "values") -> list[dict[str, Any]]:
    """What every map of numbers was given, or every drawing with such a field, in their order."""
    found = [json.loads(each.proto.bytes) for each in drawings(at)]
    return [one["data"] for one in found if field in one.get("data", {})]


def cells(at: AppTest, place: int = 0) -> NDArray[np.float64]:
    """The numbers of a map, NaN where there is none."""
    return np.array(maps(at)[place]["values"], dtype=np.float64)


def tables(at: AppTest, chart: int = 0) -> dict[str, dict[str, list[Any]]]:
    """The columns of every table that a chart was given, by name."""
    given = at.get("vega_lite_chart")[chart].proto.datasets
    return {each.name: pa.ipc.open_stream(each.data.data).read_all().to_pydict() for each in given}


def rows(at: AppTest, chart: int, name: str) -> list[dict[str, Any]]:
    """The rows of one of those tables."""
    columns = tables(at, chart)[name]
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def said(at: AppTest) -> list[str]:
    """Every text of the page but headings and labels."""
    notes = (at.text, at.code, at.latex, at.info, at.warning, at.error, at.success)
    below = [heading.value.partition("\n")[2].strip() for heading in at.subheader]
    return below + [str(each.value) for kind in (at.caption, at.markdown, *notes) for each in kind]

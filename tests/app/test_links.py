"""A link shows what its sender saw: sentence, settings, formulas, by its address alone. Every
control of every page: `test_every_page.py`.
"""

import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import parse_qsl, urlencode

import pytest
from streamlit.testing.v1 import AppTest

from explainer.frame.controls import LONGEST_LINK
from tests.apptest import Open, latex_of

KINDS = (
    *("toggle", "checkbox", "slider", "select_slider", "selectbox", "button_group", "radio"),
    *("number_input", "text_input", "text_area"),
)
WRITTEN = "문을 닫아 주세요."
USABLE = {"perplexity_rolls": "1 2 3"}  # a field that takes something special

# Controls whose state is meant to be gone in a new session, and why.
TRANSIENT = {
    "greedy_typed": "says what the button beside it will force; what was forced is linked",
    "perplexity_own": "says what the button beside it will roll; the die itself is linked",
}


def controls(app: AppTest) -> Iterator[Any]:
    for kind in KINDS:
        for found in app.get(kind):
            # Beats say how the other controls stand.
            if not found.key or found.key.endswith("_beats"):
                continue
            if found.key not in TRANSIENT and not getattr(found, "disabled", False):
                yield found


def state(app: AppTest) -> dict[str, object]:
    return {found.key: found.value for found in controls(app)}


def address_of(app: AppTest) -> dict[str, str]:
    """What the browser would show, written and read as it is done there."""
    plain = {
        name: value[0] if isinstance(value, list) else value
        for name, value in app.query_params.items()
    }
    return dict(parse_qsl(urlencode(plain), strict_parsing=True, keep_blank_values=True))


def by_label(found: Any, label: str) -> None:
    """Choose an option as a reader does: by what is written on it."""
    cls = type(found)
    found.__class__ = type(cls.__name__, (cls,), {"format_func": property(lambda self: str)})
    found.set_value(label)


def change(found: Any) -> None:
    """Another value, if the control has one."""
    match found.type:
        case "toggle" | "checkbox":
            found.set_value(not found.value)
        case "slider":
            found.set_value(found.max if found.value != found.max else found.min)
        case "number_input":
            step = found.step or 1
            found.set_value(found.value + (step if found.value + step <= found.max else -step))
        case "text_input" | "text_area":
            found.set_value(USABLE.get(found.key, WRITTEN))
        case "button_group" if not found._is_single_select:
            left = [label for label in found.options if label not in found.formatted_values]
            if left:
                by_label(found, [left[0]])  # type: ignore[arg-type]
        case "button_group":
            other(found, next(iter(found.formatted_values), ""))
        case "select_slider":
            other(found, found.format_func(found.value))
        case _:
            other(found, found.options[found.index])


def other(found: Any, now: str) -> None:
    rest = [label for label in found.options if label != now]
    if rest:
        by_label(found, rest[-1])


def again(open_app: Open, page: str, app: AppTest) -> AppTest:
    """The same link in a session that knows nothing."""
    assert not app.exception
    fresh = open_app(page, **address_of(app))
    assert not fresh.exception
    return fresh


SETTINGS: list[Mapping[str, str]] = [
    {"method": "beam", "width": "7", "alpha": "1.3", "min": "4"},
    {"method": "greedy", "min": "3"},
    {"method": "sample", "temperature": "0.4", "top_k": "7", "top_p": "0.35", "seed": "42"},
]


@pytest.mark.parametrize("settings", SETTINGS, ids=lambda found: found["method"])
def test_settings_model_and_language_come_back(open_app: Open, settings: Mapping[str, str]) -> None:
    lang = "en" if settings["method"] == "greedy" else "ko"
    app = open_app("tokens", lang=lang, **{**settings, "model": "en-toy"})
    assert address_of(app).items() >= {**settings, "model": "en-toy"}.items() - {("method", "beam")}
    fresh = again(open_app, "tokens", app)
    assert state(fresh) == state(app)
    assert fresh.session_state["last_request"] == app.session_state["last_request"]


SENTENCES = {
    "quotes": "그는 \"네\" 하고 '아니요' 했다.",
    "signs": "100% & 1+1=2 #참 a?b=c;d / \\ <b>",
    "emoji": "🐕 강아지가 👩‍👩‍👧 논다.",
    "decomposed": unicodedata.normalize("NFD", "강아지가 마당에서 논다."),
    "spaces": "  문을   닫아\t주세요. ",
    "right to left": "שלום 강아지",
}


def test_every_sentence_comes_back(open_app: Open) -> None:
    app, long = open_app("tokens", {"share": True}, lang="en"), "강아지가 마당에서 논다. " * 40
    for name, sentence in SENTENCES.items():
        app = app.text_input(key="s").set_value(sentence).run()
        assert address_of(app)["s"] == sentence, name
        fresh = again(open_app, "tokens", app)
        assert fresh.text_input(key="s").value == sentence, name
        assert fresh.session_state["last_request"] == app.session_state["last_request"], name
    app = app.text_input(key="s").set_value(long).run()  # cut, and said to be
    assert address_of(app)["s"] == long[:LONGEST_LINK]
    assert any(f"carries the first {LONGEST_LINK}" in line.value for line in app.caption)
    assert again(open_app, "tokens", app).text_input(key="s").value == long[:LONGEST_LINK]


def test_the_place_in_the_drawing_comes_back(open_app: Open) -> None:
    place = {"step": "2", "layer": "1", "head": "3"}
    app = open_app("", lang="ko", **place)
    assert address_of(app).items() >= place.items()
    assert app.session_state["step"] == int(place["step"])
    fresh = again(open_app, "", app)
    for name in ("step", "layer", "head"):
        assert fresh.session_state[name] == app.session_state[name]


def test_a_cell_goes_from_page_to_page(open_app: Open) -> None:
    """Clicks in a chart cannot be made here: what they write is kept and carried."""
    cell = {"kind": "encoder", "layer": "1", "head": "2", "row": "2", "col": "3"}
    for page in ("heads", "cell"):
        app = open_app(page, lang="en", **cell)
        assert address_of(app).items() >= cell.items() - {("kind", "cross")}
        fresh = again(open_app, page, app)
        assert latex_of(fresh) == latex_of(app)

"""The controls of a page, changed, and the link that is to bring them back."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl, urlencode

from streamlit.testing.v1 import AppTest

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

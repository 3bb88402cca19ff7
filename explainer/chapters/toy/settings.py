"""Settings of a training run as controls, URL parameters and words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any, Final

import streamlit as st

from explainer.frame import address, choices
from explainer.runs.toy import ALLOWED, Settings
from explainer.text import Text

DEFAULT: Final = Settings()
NAMES: Final = tuple(field.name for field in fields(Settings))


def key_of(name: str) -> str:
    """Return the URL parameter of a field of Settings."""
    return f"toy_{name}"


def labels(text: Text) -> dict[str, str]:
    """Return display names of the fields."""
    return {
        "task": text("toy.task"),
        "positions": text("toy.positions"),
        "causal": text("toy.causal"),
        "heads": text("toy.heads"),
        "layers": text("toy.layers"),
        "d_model": "d_model",
        "rate": text("toy.rate"),
        "warm": text("toy.warm"),
        "seed": text("toy.seed"),
        "steps": text("toy.steps"),
    }


def task_names(text: Text) -> dict[str, str]:
    return text.each("toy.task_*", "reverse", "copy", "sort", "add", "own")


def value_name(text: Text, name: str, value: Any) -> str:
    """Format a field's value for display."""
    if name == "task":
        return task_names(text)[value]
    if isinstance(value, bool):
        return text("toy.on") if value else text("toy.off")
    return f"{value:g}"


def differences(before: Settings, now: Settings) -> Iterator[tuple[str, Any, Any]]:
    """Yield (field, old value, new value) of the fields that differ."""
    for name in NAMES:
        old, new = getattr(before, name), getattr(now, name)
        if old != new:
            yield name, old, new


def run_name(text: Text, settings: Settings, before: Settings | None = None) -> str:
    """Describe a run by its differences from `before`, without one by its settings."""
    names = labels(text)
    if before is None:
        changed = [name for name, _, _ in differences(DEFAULT, settings) if name != "task"]
        parts = [
            f"{names[name]}: {value_name(text, name, getattr(settings, name))}" for name in changed
        ]
        return ", ".join([task_names(text)[settings.task], *parts])
    parts = [
        f"{names[name]}: {value_name(text, name, old)} → {value_name(text, name, new)}"
        for name, old, new in differences(before, settings)
    ]
    return ", ".join(parts) or text("toy.same")


def parse_settings(written: dict[str, str | None]) -> Settings:
    """Parse settings from URL parameters; missing or invalid ones get defaults."""
    chosen: dict[str, Any] = {}
    for name, values in ALLOWED.items():
        known = {to_param(value): value for value in values}
        chosen[name] = known.get(written.get(name) or "", getattr(DEFAULT, name))
    return Settings(**chosen)


def to_param(value: Any) -> str:
    """Format a value for the URL."""
    if isinstance(value, bool):
        return address.YES if value else address.NO
    return f"{value:g}" if isinstance(value, float) else str(value)


def from_controls() -> Settings:
    """Return the controls' settings on a view that does not draw them."""
    written = {}
    for name in NAMES:
        key = key_of(name)
        written[name] = address.value_of(key) or address.last_value(key)
    return parse_settings(written)


def set_controls(settings: Settings) -> None:
    """Set the controls to `settings` in the next run; for a button."""
    for name in NAMES:
        value = getattr(settings, name)
        address.give(key_of(name), None if value == getattr(DEFAULT, name) else to_param(value))


Picked = dict[str, str]  # values of fields, as the address has them
NEEDS: Final = ("positions", "causal", "warm")  # what may be taken from a toy


def draw_needs(text: Text) -> Picked:
    """Draw the choice of task and of the parts that the toy has."""
    picked = {
        "task": choices.segments(
            text, key_of("task"), text("toy.task"), task_names(text), DEFAULT.task, said=False
        )
    }
    for name in NEEDS:
        default = bool(getattr(DEFAULT, name))
        on = choices.toggle(text, key_of(name), _label(text, name), default)
        picked[name] = to_param(on)
    return picked


def draw_rest(text: Text, picked: Picked) -> Settings:
    """Draw size and training settings; `picked` is the result of `draw_needs`."""

    def one(name: str) -> str:
        options = {to_param(value): value_name(text, name, value) for value in ALLOWED[name]}
        default = to_param(getattr(DEFAULT, name))
        draw_one = choices.segments if len(options) < 6 else choices.select
        return draw_one(text, key_of(name), _label(text, name), options, default)

    with st.container(horizontal=True, gap="medium", vertical_alignment="bottom"):
        rest = {name: one(name) for name in ("heads", "layers", "d_model", "rate", "steps")}
        with st.container(width=100):
            rest["seed"] = one("seed")
    return parse_settings(dict(picked | rest))


def _label(text: Text, name: str) -> str:
    label = labels(text)[name]
    return label if "_" in label else label.capitalize()

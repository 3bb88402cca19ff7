"""Settings of a training run as controls, URL parameters and words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import streamlit as st

from explainer.frame import address
from explainer.frame.choices import OneOf, Switch
from explainer.runs.toy import ALLOWED, Settings
from explainer.text import Text

DEFAULT: Final = Settings()
Picked = dict[str, Any]  # values of fields


def _control(name: str, values: tuple[Any, ...]) -> OneOf[Any] | Switch:
    usual = getattr(DEFAULT, name)
    if isinstance(usual, bool):
        return Switch(f"toy_{name}", usual=usual)
    says, listed = name if name == "d_model" else "", len(values) > 5
    return OneOf(f"toy_{name}", values, usual=usual, says=says, said=name != "task", listed=listed)


CONTROLS: Final = {name: _control(name, values) for name, values in ALLOWED.items()}


def value_name(text: Text, name: str, value: Any) -> str:
    """Return the displayed value of a field."""
    control = CONTROLS[name]
    if isinstance(control, OneOf):
        return control.names(text)[value]
    return text("toy.on") if value else text("toy.off")


def differences(before: Settings, now: Settings) -> Iterator[tuple[str, Any, Any]]:
    """List (field, value before, value now) of the fields that differ."""
    for name in CONTROLS:
        old, new = getattr(before, name), getattr(now, name)
        if old != new:
            yield name, old, new


def run_name(text: Text, settings: Settings, before: Settings | None = None) -> str:
    """Name a run by how it differs from `before`, or by its settings without one."""
    names = {name: control.label(text).lower() for name, control in CONTROLS.items()}
    if before is None:
        changed = [name for name, _, _ in differences(DEFAULT, settings) if name != "task"]
        parts = [
            f"{names[name]}: {value_name(text, name, getattr(settings, name))}" for name in changed
        ]
        return ", ".join([value_name(text, "task", settings.task), *parts])
    parts = [
        f"{names[name]}: {value_name(text, name, old)} → {value_name(text, name, new)}"
        for name, old, new in differences(before, settings)
    ]
    return ", ".join(parts) or text("toy.same")


def parse_settings(written: dict[str, str | None]) -> Settings:
    """Return the settings from their values as text, by field name (`task`, not `toy_task`).

    A missing or invalid one gets its default.
    """
    given = {name: control.read(written.get(name) or "") for name, control in CONTROLS.items()}
    chosen: Picked = {name: value for name, value in given.items() if value is not None}
    return Settings(**chosen)


def from_controls() -> Settings:
    """Return the controls' settings, for views that do not draw them."""
    keys = {name: control.name for name, control in CONTROLS.items()}
    written = {n: address.value_of(key) or address.last_value(key) for n, key in keys.items()}
    return parse_settings(written)


def give(settings: Settings) -> None:
    """Set the controls for the next run; for buttons."""
    for name, control in CONTROLS.items():
        value = getattr(settings, name)
        written = None if value == control.usual else address.to_param(value)
        address.give(control.name, written)


# Its task, what may be taken from a toy, and how fast it learns.
NEEDS: Final = ("task", "positions", "causal", "warm", "rate")


def draw_needs(text: Text) -> Picked:
    """Draw the controls of the task and the data."""
    return {name: CONTROLS[name].draw(text) for name in NEEDS}


def draw_rest(text: Text, picked: Picked) -> Settings:
    """Draw the controls of size and training; `picked` is the result of `draw_needs`."""
    with st.container(horizontal=True, gap="medium", vertical_alignment="bottom"):
        names = ("heads", "layers", "d_model", "steps")
        rest: Picked = {name: CONTROLS[name].draw(text) for name in names}
        with st.container(width=100):
            rest["seed"] = CONTROLS["seed"].draw(text)
    return Settings(**picked, **rest)

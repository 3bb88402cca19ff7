"""The veil: a page's lead figure without its numbers, for a learner who is to predict them.

While it is on, a page draws as ever, but nothing of it is sent, except what its lead figure is made
of: each of its charts and components, with a payload from which the numbers were taken. A component
is registered with what takes them (`shared.component`); one that is not stays away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from streamlit.delta_generator import DeltaGenerator

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

Takes = Callable[[Mapping[str, Any]], dict[str, Any]]  # a payload without the numbers it had
VEILED: Final = "veiled"  # in a payload: its script writes "?" for a number, and cannot be used


@dataclass(frozen=True)
class Veil:
    """Where the veiled figure stands, and what a chart says instead of its text alternative."""

    place: DeltaGenerator
    alt: str


_now: ContextVar[Veil | None] = ContextVar("veil", default=None)


class _SeenError(Exception):
    """The lead figure is drawn; what follows it on the page is not."""


def now() -> Veil | None:
    """The veil the page is drawn under."""
    return _now.get()


@contextmanager
def on(veil: Veil) -> Iterator[None]:
    """What the body draws is veiled, up to the end of the lead figure."""
    token = _now.set(veil)
    try:
        with DeltaGenerator(root_container=None), suppress(_SeenError):
            yield
    finally:
        _now.reset(token)


def lead_figure_ends() -> None:
    """Under a veil the page ends here."""
    if now() is not None:
        raise _SeenError


def veiled(draw: ComponentRenderer, takes: Takes | None) -> Any:
    """A component as it is, or under a veil with what `takes` leaves of its payload."""

    def drawn(*, key: str, data: Mapping[str, Any], **options: Any) -> Mapping[str, Any]:
        veil = now()
        if veil is None:
            return draw(key=key, data=data, **options)
        if takes is not None:
            with veil.place:
                draw(key=f"{key}_veiled", data={**takes(data), VEILED: True})
        return {}

    return drawn

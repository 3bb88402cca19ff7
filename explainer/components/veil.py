"""The veil: a page's lead figure without its numbers, for a learner who is to predict them.

While it is on, a page draws as ever, but nothing of it is sent, except what its lead figure is made
of: each of its charts and drawings, with data from which the numbers were taken; a drawing that has
nothing that takes them (`veil=`) stays away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, Literal

from explainer.scope import scoped
from explainer.streamlit_internals import nowhere

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

Takes = Callable[[Mapping[str, Any]], dict[str, Any]]  # a payload without the numbers it had
VEILED: Final = "veiled"  # in what a drawing is given: it cannot be used


@dataclass(frozen=True)
class Asks:
    """What is answered in the figure itself: "one" of `options` is pressed, a whole is shared out
    among all of them ("shares"), parts are pressed and counted ("count", without options), or what
    is counted is made by pressing where it is cut ("cut").

    `given` is the last answer: the place of an option, a share for each, or the pressed parts. What
    a browser sends goes to `on_answer` as it is. A drawing whose veil has `offers`, names of its
    parts, takes it.
    """

    kind: Literal["one", "shares", "count", "cut"]
    options: Sequence[str]
    given: float | Sequence[float] | None
    on_answer: Callable[[Any], None]
    spoken: str = ""  # of a share: {token} {share}

    def among(self, names: Sequence[str]) -> dict[str, Any]:
        """Of every part which option it is, -1 for none; where any can be pressed, its place."""
        places = {option: place for place, option in enumerate(self.options)}
        given = list(self.given) if isinstance(self.given, Sequence) else self.given
        is_count = self.kind in ("count", "cut")
        options = [at if is_count else places.get(name, -1) for at, name in enumerate(names)]
        return {"kind": self.kind, "options": options, "given": given, "spoken": self.spoken}


@dataclass(frozen=True)
class Veil:
    """Where the veiled figure stands, and what a chart says instead of its text alternative.

    It is the page's figure number `figure`; its first `known` charts keep their numbers, which are
    given with the question.
    """

    place: DeltaGenerator
    alt: str
    asks: Asks | None = None
    figure: int = 1
    known: int = 0
    drawn: Counter[str] = field(default_factory=Counter)  # figures that ended; charts of this one

    @property
    def choices(self) -> Sequence[str]:
        """The options of which one is to be pressed."""
        return self.asks.options if self.asks and self.asks.kind == "one" else ()


_now: ContextVar[Veil | None] = ContextVar("veil", default=None)


class _SeenError(Exception):
    """The lead figure is drawn; what follows it on the page is not."""


def now() -> Veil | None:
    """The veil the page is drawn under."""
    return _now.get()


def over_figure() -> Veil | None:
    """The same while its figure is drawn; None before that."""
    veil = now()
    return veil if veil is not None and veil.drawn["figures"] == veil.figure - 1 else None


def is_known(veil: Veil) -> bool:
    """Whether the chart that is drawn now keeps its numbers; asked once by each."""
    veil.drawn["charts"] += 1
    return veil.drawn["charts"] <= veil.known


@contextmanager
def into(place: DeltaGenerator) -> Iterator[None]:
    """What the body draws of the figure stands there."""
    veil = now()
    assert veil is not None
    with scoped(_now, replace(veil, place=place)):
        yield


@contextmanager
def on(veil: Veil) -> Iterator[None]:
    """What the body draws is veiled, up to the end of the lead figure."""
    with scoped(_now, veil), nowhere(), suppress(_SeenError):
        yield


def figure_ends() -> None:
    """Under a veil the page ends behind its figure."""
    veil = now()
    if veil is None:
        return
    veil.drawn["figures"] += 1
    if veil.drawn["figures"] == veil.figure:
        raise _SeenError

"""What a question asks of a figure: until it is answered that figure stands alone, with a blank.

The page is drawn by its own code and nothing of it is sent but that one drawing, made without what
is asked for (`drawing(blank=)`). The answer stays on the figure that tells it, as a ghost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

import streamlit as st

from explainer.scope import scoped
from explainer.streamlit_internals import null_container

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

GHOST: Final = "asked_ghost"  # session: what was answered in a figure of the page
Kind = Literal["one", "shares", "count", "cut"]


@dataclass(frozen=True)
class Asks:
    """What the drawing with the key `figure` asks.

    "one" of `options` is pressed, a whole is shared out among all of them ("shares"), parts are
    pressed and counted ("count", without options), or what is counted is made by pressing where it
    is cut ("cut"); without a `kind` it is not the figure that is answered in. `given` is the last
    answer: the place of an option, a share for each, or the pressed parts. What a browser sends
    goes to `on_answer` as it is. `stands` says whether the figure shows what was asked about.
    """

    figure: str
    kind: Kind | None = None
    options: Sequence[str] = ()
    given: float | Sequence[float] | None = None
    spoken: str = ""  # of a share: {token} {share}
    on_answer: Callable[[Any], None] = lambda _: None
    stands: Callable[[], bool] = lambda: True

    @property
    def choices(self) -> Sequence[str]:
        """The options of which one is to be pressed."""
        return self.options if self.kind == "one" else ()

    def among(self, names: Sequence[str]) -> dict[str, Any]:
        """As a drawing gets it whose parts have these names: of every part which option it is, -1
        for none; where any can be pressed, its place.
        """
        places = {option: place for place, option in enumerate(self.options)}
        is_count = self.kind in ("count", "cut")
        options = [at if is_count else places.get(name, -1) for at, name in enumerate(names)]
        given = list(self.given) if isinstance(self.given, Sequence) else self.given
        return {"kind": self.kind, "options": options, "given": given, "spoken": self.spoken}


# What is asked, and where its figure stands.
_now: ContextVar[tuple[Asks, DeltaGenerator] | None] = ContextVar("asked", default=None)


class DrawnError(Exception):
    """The figure is drawn; what follows it on the page is not."""


def now() -> Asks | None:
    """Return the question being asked on the page while it is drawn."""
    found = _now.get()
    return found and found[0]


@contextmanager
def here() -> Iterator[None]:
    """Draw the figure of the question in the block."""
    found = _now.get()
    assert found is not None
    with found[1]:
        yield
    raise DrawnError


@contextmanager
def alone(asks: Asks) -> Iterator[None]:
    """Send nothing of what the block draws except the question's figure, here."""
    with scoped(_now, (asks, st.container())), null_container(), suppress(DrawnError):
        yield


def ghost(figure: str) -> Asks | None:
    """Return the answer given in this figure, while it shows the question's subject."""
    found: Asks | None = st.session_state.get(GHOST)
    return found if found and found.figure == figure and found.stands() else None

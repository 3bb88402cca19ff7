"""One drawing of a page alone, as it is or with a question about it.

The page's own code draws it, but nothing is sent except that one drawing; until a question is
answered with blanked data (`drawing(blank=)`). The figure with the solution then shows the
reader's answer as a ghost.
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
    """Question about the drawing with the key `figure`.

    `kind`: "one" of `options` is pressed, a whole is divided among them ("shares"), parts are
    pressed and counted ("count", without options), or cuts are pressed ("cut"); None if the answer
    is not given in the figure. `given` is the last answer: an option's index, a share per option,
    or the pressed parts. `on_answer` gets the browser's answer: untrusted input. `stands` returns
    whether the figure still shows the question's subject. `about` is the id of the step that asks.
    """

    figure: str
    kind: Kind | None = None
    options: Sequence[str] = ()
    given: float | Sequence[float] | None = None
    about: str = ""
    spoken: str = ""  # of a share: {token} {share}
    on_answer: Callable[[Any], None] = lambda _: None
    stands: Callable[[], bool] = lambda: True

    @property
    def choices(self) -> Sequence[str]:
        """The options, if one is to be pressed."""
        return self.options if self.kind == "one" else ()

    def among(self, names: Sequence[str]) -> dict[str, Any]:
        """Return the question for a drawing with parts of these names.

        For each part the index of its option, -1 for none; its own index if any part can be
        pressed.
        """
        places = {option: place for place, option in enumerate(self.options)}
        is_count = self.kind in ("count", "cut")
        options = [at if is_count else places.get(name, -1) for at, name in enumerate(names)]
        given = list(self.given) if isinstance(self.given, Sequence) else self.given
        return {"kind": self.kind, "options": options, "given": given, "spoken": self.spoken}


# The key of the figure that is drawn alone, what is asked about it, and where it stands.
_now: ContextVar[tuple[str, Asks | None, DeltaGenerator] | None] = ContextVar("asked", default=None)


class DrawnError(Exception):
    """Raised once the figure is drawn, to skip the rest of the page."""


def now() -> Asks | None:
    """Return the question being asked on the page while it is drawn."""
    found = _now.get()
    return found and found[1]


def only() -> str | None:
    """Return the key of the drawing that is sent alone; None where the whole page is."""
    found = _now.get()
    return found and found[0]


@contextmanager
def here() -> Iterator[None]:
    """Draw the block where the figure that is drawn alone stands, and skip the rest."""
    found = _now.get()
    assert found is not None
    with found[2]:
        yield
    raise DrawnError


@contextmanager
def alone(figure: str, asks: Asks | None) -> Iterator[None]:
    """Send only this figure of what the block draws, with a question about it or as it is."""
    with scoped(_now, (figure, asks, st.container())), null_container(), suppress(DrawnError):
        yield


def ghost(figure: str) -> Asks | None:
    """Return the answer given in this figure, while it shows the question's subject."""
    found: Asks | None = st.session_state.get(GHOST)
    return found if found and found.figure == figure and found.stands() else None

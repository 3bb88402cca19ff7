"""The reader's choices on the page about images, kept in the URL, and names of the networks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.pictures import GRID, PATCH, TOKENS
from explainer.data.digits import digits, read_strokes, write_strokes
from explainer.drawings import Choice
from explainer.frame import address
from explainer.frame.choices import OneOf, Place
from explainer.frame.pickers import Picker, move
from explainer.runs import pictures
from explainer.text import Text

DRAWN: Final = "images_drawn"
PATCH_AT, HEAD = Place("images_patch"), Place("images_head", "words.head")
OWN: Final = "own"
UNSURE: Final = "unsure"  # with it the page opens
DOUBTFUL: Final = "rcjlkuryAyIw.IcIuGS.rcub"  # strokes between a 4 and a 9
DIGIT = OneOf("images_digit", (UNSURE, *digits(), OWN))
CLEAR: Final = "4"  # which every network reads
EXACT: Final = "attention"  # the network of the paper
SPELLER: Final = "speller"  # the encoder-decoder
NETWORKS: Final = (
    "dense",
    "attention",
    "attention-positions",
    "vit-no-positions",
    "vit",
    "speller",
)
DIGITS: Final = 5  # decimals that travel

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Drawing:
    """The digit to read: one of the project's, or the reader's drawing; "" is an empty sheet."""

    digit: str
    written: str

    @property
    def own(self) -> bool:
        """Whether the reader drew it."""
        return self.digit == OWN

    @property
    def picture(self) -> Floats:
        """The digit as an image (28, 28)."""
        return pictures.pixels_of(self.written)

    @property
    def pixels(self) -> Any:
        """Pixels of the digit, patch by patch."""
        rows = self.picture.reshape(GRID, PATCH, GRID, PATCH)
        return rounded(rows.swapaxes(1, 2).reshape(TOKENS, PATCH * PATCH))


def read_choice(text: Text) -> Drawing:
    """Draw the digit picker and return the chosen digit, or the user's own drawing from the URL."""
    written = address.seed(DRAWN, "", read_drawing)
    address.keep(DRAWN, written, "")
    digit = DIGIT.draw(text)
    if digit in digits():
        written = write_strokes(digits()[digit])
    return Drawing(digit, DOUBTFUL if digit == UNSURE else written)


def draw_own(choice: Choice) -> None:
    """Show the user's own drawing, or its draft while a stroke is drawn; for callbacks."""
    written = read_drawing(choice.get("written", choice.get("draft")))
    if written is None:
        return
    st.session_state[DRAWN] = written
    st.session_state[DIGIT.name] = OWN


def network_names(text: Text) -> dict[str, str]:
    """Return the displayed names of the installed networks."""
    names = text.each("images.net_*", *NETWORKS)
    return {name: words for name, words in names.items() if name in pictures.network_names()}


def config_of(name: str) -> dict[str, Any]:
    """Return the sizes and parts of a network."""
    config: dict[str, Any] = pictures.read_config()["networks"][name]["config"]
    return config


def pick_patch(text: Text, drawing: Drawing) -> int:
    """Return the index of the chosen patch (0..48), by default the one with most ink."""
    ink = drawing.picture.reshape(GRID, PATCH, GRID, PATCH).sum(axis=(1, 3))
    pick = Picker(text, (drawing.written,), shared=False)
    return pick.number(PATCH_AT, TOKENS, int(ink.argmax()))


def take_patch(choice: Choice) -> None:
    """Choose the clicked patch."""
    _take(PATCH_AT, choice.get("patch"), TOKENS)


def take_head(choice: Choice, heads: int) -> None:
    _take(HEAD, choice.get("head"), heads)


def _take(name: str, sent: object, count: int) -> None:
    """Store a number from the browser, if it is below `count`. Untrusted input."""
    if type(sent) is int and 0 <= sent < count:
        move(name, sent)


def read_drawing(sent: object) -> str | None:
    """Return the drawing that a browser sent; None if invalid."""
    if not isinstance(sent, str):
        return None
    try:
        read_strokes(sent)
    except ValueError:
        return None
    return sent


def rounded(values: NDArray[np.floating]) -> Any:
    """Round values for sending."""
    return values.astype(float).round(DIGITS).tolist()


def likeliest(reading: Any) -> tuple[int, float]:
    """Return the most probable digit and its probability, from a network's trace."""
    best = int(reading["probs"].argmax())
    return best, float(reading["probs"][best])

"""Dice, fair or loaded, and the perplexity of their rolls, without any model."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.perplexity import Surprise, entropy, exp, surprise_of
from explainer.drawings import Choice, drawing, place_in
from explainer.frame import address, chapter, teaching
from explainer.frame.choices import OneOf
from explainer.frame.formula import aligned, in_colour, number, tones
from explainer.frame.view import View
from explainer.text import Text
from explainer.text.numbers import power

Floats = NDArray[np.float64]
First = tuple[str, float, int]  # the model's first choice, its probability, the token's own rank
MOST_ROLLS: Final = 100
TEN: Final = "3 1 6 2 5 4 6 3 1 2"
ROLLS: Final = "perplexity_rolls"
AT: Final = "perplexity_roll"  # session: which roll is written out, from 0

FACES: Final = 6
WEIGHTS: Final = {  # of the faces
    "fair": (1.0,) * FACES,
    "loaded": (1.0, 1.0, 1.0, 1.0, 1.0, 5.0),
    "never": (1.0, 1.0, 1.0, 1.0, 1.0, 0.0),
}


DIE = OneOf("perplexity_die", (*WEIGHTS,), says="perplexity.die_kind")


@chapter.panel
def draw_die(view: View) -> None:
    """Draw a die, ten rolls, and their cross-entropy."""
    text = view.text
    with chapter.figure(text("perplexity.die"), text("perplexity.die_line")):
        place = st.container()
        probs = _faces(text)
        rolls = _rolls(text, probs)
        surprise = surprise_of(probs[[roll - 1 for roll in rolls]])
        with place:
            _draw_rolls(view, rolls, surprise)
        _answer(text, probs, surprise)
        if not teaching.hides("formula"):
            lines = [f"$$\n{aligned(equation)}\n$$" for equation in equations(view, surprise)]
            st.markdown("\n\n".join(lines))


def _faces(text: Text) -> Floats:
    """Return the probability of each face of the chosen die."""
    chosen = DIE.draw(text)
    weights = np.array(WEIGHTS[chosen])
    probs: Floats = weights / weights.sum()
    return probs


def read_rolls(written: str) -> list[int] | None:
    """Parse faces 1..6, separated by space, comma or nothing; None if invalid."""
    marks = re.sub(r"[\s,;·]+", "", written[: 20 * MOST_ROLLS])
    fits = re.fullmatch(r"[1-6]+", marks) is not None
    return [int(mark) for mark in marks] if fits and len(marks) <= MOST_ROLLS else None


def _rolls(text: Text, probs: Floats) -> list[int]:
    """Draw the input field; return the rolls, the last valid ones if invalid."""
    address.seed_text(ROLLS, TEN, lambda written: written if read_rolls(written) else None)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        typed = st.text_input(
            text("perplexity.rolls"),
            key=ROLLS,
            autocomplete="off",
            help=text("perplexity.rolls_help", most=MOST_ROLLS),
        )
        st.button(text("perplexity.throw"), key="perplexity_throw", on_click=_throw, args=(probs,))
    rolls = read_rolls(typed)
    if rolls is None:
        said = text("perplexity.bad_rolls", most=MOST_ROLLS)
        st.warning(said if typed.strip() else text("perplexity.no_rolls"), icon=":material/edit:")
        kept: list[int] = st.session_state.get("perplexity_last", read_rolls(TEN))
        return kept
    st.session_state["perplexity_last"] = rolls
    address.keep(ROLLS, " ".join(map(str, rolls)) if typed != TEN else typed, TEN)
    return rolls


def _throw(probs: Floats) -> None:
    """Roll the current die ten times."""
    faces = np.random.default_rng().choice(FACES, size=10, p=probs)
    st.session_state[ROLLS] = " ".join(str(face + 1) for face in faces)


def format_perplexity(value: float) -> str:
    """Format a perplexity."""
    if np.isinf(value):
        return "∞"
    return f"{value:,.2f}" if value < 1e6 else power(value, 1)


def _draw_rolls(view: View, rolls: list[int], surprise: Surprise) -> None:
    """Draw every roll as the fair die with the same surprisal."""
    text = view.text
    chosen = min(int(st.session_state.get(AT, 0)), len(rolls) - 1)
    tokens = [str(roll) for roll in rolls]
    draw_dice(text, "perplexity_rolls_shown", tokens, surprise, chosen, _choose)


def _choose(place: int) -> None:
    st.session_state[AT] = place


def draw_dice(
    text: Text,
    key: str,
    tokens: Sequence[str],
    surprise: Surprise,
    chosen: int,
    on_rest: Callable[[int], None],
    *,
    first: Sequence[First] = (),
    most: float | None = None,
) -> None:
    """Draw for each token a fair die with 1 / p faces.

    `first`: the model's first choices with their p; `on_rest` is called with the token at which the
    animation stops; `most`: the bits of the highest column, if not of these tokens' own.
    """

    def rest(choice: Choice) -> None:
        if (at := place_in(choice, "at", len(tokens))) is not None:
            on_rest(at)

    nats = [float(one) if np.isfinite(one) else None for one in surprise.nats]
    drawing(
        "perplexity/loaded_die",
        {"tokens": tokens, "nats": nats, "first": first, "most": most},
        words=text.section("perplexity.loaded_die"),
        key=key,
        chosen={"at": chosen},
        on_choice=rest,
    )


def _answer(text: Text, probs: Floats, surprise: Surprise) -> None:
    st.markdown(
        text(
            "perplexity.roll_sum",
            pp=format_perplexity(surprise.perplexity),
            nats=_short(surprise.mean),
            bits=_short(surprise.bits),
            long=format_perplexity(exp(entropy(probs))),
        )
    )
    if np.isinf(surprise.total):
        st.warning(text("perplexity.impossible"), icon=":material/block:")


def _short(value: float) -> str:
    return "∞" if np.isinf(value) else f"{value:.4f}"


def equations(view: View, surprise: Surprise) -> list[str]:
    """Return both forms of perplexity with the rolls' numbers."""
    count = len(surprise.nats)
    pp = in_colour(tones(view.dark), "target", r"\mathrm{PP}")
    if np.isinf(surprise.total):
        return [rf"{pp} = \left(\textstyle\prod_i p_i\right)^{{-1/n}} = 0^{{-1/{count}}} = \infty"]
    product = rf"e^{{{-surprise.total:.3f}}}"
    return [
        rf"{pp} = \left(\textstyle\prod_{{i=1}}^n p_i\right)^{{-1/n}} = "
        rf"\left({product}\right)^{{-1/{count}}} = {surprise.perplexity:.4f}",
        rf"{pp} = e^{{-\frac1n \sum_i \ln p_i}} = e^{{{number(surprise.total)}/{count}}} = "
        rf"e^{{{surprise.mean:.4f}}} = 2^{{{surprise.bits:.4f}}} = {surprise.perplexity:.4f}",
    ]

"""The reader's choices on the sampling page: filters, seed and step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import streamlit as st

from explainer.decoding.options import DecodeOptions
from explainer.frame import address, params
from explainer.frame.choices import OneOf, Place, Slider
from explainer.text import Text

SAMPLES: Final = 6
SEED_WIDTH: Final = 150  # pixels
STEP = Place("sampling_step")
WAS: Final = "sampling_knob_was"  # session: what was chosen last
ALL: Final = "all"
TEMPERATURE = Slider("sampling_temperature", 0.0, params.MAX_TEMPERATURE, 0.1, usual=1.0)
K = Slider("sampling_k", 0, params.MAX_TOP_K, usual=0)
P = Slider("sampling_p", params.MIN_TOP_P, 1.0, 0.05, usual=1.0)
SEED = Slider("sampling_seed", 0, params.MAX_SEED, typed=SEED_WIDTH)
KNOBS: Final[dict[str, Slider[Any]]] = {"temperature": TEMPERATURE, "k": K, "p": P}
KNOB = OneOf("sampling_knob", (*KNOBS, ALL))
NEUTRAL: Final = {name: knob.usual for name, knob in KNOBS.items()}  # what does nothing


@dataclass(frozen=True)
class Filters:
    """How to sample; `seed` is that of the first sample, the others count up from it."""

    temperature: float = 1.0
    top_k: int = 0
    top_p: float = 1.0
    seed: int = 0

    def by_knob(self) -> dict[str, float]:
        """Return where each of KNOBS stands."""
        return {"temperature": self.temperature, "k": self.top_k, "p": self.top_p}

    def options(self, min_length: int) -> DecodeOptions:
        """Return the options of the first sample, which has at least `min_length` tokens."""
        return DecodeOptions(
            method="sample",
            min_length=min_length,
            temperature=self.temperature,
            top_k=self.top_k,
            top_p=self.top_p,
            seed=self.seed,
        )


def defaults(options: DecodeOptions, seed: int) -> Filters:
    """Return the sentence bar's filters if it samples, else defaults with an informative `seed`."""
    if options.method != "sample":
        return Filters(seed=seed)
    return Filters(
        options.temperature, min(options.top_k, params.MAX_TOP_K), options.top_p, options.seed
    )


def read_filters(text: Text, start: Filters) -> tuple[Filters, str]:
    """Draw one of three sliders, or all of them, and the seed; hidden filters are off.

    Returns the filters and what is drawn, one of KNOBS or ALL.
    """
    starts = start.by_knob()
    values = {name: KNOBS[name].in_drawing(text, usual) for name, usual in starts.items()}
    with st.container(horizontal=True, gap="medium"):
        knob = _knob(text, [name for name in NEUTRAL if values[name] != NEUTRAL[name]])
        where = st.container(width="stretch")
        number = st.container(width=SEED_WIDTH)
    shown = list(NEUTRAL) if knob == ALL else [knob]
    columns = [where] if knob != ALL else st.columns(len(shown), gap="medium")
    for name, column in zip(shown, columns, strict=True):
        with column:
            values[name] = KNOBS[name].draw(text, starts[name])
    for name in NEUTRAL.keys() - set(shown):
        values[name] = NEUTRAL[name]
        st.session_state[KNOBS[name].name] = NEUTRAL[name]
        address.keep(KNOBS[name].name, NEUTRAL[name], starts[name])
    with number:
        seed = SEED.draw(text, start.seed, most=params.MAX_SEED)
    return Filters(values["temperature"], values["k"], values["p"], seed), knob


def _knob(text: Text, active: list[str]) -> str:
    """Return which slider to draw: the one in effect, unless the reader has just chosen another.

    Choosing another resets the previous one.
    """
    names = KNOB.names(text) | {"k": K.label(text), "p": P.label(text)}
    default = ALL if len(active) > 1 else next(iter(active), "temperature")
    now = st.session_state.get(KNOB.name)
    if active and now is not None and now == st.session_state.get(WAS) and now != ALL:
        st.session_state[KNOB.name] = default
    st.session_state[WAS] = KNOB.draw(text, names, default)
    return str(st.session_state[WAS])


def format_filters(filters: Filters) -> str:
    """Format all four for the URL: "0.7_50_0.9_3"."""
    numbers = (filters.temperature, filters.top_k, filters.top_p, filters.seed)
    return "_".join(f"{number:g}" for number in numbers)


def parse_filters(written: str) -> Filters | None:
    """Parse the output of `format_filters`; None if invalid."""
    parts, controls = written.split("_"), (*KNOBS.values(), SEED)
    if len(parts) != len(controls):
        return None
    values: list[Any] = [control.read(part) for control, part in zip(controls, parts, strict=True)]
    return None if None in values else Filters(*values)

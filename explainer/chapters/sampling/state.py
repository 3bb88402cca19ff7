"""What the reader set on the sampling page: filters and seed, and the step looked at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import streamlit as st

from explainer.decoding.options import DecodeOptions
from explainer.frame import address, choices, params
from explainer.frame.pickers import Picker
from explainer.text import Text

SAMPLES: Final = 6
SEED_WIDTH: Final = 150  # pixels
STEP: Final = "sampling_step"
KNOB: Final = "sampling_knob"
WAS: Final = "sampling_knob_was"  # session: what was chosen last
ALL: Final = "all"
NEUTRAL: Final = {"temperature": 1.0, "k": 0, "p": 1.0}  # of each knob what does nothing


@dataclass(frozen=True)
class Filters:
    """How to draw; `seed` is that of the first sample, the others count up from it."""

    temperature: float = 1.0
    top_k: int = 0
    top_p: float = 1.0
    seed: int = 0

    def options(self, min_length: int) -> DecodeOptions:
        """The search that draws the first sample."""
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


def read_filters(text: Text, start: Filters) -> Filters:
    """Draw one of the three filter sliders, or all, and the seed; hidden ones are off."""
    values = _values(text, start)
    with st.container(horizontal=True, gap="medium"):
        knob = _knob(text, [name for name in NEUTRAL if values[name] != NEUTRAL[name]])
        where = st.container(width="stretch")
        number = st.container(width=SEED_WIDTH)
    shown = list(NEUTRAL) if knob == ALL else [knob]
    columns = [where] if knob != ALL else st.columns(len(shown), gap="medium")
    for name, column in zip(shown, columns, strict=True):
        with column:
            values[name] = _slider(text, name, start)
    for name in NEUTRAL.keys() - set(shown):
        values[name] = NEUTRAL[name]
        st.session_state[f"sampling_{name}"] = NEUTRAL[name]
        address.keep(f"sampling_{name}", NEUTRAL[name], _starts(start)[name])
    with number:
        seed = _seed(text, start.seed)
    return Filters(float(values["temperature"]), int(values["k"]), float(values["p"]), seed)


def _starts(start: Filters) -> dict[str, float]:
    return {"temperature": start.temperature, "k": start.top_k, "p": start.top_p}


def _values(text: Text, start: Filters) -> dict[str, float]:
    """Where all three stand, whichever of them are to be seen."""
    warm, mass = params.real(0.0, params.MAX_TEMPERATURE), params.real(params.MIN_TOP_P, 1.0)
    count = params.whole(0, params.MAX_TOP_K)
    reads: dict[str, Callable[[str], float | None]] = {
        "temperature": lambda written: float(written) if warm(written) else None,
        "k": lambda written: int(written) if count(written) else None,
        "p": lambda written: float(written) if mass(written) else None,
    }
    return {
        name: choices.value_in_drawing(text, f"sampling_{name}", value, reads[name])
        for name, value in _starts(start).items()
    }


def _knob(text: Text, active: list[str]) -> str:
    """Which slider is there. It follows the ones that do something, unless the reader has just
    chosen another: then those go back to what does nothing.
    """
    names = {
        "temperature": text("sampling.knob_temperature"),
        "k": text("sampling.top_k"),
        "p": text("sampling.top_p"),
        ALL: text("sampling.together"),
    }
    default = ALL if len(active) > 1 else next(iter(active), "temperature")
    now = st.session_state.get(KNOB)
    if active and now is not None and now == st.session_state.get(WAS) and now != ALL:
        st.session_state[KNOB] = default
    help = text("sampling.together_help")
    st.session_state[WAS] = choices.segments(
        text, KNOB, text("sampling.knob"), names, default, help
    )
    return str(st.session_state[WAS])


def _slider(text: Text, name: str, start: Filters) -> float:
    if name == "temperature":
        bounds = (0.0, params.MAX_TEMPERATURE, 0.1)
        words, told = text("sampling.temperature"), text("sampling.temperature_help")
        return choices.real_number(
            text, "sampling_temperature", words, bounds, start.temperature, told
        )
    if name == "k":
        words, told, most = text("sampling.top_k"), text("sampling.top_k_help"), params.MAX_TOP_K
        return choices.whole_number(text, "sampling_k", words, 0, most, start.top_k, told)
    words, told = text("sampling.top_p"), text("sampling.top_p_help")
    bounds = (params.MIN_TOP_P, 1.0, 0.05)
    return choices.real_number(text, "sampling_p", words, bounds, start.top_p, told)


def format_filters(filters: Filters) -> str:
    """Format all filters for the URL: "0.7_50_0.9_3"."""
    numbers = (filters.temperature, filters.top_k, filters.top_p, filters.seed)
    return "_".join(f"{number:g}" for number in numbers)


def parse_filters(written: str) -> Filters | None:
    """Parse filters written by `format_filters`; None if invalid."""
    parts = written.split("_")
    checks = [params.CHECKS[name] for name in ("temperature", "top_k", "top_p", "seed")]
    if len(parts) != 4 or not all(fits(p) for fits, p in zip(checks, parts, strict=True)):
        return None
    return Filters(float(parts[0]), int(parts[1]), float(parts[2]), int(parts[3]))


def _seed(text: Text, start: int) -> int:
    key, fits = "sampling_seed", params.whole(0, params.MAX_SEED)
    address.seed(key, start, lambda written: int(written) if fits(written) else None)
    seed = st.number_input(
        text("sampling.seed"),
        0,
        params.MAX_SEED,
        key=key,
        help=text("sampling.seed_help", most=params.MAX_SEED),
    )
    address.keep(key, seed, start)
    return int(seed)


def pick_step(pick: Picker, count: int, start: int) -> int:
    """Draw the choice of step, from 0, by default `start`."""
    return pick.slider(STEP, pick.text("sampling.step"), count, min(start, count - 1))

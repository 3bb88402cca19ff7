"""What the reader set on the sampling page: filters and seed, the path and the step looked at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import streamlit as st

from explainer.decoding.options import DecodeOptions
from explainer.frame import address, choices, params
from explainer.frame.cells import clicked_bar
from explainer.frame.pickers import Picker, move
from explainer.text import Text

SAMPLES: Final = 6
GREEDY: Final = "greedy"
STEP: Final = "sampling_step"
TOGETHER: Final = "sampling_together"
BEFORE: Final = "sampling_before"  # session: where the three sliders stood
NEUTRAL: Final = {"sampling_temperature": 1.0, "sampling_k": 0, "sampling_p": 1.0}


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


def defaults(options: DecodeOptions) -> Filters:
    """Those of the sentence bar where it samples too."""
    if options.method != "sample":
        return Filters()
    return Filters(
        options.temperature, min(options.top_k, params.MAX_TOP_K), options.top_p, options.seed
    )


def _one_at_a_time() -> None:
    """Whoever moves one slider sees it alone: the others go back to what does nothing."""
    now = {name: st.session_state.get(name) for name in NEUTRAL}
    before = st.session_state.get(BEFORE)
    if before is None or None in now.values() or any(address.leads(name) for name in NEUTRAL):
        return
    moved = [name for name in NEUTRAL if now[name] != before[name]]
    if len(moved) == 1 and not st.session_state.get(TOGETHER):
        st.session_state.update({name: NEUTRAL[name] for name in NEUTRAL if name not in moved})


def read_filters(text: Text, options: DecodeOptions) -> Filters:
    """Three sliders, of which one moves alone unless the reader wants them together; the seed."""
    start = defaults(options)
    _one_at_a_time()
    widths = [0.23, 0.23, 0.23, 0.16, 0.15]
    warm, count, mass, number, both = st.columns(widths, gap="medium", vertical_alignment="bottom")
    with warm:
        temperature = choices.real_number(
            text,
            "sampling_temperature",
            text("sampling.temperature"),
            (0.0, params.MAX_TEMPERATURE, 0.1),
            start.temperature,
            text("sampling.temperature_help"),
        )
    with count:
        top_k = choices.whole_number(
            text,
            "sampling_k",
            text("sampling.top_k"),
            0,
            params.MAX_TOP_K,
            start.top_k,
            text("sampling.top_k_help"),
        )
    with mass:
        top_p = choices.real_number(
            text,
            "sampling_p",
            text("sampling.top_p"),
            (params.MIN_TOP_P, 1.0, 0.05),
            start.top_p,
            text("sampling.top_p_help"),
        )
    with number:
        seed = _seed(text, start.seed)
    with both:
        choices.toggle(
            text, TOGETHER, text("sampling.together"), help=text("sampling.together_help")
        )
    st.session_state[BEFORE] = {name: st.session_state[name] for name in NEUTRAL}
    return Filters(temperature, top_k, top_p, seed)


def written_filters(filters: Filters) -> str:
    """All four for the address: "0.7_50_0.9_3"."""
    found = (filters.temperature, filters.top_k, filters.top_p, filters.seed)
    return "_".join(f"{number:g}" for number in found)


def read_filters_of(written: str) -> Filters | None:
    """What `written_filters` wrote; None for anything else."""
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


def pick_path(text: Text, count: int, seed: int) -> int | None:
    """The greedy output (None) or the number of a sample, from 0."""
    names = {GREEDY: text("sampling.greedy")}
    names |= {str(i + 1): text("sampling.seed_name", seed=seed + i) for i in range(count)}
    chosen = choices.segments(
        text, "sampling_path", text("sampling.path"), names, GREEDY, text("sampling.path_help")
    )
    return None if chosen == GREEDY else int(chosen) - 1


def pick_step(pick: Picker, count: int, start: int) -> int:
    """The step looked at, from 0, at first `start`."""
    return pick.slider(STEP, pick.text("sampling.step"), count, min(start, count - 1))


def obey_click(key: str, count: int) -> None:
    """A click on a bar chooses its step."""
    step = clicked_bar(key, count)
    if step is not None:
        move(STEP, step)

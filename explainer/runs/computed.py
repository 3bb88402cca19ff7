"""Memoisation of what a model computes: by model, version, ids and settings, for all visitors.

The one way from a page to a computation that is kept. Nothing waits for a place at the model with
a lock in its hands: Streamlit's cache holds the recipe, made at once, and its value is made behind
the gate when it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import Any, Final, ParamSpec, TypeVar

import streamlit as st

from explainer.analysis.byte_cache import Once
from explainer.analysis.interventions import Intervention
from explainer.decoding.options import DecodeOptions
from explainer.runs.gate import permit

# Frozen, so what they say is what they are; Streamlit cannot hash them by itself.
BY_REPR: Final[dict[str | type[Any], Callable[[Any], Any]]] = {
    DecodeOptions: repr,
    Intervention: repr,
    "explainer.frame.params.Settings": repr,  # by its name: the frame stands above
}

P = ParamSpec("P")
T = TypeVar("T")


def computed(max_entries: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """As `st.cache_resource`, with a place at the model while the function runs: it raises Busy
    where there is none. The function never gives None.
    """

    def decorate(make: Callable[P, T]) -> Callable[P, T]:
        @st.cache_resource(max_entries=max_entries, show_spinner=False, hash_funcs=BY_REPR)
        @wraps(make)
        def recipe(*args: P.args, **named: P.kwargs) -> Once[T]:
            return Once(partial(make, *args, **named), permit)

        @wraps(make)
        def found(*args: P.args, **named: P.kwargs) -> T:
            return recipe(*args, **named).get()

        return found

    return decorate

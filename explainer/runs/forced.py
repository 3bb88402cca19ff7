"""Memoised teacher-forced passes, a few numbers a position: what both reference pages read.

Keyed by model, version and ids, as in `runs.resources`; a pass waits for a place at the model and
raises Busy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.forcing import Forced, read_forced_pass
from explainer.runs import registry
from explainer.runs.computed import computed
from explainer.runs.resources import Ids
from explainer.tokenizer import BOS

if TYPE_CHECKING:
    from explainer.engine import Translation


def shift_right(wanted: Ids) -> Ids:
    """What the decoder reads when it is to write `wanted`."""
    return (BOS, *wanted[:-1])


def forced_pass(model: str, source: Ids, wanted: Ids, fed: Ids | None = None) -> Forced:
    """One pass over all positions; `fed` is the shifted target unless something else is given."""
    version = registry.version_of(model)
    return _run_forced_pass(
        model, version, source, shift_right(wanted) if fed is None else fed, wanted
    )


@computed(max_entries=256)
def _run_forced_pass(name: str, version: str, source: Ids, fed: Ids, wanted: Ids) -> Forced:
    return read_forced_pass(registry.translator(name, version).run(source, fed)["logits"], wanted)


def traced_pass(translation: Translation) -> Forced:
    """The same of a translation's own output, from its trace: nothing is run."""
    name = translation.model
    return _read(
        name,
        registry.version_of(name),
        translation.source.ids,
        translation.predicted,
        translation.trace["logits"],
    )


@st.cache_resource(max_entries=256, show_spinner=False)
def _read(
    name: str, version: str, source: Ids, wanted: Ids, _logits: NDArray[np.float32]
) -> Forced:
    return read_forced_pass(_logits, wanted)

"""Memoised model runs of the sampling page: the greedy path and samples with distributions.

Only these need forward passes. Samples keep the settings they were drawn with until redrawn.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.sampling import Cut, entropy, filter_probs, uniforms
from explainer.chapters.sampling.state import SAMPLES, Filters, format_filters, parse_filters
from explainer.decoding import EOS, FORBIDDEN, filter_distribution
from explainer.decoding.options import DecodeOptions
from explainer.decoding.truncation import draw_token
from explainer.frame import address
from explainer.runs import registry, resources
from explainer.runs.computed import by_model, computed
from explainer.runs.gate import Busy
from explainer.runs.resources import Ids

if TYPE_CHECKING:
    from collections.abc import Callable

    from explainer.decoding import DecodeResult
    from explainer.decoding.steps import ChoiceStep
    from explainer.engine import Translation, Translator

Floats = NDArray[np.float64]
# Session: for which sentence and with which settings; in the address the settings alone.
DRAWN: Final = "sampling_drawn"
BUSY: Final = "sampling_busy"  # session: the last wish to draw found no place
SampleKey = tuple[str, Ids, int]
SEEDS: Final = 50  # that are tried for one that tells
DRAWS: Final = 20  # of one step, by as many seeds
SEEN: Final = 0.05  # the least chance that can be seen on the line


@dataclass(frozen=True, eq=False)
class Path:
    """An output with its search, as sentence `row` of its steps; `entropies` (T,) in nats."""

    ids: Ids
    tokens: tuple[str, ...]
    text: str
    total: float
    finished: bool
    search: Callable[[], DecodeResult]
    row: int
    entropies: Floats

    @property
    def steps(self) -> tuple[ChoiceStep, ...]:
        """The recorded steps, recomputed or cached: 2 to 18 MB, too large to store here."""
        return self.search().steps[: len(self.ids)]  # type: ignore[return-value]

    @property
    def undecided(self) -> int:
        """The step (from 0) of highest entropy."""
        return int(self.entropies.argmax())


@dataclass(frozen=True, eq=False)
class Moment:
    """A stored distribution under the current settings.

    `cut` is worked out by analysis.sampling, `chances_V` by the search's own filter; `drawn` is
    the token that the first of `uniforms`, the numbers of DRAWS seeds, picks from them.
    """

    number: int
    log_probs_V: Floats
    cut: Cut
    chances_V: Floats
    uniforms: list[float]
    drawn: int
    too_short: bool

    @property
    def uniform(self) -> float:
        """The number of the seed that is chosen."""
        return self.uniforms[0]

    @property
    def difference(self) -> float:
        """Largest difference between the two implementations of the filters."""
        return float(np.abs(self.chances_V - self.cut.by_id(len(self.chances_V))).max())


def greedy(translation: Translation) -> Path:
    """Return the greedy path. Raises Busy."""
    options = DecodeOptions(method="greedy", min_length=translation.options.min_length)
    name, source = translation.model, translation.source.ids
    return _paths(name, source, options, ())[0]


def left_at(translation: Translation, filters: Filters) -> NDArray[np.int64]:
    """Return how many tokens can be drawn at each greedy step, (T,). Raises Busy."""
    options = DecodeOptions(method="greedy", min_length=translation.options.min_length)
    return _left(translation.model, translation.source.ids, options, replace(filters, seed=0))


def telling_seed(translation: Translation) -> int:
    """Return the first seed that draws another token where entropy is highest, 0 if none."""
    minimum = translation.options.min_length
    return _telling_seed(
        translation.model, translation.source.ids, minimum, _best=greedy(translation)
    )


def samples(translation: Translation, filters: Filters) -> tuple[Path, ...]:
    """Draw SAMPLES outputs with consecutive seeds. Raises Busy."""
    options = filters.options(translation.options.min_length)
    name, source = translation.model, translation.source.ids
    seeds = tuple(filters.seed + i for i in range(SAMPLES))
    return _paths(name, source, options, seeds)


def current_samples(translation: Translation, filters: Filters) -> tuple[Filters, tuple[Path, ...]]:
    """Return the samples on the page and their settings; drawn anew for a new sentence.

    Raises Busy; the settings are then forgotten, so that the next run tries again.
    """
    kept = st.session_state.pop(DRAWN, None)
    if kept is None:
        settings = parse_filters(st.query_params.get(DRAWN, "")) or filters
    else:
        settings = kept[1] if kept[0] == _place(translation) else filters
    drawn = samples(translation, settings)
    st.session_state[DRAWN] = (_place(translation), settings)
    address.keep(DRAWN, format_filters(settings), format_filters(filters))
    return settings, drawn


def draw_again(translation: Translation, filters: Filters) -> None:
    """Draw new samples, for the button; keeps the old ones when busy."""
    try:
        samples(translation, filters)
    except Busy:
        st.session_state[BUSY] = True
    else:
        st.session_state[DRAWN] = (_place(translation), filters)


def make_moment(path: Path, index: int, filters: Filters) -> Moment:
    """Filter step `index` (from 0) of a path; no forward pass."""
    step = path.steps[index]
    log_probs_V = step.distribution(path.row)
    forbidden = FORBIDDEN + ((EOS,) if step.too_short else ())
    settings = (filters.temperature, filters.top_k, filters.top_p)
    chances_V, _ = filter_distribution(log_probs_V, *settings, forbidden=forbidden)
    numbers = [float(uniforms(filters.seed + i, index + 1)[index]) for i in range(DRAWS)]
    return Moment(
        number=step.number,
        log_probs_V=log_probs_V,
        cut=filter_probs(log_probs_V, *settings, forbidden),
        chances_V=chances_V,
        uniforms=numbers,
        drawn=draw_token(chances_V, numbers[0]),
        too_short=step.too_short,
    )


def tokens(translation: Translation, ids: Ids) -> tuple[str, ...]:
    return registry.model_of(translation.model).tokens(ids)


def _place(translation: Translation) -> SampleKey:
    return translation.model, translation.source.ids, translation.options.min_length


@by_model(computed(max_entries=256))
def _paths(
    model: Translator, source: Ids, options: DecodeOptions, seeds: tuple[int, ...]
) -> tuple[Path, ...]:
    """Decode one output, or one for each of `seeds` together."""
    search = partial(_search, model, source, options, seeds)
    return tuple(_path(model, search, row) for row in range(max(1, len(seeds))))


@by_model(computed(max_entries=256, size=resources.search_bytes))
def _search(
    model: Translator, source: Ids, options: DecodeOptions, seeds: tuple[int, ...]
) -> DecodeResult:
    rows = [source] * max(1, len(seeds))
    return model.search(rows, model.within_limits(options), keep=True, seeds=seeds or None)


@by_model(computed(max_entries=256))
def _left(
    model: Translator, source: Ids, options: DecodeOptions, filters: Filters
) -> NDArray[np.int64]:
    best = _paths(model, source, options, ())[0]
    at = range(len(best.ids))
    return np.array([make_moment(best, index, filters).cut.left for index in at])


@by_model(computed(max_entries=256))
def _telling_seed(model: Translator, source: Ids, min_length: int, _best: Path) -> int:
    """Find the seed by trying; `_best` follows from the other arguments and is not hashed."""
    step = _best.undecided
    chances_V = make_moment(_best, step, Filters()).chances_V
    for seed in range(SEEDS):
        drawn = draw_token(chances_V, float(uniforms(seed, step + 1)[step]))
        if drawn != chances_V.argmax() and chances_V[drawn] >= SEEN:
            return seed
    return 0


def _path(model: Translator, search: Callable[[], DecodeResult], row: int) -> Path:
    result = search()
    best = result.hypotheses[row][0]
    steps: tuple[ChoiceStep, ...] = result.steps[: len(best.ids)]  # type: ignore[assignment]
    return Path(
        ids=best.ids,
        tokens=model.tokens(best.ids),
        text=model.tokenizer.decode(best.ids),
        total=best.total,
        finished=best.finished,
        search=search,
        row=row,
        entropies=np.array([float(entropy(np.exp(step.distribution(row)))) for step in steps]),
    )

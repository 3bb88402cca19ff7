"""The first run of everything, before a visitor waits for it."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import torch  # the number of threads is the server's decision
from threadpoolctl import threadpool_limits

from explainer.charts.attention_map import attention_map
from explainer.charts.bipartite import bipartite
from explainer.charts.overview import overview
from explainer.charts.probabilities import chosen_probabilities, top_candidates
from explainer.data.samples import default_sentence
from explainer.model.store import CheckpointError, check_files
from explainer.text import LANGUAGES, Text
from explainer.ui import resources
from explainer.ui.navigation import PAGES, renderer
from explainer.ui.params import DEFAULTS
from explainer.ui.resources import Request

if TYPE_CHECKING:
    from explainer.engine import Translation

LOG = logging.getLogger(__name__)


def warm_up() -> list[str]:
    """Load every model a reader can choose, translate its default sentence, import every page,
    draw the charts. Of the models that are only there to compare with, the files are checked: they
    are loaded when a page asks for one.

    Returns the names of the models that work. A broken one is logged and left out: the others can
    be used, and the page of models names it.
    """
    use_one_thread()
    for spec in PAGES:
        renderer(spec)
    texts = [Text(lang) for lang in LANGUAGES]
    translation: Translation | None = None
    ready = []
    for name, model in resources.installed().items():
        try:
            if model.problem:
                raise CheckpointError(model.problem)
            if name in resources.choosable():
                sentence = default_sentence(str(model.card["source"])) or "."
                translation = resources.translate(Request(name, sentence, DEFAULTS.options()))
            else:
                check_files(model.folder)
        except CheckpointError as error:
            LOG.error("model %s cannot be used: %s", name, error)
            continue
        ready.append(name)
    if translation is not None:
        draw(translation, texts[0])
    return ready


def use_one_thread() -> None:
    """Of torch and of numpy's BLAS, in the whole process.

    What a page multiplies is small: more threads wait for each other with the processor in their
    hands, and take it from the other visitors.
    """
    torch.set_num_threads(1)
    threadpool_limits(1, user_api="blas")


def draw(translation: Translation, text: Text) -> None:
    """One chart of each kind, thrown away: the first one of a process imports its libraries."""
    words: dict[str, Any] = {
        "piece_title": text("translate.piece"),
        "prob_title": text("translate.probability"),
        "dark": False,
    }
    chosen_probabilities(
        pieces=translation.predicted_pieces,
        probs=translation.predicted_probs,
        ranks=translation.predicted_ranks,
        rank_title=text("translate.rank"),
        **words,
    )
    top_candidates(
        pieces=translation.top_pieces[0],
        probs=translation.top_probs[0],
        chosen=None,
        others_label=text("translate.others"),
        **words,
    )
    weights = translation.attention("cross")
    overview(weights=weights, dark=False)
    for chart in (attention_map, bipartite):
        chart(
            weights=weights[-1, 0],
            row_labels=translation.predicted_pieces,
            key_labels=translation.source.pieces,
            row_title=text("translate.piece"),
            key_title=text("translate.piece"),
            value_title=text("attention.weight"),
            dark=False,
        )

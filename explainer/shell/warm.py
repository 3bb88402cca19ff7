"""The first run of everything, before a visitor waits for it."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import torch  # the number of threads is the server's decision
from threadpoolctl import threadpool_limits

from explainer.charts.lookup import chosen_probabilities, top_candidates
from explainer.charts.overview import overview
from explainer.data.samples import default_sentence
from explainer.engine.translator import read_checkpoint
from explainer.frame.course import chapters
from explainer.frame.page import page_of
from explainer.frame.params import DEFAULTS
from explainer.model.store import CheckpointError
from explainer.runs import registry, resources
from explainer.runs.registry import Entry
from explainer.runs.resources import Request
from explainer.text import LANGUAGES, Text

if TYPE_CHECKING:
    from explainer.engine import Translation

LOG = logging.getLogger(__name__)


def warm_up() -> list[str]:
    """Load every model a reader can choose, translate its default sentence, import every page,
    draw the charts. The files of all are checked; those that are only there to compare with are
    loaded when a page asks for one.

    Returns the names of the models that work. A broken one is logged and left out: the others can
    be used, and the page of models names it.
    """
    use_one_thread()
    for spec in chapters():
        page_of(spec)
    texts = [Text(lang) for lang in LANGUAGES]
    shown: Translation | None = None
    ready = []
    models = registry.installed_models()
    for name, model in models.items():
        try:
            shown = first_run(model) or shown
        except Exception as error:  # whatever its files make a library raise
            known = isinstance(error, CheckpointError)
            LOG.error("model %s cannot be used: %s", name, error, exc_info=not known)
            registry.leave_out(model, error)
            continue
        ready.append(name)
        if name in registry.choosable():
            registry.kept_steps(name)  # the log names those that are damaged
    if models and not ready:
        LOG.error("no model can be used: the page of models says why")
    if shown is not None:
        draw(shown, texts[0])
    return ready


def first_run(model: Entry) -> Translation | None:
    """Of a model to choose its first translation; of another one nothing, for it is only checked.

    Raises CheckpointError, and anything else where the files are sound and their numbers are not.
    """
    if model.problem:
        raise CheckpointError(model.problem)
    if model.name not in registry.choosable():
        read_checkpoint(model.folder)
        return None
    sentence = default_sentence(str(model.card["source"])) or "."
    return resources.translate(Request(model.name, sentence, DEFAULTS.options()))


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
        "label_title": text("words.piece"),
        "value_title": text("words.probability"),
        "dark": False,
    }
    chosen_probabilities(
        pieces=translation.predicted_pieces,
        probs=translation.predicted_probs,
        ranks=translation.predicted_ranks,
        rank_title=text("words.rank"),
        **words,
    )
    top_candidates(
        pieces=translation.top_pieces[0],
        probs=translation.top_probs[0],
        chosen=None,
        others_label=text("words.others"),
        **words,
    )
    weights = translation.attention("cross")
    overview(weights=weights, dark=False)

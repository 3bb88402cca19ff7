"""Warm-up: load and run everything once before a visitor waits for it."""

from __future__ import annotations

import logging
from importlib import import_module

import torch  # the number of threads is the server's decision
from threadpoolctl import threadpool_limits

from explainer import installed
from explainer.data.samples import example_of
from explainer.engine.checkpoint import read_checkpoint
from explainer.frame.course import chapters
from explainer.frame.page import page_of
from explainer.frame.params import DEFAULTS
from explainer.model.store import CheckpointError
from explainer.runs import resources
from explainer.runs.resources import Request
from explainer.text import LANGUAGES, strings

LOG = logging.getLogger(__name__)


def warm_up() -> list[str]:
    """Load and run every selectable model, import every page, read every text.

    Other models' files are only checked. Returns the names of the models that work; a broken one is
    logged and left out, and the models page shows it.
    """
    use_one_thread()
    import_module("explainer.shell.shell")  # of which every run begins
    for lang in LANGUAGES:
        strings(lang)
    for spec in chapters():
        page_of(spec)
    ready, models = [], installed.installed_models()
    for name, model in models.items():
        try:
            warm_model(model)
        except Exception as error:  # whatever its files make a library raise
            known = isinstance(error, CheckpointError)
            LOG.error("model %s cannot be used: %s", name, error, exc_info=not known)
            installed.mark_unusable(model, error)
            continue
        ready.append(name)
    if models and not ready:
        LOG.error("no model can be used: the page of models says why")
    return ready


def warm_model(model: installed.Entry) -> None:
    """Translate once with a selectable model; only check the files of another one.

    Raises CheckpointError, and anything else where the files are sound and their numbers are not.
    """
    if model.problem:
        raise CheckpointError(model.problem)
    if model.name not in installed.choosable():
        read_checkpoint(model.folder)
        return
    sentence = example_of(model.card) or "."
    resources.translate(Request(model.name, sentence, DEFAULTS.options()))
    installed.kept_steps(model.name)  # the log names those that are damaged


def use_one_thread() -> None:
    """Limit torch and numpy's BLAS to one thread in this process.

    What a page multiplies is small: more threads wait for each other with the processor in their
    hands, and take it from the other visitors.
    """
    torch.set_num_threads(1)
    threadpool_limits(1, user_api="blas")

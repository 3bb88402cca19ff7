"""The plain numbers a lesson asks about: of the translation on screen, and of what its page uses.

Everything that runs the model goes through `runs.resources` and is kept there; it raises Busy.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from explainer.analysis import positions as table
from explainer.analysis.cell_steps import CellIndex, cell_steps
from explainer.analysis.interventions import Intervention
from explainer.analysis.maps import is_ordinary
from explainer.analysis.scaling import scaled_head
from explainer.chapters.lessons.counts import bleu_facts
from explainer.chapters.lessons.decoder import masks_facts, search_facts
from explainer.chapters.lessons.whole import (
    fed_facts,
    flow_facts,
    heads_facts,
    layers_facts,
    training_facts,
)
from explainer.frame.params import DEFAULTS
from explainer.frame.pickers import start_step, telling_head
from explainer.frame.view import View
from explainer.lessons import (
    bleu,
    cell,
    flow,
    heads,
    layers,
    masks,
    positions,
    search,
    tokens,
    training,
)
from explainer.lessons.parts import Asked, Lesson
from explainer.runs import resources
from explainer.runs.tokenizers import LETTERS, cuts, lattice, misses
from explainer.tokenizer.tokenizer import EOS
from explainer.translation import Translation, prefix_of

OFF: Final = (Intervention("positions", stack="encoder"),)
MISPRINTED: Final = 4  # positions whose misprinted value is told


def question_of(view: View, translation: Translation, lesson: str, step: str) -> Asked | None:
    """The question of a step about this translation; None where there is nothing to predict."""
    return ASK[lesson](view, translation, step)


def own_sentence(view: View, lesson: Lesson) -> str:
    """The sentence the lesson stands on with the model of this view: of its choices the first on
    which every step has something to ask and the lesson's point is seen, else the one that comes
    nearest; "" for a model of another language.
    """
    known = lesson.choices.get(str(view.card.get("source", "")), ())
    if len(known) < 2:
        return next(iter(known), "")
    missing: dict[str, int] = {}
    for sentence in known:
        missing[sentence] = _missing(view, lesson, sentence)
        if not missing[sentence]:
            break
    return min(missing, key=missing.__getitem__)


def _missing(view: View, lesson: Lesson, sentence: str) -> int:
    """How many steps have nothing to ask about a sentence; a point that is not seen counts, too."""
    request = resources.Request(view.translator_name, sentence, DEFAULTS.options())
    translation = resources.translate(request)
    run = View(view.text, view.lang, False, view.translator_name, view.card, translation)
    empty = sum(question_of(run, translation, lesson.id, s.id) is None for s in lesson.steps)
    shows = SHOWS_POINT.get(lesson.id)
    return empty + (shows is not None and not shows(translation))


def tokens_facts(translation: Translation) -> tokens.TokensFacts:
    name, source = translation.model, translation.source
    cut = cuts(name, source.text)
    vocabulary = lattice(name)
    missed, countable = misses(vocabulary, [source.text])
    words = source.text.split()
    best, letters = cut.best, cut.ways[LETTERS]
    return tokens.TokensFacts(
        words=tuple(words),
        word_cuts=tuple(source.words.count(place) for place in range(len(words))),
        tokens=source.tokens,
        vocabulary=translation.n_vocab,
        ways=tuple((way.score, len(way.arcs)) for id, way in cut.ways.items() if id != LETTERS),
        missed=missed,
        countable=countable,
        best_text=resources.greedy_output(name, best.ids)[2],
        letters_text=resources.greedy_output(name, letters.ids)[2],
        letters=len(letters.ids),
    )


def positions_facts(translation: Translation) -> positions.PositionsFacts:
    """Both runs of the encoder with its tokens backwards, and the paper's table."""
    name, ids = translation.model, translation.source.ids
    order = tuple(range(len(ids) - 1))[::-1]
    moved = (*(ids[i] for i in order), EOS)
    differences = {}
    for state, changes in (("off", OFF), ("on", ())):
        first, second = (
            resources.experiment(name, source, translation.fed, changes)["memory"]
            for source in (ids, moved)
        )
        back = first[[*order, len(ids) - 1]].astype(np.float64)
        differences[state] = float(np.abs(second.astype(np.float64) - back).max())
    width = translation.trace["encoder.embed"].shape[1]
    own, waves = table.table(1 + max(positions.FAR_PAIR), width), table.wavelengths(width)
    wrong = table.misprinted_encoding(MISPRINTED, width)
    return positions.PositionsFacts(
        off=differences["off"],
        on=differences["on"],
        order=order,
        text=resources.greedy_output(name, ids)[2],
        moved_text=resources.greedy_output(name, moved)[2],
        d_model=width,
        sine=float(own[1, 0]),
        norm=float(own[1] @ own[1]),
        waves=(float(waves[0]), float(waves[-1])),
        near=float(own[positions.NEAR_PAIR[0]] @ own[positions.NEAR_PAIR[1]]),
        far=float(own[positions.FAR_PAIR[0]] @ own[positions.FAR_PAIR[1]]),
        misprint=tuple(float(value) for value in wrong[:, 0]),
    )


def cell_facts(translation: Translation) -> cell.CellFacts:
    """The cell the page of one cell opens on."""
    weights = translation.attention("cross")
    layer, row = len(weights) - 1, start_step(translation)
    head = telling_head(translation, "cross", layer)
    keys = translation.source.tokens
    ordinary = tuple(i for i, token in enumerate(keys) if is_ordinary(token))
    shown = weights[layer, head, row]
    column = max(ordinary, key=lambda i: float(shown[i]), default=int(shown.argmax()))
    prefix = prefix_of("cross", layer)
    steps = cell_steps(translation.trace, prefix, CellIndex(head, row, column))
    scaled = scaled_head(translation.trace, prefix, head)
    return cell.CellFacts(
        fed=translation.fed_tokens[row],
        written=translation.predicted_tokens[row],
        keys=keys,
        ordinary=ordinary,
        weights=tuple(steps.weights.tolist()),
        column=column,
        layer=layer,
        head=head,
        q=tuple(steps.q.tolist()),
        k=tuple(steps.k.tolist()),
        v=tuple(steps.values[column].tolist()),
        scores=tuple(steps.scores.tolist()),
        numerator=steps.numerator,
        denominator=steps.denominator,
        dim=steps.strongest_dimension(),
        heads=weights.shape[1],
        row=row,
        last_layer=layer,
        by_root=float(scaled.weights("root")[row].max()),
        by_width=float(scaled.weights("width")[row].max()),
    )


def _training(view: View, translation: Translation, step: str) -> training.TrainingFacts:
    dropout = float(view.card.get("model", {}).get("dropout", 0))
    facts = training_facts(translation, dropout)
    return fed_facts(view, translation, facts) if step == "fed" else facts


SHOWS_POINT: Final[dict[str, Callable[[Translation], bool]]] = {
    "search": lambda translation: search.shows_point(search_facts(translation)),
}
ASK: Final[dict[str, Callable[[View, Translation, str], Asked | None]]] = {
    "flow": lambda _, translation, step: flow.ask(step, flow_facts(translation)),
    "heads": lambda _, translation, step: heads.ask(step, heads_facts(translation, step)),
    "layers": lambda _, translation, step: layers.ask(step, layers_facts(translation, step)),
    "training": lambda view, translation, step: training.ask(
        step, _training(view, translation, step)
    ),
    "tokens": lambda _, translation, step: tokens.ask(step, tokens_facts(translation)),
    "positions": lambda _, translation, step: positions.ask(step, positions_facts(translation)),
    "cell": lambda _, translation, step: cell.ask(step, cell_facts(translation)),
    "masks": lambda view, translation, step: masks.ask(step, masks_facts(view, translation, step)),
    "search": lambda _, translation, step: search.ask(step, search_facts(translation)),
    "bleu": lambda view, translation, step: bleu.ask(step, bleu_facts(view, translation)),
}

"""One batch: every token's loss, and the target of label smoothing."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import streamlit as st

from explainer.data.calibration import calibrations
from explainer.drawings import Choice, asked, drawing, place_in, rounded
from explainer.frame import chapter
from explainer.frame.choices import Place
from explainer.frame.formula import in_colour, number, tones
from explainer.frame.pickers import Picker, move
from explainer.frame.probabilities import tex_probability
from explainer.runs import recipe
from explainer.runs.computed import by_model, computed
from explainer.runs.forced import forced_pass
from explainer.runs.recipe import Pair
from explainer.runs.resources import Ids
from explainer.text.numbers import percent

if TYPE_CHECKING:
    from explainer.analysis.batch_steps import BatchSteps
    from explainer.analysis.forcing import Forced
    from explainer.engine import Translator
    from explainer.frame.view import View
    from explainer.text import Text

SENTENCE = Place("training_sentence")  # counts from 1, in the address too
PLACE = Place("training_place", "training.position")  # likewise
TRAINED = Place("training_trained")  # steps of training on the batch
EPSILON = Place("training_epsilon")
EPSILONS: Final = ("0", "0.05", "0.1", "0.15", "0.2", "0.25", "0.3")
# What the drawing hides before the answer, by the step of the lesson that asks.
HIDES: Final = {
    "loss": "pulls losses asked",
    "pad": "pulls asked",
    "smooth": "pulls asked",
    "push": "pulls",
}
WEIGHT_DIGITS: Final = 7  # decimals; a step moves a weight by about recipe.RATE
USUAL: Final = "0.1"  # epsilon of the paper and of the models


@dataclass(frozen=True)
class Row:
    """A sentence pair of the batch with its teacher-forced pass."""

    pair: Pair
    tokens: tuple[str, ...]
    forced: Forced

    def __len__(self) -> int:
        return len(self.tokens)


@by_model(computed(max_entries=8))
def batch_of(model: Translator) -> tuple[Row, ...]:
    """Return the six pairs. Raises Busy."""
    rows = []
    for pair in recipe.pairs(model.name, recipe.PAIRS):
        forced = forced_pass(model, pair.source_ids, pair.target_ids)
        rows.append(Row(pair, model.tokens(pair.target_ids), forced))
    return tuple(rows)


def candidates(row: Row, at: int) -> Ids:
    """Return the target and the model's other top tokens, always the same number."""
    wanted = row.pair.target_ids[at]
    favourites = (int(i) for i in row.forced.top_ids[at] if i != wanted)
    return (wanted, *islice(favourites, row.forced.top_ids.shape[1] - 1))


@by_model(computed(max_entries=64))
def steps_of(model: Translator, smoothing: float) -> BatchSteps:
    """Train on the batch; return every state. Raises Busy."""
    rows = batch_of(model)
    each = tuple(candidates(row, at) for row in rows for at in range(len(row)))
    return recipe.batch_steps(model, smoothing, each)


def draw_loss(view: View) -> None:
    """Draw the batch with the chosen token's gradient, and its loss as formulas."""
    text, model = view.text, view.translator_name
    rows = batch_of(model)
    if not rows:
        st.info(text("training.no_pairs"))
        return
    longest = max(map(len, rows))
    pick = Picker(text, (model,))
    with chapter.figure(text("training.batch"), text("training.batch_line")):
        chosen = pick.number(SENTENCE, len(rows), 0)
        row = rows[chosen]
        hardest = int(row.forced.losses.argmax())
        place = pick.number(PLACE, longest, hardest)
        if place >= len(row):
            st.info(text("training.is_pad", place=place + 1))
            place = hardest
        epsilon = pick.one(EPSILON, EPSILONS, USUAL)
        trained = pick.number(TRAINED, recipe.BATCH_STEPS + 1, 0, first=0)
        token = sum(map(len, rows[:chosen])) + place
        at = {"sentence": chosen, "place": place}
        draw_batch(view, rows, token, {**at, "stop": EPSILONS.index(epsilon), "trained": trained})
        steps = steps_of(model, float(epsilon))
        with st.expander(text("training.batch_more")):
            st.caption(_counts(text, rows, steps, trained))
            rate = f"{recipe.RATE:f}".rstrip("0")
            pairs = len(rows)
            st.caption(text("training.step_note", pairs=pairs, epsilon=epsilon, rate=rate))
            st.caption(_said_of_smoothing(text))
    losses = float(steps.losses[trained, token]), float(steps.flat[trained, token])
    _numbers(view, row, losses, float(epsilon))


def draw_batch(view: View, rows: Sequence[Row], token: int, at: Mapping[str, int]) -> None:
    """Draw the batch with the smoothed targets, and weights of the chosen `token` of all."""
    model, epsilon = view.translator_name, float(EPSILONS[at["stop"]])
    steps, longest = steps_of(model, epsilon), max(map(len, rows))
    counts = (len(rows), longest, len(EPSILONS), recipe.BATCH_STEPS + 1)

    def rest(choice: Choice) -> None:
        sentence, place, stop, trained = (
            place_in(choice, name, count) for name, count in zip(at, counts, strict=True)
        )
        if sentence is not None:
            move(SENTENCE, sentence)
        if place is not None:
            move(PLACE, place)
        if stop is not None:
            st.session_state[EPSILON] = EPSILONS[stop]
        if trained is not None:
            st.session_state[TRAINED] = trained

    smooth = (1 - epsilon) * steps.losses + epsilon * steps.flat
    data = {
        "sentences": _sentences(model, epsilon),
        "targets": [smoothed_target(float(one), rows[0].forced.n_vocab) for one in EPSILONS],
        "means": rounded(steps.losses.mean(axis=1)),
        "smooth": rounded(smooth.mean(axis=1)),
        "moved": steps.moved.tolist(),
        "weights": np.round(steps.rows[:, token].astype(float), WEIGHT_DIGITS).tolist(),
        "at": at,
    }
    words = view.text.section("training.gradient_arrows")
    drawing(
        "training/gradient_arrows",
        data,
        words=words,
        key="training_gradient_arrows",
        chosen=at,
        on_choice=rest,
        blank=_blank,
    )


def smoothed_target(epsilon: float, n_vocab: int) -> dict[str, float]:
    """Return what a smoothed target asks of the right token and of each other one.

    Also where training leaves a token's loss, -ln of the former, and the least that the smoothed
    loss can be, the target's entropy; both in nats.
    """
    each = epsilon / n_vocab
    right = 1 - epsilon + each
    others = -(n_vocab - 1) * each * math.log(each) if each else 0.0
    rest = -math.log(right)
    asked = {"epsilon": epsilon, "right": right, "each": each}
    return {**asked, "rest": rest, "least": right * rest + others}


@by_model(computed(max_entries=8))
def _sentences(model: Translator, epsilon: float) -> list[dict[str, Any]]:
    """Return the drawing's data of every token in every state."""
    rows, steps, first = batch_of(model), steps_of(model, epsilon), 0
    sentences = []
    for row in rows:
        tokens = []
        for at in range(len(row)):
            given = steps.given[:, first + at]
            rest = np.maximum(0, 1 - given.sum(axis=1, keepdims=True))
            tokens.append(
                {
                    "losses": rounded(steps.losses[:, first + at]),
                    "names": list(model.tokens(candidates(row, at))),
                    "given": rounded(np.hstack([given, rest])),
                }
            )
        sentences.append({"source": row.pair.source, "tokens": tokens})
        first += len(row)
    return sentences


def _blank(data: Mapping[str, Any]) -> dict[str, Any]:
    """Hide pulls, what is asked for and losses until the lesson's questions are about others."""
    asks = asked.now()
    hides = HIDES[asks.about] if asks and asks.about in HIDES else HIDES["loss"]
    losses = (lambda _: [0.5]) if "losses" in hides else (lambda told: told[:1])
    sentences = []
    for one in data["sentences"]:
        tokens = [
            {"losses": losses(t["losses"]), "given": t["given"][:1], "names": t["names"]}
            for t in one["tokens"]
        ]
        sentences.append({**one, "tokens": tokens})
    means = {name: losses(data[name]) for name in ("means", "smooth")}
    if "asked" in hides:
        nothing = {"right": 0.5, "each": 0.5, "rest": 0.0, "least": 0.0}
        means["targets"] = [{**target, **nothing} for target in data["targets"]]
    at = {**data["at"], "trained": 0}
    untaken = {**means, "moved": [], "weights": [], "at": at}
    return {**data, **untaken, "sentences": sentences, "blank": hides}


def _counts(text: Text, rows: Sequence[Row], steps: BatchSteps, trained: int) -> str:
    tokens, longest = sum(map(len, rows)), max(map(len, rows))
    places = len(rows) * longest
    return text(
        "training.batch_counts",
        pairs=len(rows),
        tokens=tokens,
        places=places,
        pad=places - tokens,
        share=percent(1 - tokens / places),
        loss=f"{steps.losses[trained].mean():.3f}",
    )


def _numbers(view: View, row: Row, losses: tuple[float, float], epsilon: float) -> None:
    """Draw formulas with the chosen token's numbers, and the training code."""
    text = view.text
    numbers, code = chapter.details()
    with numbers:
        chapter.formula(
            text,
            equations(view.dark, losses, row.forced.n_vocab, epsilon),
            text("training.epsilon_help"),
        )
    with code:
        size = len(row)
        shape = (1, size, row.forced.n_vocab)
        chapter.shapes(
            text,
            [("fed, wanted", "B, T", (1, size)), ("logits, p, q", "B, T, V", shape)],
            text("training.loss_shapes"),
        )
        chapter.code(
            text,
            "explainer.training.loss",
            "ProjectedCrossEntropy.forward",
            "logits_CV",
            "total +=",
        )


def equations(dark: bool, losses: tuple[float, float], n_vocab: int, epsilon: float) -> list[str]:
    """Return loss, smoothed loss and gradient at a position; `losses`: target, mean over V."""
    (loss, flat), y = losses, in_colour(tones(dark), "target", "y")
    p, smooth = float(np.exp(-loss)), (1 - epsilon) * loss + epsilon * flat
    asked = 1 - epsilon + epsilon / n_vocab
    return [
        rf"L = -\ln p({y}) = -\ln {tex_probability(p)} = {loss:.4f}",
        rf"L^{{ls}} = (1-\varepsilon) L + \tfrac{{\varepsilon}}{{V}}"
        rf"\textstyle\sum_v -\ln p(v) = {1 - epsilon:g} \cdot {loss:.4f} + {epsilon:g} \cdot"
        rf" {number(flat)} = {smooth:.4f}",
        rf"\frac{{\partial L^{{ls}}}}{{\partial z_{{{y}}}}} = p({y}) - q({y}) ="
        rf" {tex_probability(p)} - {asked:.4f} = {p - asked:.4f}",
    ]


def _said_of_smoothing(text: Text) -> str:
    """State how smoothing changes confidence: two models that differ only in it, on dev."""
    smoothed, plain, *_ = calibrations()
    return text(
        "training.calibration_said",
        smoothed_sure=percent(smoothed.confidence),
        smoothed_right=percent(smoothed.accuracy),
        plain_sure=percent(plain.confidence),
        plain_right=percent(plain.accuracy),
        smoothed_loss=f"{smoothed.loss:.2f}",
        plain_loss=f"{plain.loss:.2f}",
    )

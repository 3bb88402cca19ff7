"""One batch: the loss of every token, what label smoothing asks for, what padding costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.chapters.training.calibration import draw_calibration
from explainer.charts.bar_layers import Look
from explainer.charts.bars import Series, bars
from explainer.components.lanes import Cell, Lane, lanes
from explainer.frame import chapter, choices
from explainer.frame.formula import coloured, number, tones
from explainer.frame.pickers import Picker, counted
from explainer.frame.probabilities import percent, tex_probability
from explainer.runs import recipe
from explainer.runs.forced import forced_pass
from explainer.runs.recipe import Pair
from explainer.runs.registry import model_of

if TYPE_CHECKING:
    from explainer.analysis.forcing import Forced
    from explainer.frame.view import View
    from explainer.text import Text

PLACE: Final = "training_place"  # counts from 1, in the address too
PAD: Final = "<pad>"
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Row:
    """A sentence of the batch with its teacher-forced pass."""

    pair: Pair
    pieces: tuple[str, ...]
    forced: Forced

    def __len__(self) -> int:
        return len(self.pieces)


@dataclass(frozen=True)
class Targets:
    """Of some tokens what smoothing asks for, what the model gave, and p - q; `rest` is the same
    of all other tokens together."""

    pieces: tuple[str, ...]
    wanted: Floats
    given: Floats

    @property
    def gradient(self) -> Floats:
        return self.given - self.wanted


def batch_of(model: str) -> list[Row]:
    """The six pairs. Raises Busy."""
    rows = []
    for pair in recipe.pairs(model, recipe.PAIRS):
        forced = forced_pass(model, pair.source_ids, pair.target_ids)
        rows.append(Row(pair, model_of(model).pieces(pair.target_ids), forced))
    return rows


def targets_at(row: Row, at: int, epsilon: float, model: str, others: str) -> Targets:
    """The wanted token, the model's favourites, and all others as one."""
    forced, wanted = row.forced, row.pair.target_ids[at]
    ids = [wanted, *(int(i) for i in forced.top_ids[at] if i != wanted)]
    found = dict(zip(forced.top_ids[at].tolist(), forced.top_probs[at].tolist(), strict=True))
    found[wanted] = float(np.exp(forced.log_probs[at]))
    given = np.array([found[i] for i in ids])
    asked = np.full(len(ids), epsilon / forced.n_vocab)
    asked[0] += 1 - epsilon
    return Targets(
        (*model_of(model).pieces(ids), others),
        np.append(asked, 1 - asked.sum()),
        np.append(given, max(0.0, 1 - given.sum())),
    )


def draw_loss(view: View) -> None:
    """The batch, the chosen position, the padding."""
    text, model = view.text, view.translator_name
    rows = batch_of(model)
    if not rows:
        st.info(text("training.no_pairs"))
        return
    longest = max(map(len, rows))
    pick = Picker(text, (model,))
    with chapter.figure(text("training.batch"), text("training.batch_line")):
        chosen = pick.segments(
            "training_sentence", text("training.sentence"), counted(len(rows)), 0
        )
        row = rows[chosen]
        st.text(row.pair.source)
        hardest = int(row.forced.losses.argmax())
        place = pick.number(PLACE, text("training.position"), longest, hardest)
        _lanes(view, rows, place)
        st.caption(_counts(text, rows))
    if place >= len(row):
        st.info(text("training.is_pad", place=place + 1))
        place = hardest
    _position(view, row, place)
    draw_calibration(view)
    _padding(view)


def _counts(text: Text, rows: Sequence[Row]) -> str:
    tokens, longest = sum(map(len, rows)), max(map(len, rows))
    places = len(rows) * longest
    mean = sum(float(row.forced.losses.sum()) for row in rows) / tokens
    return text(
        "training.batch_counts",
        tokens=tokens,
        places=places,
        pad=places - tokens,
        share=percent(1 - tokens / places),
        loss=f"{mean:.3f}",
    )


def _lanes(view: View, rows: Sequence[Row], place: int) -> None:
    """Tokens of every sentence and the loss below each; behind the end there is padding."""
    text, longest = view.text, max(map(len, rows))
    high = max(float(row.forced.losses.max()) for row in rows)
    found = [Lane("", [Cell(str(at + 1)) for at in range(longest)])]
    for at, row in enumerate(rows, start=1):
        rest = longest - len(row)
        pieces = [Cell(piece, "piece") for piece in row.pieces] + [Cell(PAD, "special")] * rest
        losses = [Cell(f"{loss:.2f}", "bar", share=loss / high) for loss in row.forced.losses]
        found += [
            Lane(text("training.lane_target", number=at), pieces),
            Lane(text("training.lane_loss"), losses + [Cell("–")] * rest),
        ]
    lanes(
        rows=found,
        spoken=[_spoken(text, rows, at) for at in range(longest)],
        title=text("training.batch"),
        dark=view.dark,
        key="training_lanes",
        chosen=place,
        on_pick=_go,
    )


def _spoken(text: Text, rows: Sequence[Row], at: int) -> str:
    told = [
        f"{row.pieces[at]} {row.forced.losses[at]:.2f}" if at < len(row) else PAD for row in rows
    ]
    return text("training.spoken", place=at + 1, losses=", ".join(told))


def _go(place: int) -> None:
    st.session_state[PLACE] = place + 1


def _position(view: View, row: Row, place: int) -> None:
    """What is asked for and what was given at one position; their difference is the gradient."""
    text, dark = view.text, view.dark
    title = text("training.target_title", place=place + 1, piece=row.pieces[place])
    with chapter.figure(title, text("training.target_line")):
        epsilon = choices.real_number(
            text,
            "training_epsilon",
            text("training.epsilon"),
            (0.0, 0.3, 0.05),
            0.1,
            text("training.epsilon_help"),
        )
        found = targets_at(row, place, epsilon, view.translator_name, text("words.others"))
        left, right = st.columns(2, gap="large")
        with left:
            figure = bars(
                labels=found.pieces,
                series=(
                    Series(text("training.q"), found.wanted, "target"),
                    Series(text("training.p"), found.given, "weight"),
                ),
                label_title=text("words.piece"),
                value_title=text("words.probability"),
                look=Look(form=".1%", span=(0, 1)),
                dark=dark,
            )
            alt = text("training.target_alt", place=place + 1)
            chapter.chart(figure, alt, "training_target")
        with right:
            figure = bars(
                labels=found.pieces,
                series=(Series(text("training.gradient"), found.gradient, "residual"),),
                tones=["error" if value > 0 else "correct" for value in found.gradient],
                label_title=text("words.piece"),
                value_title=text("training.gradient"),
                look=Look(form="+.3f", span=(-1, 1)),
                dark=dark,
            )
            alt = text("training.gradient_alt", place=place + 1)
            chapter.chart(figure, alt, "training_gradient")
            st.caption(text("training.gradient_line"))
    numbers, code = st.columns(2, gap="large")
    with numbers:
        chapter.formula(text, equations(view, row, place, epsilon))
    with code:
        size = len(row)
        shape = (1, size, row.forced.n_vocab)
        chapter.shapes(
            text,
            [("fed, wanted", "B, T", (1, size)), ("logits, p, q", "B, T, V", shape)],
            text("training.loss_shapes"),
        )
        chapter.code(text, "explainer.training.loss", "ProjectedCrossEntropy.forward")


def equations(view: View, row: Row, at: int, epsilon: float) -> list[str]:
    """Loss, smoothed loss and gradient of one position, with its numbers."""
    forced, y = row.forced, coloured(tones(view.dark), "target", "y")
    loss, flat = float(forced.losses[at]), float(forced.uniform()[at])
    p, smooth = float(np.exp(-loss)), float(forced.smoothed(epsilon)[at])
    asked = 1 - epsilon + epsilon / forced.n_vocab
    return [
        rf"L = -\ln p({y}) = -\ln {tex_probability(p)} = {loss:.4f}",
        rf"L^{{ls}} = (1-\varepsilon) L + \tfrac{{\varepsilon}}{{V}}"
        rf"\textstyle\sum_v -\ln p(v) = {1 - epsilon:g} \cdot {loss:.4f} + {epsilon:g} \cdot"
        rf" {number(flat)} = {smooth:.4f}",
        rf"\frac{{\partial L^{{ls}}}}{{\partial z_{{{y}}}}} = p({y}) - q({y}) ="
        rf" {tex_probability(p)} - {asked:.4f} = {p - asked:.4f}",
    ]


def _padding(view: View) -> None:
    """All our example pairs, cut into batches with and without sorting."""
    text = view.text
    found = recipe.pairs(view.translator_name)
    with chapter.figure(text("training.padding"), text("training.padding_line", count=len(found))):
        limit = choices.whole_number(
            text, "training_tokens", text("training.batch_tokens"), 30, 200, 120
        )
        both = [recipe.padding(found, limit, by_length) for by_length in (False, True)]
        figure = bars(
            labels=[text("training.as_it_comes"), text("training.by_length")],
            series=(Series(text("training.pad_share"), [one.share for one in both], "mask"),),
            notes=[
                text(
                    "training.pad_note",
                    share=percent(one.share),
                    padding=one.padding,
                    places=one.places,
                    batches=one.batches,
                )
                for one in both
            ],
            label_title=text("training.order"),
            value_title=text("training.pad_share"),
            look=Look(form=".0%", span=(0, 1)),
            dark=view.dark,
        )
        chapter.chart(figure, text("training.padding_alt"), "training_padding")
    chapter.more_code("explainer.training.batches", "group")

"""The map of the chosen head, or of several combined, with explanations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explainer.analysis.cell import HeadTensors, head_tensors
from explainer.analysis.head_roles import Kind
from explainer.analysis.maps import SelectedMap, Side, combine_heads, select_map, special_share
from explainer.analysis.words import Group
from explainer.chapters.heads.state import Choice
from explainer.frame import chapter
from explainer.frame.maps import Cell, Scale, move_to, named_sides
from explainer.frame.maps import draw_map as draw_cells
from explainer.frame.pickers import COLUMN, KINDS, axis_words, picker, sides
from explainer.frame.tables import columns_by_title, show_table
from explainer.frame.view import View
from explainer.text import Text
from explainer.text.numbers import percent
from explainer.translation import Translation, prefix_of

WIDE_FROM = 20  # columns
Arrays = Mapping[Kind, NDArray[np.float32]]


@dataclass(frozen=True)
class Figure:
    """A displayed map, its name and axes."""

    choice: Choice
    shown: SelectedMap
    rows: Side
    keys: Side
    name: str

    @property
    def is_wide(self) -> bool:
        """Whether the map has too many columns for text beside it."""
        return len(self.shown.key_labels) > WIDE_FROM

    def tokens(self, arrays: Arrays) -> NDArray[np.float32]:
        """Return the token map (Q, K): heads combined, nothing merged or hidden."""
        return combine_heads(arrays, self.choice.options)


def attention_arrays(translation: Translation) -> Arrays:
    """Return all weights, (L, H, Q, K) for each kind."""
    return {kind: translation.attention(kind) for kind in KINDS}


def head_of(translation: Translation, figure: Figure) -> HeadTensors | None:
    """Return the tensors of the map's head, None if it combines several."""
    options = figure.choice.options
    if options.combine != "one":
        return None
    return head_tensors(
        translation.trace, prefix_of(options.kind, options.layer), figure.choice.head
    )


def make_figure(text: Text, translation: Translation, arrays: Arrays, choice: Choice) -> Figure:
    """Compute the map for a choice."""
    rows, keys = sides(translation, choice.options.kind, choice.predicted)
    shown = select_map(arrays, choice.options, rows, keys, translation.mask(choice.options.kind))
    return Figure(choice, shown, rows, keys, figure_name(text, choice, arrays))


def figure_name(text: Text, choice: Choice, arrays: Arrays) -> str:
    """Return "Layer 3, head 2", or the name of the combination."""
    options, layer = choice.options, choice.options.layer + 1
    if options.combine == "mean":
        heads = arrays[options.kind].shape[1]
        return text("heads.mean_name", layer=layer, heads=heads)
    if options.combine == "chosen":
        heads = ", ".join(str(h + 1) for h in options.heads)
        return text("heads.chosen_name", layer=layer, heads=heads)
    if options.combine == "rollout" and options.kind == "cross":
        return text("heads.rollout_cross_name", layer=layer)
    if options.combine == "rollout":
        return text("heads.rollout_name", layer=layer)
    return text("words.head_name", layer=layer, head=choice.head + 1)


def draw_map(view: View, figure: Figure, row: int, line: str) -> Cell:
    """Draw the large map below a `line`; return the chosen cell (row, column).

    By default the strongest cell of token `row`. Links and clicks count tokens in any map.
    """
    text, shown = view.text, figure.shown
    cell = _pick_cell(view, figure, row)
    tokens = [[group[0] for group in side] for side in (shown.row_groups, shown.key_groups)]
    draw_cells(
        text,
        "heads_map",
        shown.weights,
        map_alt(text, figure),
        scale=Scale(text("words.weight")),
        masked=shown.masked,
        cell=cell,
        on_cell=lambda at: move_to()((tokens[0][at[0]], tokens[1][at[1]])),
        line=line,
        **named_sides(
            text,
            figure.choice.options.kind,
            shown.row_labels,
            shown.key_labels,
            figure.choice.predicted,
        ),
    )
    return cell


def map_alt(text: Text, figure: Figure) -> str:
    """Describe the map in a sentence, its text alternative."""
    shown = figure.shown
    best, column = shown.strongest
    return text(
        "heads.map_alt",
        name=figure.name,
        rows=len(shown.row_labels),
        keys=len(shown.key_labels),
        weight=f"{shown.weights[best, column]:.2f}",
        row=shown.row_labels[best],
        column=shown.key_labels[column],
    )


def _pick_cell(view: View, figure: Figure, token: int) -> Cell:
    shown, choice = figure.shown, figure.choice
    row = _place(shown.row_groups, token, shown.strongest[0])
    column = int(shown.weights[row].argmax())
    title = axis_words(view.text, choice.options.kind, choice.predicted)["key_title"]
    chosen = picker(view.text, view.translation, choice.options, choice.predicted).number(
        COLUMN,
        len(figure.keys.tokens),
        shown.key_groups[column][0],
        exists=lambda key: not shown.masked[row, _place(shown.key_groups, key, column)],
        label=title,
    )
    return row, _place(shown.key_groups, chosen, column)


def _place(groups: Sequence[Group], token: int, otherwise: int) -> int:
    """Return the index of a token's group, `otherwise` if hidden."""
    return next((place for place, group in enumerate(groups) if token in group), otherwise)


def notes(text: Text, translation: Translation, figure: Figure, cell: Cell) -> list[str]:
    """Explain how the map was processed, and the shift of the decoder's rows."""
    options, shown, told = figure.choice.options, figure.shown, list[str]()
    if options.kind != "encoder":
        step = shown.row_groups[cell[0]][-1]
        fed, written = translation.fed_tokens[step], translation.predicted_tokens[step]
        told.append(text("heads.shift", fed=fed, predicted=written))
    if options.hide:
        row = int(shown.hidden.argmax())
        told.append(
            text(
                "heads.hidden_note",
                mean=percent(float(shown.hidden.mean()), 0),
                most=percent(float(shown.hidden[row]), 0),
                row=shown.row_labels[row],
            )
        )
    if shown.empty.any():
        told.append(text("heads.empty_note", count=int(shown.empty.sum())))
    if options.words:
        told.append(text("heads.words_note"))
    if options.combine == "rollout":
        told.append(text("heads.rollout_note"))
        if options.kind == "cross":
            told.append(text("heads.rollout_cross_note"))
    if figure.choice.unchosen:
        told.append(text("heads.choose_some", head=figure.choice.head + 1))
    return told


def special_fact(text: Text, translation: Translation, arrays: Arrays, figure: Figure) -> str:
    """State how much weight and output norm a special token gets."""
    special = special_share(figure.tokens(arrays), figure.keys)
    if special is None:
        return text("heads.fact_none")
    token, share, columns = special
    head = head_of(translation, figure)
    if head is None:
        return text("heads.fact_map", share=percent(share, 0), token=token)
    handed = float(head.norm_shares()[:, columns].sum(axis=-1).mean())
    return text("heads.fact", share=percent(share, 0), token=token, norm=percent(handed, 0))


def draw_table(text: Text, figure: Figure) -> None:
    """Draw the map as a table, its text alternative."""
    shown = figure.shown
    table = chapter.table(text("words.table"), "heads_map_table")
    if not table.open:  # nobody looks: nothing is sent
        return
    rows, keys = (
        [f"{i} {label}" for i, label in enumerate(side, 1)]
        for side in (shown.row_labels, shown.key_labels)
    )
    columns = dict(zip(keys, shown.weights.round(4).T, strict=True))
    with table:
        show_table(figure.name, columns_by_title({" ": rows, **columns}))

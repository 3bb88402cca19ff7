"""The figures of the attention page: the grid of all heads, the large map, the lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explainer.analysis.head_roles import Kind
from explainer.analysis.maps import ShownMap, Side, combine_heads, shown_map
from explainer.chapters.maps.state import Choice, choose_head
from explainer.charts.cell_map import CELL_PICK, Pick, Scale, cell_map
from explainer.charts.overview import overview
from explainer.components.headgrid import GridText, headgrid
from explainer.components.strands import Columns, Panel, strands, strands_payload
from explainer.frame import chapter
from explainer.frame.cells import Cell, click, frame_of
from explainer.frame.pickers import axis_words, picker, sides
from explainer.frame.roles import role_line, short_names
from explainer.frame.tables import columns_by_title, show_table
from explainer.frame.view import View
from explainer.runs.roles import head_roles
from explainer.text import Text
from explainer.translation import Translation

ROOM = 300  # pixels of the rows: the map is seen whole in the window of a small laptop
WIDE_FROM = 20  # columns
FIRST = "one"  # the map the page is about; a second one may stand below it
Arrays = Mapping[Kind, NDArray[np.float32]]


@dataclass(frozen=True)
class Figure:
    """One map as the reader sees it, with its name and its sides."""

    choice: Choice
    shown: ShownMap
    rows: Side
    keys: Side
    name: str

    @property
    def is_wide(self) -> bool:
        """Too many columns to stand beside the grid."""
        return len(self.shown.key_labels) > WIDE_FROM

    def pieces(self, arrays: Arrays) -> NDArray[np.float32]:
        """(Q, K) between pieces: heads combined, nothing merged, nothing hidden."""
        return combine_heads(arrays, self.choice.options)


def make_figure(text: Text, translation: Translation, arrays: Arrays, choice: Choice) -> Figure:
    """Compute the map a choice stands for."""
    rows, keys = sides(translation, choice.options.kind, choice.predicted)
    shown = shown_map(arrays, choice.options, rows, keys, translation.mask(choice.options.kind))
    return Figure(choice, shown, rows, keys, figure_name(text, choice, arrays))


def figure_name(text: Text, choice: Choice, arrays: Arrays) -> str:
    """ "Layer 3, head 2" or what stands in its place when heads are combined."""
    options, layer = choice.options, choice.options.layer + 1
    if options.combine == "mean":
        heads = arrays[options.kind].shape[1]
        return text("maps.mean_name", layer=layer, heads=heads)
    if options.combine == "chosen":
        heads = ", ".join(str(h + 1) for h in options.heads)
        return text("maps.chosen_name", layer=layer, heads=heads)
    if options.combine == "rollout" and options.kind == "cross":
        return text("maps.rollout_cross_name", layer=layer)
    if options.combine == "rollout":
        return text("maps.rollout_name", layer=layer)
    return text("words.head_name", layer=layer, head=choice.head + 1)


def draw_grid(view: View, arrays: Arrays, figure: Figure) -> None:
    """All layers x heads by what they do; a click chooses."""
    text, choice, options = view.text, figure.choice, figure.choice.options
    weights = arrays[options.kind]
    roles = head_roles(view.translation, options.kind)
    names, keys = short_names(text), sides(view.translation, options.kind)[1].pieces
    layers, heads = range(weights.shape[0]), range(weights.shape[1])
    words = GridText(
        title=text("maps.overview"),
        layer_names=[text("words.layer_short", layer=i + 1) for i in layers],
        labels=[[text("words.head_name", layer=i + 1, head=j + 1) for j in heads] for i in layers],
        captions=[
            [
                text("maps.mostly", piece=keys[role.favourite].lstrip("▁") or "▁")
                if role.role == "mixed"
                else names[role.role]
                for role in layer
            ]
            for layer in roles
        ],
        quiet=[[role.role == "mixed" for role in layer] for layer in roles],
        told=[[role_line(text, role, keys) for role in layer] for layer in roles],
    )
    headgrid(
        mosaic=overview(weights=weights, dark=view.dark),
        weights=weights,
        words=words,
        chosen=(options.layer, choice.head),
        other=choice.other,
        dark=view.dark,
        framed=_behind(choice, len(heads)),
        key="maps_grid",
        on_pick=choose_head,
    )


def _behind(choice: Choice, n_heads: int) -> list[tuple[int, int]]:
    """(layer, head) of every small map that is part of the large one."""
    options, everything = choice.options, range(n_heads)
    if options.combine == "rollout" and options.kind != "cross":
        return [(layer, head) for layer in range(options.layer + 1) for head in everything]
    heads = everything if options.combine in ("mean", "rollout") else options.heads
    return [(options.layer, head) for head in heads]


def draw_map(view: View, figure: Figure, slot: str) -> Cell:
    """The large map; returns the chosen cell (row, column), at first the strongest."""
    text, shown = view.text, figure.shown
    row, column = shown.strongest
    alt = text(
        "maps.map_alt",
        name=figure.name,
        rows=len(shown.row_labels),
        keys=len(shown.key_labels),
        weight=f"{shown.weights[row, column]:.2f}",
        row=shown.row_labels[row],
        column=shown.key_labels[column],
    )
    is_first = slot == FIRST
    cell = _pick_cell(view, figure) if is_first else shown.strongest
    what = (figure.choice.options, figure.choice.predicted, shown.row_labels, shown.key_labels)
    key, start = frame_of(f"maps_map_{slot}", what, cell)
    chapter.chart(
        cell_map(
            **_drawing(text, figure),
            masked=shown.masked,
            pick=Pick(start),
            scale=Scale(room=ROOM),
            dark=view.dark,
        ),
        alt,
        key,
        on_select=(lambda: click(key, CELL_PICK, ~shown.masked)) if is_first else "rerun",
        selection_mode=[CELL_PICK],
    )
    return cell


def _pick_cell(view: View, figure: Figure) -> Cell:
    """The cell of a click or of the address; of a row at first the strongest column."""
    shown, choice, names = figure.shown, figure.choice, _drawing(view.text, figure)
    pick = picker(view.text, view.translation, choice.options, choice.predicted)
    row = pick.number("row", names["row_title"], len(shown.row_labels), shown.strongest[0])
    column = int(shown.weights[row].argmax())
    return row, pick.number(
        "col",
        names["key_title"],
        len(shown.key_labels),
        column,
        exists=lambda key: not shown.masked[row, key],
    )


def draw_lines(view: View, figure: Figure, slot: str, row: int) -> None:
    """The same weights as strands, those of a row lit."""
    text, choice, shown = view.text, figure.choice, figure.shown
    words = axis_words(text, choice.options.kind, choice.predicted)
    sides = words["key_title"], words["row_title"], words["key_colour"], words["row_colour"]
    alt = text("maps.lines_alt", name=figure.name)
    data = strands_payload(
        [Panel(shown.row_labels, shown.weights, alt)],
        shown.key_labels,
        (0, row),
        Columns(*sides),
        view.dark,
    )
    strands(data, key=f"maps_lines_{slot}")


def draw_table(text: Text, figure: Figure) -> None:
    """The numbers of the map, for readers who cannot use a picture."""
    shown = figure.shown
    table = chapter.table(text("maps.table"), "maps_table")
    if not table.open:  # nobody looks: nothing is sent
        return
    rows, keys = (
        [f"{i} {label}" for i, label in enumerate(side, 1)]
        for side in (shown.row_labels, shown.key_labels)
    )
    columns = dict(zip(keys, shown.weights.round(4).T, strict=True))
    with table:
        show_table(figure.name, columns_by_title({" ": rows, **columns}))


def _drawing(text: Text, figure: Figure) -> dict[str, Any]:
    """What both charts need, finished."""
    choice, shown = figure.choice, figure.shown
    return {
        "values": shown.weights,
        "row_labels": shown.row_labels,
        "key_labels": shown.key_labels,
        "value_title": text("words.weight"),
        **axis_words(text, choice.options.kind, choice.predicted),
    }

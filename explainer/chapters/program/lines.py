"""The program line by line: beside each line what it makes of the reader's sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
import streamlit as st

from explainer.analysis.one_file import PATH, fits_card, part_of, source
from explainer.analysis.watch import RETURNED, Seen, Visits, axes_of
from explainer.chapters.program.listing import Value, listing
from explainer.charts.cell_map import Scale, cell_map
from explainer.frame import chapter, choices, teaching
from explainer.frame.pickers import Picker, picker
from explainer.frame.view import View
from explainer.runs.program import compare, watched
from explainer.runs.registry import model_of
from explainer.text import Text
from explainer.text.numbers import decimal

NAME: Final = "transformer.py"  # of the file a reader saves
ROOM: Final = 240  # pixels of the rows of a tensor, which stands beside its line
SAME: Final = 1e-4  # logits are numbers up to about 20 in float32
# Parts in the order of the file, and the value whose line is open at first.
TELLING: Final[Mapping[str, str]] = {
    "embedding": "embedded",
    "attention": "weights",
    "encoder": "hidden",
    "decoder": "context",
    "model": "logits",
    "training": "losses",
    "greedy": "logits",
    "beam": "alive",
}


def draw_lines(view: View) -> None:
    """The listing of a part, the tensor of the chosen line, and that the file is the engine."""
    text = view.text
    if not fits_card(view.card["model"]):
        st.info(text("program.variant"))
        return
    names = {
        **text.each("program.part_*", "embedding", "attention", "encoder", "decoder"),
        **text.each("program.part_*", "model", "training", "greedy", "beam"),
    }
    with chapter.figure(text("program.lines"), text("program.lines_line")):
        code, made = st.columns([0.58, 0.42], gap="medium")
        with code:
            part = choices.select(text, "program_part", text("program.part"), names, "attention")
        visits = watched(view.translation, part)
        with made:
            pick, turn = _pick_turn(view, part, visits)
        seen = {line: runs[_place(turn, part, visits, runs)] for line, runs in visits.items()}
        with code:
            line = _draw_listing(view, part, pick, seen)
            _agreement(view)
        with made:
            st.markdown(f"**{text('program.tensor', line=line)}**")
            for place, tensor in enumerate(seen[line]):
                _draw_tensor(view, part, turn, (line, place), tensor)
            st.caption(text("program.tensor_line"))
    _download(text)


def _turns(part: str, visits: Visits) -> int:
    """How often the part runs; of a line that runs more often there is more than one a turn."""
    counts = [len(runs) for runs in visits.values()]
    return len(visits[max(visits)]) if part == "attention" else max(counts)


def _place(turn: int, part: str, visits: Visits, runs: Sequence[object]) -> int:
    turns, count = _turns(part, visits), len(runs)
    return turn * count // turns if count >= turns else min(turn, count - 1)


def _pick_turn(view: View, part: str, visits: Visits) -> tuple[Picker, int]:
    text = view.text
    pick, count = picker(text, view.translation, part), _turns(part, visits)
    if count == 1:
        return pick, 0
    names = _turn_names(text, part, count)
    telling = count - 1 if part in ("attention", "embedding") else 0
    label = text("program.turn")
    return pick, pick.select(f"program_{part}_turn", label, names, telling, width=320)


def _turn_names(text: Text, part: str, count: int) -> list[str]:
    if part == "embedding":
        return [text("program.turn_source"), text("program.turn_target")][:count]
    if part == "attention":
        kinds = ("encoder", "decoder", "cross")
        names = text.each("words.kind_*", "encoder", "decoder", "cross")
        layers = count // 3
        runs = [("encoder", i) for i in range(layers)]
        runs += [(kind, i) for i in range(layers) for kind in kinds[1:]]
        return [text("program.turn_of", kind=names[kind], layer=i + 1) for kind, i in runs]
    key = "program.turn_step" if part in ("greedy", "beam") else "program.turn_layer"
    return [text(key, number=i + 1) for i in range(count)]


def _draw_listing(view: View, part: str, pick: Picker, seen: Mapping[int, Sequence[Seen]]) -> int:
    """The line that is chosen, from 1."""
    text, lines, key = view.text, part_of(part), f"program_{part}_line"
    wanted = TELLING[part]
    telling = next(n for n, tensors in seen.items() if tensors[0].name == wanted)
    chosen = pick.one(key, text("program.line"), sorted(seen), telling)

    def go(line: int) -> None:
        st.session_state[key] = line

    listing(
        source=source(),
        first=lines.first,
        last=lines.last,
        values={n: [_value(text, one) for one in tensors] for n, tensors in seen.items()},
        chosen=chosen,
        title=text("program.lines"),
        spoken=text("program.line"),
        dark=view.dark,
        key=f"program_listing_{part}",
        on_pick=go,
    )
    return chosen


def _value(text: Text, seen: Seen) -> Value:
    name = text("program.returned") if seen.name == RETURNED else seen.name
    shape = str(seen.shape).replace(",)", ")") if seen.shape else ""
    more = " …" if np.prod(seen.shape) > len(seen.first) else ""
    return Value(name, shape, ", ".join(_number(x, seen) for x in seen.first) + more)


def _number(value: float, seen: Seen) -> str:
    if not np.isfinite(value):
        return "−∞" if value < 0 else "∞" if value > 0 else "NaN"
    if np.equal(np.mod(seen.corner[np.isfinite(seen.corner)], 1), 0).all():
        return f"{value:.0f}"
    return decimal(value) if abs(value) >= 0.005 or not value else f"{value:.0e}"


def _agreement(view: View) -> None:
    """That the file is the same model as the one the app runs."""
    text, difference = view.text, compare(view.translation).file
    if difference <= SAME:
        st.caption(text("program.same", difference=f"{difference:.0e}" if difference else "0"))
    else:
        st.error(text("program.not_same", difference=f"{difference:.0e}"))


def _draw_tensor(view: View, part: str, turn: int, at: tuple[int, int], seen: Seen) -> None:
    """The beginning of a tensor as a map: rows and columns as its last two axes."""
    text = view.text
    axes = _axes(at, seen)
    rows, keys = (
        _labels(view, part, turn, axis, count)
        for axis, count in zip(axes, seen.corner.shape, strict=True)
    )
    weights = seen.name == "weights"
    hidden = ~np.isfinite(seen.corner)
    chapter.chart(
        cell_map(
            values=np.where(hidden, 0, seen.corner),
            row_labels=rows,
            key_labels=keys,
            row_title=axes[0],
            key_title=axes[1],
            value_title=seen.name,
            scale=Scale(room=ROOM) if weights else Scale("signed", form=".1f", room=ROOM),
            row_colour="ink",
            key_colour="ink",
            masked=hidden,
            dark=view.dark,
        ),
        text("program.tensor_alt", line=at[0], shape=str(seen.shape)),
        f"program_tensor_{seen.name}",
    )
    st.caption(_size_line(text, axes, seen))


def _axes(at: tuple[int, int], seen: Seen) -> tuple[str, str]:
    """The letters of the last two axes, as the comment of the line has them."""
    line, place = at
    groups = axes_of(PATH).get(line, ())
    told = groups[min(place, len(groups) - 1)] if groups else ()
    known = told if len(told) == len(seen.shape) else ("",) * len(seen.shape)
    last = ("", "", *known)[-2:]
    return last[0], last[1]


def _size_line(text: Text, axes: tuple[str, str], seen: Seen) -> str:
    """How much of the tensor is drawn."""
    sizes = (1, 1, *seen.shape)[-2:]
    if sizes == seen.corner.shape and len(seen.shape) <= 3:
        return text("program.all_drawn")
    return text("program.part_drawn", rows=seen.corner.shape[0], columns=seen.corner.shape[1])


def _labels(view: View, part: str, turn: int, axis: str, count: int) -> list[str]:
    """Tokens where an axis counts tokens, numbers from 1 everywhere else."""
    translation = view.translation
    source_pieces, fed = translation.source.pieces, translation.fed_pieces
    if part == "attention" and axis in ("Q", "K"):
        layers = view.card["model"]["n_encoder_layers"]
        cross = turn >= layers and (turn - layers) % 2 == 1
        from_source = turn < layers or (cross and axis == "K")
        axis = "S" if from_source else "T"
    elif part == "embedding" and axis == "N":
        axis = "S" if turn == 0 else "T"
    known: Sequence[str] = {"S": source_pieces, "T": fed}.get(axis, ())
    if axis == "V":
        known = model_of(view.translator_name).pieces(range(count))
    if len(known) < count:
        return [str(i + 1) for i in range(count)]
    return [re.sub(r"^$", " ", piece) for piece in known[:count]]


def _download(text: Text) -> None:
    if teaching.hides("downloads"):
        return
    st.download_button(
        text("program.download"),
        source(),
        file_name=NAME,
        mime="text/x-python",
        key="program_download",
        icon=":material/download:",
        on_click="ignore",
    )
    st.caption(text("program.download_line", name=NAME))

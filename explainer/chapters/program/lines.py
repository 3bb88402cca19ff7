"""The program line by line, with each line's values on the user's sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import streamlit as st

from explainer.analysis.line_tracer import TracedValue, Visits
from explainer.analysis.one_file import fits_card, part_of, source
from explainer.chapters.program.tensors import Labels, links_of, values_of
from explainer.drawings import Choice, drawing, place_in
from explainer.frame import chapter, downloads, teaching
from explainer.frame.choices import OneOf, Place
from explainer.frame.code_names import by_line, colour_spans
from explainer.frame.pickers import Picker, picker
from explainer.frame.view import View
from explainer.runs.program import engine_differences, trace_lines
from explainer.text import Text
from explainer.text.numbers import power

NAME: Final = "transformer.py"  # of the file a reader saves
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
    "beam": "sums",
}


PART = OneOf(
    "program_part",
    (
        *("embedding", "attention", "encoder", "decoder"),
        *("model", "training", "greedy", "beam"),
    ),
    usual="attention",
    listed=True,
)
TURNS = {part: Place(f"program_{part}_turn", "program.turn") for part in PART.options}
LINES = {part: Place(f"program_{part}_line", "program.line") for part in PART.options}


def draw_lines(view: View) -> None:
    """Draw a part's listing with its tensors, and check it against the engine."""
    text = view.text
    if not fits_card(view.card["model"]):
        st.info(text("program.variant"))
        return
    with chapter.figure(text("program.lines"), text("program.lines_line")):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            part = PART.draw(text)
            visits = trace_lines(view.translation, part)
            pick, turn = _pick_turn(view, part, visits)
        seen = {line: runs[_place(turn, part, visits, runs)] for line, runs in visits.items()}
        _draw_listing(view, part, turn, pick, seen)
        _agreement(view)
    _download(text)


def _turns(part: str, visits: Visits) -> int:
    """Count a part's runs; lines that run more often have several values per run."""
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
    telling = {"attention": count - 1, "embedding": 1, "greedy": 2, "beam": 1}.get(part, 0)
    return pick, pick.select(TURNS[part], names, min(telling, count - 1))


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


def _draw_listing(
    view: View, part: str, turn: int, pick: Picker, seen: Mapping[int, Sequence[TracedValue]]
) -> None:
    text, lines, key = view.text, part_of(part), LINES[part]
    wanted = TELLING[part]
    telling = next(n for n, tensors in seen.items() if tensors[0].name == wanted)
    made = sorted(seen)
    chosen = pick.one(key, made, telling)
    labels = Labels(view, part, turn)
    values = values_of(text, labels, seen)

    def choose(choice: Choice) -> None:
        if (at := place_in(choice, "at", len(made))) is not None:
            st.session_state[key] = made[at]

    spans = by_line(colour_spans(source()))
    reads = links_of(values)
    drawing(
        "program/listing",
        {
            "lines": [
                {
                    "n": n,
                    "spans": spans[n - 1],
                    "values": values.get(n, []),
                    "reads": reads.get(n, []),
                }
                for n in range(lines.first, lines.last + 1)
            ],
            "labels": labels.used,
        },
        words=text.section("program.listing"),
        key=f"program_listing_{part}",
        chosen={"at": made.index(chosen)},
        on_choice=choose,
    )


def _agreement(view: View) -> None:
    """State the difference between the file and the app's engine."""
    text, (difference, torch) = view.text, engine_differences(view.translation)
    told = {"difference": power(difference, 0), "torch": power(torch, 0)}
    if max(difference, torch) <= SAME:
        chapter.checked(text("program.same", **told))
    else:
        st.error(text("program.not_same", **told))


def _download(text: Text) -> None:
    if teaching.hides("downloads"):
        return
    downloads.button(
        text("program.download"),
        source,
        file_name=NAME,
        mime="text/x-python",
        key="program_download",
        icon=":material/download:",
    )
    st.caption(text("program.download_line", name=NAME))

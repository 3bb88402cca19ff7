"""The parts every chapter is made of: figure, formula and shapes, our code, mistake, tasks.

A chapter puts its controls (`frame.choices`) and these below each other; only what is special to
the chapter is its own. How they make a page: `frame.page`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec
from zlib import crc32

import streamlit as st

from explainer.drawings import drawing
from explainer.frame import beats, symbols, teaching
from explainer.frame.code_names import by_line, colour_spans
from explainer.frame.formula import aligned
from explainer.frame.source_code import lines_of
from explainer.runs.gate import unless_busy
from explainer.streamlit_internals import null_container
from explainer.text.numbers import power

if TYPE_CHECKING:
    from streamlit.elements.lib.mutable_expander_container import ExpanderContainer

    from explainer.charts.figure import Figure
    from explainer.frame.view import View
    from explainer.text import Text

P = ParamSpec("P")

# A larger difference between shown and recomputed numbers is an error. 32 bits keep 7 digits, and
# what is shown reaches into the tens: on long sentences rounding alone comes to 1e-5.
AGREE = 5e-5
SIGNS = {True: "✓", False: "✗", None: "○"}  # right, wrong, and not known or not chosen
NAMED = 14  # pixels above the name of a chart, which a heading may stand close to
MARK = 16  # pixels; the style sheet knows a check by this width


def panel(draw: Callable[Concatenate[View, P], None]) -> Callable[Concatenate[View, P], None]:
    """`st.fragment`: what a click changes. Where it finds no place at the model it says so."""
    place = f"{draw.__module__.rpartition('.')[2]}{draw.__name__}"

    @st.fragment
    @wraps(draw)
    def drawn(view: View, /, *args: P.args, **named: P.kwargs) -> None:
        with beats.elsewhere(), unless_busy(view.text, place):
            draw(view, *args, **named)

    return drawn


def heading(title: str, *below: str) -> None:
    """A heading and what stands close below it, Markdown of ours, as one element."""
    st.subheader("\n\n".join((title, *filter(None, below))), anchor=False)


@contextmanager
def figure(title: str, line: str = "") -> Iterator[None]:
    """A framed figure: its name, one short line, and what the body draws. Below a page's first one
    stand its beats."""
    # The key tells the presenter mode which frames of a page are its figures.
    with st.container(border=True, key=f"figure_{crc32(title.encode()):08x}"):
        heading(title, line)
        yield
    beats.here()


def chart(
    figure: Figure,
    alt: str,
    key: str | None = None,
    *,
    name: str = "",
    line: str = "",
    **options: Any,
) -> Any:
    """A drawing in our own colours, and in words what it shows; above one of several in a frame its
    name and a short line. `options` are those of `st.vega_lite_chart`, of which it gives back what
    was selected.
    """
    spec = figure.vega_lite()
    if name:
        padding = {**spec["padding"], "top": NAMED}
        spec |= {"title": {"text": name, "subtitle": line}, "padding": padding}
    return st.vega_lite_chart(spec, theme=None, key=key, alt=alt, **options)


def name_chart(name: str, line: str = "") -> None:
    """What a chart of several in a figure is called, and a line below that."""
    st.markdown("  \n".join((f"**{name}**", f":small[{line}]") if line else (f"**{name}**",)))


def details() -> tuple[AbstractContextManager[object], AbstractContextManager[object]]:
    """Formulas on the left, shapes and code alone on the right; where neither is shown, what stands
    on the left takes the whole width.
    """
    if teaching.hides("shapes") and teaching.hides("code"):
        return nullcontext(), null_container()
    left, right = st.columns(2, gap="large")
    return left, right


def formula(
    text: Text,
    equations: Sequence[str],
    note: str = "",
    difference: float | None = None,
    limit: float = AGREE,
) -> None:
    """LaTeX "name = general form = numbers", one line each, and a note; no text of a visitor.
    `difference`, where there is one, is told as by `agreement`, and where no formula is as well.
    """
    agrees = ""
    if difference is not None:
        if teaching.hides("formula") or difference > limit:
            agreement(text, difference, limit)
        else:
            agrees = text("chapter.agrees", difference=power(difference))
    if not teaching.hides("formula"):
        lines = (f"$$\n{aligned(equation)}\n$$" for equation in equations)
        heading(text("chapter.formula"), *lines, note, agrees)


def shapes(
    text: Text,
    rows: Sequence[tuple[str, str, tuple[int, ...]]],
    note: str = "",
    own: Collection[str] = (),
) -> None:
    """(name, axes, sizes) of the tensors on the page: `q  (B, H, T, d_k) = (1, 8, 9, 24)`.

    The legend of symbols says what the axes are; `own` are letters of the page, which `note` names.
    """
    if teaching.hides("shapes"):
        return
    width = max((len(name) for name, _, _ in rows), default=0) + 1
    lines = [f"{name:{width}}({axes}) = {sizes}" for name, axes, sizes in rows]
    listed = "\n".join(("```", *lines, "```"))
    told = symbols.legend(text, (axes for _, axes, _ in rows), own)
    heading(text("chapter.shapes"), listed, "  \n".join(filter(None, (told, note))))


def code(
    text: Text,
    module: str,
    name: str,
    first: str = "",
    last: str = "",
    more: Sequence[tuple[str, ...]] = (),
) -> None:
    """Our own lines: a function, or a method written `Class.method`; of a long one the statements
    from that which begins with `first` to that which begins with `last`. `more` below it, the same
    of others.
    """
    if teaching.hides("code"):
        return
    blocks = []
    for place, method, *part in ((module, name, first, last), *more):
        if (lines := lines_of(place, method, *part)) is not None:
            where = f"{place.replace('.', '/')}.py  {method}"
            blocks.append({"where": where, "lines": by_line(colour_spans(lines))})
    data = {"heading": text("chapter.code"), "blocks": blocks}
    key = f"code_{crc32(f'{module}.{name}'.encode()):08x}"
    drawing("code_block", data, words=text.section("drawings.code_block"), key=key)


@contextmanager
def mistake(text: Text) -> Iterator[None]:
    """The box with the red edge: `wrong` says a common mistake, and what follows shows it."""
    if teaching.hides("mistake"):
        with null_container(), unless_busy(text, "mistake"):
            yield
        return
    with st.container(border=True, key="mistake"), unless_busy(text, "mistake"):
        yield


def wrong(text: Text, *said: str) -> None:
    """The head of the box: that it is a mistake, and which, in Markdown of ours."""
    heading(f"{SIGNS[False]} {text('chapter.mistake')}", *said)


def fold(label: str, key: str, *, expanded: bool = False) -> ExpanderContainer:
    """A fold that the reader opens: fill it when it is `open`, else nothing is sent."""
    return st.expander(label, key=key, expanded=expanded, on_change="rerun")


def table(label: str, key: str) -> ExpanderContainer:
    """A closed fold for a figure in numbers, where no teacher hides those."""
    with null_container() if teaching.hides("tables") else nullcontext():
        return fold(label, key)


def tasks(text: Text, article: str) -> None:
    """One thing to try; `article` is Markdown: `tasks(text, text.article("..."))`."""
    if teaching.hides("tasks"):
        return
    with st.container(border=True, key="tasks"):
        heading(text("chapter.tasks"), article)


def agreement(text: Text, difference: float, limit: float = AGREE) -> None:
    """✓ or ✗: the largest difference of the numbers shown from a recomputation in float64."""
    if difference <= limit:
        checked(text("chapter.agrees", difference=power(difference)))
    else:
        st.error(text("chapter.disagrees", difference=power(difference)))


def checked(told: str) -> None:
    """What was checked, beginning with ✓: the style sheet shows that alone, and the rest under the
    pointer.
    """
    st.caption(told, width=MARK)


def no_translation(text: Text) -> None:
    """What a page shows before anything could be translated."""
    st.info(text("chapter.no_translation"))

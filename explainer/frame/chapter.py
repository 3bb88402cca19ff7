"""Building blocks of every chapter: figure, formula, shapes, code, mistake, tasks.

A chapter arranges its controls (`frame.choices`) and these blocks; `frame.page` makes a page of
them.
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
# values reach into the tens: on long sentences rounding alone reaches 1e-5.
AGREE = 5e-5
SIGNS = {True: "✓", False: "✗", None: "○"}  # right, wrong, and not known or not chosen
NAMED = 14  # pixels above the name of a chart, to keep it close to a heading
MARK = 16  # pixels; the style sheet selects checks by this width


def panel(draw: Callable[Concatenate[View, P], None]) -> Callable[Concatenate[View, P], None]:
    """Make a Streamlit fragment that shows a message if the model is busy (decorator)."""
    place = f"{draw.__module__.rpartition('.')[2]}{draw.__name__}"

    @st.fragment
    @wraps(draw)
    def drawn(view: View, /, *args: P.args, **named: P.kwargs) -> None:
        with beats.elsewhere(), unless_busy(view.text, place):
            draw(view, *args, **named)

    return drawn


def heading(title: str, *below: str) -> None:
    """Draw a heading with lines of our own Markdown below it, as one element."""
    st.subheader("\n\n".join((title, *filter(None, below))), anchor=False)


@contextmanager
def figure(title: str, line: str = "") -> Iterator[None]:
    """Draw a framed figure with a title and one short line; beats follow a page's first figure."""
    # Presenter mode finds the figures of a page by this key.
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
    """Draw a chart in our own colours, with `alt` text; `name` and `line` caption one of several.

    `options` are those of `st.vega_lite_chart`, whose selection is returned.
    """
    spec = figure.vega_lite()
    if name:
        padding = {**spec["padding"], "top": NAMED}
        spec |= {"title": {"text": name, "subtitle": line}, "padding": padding}
    return st.vega_lite_chart(spec, theme=None, key=key, alt=alt, **options)


def name_chart(name: str, line: str = "") -> None:
    """Draw the name of one of several charts in a figure, and a line below it."""
    st.markdown("  \n".join((f"**{name}**", f":small[{line}]") if line else (f"**{name}**",)))


def details() -> tuple[AbstractContextManager[object], AbstractContextManager[object]]:
    """Return two columns, for formulas, and for shapes and code.

    If shapes and code are both hidden, the left one takes the whole width.
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
    """Draw equations in LaTeX, "name = general form = numbers", with a note; no user input.

    `difference` is reported as by `agreement`; one too large also if formulas are hidden.
    """
    agrees = ""
    if difference is not None:
        if difference > limit:
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
    """Draw names, axes and sizes of tensors: `q  (B, H, T, d_k) = (1, 8, 9, 24)`.

    A legend explains the axes; `own` are letters of the page alone, which `note` explains.
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
    """Draw the source of a function or `Class.method`, and of those in `more`.

    `first` and `last` are the beginnings of the first and last statement shown of a long one.
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
    """Draw the box of a common mistake, with a red edge; `wrong` is its heading."""
    if teaching.hides("mistake"):
        with null_container(), unless_busy(text, "mistake"):
            yield
        return
    with st.container(border=True, key="mistake"), unless_busy(text, "mistake"):
        yield


def wrong(text: Text, *said: str) -> None:
    """Draw the heading of a mistake box and what the mistake is, in our own Markdown."""
    heading(f"{SIGNS[False]} {text('chapter.mistake')}", *said)


def fold(label: str, key: str, *, expanded: bool = False) -> ExpanderContainer:
    """Return an expander; fill it only if it is `open`, so nothing is sent while it is closed."""
    return st.expander(label, key=key, expanded=expanded, on_change="rerun")


def table(label: str, key: str) -> ExpanderContainer:
    """Return a collapsed expander for a figure's numbers, hidden if a teacher hides tables."""
    with null_container() if teaching.hides("tables") else nullcontext():
        return fold(label, key)


def tasks(text: Text, article: str) -> None:
    """Draw one thing to try; `article` is Markdown: `tasks(text, text.article("..."))`."""
    if teaching.hides("tasks"):
        return
    with st.container(border=True, key="tasks"):
        heading(text("chapter.tasks"), article)


def agreement(text: Text, difference: float, limit: float = AGREE) -> None:
    """Draw ✓, beside formulas, or ✗ with the largest difference from a recomputation in float64."""
    if difference > limit:
        st.error(text("chapter.disagrees", difference=power(difference)))
    elif not teaching.hides("formula"):
        checked(text("chapter.agrees", difference=power(difference)))


def checked(told: str) -> None:
    """Draw a check that starts with ✓; the style sheet shows the rest only on hover."""
    st.caption(told, width=MARK)


def no_translation(text: Text) -> None:
    """Draw the message of a page that has no translation yet."""
    st.info(text("chapter.no_translation"))

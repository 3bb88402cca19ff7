"""Controls for attention kind, layer, head, row, column and step, with informative defaults."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, TypedDict, TypeVar, get_args

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.head_roles import Kind
from explainer.analysis.maps import Side, is_ordinary, sharpest_head
from explainer.frame import address
from explainer.frame.choices import OneOf, Place

if TYPE_CHECKING:
    from explainer.engine import Translation
    from explainer.text import Text


SHOWN: Final = "picked"  # session: state of every choice when last drawn
T = TypeVar("T", int, str)  # an option; its `str` is stored in the URL
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
TELLING: Final = 0.7  # target for the largest weight: clear, but not the only one


class AxisWords(TypedDict):
    """Axis titles of an attention map and the colours of its labels."""

    row_title: str
    key_title: str
    row_tone: Literal["source", "target"]
    key_tone: Literal["source", "target"]


@dataclass(frozen=True)
class _Shown:
    """State of a choice when it was last drawn; numbers as in the URL."""

    visit: int
    of: tuple[object, ...]
    telling: int | str | None  # the default taken when `of` was new, if the reader had not chosen
    missing: int | str | None  # the previous choice, if it does not exist in `of`
    ignored: bool  # whether the URL had an invalid value


@dataclass(frozen=True)
class Picker:
    """Draws the controls for layer, head, row, column and step and stores them in the URL.

    A choice persists as long as it exists. If `of` changes (another sentence, model or attention)
    and the choice does not exist there, the most informative option, `telling`, replaces it and the
    page says so. A default that neither the reader nor a link chose silently changes to the new
    `telling` one. While `of` is the same, only the reader changes anything.

    The URL has a choice under its `name`, counted from `first`; defaults are not in it. The URL
    wins when the page is opened and when the reader goes back, otherwise the control. Pages that
    use the same name share the choice. Return values count from 0.
    """

    text: Text
    of: tuple[object, ...]
    shared: bool = True  # False: other pages use the same names for other things

    def one(
        self,
        name: Place,
        options: Sequence[T],
        telling: T,
        spoken: Callable[[Any], object] = str,
        label: str = "",
    ) -> T:
        """Return one of `options` that is chosen in a drawing, not in a control.

        `spoken` returns the number displayed for an option.
        """
        previous, ignored = _choices().get(name), False
        if previous is None or previous.visit != address.visit() or address.url_wins(name):
            state = None
            wish, ignored = self._from_address(name, options)
        else:
            state = previous if previous.of == self.of else None
            wish = st.session_state[name]
            if state is None and wish == previous.telling:
                wish = None
        choice = next((option for option in options if option == wish), telling)
        if state is None or wish != choice:
            start, missing = (None, None) if wish == choice else (telling, wish)
            st.session_state[name] = choice
            state = _Shown(address.visit(), self.of, start, missing, ignored)
            _choices()[name] = state
        address.resend(name)
        if choice == state.telling:
            what = label or name.label(self.text, count=len(options))
            self._note(name, what, state, choice, spoken)
        usual = choice == telling == state.telling
        address.keep(name, choice, choice if usual else None)
        if usual or not self.shared:
            address.forget(name)
        return choice

    def _note(
        self, name: str, label: str, state: _Shown, now: object, spoken: Callable[[Any], object]
    ) -> None:
        """Explain why a choice was replaced, until the reader chooses again."""
        if state.ignored:
            address.say_ignored(self.text, name)
        elif state.missing is not None:
            gone = spoken(state.missing)
            words = self.text("words.moved", what=label, number=gone, now=spoken(now))
            st.info(words, icon=":material/east:")

    def number(
        self,
        name: Place,
        count: int,
        telling: int,
        first: int = 1,
        exists: Callable[[int], bool] = lambda _: True,
        label: str = "",
    ) -> int:
        """Return one of `count` indices for which `exists`, without a control."""
        numbers = [first + i for i in range(count) if exists(i)]
        return self.one(name, numbers, first + telling, label=label) - first

    def segments(self, name: Place, names: Sequence[str], telling: int, first: int = 1) -> int:
        """Draw a segmented control of `names`, if there is more than one; return the index."""
        index = self.number(name, len(names), telling, first)
        if len(names) > 1:
            st.segmented_control(
                name.label(self.text),
                range(first, first + len(names)),
                default=index + first,  # to the browser it is new after runs without it
                required=True,
                key=name,
                format_func=lambda number: names[number - first],
            )
        return index

    def select(
        self,
        name: Place,
        names: Sequence[str],
        telling: int,
        first: int = 1,
        width: int | Literal["stretch"] = "stretch",
    ) -> int:
        """Draw a select box of `names` and return the index."""
        index = self.number(name, len(names), telling, first)
        st.selectbox(
            name.label(self.text),
            range(first, first + len(names)),
            key=name,
            format_func=lambda number: names[number - first],
            width=width,
        )
        return index

    def slider(self, name: Place, count: int, telling: int, label: str = "") -> int:
        """Draw a slider over 1..`count`, if greater than 1; return the index."""
        index = self.number(name, count, telling, label=label)
        if count > 1:
            st.session_state[name] = index + 1  # a new maximum makes it a new widget without value
            label = label or name.label(self.text, count=count)
            st.slider(label, 1, count, index + 1, key=name, help=name.help(self.text))
        return index

    def _from_address(self, name: str, options: Sequence[T]) -> tuple[T | str | None, bool]:
        """Return the value in the URL, and whether it is invalid.

        On a page opened from the menu, the session's last choice, even if it no longer exists.
        """
        linked, last = st.query_params.get(name), address.last_value(name) if self.shared else None
        value = last if linked is None and not address.went_back() else linked
        by_name = {str(option): option for option in options}
        if value is not None and (value in by_name or value == last):
            return by_name.get(value, value), False
        return None, linked is not None


def picker(text: Text, translation: Translation, *more: object) -> Picker:
    """Make a picker for a translation and further context in `more` (an attention, a stack)."""
    return Picker(text, (translation.model, translation.source.text, translation.predicted, *more))


def move(name: str, index: int) -> None:
    """Set a choice counted from 1 for the next run (click callback)."""
    st.session_state[name] = index + 1


def numbers_from_one(count: int) -> list[str]:
    """Return default names: "1".."count"."""
    return [str(i + 1) for i in range(count)]


def _choices() -> dict[str, _Shown]:
    choices: dict[str, _Shown] = st.session_state.setdefault(SHOWN, {})
    return choices


def sharp_head(translation: Translation, kind: Kind, layer: int) -> int:
    """Return the sharpest head of a layer."""
    return sharpest_head(translation.attention(kind)[layer], sides(translation, kind)[1])


LAYER, HEAD = Place("layer", "words.layer"), Place("head", "words.head")
ROW, COLUMN = Place("row", "words.row"), Place("col", "words.row")
KIND = OneOf("kind", KINDS, usual="cross", says="words.kind")  # of attention, shared by all pages


def pick_head(text: Text, translation: Translation, kind: Kind) -> tuple[Picker, int, int]:
    """Draw the controls for layer and head; return the picker and both indices.

    Defaults: the last layer and a layer's sharpest head.
    """
    pick = picker(text, translation, kind)
    layers, heads = translation.attention(kind).shape[:2]
    layer = pick.segments(LAYER, numbers_from_one(layers), layers - 1)
    start = sharp_head(translation, kind, layer)
    return pick, layer, pick.segments(HEAD, numbers_from_one(heads), start)


def pick_map(
    pick: Picker, layers: int, heads: int, telling: Callable[[int], int] | None = None
) -> tuple[int, int | None]:
    """Draw the controls of a map; return (layer, head), head None for the mean over heads.

    Defaults: the last layer and its `telling` head, without `telling` the mean.
    """
    text = pick.text
    layer = pick.segments(LAYER, numbers_from_one(layers), layers - 1)
    names = [text("words.mean"), *numbers_from_one(heads)]
    start = 0 if telling is None else telling(layer) + 1
    head = pick.segments(HEAD, names, start, first=0)
    return layer, head - 1 if head else None


def row_names(text: Text, translation: Translation, kind: Kind) -> list[str]:
    """Return the names of the queries; in the decoder with input and predicted token."""
    if kind == "encoder":
        return [
            text("words.token_numbered", number=i, token=token)
            for i, token in enumerate(translation.source.tokens, 1)
        ]
    pairs = zip(translation.fed_tokens, translation.predicted_tokens, strict=True)
    return [
        text("words.row_decoder", number=i, fed=fed, predicted=predicted)
        for i, (fed, predicted) in enumerate(pairs, 1)
    ]


def telling_row(translation: Translation, kind: Kind, weights: NDArray[np.floating]) -> int:
    """Return a page's default row of a head (Q, K).

    For cross-attention see `start_step`; otherwise the row with the largest weight on a word.
    """
    if kind == "cross":
        return start_step(translation)
    keys = sides(translation, kind, predicted=False)[1].tokens
    best = [float(row[strongest_ordinary(row, keys)]) for row in weights]
    return int(np.argmax(best))


def start_step(translation: Translation) -> int:
    """Return the step whose strongest cross-attention deviates most from source order.

    It uses the mean over heads of the last layer, without EOS, where idle attention goes. This step
    shows best that translation is not word by word.
    """
    weights = translation.attention("cross")[-1].mean(axis=0)[:-1, :-1]
    if not weights.size:
        return 0
    steps, tokens = weights.shape
    keys = weights.argmax(axis=1)
    expected = np.arange(steps) * (tokens - 1) / max(1, steps - 1)
    far = np.abs(keys - expected) / tokens * weights.max(axis=1)
    return int(far.argmax())


def telling_head(translation: Translation, kind: Kind, layer: int) -> int:
    """Return a page's default head: clearly focused, but not on a single cell.

    Its largest weight on a word is closest to TELLING: at the default step for cross-attention,
    otherwise on average over all rows.
    """
    keys = sides(translation, kind, predicted=False)[1].tokens
    weights = translation.attention(kind)[layer]
    if kind == "cross":
        weights = weights[:, [start_step(translation)]]
    strongest = [[float(row[strongest_ordinary(row, keys)]) for row in head] for head in weights]
    return int(np.abs(np.mean(strongest, axis=1) - TELLING).argmin())


def strongest_ordinary(row: NDArray[np.floating], keys: Sequence[str]) -> int:
    """Return the key with the largest weight among words and parts of words (else among all)."""
    allowed = np.array([is_ordinary(token) for token in keys])
    if not (row * allowed).any():
        return int(row.argmax())
    return int(np.where(allowed, row, -1.0).argmax())


def sides(translation: Translation, kind: Kind, predicted: bool | None = None) -> tuple[Side, Side]:
    """Return the tokens of the rows and the columns of a map.

    Decoder rows are labelled with predicted tokens (`predicted`, the default for cross-attention)
    or input tokens.
    """
    source = Side(translation.source.tokens, translation.source.words)
    if kind == "encoder":
        return source, source
    fed = Side(translation.fed_tokens, (-1, *translation.predicted_words[:-1]))
    written = Side(translation.predicted_tokens, translation.predicted_words)
    rows = written if predicted or (predicted is None and kind == "cross") else fed
    return rows, (source if kind == "cross" else fed)


def axis_words(text: Text, kind: Kind, predicted: bool | None = None) -> AxisWords:
    """Return axis titles and colours of an attention map; arguments as for `sides`."""
    written = predicted or (predicted is None and kind == "cross")
    if kind == "encoder":
        row_title = text("words.row_axis_encoder")
    else:
        row_title = text("words.row_axis_predicted") if written else text("words.row_axis_fed")
    if kind == "decoder":
        key_title = text("words.key_axis_target")
    else:
        key_title = text("words.key_axis_source")
    return {
        "row_title": row_title,
        "key_title": key_title,
        "row_tone": "source" if kind == "encoder" else "target",
        "key_tone": "target" if kind == "decoder" else "source",
    }

"""The one picker of attention, layer, head, row, column and step; and where a page opens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, TypedDict, TypeVar, cast, get_args

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.head_roles import Kind
from explainer.analysis.maps import Side, is_ordinary, sharpest_head
from explainer.frame import address, choices

if TYPE_CHECKING:
    from explainer.engine import Translation
    from explainer.text import Text


SHOWN: Final = "picked"  # session: of every choice what was drawn last
T = TypeVar("T", int, str)  # an option: what `str` makes of it stands in the address
TELLING: Final = 0.7  # a weight that leaves something for the others


class AxisWords(TypedDict):
    """Titles of the sides of a map of attention, and whose colour their names have."""

    row_title: str
    key_title: str
    row_tone: Literal["source", "target"]
    key_tone: Literal["source", "target"]


@dataclass(frozen=True)
class _Shown:
    """What a choice was when it was drawn last; numbers as in the address."""

    visit: int
    of: tuple[object, ...]
    telling: int | str | None  # where it stood when `of` was new, if nobody had chosen
    missing: int | str | None  # what had been chosen before and is not there in `of`
    ignored: bool  # whether the address said what cannot be


@dataclass(frozen=True)
class Picker:
    """Draws the controls of layer, head, row, column, step and keeps them in the address.

    The policy, everywhere the same: a choice stays while what it names exists. Where `of` changes
    (another sentence, model or attention) it is kept if it exists there, too; else the most
    `telling` one is taken and the page says so. What neither the reader nor a link chose goes to
    the telling one of the new sentence without a word. As long as `of` is the same, nothing moves
    but what the reader moves.

    The address has a choice under its `name`, counted from `first`; what nobody chose is not in it.
    It leads when the page is opened and when the reader goes back; then the control does. A name
    that several pages share is one choice for all of them. What is returned counts from 0.
    """

    text: Text
    of: tuple[object, ...]
    shared: bool = True  # False: the names are those of other pages, what they count is not

    def one(
        self,
        name: str,
        label: str,
        options: Sequence[T],
        telling: T,
        spoken: Callable[[Any], object] = str,
    ) -> T:
        """One of `options`, for what is chosen in a drawing: without a control.

        `spoken` gives the number a reader knows an option by.
        """
        was, ignored = _choices().get(name), False
        if was is None or was.visit != address.visit() or address.leads(name):
            known = None
            wish, ignored = self._from_address(name, options)
        else:
            known = was if was.of == self.of else None
            wish = st.session_state[name]
            if known is None and wish == was.telling:
                wish = None
        choice = next((option for option in options if option == wish), telling)
        if known is None or wish != choice:
            start, missing = (None, None) if wish == choice else (telling, wish)
            st.session_state[name] = choice
            known = _Shown(address.visit(), self.of, start, missing, ignored)
            _choices()[name] = known
        address.retell(name)
        if choice == known.telling:
            self._note(name, label, known, choice, spoken)
        usual = choice == telling == known.telling
        address.keep(name, choice, choice if usual else None)
        if usual or not self.shared:
            address.forget(name)
        return choice

    def _note(
        self, name: str, label: str, known: _Shown, now: object, spoken: Callable[[Any], object]
    ) -> None:
        """Why it is not what was chosen; until the reader chooses."""
        if known.ignored:
            address.say_ignored(self.text, name)
        elif known.missing is not None:
            gone = spoken(known.missing)
            words = self.text("words.moved", what=label, number=gone, now=spoken(now))
            st.info(words, icon=":material/east:")

    def number(
        self,
        name: str,
        label: str,
        count: int,
        telling: int,
        first: int = 1,
        exists: Callable[[int], bool] = lambda _: True,
    ) -> int:
        """One of `count` that `exists`, without a control."""
        numbers = [first + i for i in range(count) if exists(i)]
        return self.one(name, label, numbers, first + telling) - first

    def segments(
        self, name: str, label: str, names: Sequence[str], telling: int, first: int = 1
    ) -> int:
        """One of `names`, side by side; a single one needs no control."""
        index = self.number(name, label, len(names), telling, first)
        if len(names) > 1:
            st.segmented_control(
                label,
                range(first, first + len(names)),
                required=True,
                key=name,
                format_func=lambda number: names[number - first],
            )
        return index

    def select(
        self,
        name: str,
        label: str,
        names: Sequence[str],
        telling: int,
        first: int = 1,
        width: int | Literal["stretch"] = "stretch",
    ) -> int:
        """One of `names` in a list."""
        index = self.number(name, label, len(names), telling, first)
        st.selectbox(
            label,
            range(first, first + len(names)),
            key=name,
            format_func=lambda number: names[number - first],
            width=width,
        )
        return index

    def slider(self, name: str, label: str, count: int, telling: int, help: str = "") -> int:
        """One of `count` by its number; a single one needs no control."""
        index = self.number(name, label, count, telling)
        if count > 1:
            st.session_state[name] = index + 1  # a new end makes it a new control, with no value
            st.slider(label, 1, count, index + 1, key=name, help=help or None)
        return index

    def row(self, count: int, telling: int) -> int:
        """A row of a map by its number."""
        text = self.text
        return self.slider("row", text("words.row"), count, telling, text("words.row_help"))

    def _from_address(self, name: str, options: Sequence[T]) -> tuple[T | str | None, bool]:
        """What the address says or, in a page opened from the menu, what was chosen last; and
        whether the address says what cannot be.

        A choice of this session is given back although it does not exist any more.
        """
        linked, kept = st.query_params.get(name), address.last_value(name) if self.shared else None
        written = kept if linked is None and not address.went_back() else linked
        known = {str(option): option for option in options}
        if written is not None and (written in known or written == kept):
            return known.get(written, written), False
        return None, linked is not None


def picker(text: Text, translation: Translation, *more: object) -> Picker:
    """For what belongs to a sentence and to all that is `more` (an attention, a stack)."""
    return Picker(text, (translation.model, translation.source.text, translation.predicted, *more))


def move(name: str, index: int) -> None:
    """For a click: what `Picker` finds chosen in the next run, of what is counted from 1."""
    st.session_state[name] = index + 1


def numbers_from_one(count: int) -> list[str]:
    """The names of what has none: 1..count."""
    return [str(i + 1) for i in range(count)]


def _choices() -> dict[str, _Shown]:
    choices: dict[str, _Shown] = st.session_state.setdefault(SHOWN, {})
    return choices


def sharp_head(translation: Translation, kind: Kind, layer: int) -> int:
    """The sharpest head of a layer."""
    return sharpest_head(translation.attention(kind)[layer], sides(translation, kind)[1])


def pick_kind(text: Text, usual: Kind = "cross", *, said: bool = True) -> Kind:
    """Which of the three attentions; the same control, name and address on every page."""
    names = text.each("words.kind_*", "encoder", "decoder", "cross")
    return cast("Kind", choices.segments(text, "kind", text("words.kind"), names, usual, said=said))


def pick_head(text: Text, translation: Translation, kind: Kind) -> tuple[Picker, int, int]:
    """Layer and head of an attention, and the picker for what is chosen in it.

    First the last layer and, of a layer, the sharpest head.
    """
    pick = picker(text, translation, kind)
    layers, heads = translation.attention(kind).shape[:2]
    layer = pick.segments("layer", text("words.layer"), numbers_from_one(layers), layers - 1)
    start = sharp_head(translation, kind, layer)
    return pick, layer, pick.segments("head", text("words.head"), numbers_from_one(heads), start)


def pick_map(
    pick: Picker, layers: int, heads: int, telling: Callable[[int], int] | None = None
) -> tuple[int, int | None]:
    """(layer, head) of a map, head None for the mean of all; at first the last layer's `telling`
    head, without one its mean.
    """
    text = pick.text
    layer = pick.segments("layer", text("words.layer"), numbers_from_one(layers), layers - 1)
    names = [text("words.mean"), *numbers_from_one(heads)]
    start = 0 if telling is None else telling(layer) + 1
    head = pick.segments("head", text("words.head"), names, start, first=0)
    return layer, head - 1 if head else None


def row_names(text: Text, translation: Translation, kind: Kind) -> list[str]:
    """The asking places by name; in the decoder what was fed and what is written there."""
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
    """Of a head (Q, K) the row that opens the page: the farthest look, or the strongest at an
    ordinary token."""
    if kind == "cross":
        return start_step(translation)
    keys = sides(translation, kind, predicted=False)[1].tokens
    best = [float(row[strongest_ordinary(row, keys)]) for row in weights]
    return int(np.argmax(best))


def start_step(translation: Translation) -> int:
    """The step whose strongest look goes farthest against the order of the source.

    Mean over the heads of the last layer; the end token is no look, it is a rest. This is the step
    where a translation cannot be made word by word.
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
    """The head that opens a page: clear about where it looks, yet not all in one cell.

    Its strongest weight on an ordinary token is closest to TELLING: in the row that opens the page
    of cross-attention, in the mean over all rows elsewhere.
    """
    keys = sides(translation, kind, predicted=False)[1].tokens
    weights = translation.attention(kind)[layer]
    if kind == "cross":
        weights = weights[:, [start_step(translation)]]
    strongest = [[float(row[strongest_ordinary(row, keys)]) for row in head] for head in weights]
    return int(np.abs(np.mean(strongest, axis=1) - TELLING).argmin())


def strongest_ordinary(row: NDArray[np.floating], keys: Sequence[str]) -> int:
    """The key with the most weight that is a word or part of one (any key where none is)."""
    allowed = np.array([is_ordinary(token) for token in keys])
    if not (row * allowed).any():
        return int(row.argmax())
    return int(np.where(allowed, row, -1.0).argmax())


KINDS: tuple[Kind, ...] = get_args(Kind)


def sides(translation: Translation, kind: Kind, predicted: bool | None = None) -> tuple[Side, Side]:
    """Tokens along the rows and along the columns of a map.

    Rows of the decoder carry what is written there (`predicted`), or what was fed; unless told, a
    cross map names what is written.
    """
    source = Side(translation.source.tokens, translation.source.words)
    if kind == "encoder":
        return source, source
    fed = Side(translation.fed_tokens, (-1, *translation.predicted_words[:-1]))
    written = Side(translation.predicted_tokens, translation.predicted_words)
    rows = written if predicted or (predicted is None and kind == "cross") else fed
    return rows, (source if kind == "cross" else fed)


def axis_words(text: Text, kind: Kind, predicted: bool | None = None) -> AxisWords:
    """Titles and colours of the two sides of a map; its rows and columns are those of `sides`."""
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

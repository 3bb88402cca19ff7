"""Controls of chapters, declared as data: choices, sliders, switches, fields, places.

A declaration is made once, at the top of a module, and is then in `DECLARED`: what writes an
address (the story line, links, lessons) is held to what it says. Where the figure asks for it,
`draw` draws the control and returns a valid value whatever the address contains; an invalid one is
reported once.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Literal, Self, TypeVar

import streamlit as st

from explainer.engine import MAX_CHARS
from explainer.frame import address
from explainer.frame.params import real, whole
from explainer.text import Text, strings

T = TypeVar("T")
Option = TypeVar("Option", bound=str | float)
Number = TypeVar("Number", int, float)
Width = int | Literal["stretch"]  # in pixels, or the full width

DECLARED: Final[dict[str, Control[Any] | Place]] = {}  # of all imported modules, by name


class Labelled:
    """Has the label of the text `key`, and perhaps the help of `<key>_help`."""

    key: str

    def label(self, text: Text, **holes: object) -> str:
        """Return the text of the label."""
        return text(self.key, **holes) if "." in self.key else self.key

    def help(self, text: Text, **holes: object) -> str | None:
        """Return the text of the help, if there is one."""
        key = f"{self.key}_help"
        return text(key, **holes) if key in strings(text.lang) else None


class Place(Labelled, str):
    """The name of what depends on the sentence or model: a token, a step, a head, an order.

    Its page reads it, mostly with a `frame.pickers.Picker`; label and help as of a `Control`.
    """

    def __new__(cls, name: str, says: str = "") -> Self:
        place = super().__new__(cls, name)
        place.key = says or name.replace("_", ".", 1)
        DECLARED[name] = place
        return place


@dataclass(frozen=True)
class Control(Labelled, Generic[T]):
    """Something that a reader sets, in the address under its `name`, `<chapter>_<what>`.

    Its label is the text `<chapter>.<what>`, or the text or symbol that it `says`; its help, if
    there is one, ends with `_help`. Raises ValueError if another control has the name.
    """

    name: str
    usual: T | None = field(default=None, kw_only=True)
    says: str = field(default="", kw_only=True)

    def __post_init__(self) -> None:
        if DECLARED.setdefault(self.name, self) != self:
            raise ValueError(f"two controls are called {self.name!r}")

    @property
    def key(self) -> str:  # type: ignore[override]  # of its name
        """Key of its text, or the text itself: `says`, or from the name."""
        return self.says or self.name.replace("_", ".", 1)

    def read(self, written: str) -> T | None:
        """Return a value of the address; None if it is not valid."""
        raise NotImplementedError

    def first(self, usual: T | None) -> T:
        """Return where it stands if nobody has set it: `usual`, or as declared."""
        found = self.usual if usual is None else usual
        assert found is not None, self.name
        return found

    def in_drawing(self, text: Text, usual: T | None = None, of: Hashable = None) -> T:
        """Return the value chosen in a drawing, whose callback sets the session's `name`.

        Since it is not a widget, Streamlit does not drop it when the reader leaves the page. `of`
        is what it was chosen for: if that changes, the value is the usual one again.
        """
        usual = self.first(usual)
        seen, about = f"{self.name}_visit", f"{self.name}_of"
        if st.session_state.get(seen) != address.visit():
            st.session_state.pop(self.name, None)
            st.session_state[seen] = address.visit()
        elif st.session_state.get(about) != of and not address.went_back():
            st.session_state[self.name] = usual
        st.session_state[about] = of
        value = _seed(text, self.name, usual, self.read)
        address.keep(self.name, value, usual)
        return value


@dataclass(frozen=True)
class OneOf(Control[Option]):
    """One of `options`, at first `usual`, or the first; those of a model are given when drawn.

    The name of an option is the text `<label>_<option>`, without one the option. `listed`: a select
    box; unless `said`, only screen readers get the label; `wide`: in the full width.
    """

    options: Sequence[Option] = ()
    listed: bool = field(default=False, kw_only=True)
    said: bool = field(default=True, kw_only=True)
    wide: bool = field(default=False, kw_only=True)

    def read(self, written: str) -> Option | None:
        return next(
            (option for option in self.options if address.to_param(option) == written), None
        )

    def first(self, usual: Option | None) -> Option:
        return super().first(self.options[0] if usual is None and self.usual is None else usual)

    def names(self, text: Text) -> dict[Option, str]:
        """Return the displayed name of each option."""
        keys = {option: f"{self.key}_{option}" for option in self.options}
        told = strings(text.lang).keys() & keys.values()
        return {
            one: text(key) if key in told else address.to_param(one) for one, key in keys.items()
        }

    def draw(
        self,
        text: Text,
        names: Mapping[Option, str] | None = None,
        usual: Option | None = None,
        **holes: object,
    ) -> Option:
        """Draw the control; `names` of other options than the declared ones, or other names."""
        shown = self.names(text) if names is None else names
        first = next(iter(shown)) if usual is None and not self.options else self.first(usual)
        written = {address.to_param(option): option for option in shown}
        if _seed(text, self.name, first, written.get) not in shown:  # of another model or sentence
            st.session_state[self.name] = first
        label, help = self.label(text, **holes), self.help(text, **holes)
        spoken = shown.__getitem__
        if self.listed:
            options = list(shown)
            picked: Option | None = st.selectbox(
                label, options, key=self.name, format_func=spoken, help=help
            )
        else:
            picked = st.segmented_control(
                label,
                tuple(shown),
                required=True,
                key=self.name,
                format_func=spoken,
                help=help,
                label_visibility="visible" if self.said else "collapsed",
                width="stretch" if self.wide else "content",
            )
        address.keep(self.name, picked, first)
        return first if picked is None else picked


@dataclass(frozen=True)
class Several(Control[Sequence[str]]):
    """Any of the options that are given when drawn; joined by dots in the address, 0 for none."""

    def read(self, written: str) -> Sequence[str]:
        return re.split(r"[.-]", written)

    def draw(
        self, text: Text, names: Mapping[str, str], usual: Collection[str] = ()
    ) -> tuple[str, ...]:
        """Draw the control and return what is chosen, in the order of the `names`."""

        def in_order(chosen: Collection[str]) -> list[str]:
            return [name for name in names if name in chosen]

        first = in_order(usual)
        value = address.seed(self.name, first, lambda written: in_order(self.read(written)))
        picked = in_order(
            st.pills(
                self.label(text),
                list(names),
                selection_mode="multi",
                default=value,
                key=self.name,
                format_func=names.__getitem__,
            )
        )
        address.keep(self.name, ".".join(picked) or address.NO, ".".join(first) or address.NO)
        return tuple(picked)


@dataclass(frozen=True)
class Slider(Control[Number]):
    """A number `low`..`high` inclusive, or to a model's limit; integers by 1, others by `step`.

    `typed`: in a field of this width. Label and help may name {low} and {high}.
    """

    low: Number
    high: Number | None = None
    step: Number | None = None
    typed: Width | None = field(default=None, kw_only=True)

    def read(self, written: str) -> Number | None:
        return self._within(written, self.low, sys.maxsize if self.high is None else self.high)

    @staticmethod
    def _within(written: str, low: Number, high: Number) -> Number | None:
        if isinstance(low, int):
            return int(written) if whole(low, int(high))(written) else None
        return float(written) if real(low, high)(written) else None

    def draw(
        self,
        text: Text,
        usual: Number | None = None,
        high: Number | None = None,
        **holes: object,
    ) -> Number:
        """Draw the slider, none if one value alone is possible; `high` is a model's own limit."""
        name, low = self.name, self.low
        top: Number = next(limit for limit in (high, self.high) if limit is not None)
        first = self.first(usual)
        value = _seed(text, name, first, lambda written: self._within(written, low, top))
        if high is not None:
            value = st.session_state[name] = min(max(value, low), top)
        if low == top:
            address.keep(name, low, low)  # removes a stale value of another range from the URL
            return low
        holes = {"low": low, "high": f"{top:,}", **holes}
        label, help = self.label(text, **holes), self.help(text, **holes)
        if self.typed is None:
            value = st.slider(label, low, top, value, self.step, key=name, help=help)
        else:
            width = self.typed
            value = st.number_input(
                label, low, top, step=self.step, key=name, help=help, width=width
            )
        address.keep(name, value, first)
        return value


@dataclass(frozen=True)
class Switch(Control[bool]):
    """Something that is on or, at first, off."""

    def read(self, written: str) -> bool | None:
        return address.switch(written)

    def draw(self, text: Text, usual: bool | None = None) -> bool:
        first = bool(self.usual) if usual is None else usual
        _seed(text, self.name, first, self.read)
        on = st.toggle(self.label(text), key=self.name, help=self.help(text))
        address.keep(self.name, on, first)
        return on


@dataclass(frozen=True)
class Field(Control[str]):
    """A line of `most` characters; unless `said`, only screen readers get the label."""

    most: int = field(default=MAX_CHARS, kw_only=True)
    said: bool = field(default=True, kw_only=True)

    def read(self, written: str) -> str | None:
        return written[: self.most]

    def draw(self, text: Text, usual: str, width: Width = "stretch", **holes: object) -> str:
        address.seed_text(self.name, usual, self.read)
        value = st.text_input(
            self.label(text),
            key=self.name,
            max_chars=self.most,
            width=width,
            help=self.help(text, **holes),
            autocomplete="off",
            label_visibility="visible" if self.said else "collapsed",
        )
        address.keep(self.name, value, usual)
        return value


@dataclass(frozen=True)
class Drawn(Control[T]):
    """A value that is chosen in a drawing alone; `reads` gives None for what is not valid."""

    reads: Callable[[str], T | None]

    def read(self, written: str) -> T | None:
        return self.reads(written)


def _seed(text: Text, key: str, default: T, read: Callable[[str], T | None]) -> T:
    """Call `address.seed` and report an invalid value in the URL."""
    if address.url_wins(key):
        written = st.query_params.get(key)
        if written is not None and read(written) is None:
            address.say_ignored(text, key)
    return address.seed(key, default, read)

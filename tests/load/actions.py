"""What a student does next: another control, another step or head, a new sentence, another page."""

import json
import math
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from streamlit.proto.ButtonGroup_pb2 import ButtonGroup
from streamlit.proto.Common_pb2 import DoubleArray, StringArray
from streamlit.proto.Slider_pb2 import Slider

from tests.load.protocol import Control, State, Tab
from tests.load.sentences import POOL, unseen
from tests.load.visitor import Visitor

CONTROL, PLACE, SENTENCE, PAGE = "control", "step or head", "sentence", "page"
# Of a hundred actions. At one in five seconds a student then changes the page and the sentence
# about once a minute each. Where a page does not offer the kind that is drawn, the first of these
# that it offers is done.
MIX: Final[Mapping[str, int]] = {PLACE: 24, CONTROL: 60, PAGE: 8, SENTENCE: 8}
# How a trigger of a components-v2 component is named on the wire.
TRIGGER: Final = "$$STREAMLIT_INTERNAL_KEY_{}__events"


@dataclass(frozen=True)
class Change:
    """A widget's new value, and the fragment it belongs to."""

    widget: str
    state: State
    fragment: str


def choose(tab: Tab, chance: Random, stays: bool = False) -> tuple[str, Change | None]:
    """A kind of action by MIX that the page offers, with the change for the first two kinds.

    Who `stays` opens no other page.
    """
    kinds = [kind for kind in MIX if not (stays and kind == PAGE)]
    wanted = chance.choices(kinds, [MIX[kind] for kind in kinds])[0]
    for kind in (wanted, *kinds):
        if kind == PLACE and (change := new_place(tab, chance)) is not None:
            return PLACE, change
        if kind == CONTROL and (change := new_value(tab, chance)) is not None:
            return CONTROL, change
        if kind == PAGE and tab.links:
            return PAGE, None
        if kind == SENTENCE and any(c.key == "s" for c in tab.controls.values()):
            return SENTENCE, None
    raise LookupError("a page that offers nothing to do")


def act(
    visitor: Visitor, chance: Random, own: bool = False, stays: bool = False
) -> tuple[str, Awaitable[float]]:
    """Its kind, and the doing: seconds until the script has finished. Raises Lost.

    `own`: sentences that nobody else writes.
    """
    tab = visitor.tab
    kind, change = choose(tab, chance, stays)
    if change is not None:
        return kind, visitor.use(change.widget, change.state, change.fragment)
    if kind == SENTENCE:
        sentence = unseen(chance.randrange(10**6)) if own else chance.choice(POOL)
        return kind, visitor.write(sentence)
    others = [link for link in tab.links if link.page_hash != tab.page_hash]
    return kind, visitor.follow(chance.choice(others))


def new_value(tab: Tab, chance: Random) -> Change | None:
    """Another value of some control inside a fragment."""
    found = [c for c in tab.controls.values() if c.fragment and c.kind in VALUES]
    chance.shuffle(found)
    for control in found:
        state = VALUES[control.kind](control, tab.shown.get(control.id), chance)
        if state is not None:
            return Change(control.id, state, control.fragment)
    return None


def new_place(tab: Tab, chance: Random) -> Change | None:
    """Another step, layer and head of a drawing, where the page has one to click in."""
    for control in tab.controls.values():
        if control.kind == "bidi_component" and control.fragment:
            name = control.element.bidi_component.component_name
            for component, move in PLACES.items():
                if name.endswith(component):
                    return move(control, chance)
    return None


def data_of(control: Control) -> Mapping[str, Any]:
    """What the program sent to a component."""
    return json.loads(control.element.bidi_component.bytes)


def _chosen(control: Control, choice: dict[str, object]) -> Change:
    """A press in a drawing is told as a trigger."""
    told = [{"event": "choice", "value": {**choice, "number": 1}}]
    state = State(json_trigger_value=json.dumps(told))
    return Change(TRIGGER.format(control.id), state, control.fragment)


def _in_flow(control: Control, chance: Random) -> Change:
    """The drawing of the first page tells its step, layer and head; a head of 0 is their mean."""
    data = data_of(control)["data"]
    choice = {
        "origin": data["origin"],
        "at": chance.randrange(len(data["predicted"])),
        "layer": chance.randrange(data["layers"]["decoder"]),
        "head": chance.choice(data["sent"]),
    }
    return _chosen(control, choice)


def _in_grid(control: Control, chance: Random) -> Change:
    told = data_of(control)["data"]["told"]
    return _chosen(control, {"at": [chance.randrange(len(told)), chance.randrange(len(told[0]))]})


PLACES: Final[Mapping[str, Callable[[Control, Random], Change]]] = {
    "flow": _in_flow,
    "headgrid": _in_grid,
}


def _segments(control: Control, shown: State | None, chance: Random) -> State | None:
    group = control.element.button_group
    names = [f"{option.content_icon} {option.content}".strip() for option in group.options]
    start = list(group.raw_values) if group.set_value else [names[i] for i in group.default]
    now = list(shown.string_array_value.data) if shown else start
    others = [name for name in names if name not in now]
    if group.disabled or not others:
        return None
    picked = [chance.choice(others)]
    if group.click_mode == ButtonGroup.MULTI_SELECT:
        picked = [*now, *picked]
    return State(string_array_value=StringArray(data=picked))


def _select(control: Control, shown: State | None, chance: Random) -> State | None:
    box = control.element.selectbox
    options = list(box.options)
    start = box.raw_value if box.set_value else "".join(options[box.default : box.default + 1])
    now = shown.string_value if shown else start
    others = [option for option in options if option != now]
    return None if box.disabled or not others else State(string_value=chance.choice(others))


def _slider(control: Control, shown: State | None, chance: Random) -> State | None:
    slider = control.element.slider
    stops = math.floor((slider.max - slider.min) / slider.step + 1e-9) if slider.step else 0
    if slider.disabled or stops < 1 or len(slider.default) != 1:
        return None
    value = min(slider.max, slider.min + chance.randint(0, stops) * slider.step)
    if slider.type == Slider.SELECT_SLIDER:  # its numbers are places among its words
        return State(string_array_value=StringArray(data=[slider.options[int(value)]]))
    return State(double_array_value=DoubleArray(data=[value]))


def _switch(control: Control, shown: State | None, chance: Random) -> State | None:
    box = control.element.checkbox
    start = box.value if box.set_value else box.default
    now = shown.bool_value if shown else start
    return None if box.disabled else State(bool_value=not now)


VALUES: Final[Mapping[str, Callable[[Control, State | None, Random], State | None]]] = {
    "button_group": _segments,
    "selectbox": _select,
    "slider": _slider,
    "checkbox": _switch,
}

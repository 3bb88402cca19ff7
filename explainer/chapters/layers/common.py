"""Controls and names the views of the page of the layers share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from explainer.analysis.residual import add_name
from explainer.analysis.stack import SUBLAYERS
from explainer.frame import chapter
from explainer.frame.choices import OneOf, Place
from explainer.frame.pickers import Picker, numbers_from_one

if TYPE_CHECKING:
    from streamlit.elements.lib.mutable_expander_container import ExpanderContainer

    from explainer.engine import Translation
    from explainer.frame.view import View
    from explainer.text import Text


DEPTH = OneOf("layers_depth", (3, 6, 12), usual=12)  # of the untrained models
STACK = OneOf("layers_stack", ("encoder", "decoder"))
PART = OneOf[str]("layers_part")
TOKEN, STEP = Place("layers_token"), Place("layers_step")
LAYER = Place("layers_layer", "words.layer")
TONE: Final = {"encoder": "source", "decoder": "target"}  # of the palette


def second_figure(title: str, line: str, key: str) -> ExpanderContainer:
    """Below the lead figure of a view: a fold, to be filled where it is `open`."""
    place = chapter.fold(title, key)
    if place.open:
        place.caption(line)
    return place


def norm_place(view: View) -> str:
    """ "post" or "pre", from the model's card."""
    return str(view.card["model"]["norm"])


def residual_code(view: View) -> tuple[str, str]:
    """Our lines that add and normalise, as this model does it."""
    name = "PreNorm.forward" if norm_place(view) == "pre" else "PostNorm.forward"
    return "explainer.model.layers", name


def stream_shapes(
    text: Text, translation: Translation, stack: str, places: Sequence[tuple[int, str]]
) -> None:
    """What the last two sub-layers of a stack add, the sum and the norm."""
    axis = "S" if stack == "encoder" else "T"
    rows = []
    for layer, part in places[-2:]:
        add = add_name(stack, layer, part)
        for name in (f"{stack}.{layer}.{part}.out", f"{add}.sum", f"{add}.norm"):
            rows.append((name, f"B, {axis}, d_model", (1, *translation.trace[name].shape)))
    chapter.shapes(text, rows)


def tokens_of(translation: Translation, stack: str) -> tuple[str, ...]:
    """What stands at the positions of a stack: source tokens, or the tokens fed."""
    return translation.source.tokens if stack == "encoder" else translation.fed_tokens


def pick_token(pick: Picker, translation: Translation, stack: str) -> int:
    """A position of the stack, from 0; the second to begin with."""
    return pick_of(pick, TOKEN, tokens_of(translation, stack))


def pick_of(pick: Picker, name: Place, tokens: Sequence[str]) -> int:
    """A place among `tokens`, from 0."""
    names = [f"{i} · {token}" for i, token in enumerate(tokens, start=1)]
    return pick.select(name, names, first_place(tokens))


def first_place(tokens: Sequence[object]) -> int:
    """Where the page opens: the second of several."""
    return min(1, len(tokens) - 1)


def pick_layer(pick: Picker, count: int) -> int:
    """A layer, from 0; the last to begin with."""
    return pick.segments(LAYER, numbers_from_one(count), count - 1)


def pick_sublayer(text: Text, stack: str) -> str:
    """A sub-layer of the stack, the feed-forward part to begin with."""
    names = text.each("layers.*", "self_attn", "cross_attn", "ffn")
    own = {part: names[part] for part in SUBLAYERS[stack]}
    return PART.draw(text, own, "ffn")


def layer_names(text: Text, count: int) -> list[str]:
    """The embedded tokens and the layers, for an axis."""
    return [
        text("layers.river.embedded"),
        *(text("layers.river.layer", layer=i + 1) for i in range(count)),
    ]

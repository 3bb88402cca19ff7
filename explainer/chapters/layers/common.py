"""Controls and names shared by the views of the layers page."""

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
    """Draw a fold below the first figure, to be filled if it is `open`."""
    place = chapter.fold(title, key)
    if place.open:
        place.caption(line)
    return place


def norm_place(view: View) -> str:
    """Return "post" or "pre" from the model's card."""
    return str(view.card["model"]["norm"])


def residual_code(view: View) -> tuple[str, str]:
    """Return the code that adds and normalises, as this model does it."""
    name = "PreNorm.forward" if norm_place(view) == "pre" else "PostNorm.forward"
    return "explainer.model.layers", name


def stream_shapes(
    text: Text, translation: Translation, stack: str, places: Sequence[tuple[int, str]]
) -> None:
    """Draw shapes of a stack's last two sub-layers: updates, sums and norms."""
    axis = "S" if stack == "encoder" else "T"
    rows = []
    for layer, part in places[-2:]:
        add = add_name(stack, layer, part)
        for name in (f"{stack}.{layer}.{part}.out", f"{add}.sum", f"{add}.norm"):
            rows.append((name, f"B, {axis}, d_model", (1, *translation.trace[name].shape)))
    chapter.shapes(text, rows)


def tokens_of(translation: Translation, stack: str) -> tuple[str, ...]:
    """Return the tokens at a stack's positions: the source, or those fed."""
    return translation.source.tokens if stack == "encoder" else translation.fed_tokens


def pick_token(pick: Picker, translation: Translation, stack: str) -> int:
    """Return a position of the stack, from 0; by default the second."""
    return pick_of(pick, TOKEN, tokens_of(translation, stack))


def pick_of(pick: Picker, name: Place, tokens: Sequence[str]) -> int:
    """Return a position among `tokens`, from 0."""
    names = [f"{i} · {token}" for i, token in enumerate(tokens, start=1)]
    return pick.select(name, names, default_position(tokens))


def default_position(tokens: Sequence[object]) -> int:
    """Return the default position: the second if there are several."""
    return min(1, len(tokens) - 1)


def pick_layer(pick: Picker, count: int) -> int:
    """Return a layer, from 0; by default the last."""
    return pick.segments(LAYER, numbers_from_one(count), count - 1)


def pick_sublayer(text: Text, stack: str) -> str:
    """Draw the choice of a stack's sub-layer; the feed-forward one by default."""
    names = text.each("layers.*", "self_attn", "cross_attn", "ffn")
    own = {part: names[part] for part in SUBLAYERS[stack]}
    return PART.draw(text, own, "ffn")


def layer_names(text: Text, count: int) -> list[str]:
    """Name the embedding and the layers, for an axis."""
    return [
        text("layers.river.embedded"),
        *(text("layers.river.layer", layer=i + 1) for i in range(count)),
    ]

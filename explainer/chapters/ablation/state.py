"""The reader's switches on the bench. In the URL, layer and head count from 1, and 0 means all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import streamlit as st

from explainer.analysis.interventions import ATTENTION_KINDS, OF_HEADS, OF_STACK, Intervention
from explainer.analysis.maps import SPECIAL
from explainer.chapters.ablation.switches import EVERY as EVERY_LAYER
from explainer.chapters.ablation.switches import Switch
from explainer.data.samples import examples_of
from explainer.frame import address, sentence_warnings
from explainer.frame.choices import Field, OneOf, Place, Slider
from explainer.frame.pickers import Picker, numbers_from_one
from explainer.frame.view import View
from explainer.runs import registry
from explainer.runs.resources import Changes, Ids
from explainer.text import Text

EVERY = "0"
MOST = 3.0  # times the model's own scaling
MEMORY = "memory"


@dataclass(frozen=True)
class Bench:
    """Settings of the bench; `kind` is an intervention's, or MEMORY."""

    kind: str
    changes: Changes
    memory: Ids | None = None


def switch_off(part: Switch) -> None:
    """Switch this part off, and no other (button callback)."""
    stack = "ablation_stack" if part.kind == "attention" else "ablation_side"
    address.give("ablation_kind", part.kind)
    address.give(stack, part.stack)
    address.give("ablation_layer", None if part.layer == EVERY_LAYER else str(part.layer + 1))


KIND = OneOf(
    "ablation_kind",
    (
        *("attention", "head", "ffn", "residual", "positions", "embedding_factor", "scaling"),
        *("uniform", "unmask", MEMORY),
    ),
    listed=True,
)
HEAD, HEADS = Place("ablation_head", "words.head"), Place("ablation_heads", "words.head")
LAYER = Place("ablation_layer", "words.layer")
STACK = OneOf[str]("ablation_stack", says="ablation.where")
SIDE = OneOf[str]("ablation_side", says="ablation.where")
FACTOR = Slider("ablation_factor", 0.0, MOST, 0.1, usual=0.1)
OTHER = Field("ablation_other")


def stack_names(text: Text) -> dict[str, str]:
    return text.each("ablation.*", "encoder", "decoder", "cross")


def read_bench(view: View) -> Bench | None:
    """Draw the controls of the bench; None if the other sentence cannot be used."""
    text = view.text
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        kind = KIND.draw(text)
        if kind == MEMORY:
            return _other_sentence(view)
        stack = _stack(text, kind)
        sizes = view.card["model"]
        pick = Picker(text, (view.translator_name,))
        layer = 0 if kind in OF_STACK else _layer(pick, sizes, stack)
        head = 0
        if kind in OF_HEADS:
            heads = [text("ablation.every"), *numbers_from_one(sizes["n_heads"])]
            one = kind == "head"
            head = pick.select(HEAD if one else HEADS, heads, 1 if one else 0, first=0)
    value = 0.0
    if kind == "scaling":
        value = FACTOR.draw(text)
    where = "" if stack == EVERY else stack
    return Bench(kind, (Intervention(kind, where, layer - 1, head - 1, value),))


def _stack(text: Text, kind: str) -> str:
    names = stack_names(text)
    if kind not in ATTENTION_KINDS:
        del names["cross"]
        every = {EVERY: text("ablation.both_stacks"), **names}
        return SIDE.draw(text, every)
    if kind == "unmask":  # only the decoder's own attention has a mask to take away
        return "decoder"
    every = {EVERY: text("ablation.everywhere"), **names}
    return STACK.draw(text, every, "cross")


def _layer(pick: Picker, sizes: dict[str, Any], stack: str) -> int:
    layers = {"encoder": sizes["n_encoder_layers"], "decoder": sizes["n_decoder_layers"]}
    count = min(layers.values()) if stack == EVERY else layers.get(stack, layers["decoder"])
    names = [pick.text("ablation.every"), *numbers_from_one(count)]
    return pick.select(LAYER, names, 0, first=0)


def _other_sentence(view: View) -> Bench | None:
    """Return the reader's other sentence; by default another of the examples."""
    translation = view.translation
    from explainer.engine import InputError

    text = view.text
    sentences = [sample.text for sample in examples_of(view.card)]
    start = next((one for one in sentences if one != translation.source.text), "")
    written = OTHER.draw(text, start, 340)
    model = registry.model_of(translation.model)
    try:
        ids = model.source_with_eos(written)
    except InputError as problem:
        st.warning(sentence_warnings.refusal(text, problem), icon=":material/edit:")
        return None
    return Bench(MEMORY, (), ids)


def ordinary(tokens: tuple[str, ...]) -> list[int]:
    """Return the positions of tokens that are not special."""
    return [i for i, token in enumerate(tokens) if token not in SPECIAL]

"""The same pass with PyTorch's own layers."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final

import streamlit as st

from explainer.analysis.one_file import fits_card
from explainer.analysis.twin_layers import Slot, TwinPass
from explainer.chapters.program.faults import written_by
from explainer.chapters.program.slots import Joint, Level, slots
from explainer.chapters.program.tensors import packed
from explainer.frame import chapter, choices
from explainer.frame.pickers import picker
from explainer.frame.view import View
from explainer.runs.program import in_torch, weights_in_torch, with_fault
from explainer.runs.registry import model_of
from explainer.text import Text
from explainer.text.numbers import decimal, power

TWIN: Final = "explainer.analysis.torch_twin"
ROLES: Final = {"q_proj": "q", "k_proj": "k", "v_proj": "v"}
ASKED: Final = ("query", "key", "value")  # what PyTorch calls its arguments
LAYER: Final = "program_torch_layer"


def draw_libraries(view: View) -> None:
    """A layer of ours beside PyTorch's with what was not said to it."""
    text = view.text
    if not fits_card(view.card["model"]):
        st.info(text("program.variant"))
        return
    _draw_twin(view)
    chapter.code(text, TWIN, "torch_logits", "x: Tensor")
    chapter.more_code(text, TWIN, "as_torch")


def _draw_twin(view: View) -> None:
    text = view.text
    names = text.each("program.forget_*", "nothing", "order", "mask", "norm", "scale", "axis")
    forgot = text.each("program.forgot_*", "nothing", "order", "mask", "norm", "scale", "axis")
    with chapter.figure(text("program.twin"), text("program.twin_line")):
        forgotten = choices.segments(
            text, "program_forgotten", text("program.forget"), names, "nothing"
        )
        layers = view.card["model"]["n_encoder_layers"]
        ids = [f"{stack}{i + 1}" for stack in ("encoder", "decoder") for i in range(layers)]
        pick = picker(text, view.translation, "torch")
        layer = pick.one(LAYER, text("words.layer"), ids, "decoder1")
        stack, number = layer[:7], int(layer[7:])
        weights = weights_in_torch(view.translation, stack, number - 1, forgotten)
        joints = [_joint(text, weight) for weight in weights]
        places = [f"{joint.group}.{joint.name}".lstrip(".") for joint in joints]
        slot = f"program_{stack}_slot"
        telling = "cross_attn.k_proj" if stack == "decoder" else "self_attn.k_proj"
        chosen = pick.one(slot, text("program.slot"), places, telling)

        def go(pressed: tuple[str, int]) -> None:
            what, index = pressed
            st.session_state[LAYER if what == "layer" else slot] = (
                ids if what == "layer" else places
            )[index]

        _draw_slots(view, forgotten, joints, (ids.index(layer), places.index(chosen)), go)
        st.markdown(forgot[forgotten])


def _draw_slots(
    view: View,
    forgotten: str,
    joints: Sequence[Joint],
    chosen: tuple[int, int],
    go: Callable[[tuple[str, int]], None],
) -> None:
    text, done = view.text, in_torch(view.translation, forgotten)
    written = model_of(view.translator_name).tokenizer.decode(done.likely)
    slots(
        joints=joints,
        levels=_levels(text, view.card["model"]["n_encoder_layers"], done),
        chosen=chosen,
        outcome={
            "written": written,
            "loss": decimal(done.loss, 3),
            "error": done.error,
            "right": forgotten == "nothing",
        },
        words={
            **text.each("program.slot_*", "ours", "difference", "apart", "outcome", "stopped"),
            **text.each("program.slot_*", "size", "apart_key"),
            **text.each("program.stack_*", "encoder", "decoder"),
            "theirs": "nn.Transformer",
            "name": text("program.twin"),
            "loss": text("program.loss"),
        },
        dark=view.dark,
        key="program_slots",
        on_pick=go,
    )


def _joint(text: Text, slot: Slot) -> Joint:
    stack, layer, *inner, name, _ = slot.ours.split(".")
    group, role = (inner[0] if inner else ""), ROLES.get(name, "residual")
    last = slot.first + slot.shape[0]
    is_stacked = slot.rows != slot.shape[0]
    rows = f"[{slot.first}:{last}]" if is_stacked else ""
    fed = "memory" if group == "cross_attn" and role in ("k", "v") else "x"
    return Joint(
        role=role,
        group=group,
        name=name,
        their_group=group.replace("cross_attn", "multihead_attn"),
        their_name=rows if is_stacked else name,
        path=slot.ours,
        their_path=slot.theirs + rows,
        fed=fed if is_stacked else "",
        asked=ASKED[slot.first // slot.shape[0]] if is_stacked else "",
        shape=slot.shape,
        first=slot.first,
        rows=slot.rows,
        columns=slot.corner.shape[1],
        packed=packed(slot.corner),
        their_packed=packed(slot.their_corner),
        difference=power(slot.difference, 1),
        told=_told(text, name, fed),
    )


def _told(text: Text, name: str, fed: str) -> str:
    """What a weight is for."""
    if name == "k_proj":
        return text("program.slot_k_proj", fed=fed)
    if name == "v_proj":
        return text("program.slot_v_proj", fed=fed)
    told = text.each("program.slot_*", "q_proj", "out_proj", "linear1", "linear2")
    return (told | text.each("program.slot_*", "norm1", "norm2", "norm3"))[name]


def _levels(text: Text, layers: int, done: TwinPass) -> list[Level]:
    names = [(stack, str(i + 1)) for stack in ("encoder", "decoder") for i in range(layers)]
    names.append(("logits", text("program.logits")))
    levels = []
    for at, (stack, name) in enumerate(names):
        apart = done.differences[at] if at < len(done.differences) else None
        is_known = apart is not None and math.isfinite(apart)
        told = "–" if apart is None else _apart(apart, stack == "logits")
        levels.append(Level(stack, name, done.sizes[at], apart if is_known else None, told))
    return levels


def _apart(difference: float, exactly: bool) -> str:
    if not difference < 0.1:
        return decimal(difference, 1)
    return power(difference, int(exactly))


def draw_mistake(view: View) -> None:
    """Key and value exchanged: the shapes fit, so nothing complains."""
    text = view.text
    st.markdown(text("program.mistake_line"))
    if not fits_card(view.card["model"]):
        return
    outcome = with_fault(view.translation, "swapped")[1]
    st.code(written_by(view, outcome), language=None, wrap_lines=True)

"""The boxes of the drawing: names, shapes, formulas, code, and the pages they lead to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from explainer.analysis.stack import (
    Sizes,
    attention_parameters,
    ffn_parameters,
    norm_parameters,
)
from explainer.chapters.layers.chart_architecture import Block, Column
from explainer.frame.course import chapters
from explainer.text import Text


@dataclass(frozen=True)
class Box:
    """`kind` says what it is, `count` how many parameters one has, `times` how many there are."""

    id: str
    kind: str
    stack: str
    title: str
    long_name: str
    note: str
    count: int = 0
    times: int = 1
    skip: int = 0


@dataclass(frozen=True)
class PageLink:
    """A page, or a view of this page, that explains a box."""

    name: str
    page: str = ""
    view: str = ""
    params: Mapping[str, str] = field(default_factory=dict)


# Pages by kind of box; those that are not there are left out. "@" is a view of this page.
DOORS: Final[Mapping[str, tuple[tuple[str, Mapping[str, str]], ...]]] = {
    "ids": (("tokens", {}),),
    "embed": (("embeddings", {}), ("positions", {})),
    "self_attn": (("maps", {"kind": "encoder"}), ("cell", {"kind": "encoder"}), ("heads", {})),
    "masked": (("maps", {"kind": "decoder"}), ("masks", {}), ("cell", {"kind": "decoder"})),
    "cross_attn": (("maps", {"kind": "cross"}), ("cell", {"kind": "cross"}), ("lookup", {})),
    "ffn": (("@ffn", {}),),
    "add_norm": (("@norm", {}), ("@stream", {}), ("@gradient", {})),
    "norm": (("@norm", {}), ("@place", {})),
    "add": (("@stream", {}), ("@gradient", {})),
    "memory": (("maps", {"kind": "cross"}), ("ablation", {})),
    "linear": (("embeddings", {"embeddings_view": "row"}), ("@lens", {})),
    "softmax": (("translate", {}), ("@lens", {})),
}


def doors(text: Text, box: Box) -> list[PageLink]:
    names = {spec.id: text(spec.name) for spec in chapters()}
    views = view_names(text)
    links = []
    for target, params in DOORS[box.kind]:
        if target.startswith("@"):
            links.append(PageLink(views[target[1:]], view=target[1:]))
        elif target in names:
            links.append(PageLink(names[target], page=target, params=params))
    return links


def view_names(text: Text) -> dict[str, str]:
    return text.each("layers.view_*", "stack", "stream", "norm", "place", "ffn", "gradient", "lens")


def boxes(text: Text, sizes: Sizes, source: int, target: int) -> list[Box]:
    """All boxes from the bottom up, the encoder's first."""
    return [
        *_entry(text, sizes, "encoder", source),
        *_layer(text, sizes, "encoder", source, ("self_attn", "ffn")),
        *_last_norm(text, sizes, "encoder", source),
        _box(text, "memory", "memory", "encoder", _shape(source, sizes.d_model)),
        *_entry(text, sizes, "decoder", target),
        *_layer(text, sizes, "decoder", target, ("masked", "cross_attn", "ffn")),
        *_last_norm(text, sizes, "decoder", target),
        _box(
            text,
            "linear",
            "linear",
            "decoder",
            f"{_shape(target, sizes.vocab_size)} · {text('layers.shared')}",
        ),
        _box(text, "softmax", "softmax", "decoder", _shape(target, sizes.vocab_size)),
    ]


def _shape(*sizes: int) -> str:
    return f"({', '.join(map(str, sizes))})"


def _box(
    text: Text,
    id: str,
    kind: str,
    stack: str,
    note: str,
    *,
    count: int = 0,
    times: int = 1,
    skip: int = 0,
) -> Box:
    title = kind_name(text, kind)
    inside = kind not in ("memory", "linear", "softmax")
    side = text("layers.encoder" if stack == "encoder" else "layers.decoder")
    long_name = text("layers.box_of", side=side, name=title) if inside else title
    if count:
        many = f"{count:,} × {times}" if times > 1 else f"{count:,}"
        note = f"{note} · {many}"
    if id[-1].isdigit():
        long_name = f"{long_name} {id[-1]}"
    return Box(id, kind, stack, title, long_name, note, count, times, skip)


def _entry(text: Text, sizes: Sizes, stack: str, length: int) -> list[Box]:
    matrix = sizes.vocab_size * sizes.d_model if stack == "encoder" else 0
    table = sizes.positions * sizes.d_model
    note = _shape(length, sizes.d_model)
    if stack == "decoder":
        note += f" · {text('layers.shared')}"
    return [
        _box(text, f"{stack}.ids", "ids", stack, _shape(length)),
        _box(text, f"{stack}.embed", "embed", stack, note, count=matrix + table),
    ]


def _layer(text: Text, sizes: Sizes, stack: str, length: int, kinds: tuple[str, ...]) -> list[Box]:
    """Sub-layer, then add and norm; or norm, sub-layer, add where the norm comes first."""
    row: list[Box] = []
    times, note = sizes.layers(stack), _shape(length, sizes.d_model)
    for number, kind in enumerate(kinds, start=1):
        name = "self_attn" if kind == "masked" else kind
        ffn = kind == "ffn"
        count = (
            ffn_parameters(sizes.d_model, sizes.d_ff)
            if ffn
            else attention_parameters(sizes.d_model)
        )
        sub = _box(text, f"{stack}.{name}", kind, stack, note, count=count, times=times)
        norm = norm_parameters(sizes.d_model)
        many = {"count": norm, "times": times}
        if sizes.norm == "pre":
            row += [
                _box(text, f"{stack}.norm{number}", "norm", stack, note, **many),
                sub,
                _box(text, f"{stack}.add{number}", "add", stack, note, times=times, skip=2),
            ]
        else:
            add = f"{stack}.add{number}"
            row += [sub, _box(text, add, "add_norm", stack, note, **many, skip=1)]
    return row


def _last_norm(text: Text, sizes: Sizes, stack: str, length: int) -> list[Box]:
    if sizes.norm != "pre":
        return []
    note = _shape(length, sizes.d_model)
    count = norm_parameters(sizes.d_model)
    return [_box(text, f"{stack}.last", "norm", stack, note, count=count)]


def column(text: Text, sizes: Sizes, all_boxes: list[Box], stack: str) -> Column:
    """One stack's boxes for the drawing."""
    blocks = []
    for box in all_boxes:
        if box.stack != stack:
            continue
        slim = box.kind in ("add_norm", "norm", "add")
        title = f"{box.title} · {box.count:,}" if slim and box.count else box.title
        tone = {"encoder": "source", "decoder": "target"}[stack]
        tone = "memory" if box.kind == "memory" else "residual" if slim else tone
        inside = box.kind in ("self_attn", "masked", "cross_attn", "ffn") or (
            slim and not box.id.endswith(".last")
        )
        blocks.append(Block(box.id, title, box.note, tone, slim, inside, box.skip))
    return Column(blocks, text("layers.times", count=sizes.layers(stack)))


def kind_name(text: Text, kind: str) -> str:
    return text.each("layers.*", *DOORS)[kind]


def box_line(text: Text, box: Box) -> str:
    return text.each("layers.*_line", *DOORS)[box.kind]

"""What each decoding step computes and what it takes from the KV cache."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import streamlit as st

from explainer.analysis.decode_costs import cache_bytes, operations, step_operations
from explainer.analysis.stack import Sizes, sizes_of
from explainer.chapters.greedy.chart_cache import ABSENT, KEPT, NEW, Row, cells, growth
from explainer.chapters.greedy.state import Scene, read_scene
from explainer.frame import chapter
from explainer.frame.formula import thousands
from explainer.frame.symbols import SYMBOLS
from explainer.frame.view import View
from explainer.text import Text

PROJECTED: Final = ("q", "k", "v")


def draw_costs(view: View) -> None:
    """Draw the cache at this step and the costs of the whole output."""
    scene = read_scene(view)
    translation = view.translation
    text, step = view.text, scene.step + 1
    sizes = sizes_of(view.card["model"])
    source = len(translation.source)
    title = text("greedy.cells", step=step, total=len(scene.shown.ids))
    with chapter.figure(title, text("greedy.cells_line")):
        _cells(view, scene)
        _step_facts(view, sizes, source, step)
    with chapter.figure(text("greedy.growth"), text("greedy.growth_line")):
        _growth(view, sizes, source, scene)
    numbers, shapes = chapter.details()
    with numbers:
        chapter.formula(text, _equations(sizes, source, step))
    with shapes:
        _shapes(text, sizes, source, step)
        chapter.code(text, "explainer.model.cache", "LayerCache.step", "qkv_R3D", "x_RD =")


def _cells(view: View, scene: Scene) -> None:
    """Draw output positions on the left, source positions on the right."""
    translation = view.translation
    text, step = view.text, scene.step
    fed = (*translation.fed_tokens[:1], *scene.shown.tokens[:-1])
    ways = (text("greedy.with"), text("greedy.without"))
    states = (text("greedy.absent"), text("greedy.kept"), text("greedy.new"))
    left, right = st.columns([0.55, 0.45], gap="medium")
    with left:
        chapter.chart(
            cells(
                rows=own_rows(ways, step, len(fed)),
                labels=fed,
                states=states,
                label_title=text("greedy.fed"),
                label_colour="target_text",
                dark=view.dark,
            ),
            text("greedy.own_alt", step=step + 1, kept=step),
            "greedy_own",
            name=text("greedy.own"),
        )
    with right:
        chapter.chart(
            cells(
                rows=cross_rows(ways, step, len(translation.source)),
                states=states,
                labels=translation.source.tokens,
                label_title=text("greedy.source"),
                label_colour="source_text",
                dark=view.dark,
            ),
            text("greedy.cross_alt", step=step + 1),
            "greedy_cross",
            name=text("greedy.cross"),
        )
    st.caption(text("greedy.cells_legend"))


def own_rows(ways: tuple[str, str], step: int, count: int) -> list[Row]:
    """Return q, k and v of the output's positions at a step (from 0), with and without cache."""
    later = [ABSENT] * (count - step - 1)
    kept = {"q": ABSENT, "k": KEPT, "v": KEPT}  # nobody asks an old query again
    states = [[kept[name]] * step + [NEW, *later] for name in PROJECTED]
    again = [[NEW] * (step + 1) + later] * len(PROJECTED)
    return _rows(ways, PROJECTED, states, again)


def cross_rows(ways: tuple[str, str], step: int, count: int) -> list[Row]:
    """Return k and v of the memory: computed once, or at every step."""
    once = [[KEPT if step else NEW] * count] * 2
    return _rows(ways, PROJECTED[1:], once, [[NEW] * count] * 2)


def _rows(
    ways: tuple[str, str], names: Sequence[str], cached: list[list[int]], again: list[list[int]]
) -> list[Row]:
    return [
        Row(f"{name} · {way}", row, name)
        for way, rows in zip(ways, (cached, again), strict=True)
        for name, row in zip(names, rows, strict=True)
    ]


def _step_facts(view: View, sizes: Sizes, source: int, step: int) -> None:
    text = view.text
    fast, slow = (sum(step_operations(sizes, source, step, way).values()) for way in (True, False))
    with st.container(horizontal=True, gap="large"):
        st.metric(text("greedy.multiplications_with"), f"{fast:,}", width="content")
        st.metric(text("greedy.multiplications_without"), f"{slow:,}", width="content")
        st.metric(text("greedy.ratio"), f"{slow / fast:.2f}", width="content")
        st.metric(
            text("greedy.bytes"),
            kilobytes(cache_bytes(sizes, source + step)),
            width="content",
            help=text("greedy.bytes_help", one=kilobytes(cache_bytes(sizes, 1))),
        )


def kilobytes(count: int) -> str:
    return f"{count / 1024:,.1f} KiB"


def _growth(view: View, sizes: Sizes, source: int, scene: Scene) -> None:
    text, count = view.text, len(scene.shown.ids)
    slow, fast = (operations(sizes, source, count, cached) for cached in (False, True))
    chapter.chart(
        growth(
            tokens=scene.shown.tokens,
            without=slow.tolist(),
            cached=fast.tolist(),
            names=(text("greedy.without"), text("greedy.with")),
            token_title=text("greedy.token"),
            value_title=text("greedy.multiplications"),
            form=".3s",
            step=scene.step,
            dark=view.dark,
        ),
        text("greedy.growth_alt", without=f"{slow[-1]:,}", cached=f"{fast[-1]:,}"),
        "greedy_growth",
    )
    st.caption(
        text(
            "greedy.growth_facts",
            count=count,
            without=f"{slow[-1]:,}",
            cached=f"{fast[-1]:,}",
            times=f"{slow[-1] / fast[-1]:.2f}",
        )
    )


def _equations(sizes: Sizes, source: int, step: int) -> list[str]:
    """Return both counts with numbers, and the cache's size after the step."""
    d_, ff = SYMBOLS["d_model"], SYMBOLS["d_ff"]
    d, inner, layers, words = sizes.d_model, sizes.d_ff, sizes.n_decoder_layers, sizes.vocab_size
    fast, slow = (sum(step_operations(sizes, source, step, way).values()) for way in (True, False))
    each = 6 * d**2 + 2 * d * inner + 2 * d * (step + source)
    memory, numbers = rf" + 2NS{d_}^2", rf" + 2 \cdot {layers} \cdot {source} \cdot {d}^2"
    once = (memory, numbers) if step == 1 else ("", "")
    work, last = thousands(each), rf" + {d} \cdot {words}"
    size = cache_bytes(sizes, source + step)
    return [
        rf"c_{{{step}}} = 6{d_}^2 + 2{d_}{ff} + 2{d_}(T + S) = {work}",
        rf"M_{{{step}}}^{{\mathrm{{cache}}}} = N c_{{{step}}} + {d_}V{once[0]}"
        rf" = {layers} \cdot {work}{last}{once[1]} \\ & = {thousands(fast)}",
        rf"M_{{{step}}}^{{\mathrm{{all}}}} = N T c_{{{step}}} + {d_}V{memory}"
        rf" = {layers} \cdot {step} \cdot {work}{last} \\ & \quad{numbers} = {thousands(slow)}",
        rf"\mathrm{{bytes}} = 4 \cdot 2N{d_}\,(T + S)"
        rf" = 8 \cdot {layers} \cdot {d} \cdot {step + source} = {thousands(size)}",
    ]


def _shapes(text: Text, sizes: Sizes, source: int, step: int) -> None:
    heads, width = sizes.n_heads, sizes.d_model // sizes.n_heads
    now = (1, heads, 1, width)
    chapter.shapes(
        text,
        [
            ("q", "B, H, 1, d_k", now),
            ("k, v new", "B, H, 1, d_k", now),
            ("k, v cache", "B, H, T, d_k", (1, heads, step, width)),
            ("cross k, v", "B, H, S, d_k", (1, heads, source, width)),
            ("no cache: q", "B, H, T, d_k", (1, heads, step, width)),
        ],
        text("greedy.cost_shapes", layers=sizes.n_decoder_layers),
    )

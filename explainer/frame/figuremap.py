"""Minimap beside a chapter's title: which region of the first page's figure it is about.

A chapter declares it in `Chapter.magnifies`: a region of REGIONS, a group of GROUPS, or "" if none
applies. The prefix `kind:` before a kind of attention means that the page's control `kind` chooses
among the three and starts with that one. If a chapter's views show different regions,
`Chapter.views` names each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final
from urllib.parse import urlencode

import numpy as np
from numpy.typing import NDArray

from explainer.drawings import Choice, drawing
from explainer.frame import address, teaching
from explainer.frame.course import Chapter, chapter_of, chapters
from explainer.frame.navigation import ask, carried_values
from explainer.frame.view import View
from explainer.text import Text
from explainer.translation import Translation

FOLLOWS: Final = "kind:"
WHOLE: Final = "whole"  # link to the first page
LONGEST: Final = 4  # maximum digits of a step in the URL
BARS: Final = 4  # candidates drawn per step
FULL_SIDE: Final = 24  # maximum source tokens whose self-attention is drawn in full

Link = Mapping[str, str]


# Every region with the chapter that it links to and the URL parameters there. A region whose
# chapter is not installed has no link.
REGIONS: Final[Mapping[str, tuple[str, Mapping[str, str]]]] = {
    "tokens": ("tokens", {}),
    "embed": ("embeddings", {}),
    "positions": ("positions", {}),
    "encoder": ("heads", {"kind": "encoder"}),
    "layers": ("layers", {}),
    "heads": ("heads", {}),
    "memory": ("lookup", {}),
    "cross": ("cell", {"kind": "cross"}),
    "decoder": ("heads", {"kind": "decoder"}),
    "mask": ("masks", {}),
    "output": ("sampling", {}),
    "loop": ("greedy", {}),
}
MODEL: Final = "model"  # all regions
GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "model": (),
    "attention": ("encoder", "cross", "decoder"),
    "writing": ("output", "loop"),
    # A GRU encoder-decoder has a memory and decodes token by token, but has no attention.
    "recurrent": ("tokens", "embed", "memory", "output", "loop"),
    # BERT and vision Transformers: no decoder, no feedback loop.
    "encoder_only": ("tokens", "embed", "positions", "encoder", "layers", "heads", "output"),
    # GPT: no source or memory; attention only to earlier output.
    "decoder_only": ("embed", "positions", "decoder", "mask", "layers", "heads", "output", "loop"),
}
KINDS: Final = frozenset(GROUPS["attention"])  # values of the control `kind`, also regions


def lit(chapter: Chapter) -> tuple[str, ...]:
    """Return the regions highlighted when a chapter opens."""
    return (*regions_of(chapter.magnifies.removeprefix(FOLLOWS)), *_own(chapter))


def _own(chapter: Chapter) -> tuple[str, ...]:
    """Return the region named like the chapter, if its page follows the control `kind`."""
    return (chapter.id,) if follows(chapter) and chapter.id in REGIONS else ()


def regions_of(name: str) -> tuple[str, ...]:
    """Return the regions of a group, or the single region of this name."""
    if name == MODEL:
        return tuple(REGIONS)
    return GROUPS.get(name, (name,) if name else ())


def follows(chapter: Chapter) -> bool:
    """Return whether the control `kind` of the chapter's page selects its region."""
    return chapter.magnifies.startswith(FOLLOWS)


def places_of(chapter: Chapter, names: Mapping[str, str]) -> dict[str, Any]:
    """Return the regions highlighted for each value of the control `kind` or the page's view.

    With the URL parameter's name; `names` are the names of the regions.
    """
    if follows(chapter):
        own = _own(chapter)
        kinds = {kind: {"lit": (kind, *own), "told": names[kind]} for kind in sorted(KINDS)}
        return {"name": "kind", "of": kinds}
    views = {view: {"lit": regions_of(name), "told": names[name]} for view, name in chapter.views}
    return {"name": f"{chapter.id}_view", "of": views}


def destination(region: str, spec: Chapter) -> tuple[Chapter, Mapping[str, str]] | None:
    """Return the chapter and URL parameters that a region on the page `spec` links to, if any.

    A page that can show all three kinds of attention switches to the clicked one itself.
    """
    if region == WHOLE:
        first = chapters()[0]
        return None if spec == first else (first, {})
    if region in KINDS and follows(spec):
        return spec, {"kind": region}
    opens, params = REGIONS[region]
    chapter = chapter_of(opens)
    return None if chapter is None else (chapter, params)


def draw(text: Text, spec: Chapter, view: View, *, plain: bool = False) -> None:
    """Draw the map beside the title, except in presenter mode and embedded pages.

    A `plain` map shows no numbers of the model.
    """
    now = teaching.current()
    if now.present or now.embedded:
        return
    names = text.each("figuremap.*", *REGIONS, *GROUPS)
    told = spec.magnifies.removeprefix(FOLLOWS)
    written = address.value_of("step") or address.last_value("step") or "1"
    step = int(written) - 1 if written.isdecimal() and len(written) <= LONGEST else 0
    translation = None if plain else view.maybe_translation
    carried = None if now.hides("chapters") else tuple(carried_values().items())
    links = _links(text.lang, spec.id, carried)
    drawing(
        "figuremap",
        {
            "page": spec.id,
            "links": links,
            "lit": lit(spec),
            "told": names[told] if told else "",
            "places": places_of(spec, names),
            "figure": translation and figure_of(translation, max(0, step)),
        },
        words=text.section("drawings.figuremap"),
        key="whole_map",
        on_choice=lambda choice: go(choice, links, spec),
    )


def figure_of(translation: Translation, step: int) -> dict[str, Any]:
    """Return the figure's numbers at a step of a translation, or its last one, for `figure.js`.

    Attention is the mean over heads: the encoder's (L, H, S, S) in each layer, cross-attention's
    (L, H, T, S) in the last layer.
    """
    encoder, cross = translation.attention("encoder"), translation.attention("cross")
    hidden, at = teaching.hides("probabilities"), min(step, cross.shape[2] - 1)
    return {
        "encoder": len(encoder),
        "decoder": len(cross),
        "heads": cross.shape[1],
        "weights": _short(cross[-1, :, at].mean(axis=0)),
        "looks": _short(encoder.mean(axis=1)) if encoder.shape[-1] <= FULL_SIDE else None,
        "chances": None if hidden else _short(translation.top_probs[at, :BARS]),
    }


def _short(values: NDArray[np.floating]) -> Any:
    """Round to three decimals for drawing."""
    return values.astype(float).round(3).tolist()


def go(choice: Choice, links: Sequence[Link], spec: Chapter) -> None:
    """Navigate to the region that the browser asks for, if it is valid and has a link."""
    asked = choice.get("go")
    region = next((link["id"] for link in links if link["href"] and link["id"] == asked), None)
    target = None if region is None else destination(region, spec)
    if target is not None:
        ask(target[0].id, target[1])


@lru_cache(maxsize=128)  # a page is redrawn on every interaction
def _links(lang: str, page: str, carried: tuple[tuple[str, str], ...] | None) -> tuple[Link, ...]:
    """Return the links of the regions in order; without `carried` they have no target."""
    text, spec = Text(lang), chapter_of(page)
    names = text.each("figuremap.*", "whole", *REGIONS)
    if carried is None or spec is None:
        return tuple(_nowhere(id, name) for id, name in names.items())
    return tuple(_link(text, id, name, spec, dict(carried)) for id, name in names.items())


def _nowhere(id: str, name: str) -> Link:
    return {"id": id, "name": name, "chapter": "", "hint": "", "href": ""}


def _link(text: Text, id: str, name: str, spec: Chapter, carried: Mapping[str, str]) -> Link:
    target = destination(id, spec)
    if target is None:
        return _nowhere(id, name)
    chapter, params = target
    leads_to = text(chapter.name)
    hint = text("figuremap.leads", region=name, chapter=leads_to)
    href = f"./{chapter.url}?{urlencode({**carried, **params})}"
    return {"id": id, "name": name, "chapter": leads_to, "hint": hint, "href": href}

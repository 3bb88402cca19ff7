"""Every chapter magnifies a part of the first page's figure: which one, and the map that says so.

A chapter declares it by one name, `Chapter.magnifies`: a region of REGIONS, several by a name of
GROUPS, or "" where nothing would be honest. `kind:` before a kind of attention says that the page's
control `kind` chooses among the three, and stands on that one at first. Where a chapter's views are
of different parts, `Chapter.views` names that of each.
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
WHOLE: Final = "whole"  # the link to the first page
LONGEST: Final = 4  # digits of a step: no int() of thousands of them
BARS: Final = 4  # candidates drawn of a step
FULL_SIDE: Final = 24  # up to so many source tokens their self-attention is drawn as it is

Link = Mapping[str, str]


# Every region with the chapter it opens, and what that shows there. A chapter whose folder is not
# there makes it a region without a link.
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
MODEL: Final = "model"  # all of it
GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "model": (),
    "attention": ("encoder", "cross", "decoder"),
    "writing": ("output", "loop"),
    # An encoder-decoder of GRUs hands over a memory and writes token by token; it has no attention.
    "recurrent": ("tokens", "embed", "memory", "output", "loop"),
    # BERT and a vision Transformer: no decoder, and nothing is fed back.
    "encoder_only": ("tokens", "embed", "positions", "encoder", "layers", "heads", "output"),
    # GPT: no source and no memory, so nothing is looked at but what is written already.
    "decoder_only": ("embed", "positions", "decoder", "mask", "layers", "heads", "output", "loop"),
}
KINDS: Final = frozenset(GROUPS["attention"])  # of the control `kind`, which are regions, too


def lit(chapter: Chapter) -> tuple[str, ...]:
    """The regions a chapter magnifies when it opens."""
    return (*regions_of(chapter.magnifies.removeprefix(FOLLOWS)), *_own(chapter))


def _own(chapter: Chapter) -> tuple[str, ...]:
    """Beside the attention of a page that follows `kind` the region that is called like it."""
    return (chapter.id,) if follows(chapter) and chapter.id in REGIONS else ()


def regions_of(name: str) -> tuple[str, ...]:
    """Those of a group, or the one of this name."""
    if name == MODEL:
        return tuple(REGIONS)
    return GROUPS.get(name, (name,) if name else ())


def follows(chapter: Chapter) -> bool:
    """Whether the control `kind` of its page says which region it magnifies."""
    return chapter.magnifies.startswith(FOLLOWS)


def places_of(chapter: Chapter, names: Mapping[str, str]) -> dict[str, Any]:
    """What the control `kind` or the view of the page lights, by its name in the address; `names`
    are those of the regions.
    """
    if follows(chapter):
        own = _own(chapter)
        kinds = {kind: {"lit": (kind, *own), "told": names[kind]} for kind in sorted(KINDS)}
        return {"name": "kind", "of": kinds}
    views = {view: {"lit": regions_of(name), "told": names[name]} for view, name in chapter.views}
    return {"name": f"{chapter.id}_view", "of": views}


def destination(region: str, spec: Chapter) -> tuple[Chapter, Mapping[str, str]] | None:
    """Where a region leads from the page `spec`: a chapter and what it shows; None for nowhere.

    A page that can show the three attentions shows the pressed one itself.
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
    """The map beside the title; a slide has none, nor a frame in another page. A `plain` one tells
    no numbers of the model.
    """
    now = teaching.current()
    if now.present or now.embedded:
        return
    names = text.each("figuremap.*", *REGIONS, *GROUPS)
    told = spec.magnifies.removeprefix(FOLLOWS)
    written = address.value_of("step") or address.last_value("step") or "1"
    step = int(written) - 1 if written.isdecimal() and len(written) <= LONGEST else 0
    carried = None if now.hides("chapters") else tuple(carried_values().items())
    links = _links(text.lang, spec.id, carried)
    # The first page moves its step without asking the server.
    at = None if spec == chapters()[0] else step
    drawing(
        "figuremap",
        {
            "page": spec.id,
            "links": links,
            "lit": lit(spec),
            "told": names[told] if told else "",
            "places": places_of(spec, names),
            "step": step,
            "figure": None if plain else _figure(view.maybe_translation, at),
            "small": plain,
        },
        words=text.section("drawings.figuremap"),
        key="whole_map",
        on_choice=lambda choice: go(choice, links, spec),
    )


def _figure(translation: Translation | None, step: int | None) -> dict[str, Any] | None:
    return None if translation is None else figure_of(translation, step)


def figure_of(translation: Translation, step: int | None) -> dict[str, Any]:
    """The numbers that the figure draws at a step of a translation, at all steps without one, as
    `figure.js` names them: of the weights (L, H, S, S) of the encoder and (L, H, T, S) of the
    cross-attention the mean of the heads, of the latter in the last layer.
    """
    encoder, cross = translation.attention("encoder"), translation.attention("cross")
    hidden, last = teaching.hides("probabilities"), cross.shape[2] - 1
    steps = slice(None) if step is None else [min(step, last)]
    return {
        "encoder": len(encoder),
        "decoder": len(cross),
        "heads": cross.shape[1],
        "weights": _short(cross[-1].mean(axis=0)[steps]),
        "looks": _short(encoder.mean(axis=1)) if encoder.shape[-1] <= FULL_SIDE else None,
        "chances": None if hidden else _short(translation.top_probs[steps, :BARS]),
    }


def _short(values: NDArray[np.floating]) -> Any:
    """Fine enough to be drawn."""
    return values.astype(float).round(3).tolist()


def go(choice: Choice, links: Sequence[Link], spec: Chapter) -> None:
    """What a browser sent leads to a region, if that leads somewhere."""
    asked = choice.get("go")
    region = next((link["id"] for link in links if link["href"] and link["id"] == asked), None)
    target = None if region is None else destination(region, spec)
    if target is not None:
        ask(target[0].id, target[1])


@lru_cache(maxsize=128)  # a page is drawn again with every choice on it
def _links(lang: str, page: str, carried: tuple[tuple[str, str], ...] | None) -> tuple[Link, ...]:
    """The regions in order; without `carried` they lead nowhere."""
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

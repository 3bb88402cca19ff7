"""The reader's own sentence on the site: its input field, the browser's translator and models."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, Final

from explainer.analysis.cell_steps import STAGES
from explainer.analysis.head_roles import ORDER
from explainer.frame.course import Chapter
from explainer.frame.pickers import KINDS
from explainer.installed import Entry
from explainer.model.config import ModelConfig
from explainer.model.kinds import config_of
from explainer.model.store import CONFIG, TOKENIZER, WEIGHTS
from explainer.runs import batches
from explainer.site.addresses import states_of
from explainer.site.assets import FOLDER, source, with_imports
from explainer.site.markdown import inline_html
from explainer.site.render import content_hash
from explainer.text import Text

WORKER: Final = "drawings/engine/worker.js"
TRANSLATOR: Final = "drawings/engine/translator.js"  # imported by the worker later
# By chapter: drawings of the reader's sentence, with the modules that make their data.
MAKERS: Final[Mapping[str, Mapping[str, str]]] = {
    "translate": {"translate/flow": "chapters/translate/flow_data.js"},
    "beam": {"beam/beamtree": "chapters/beam/tree_data.js"},
    "greedy": {"greedy/greedy_steps": "chapters/greedy/steps_data.js"},
    "sampling": {"sampling/lottery": "chapters/sampling/lottery_data.js"},
    "masks": {
        "masks/triangle": "chapters/masks/triangle_data.js",
        "masks/shapes": "chapters/masks/shapes_data.js",
    },
    "heads": {
        "heads/headfan": "chapters/heads/headfan_data.js",
        "heads/headgrid": "chapters/heads/headgrid_data.js",
        "map": "chapters/heads/map_data.js",
    },
    "cell": {"cell/cellsteps": "chapters/cell/cellsteps_data.js"},
    "layers": {"layers/river": "chapters/layers/river_data.js"},
}
# Texts of these modules: ids by key pattern, arguments of `Text.each`.
SAID: Final[Mapping[str, Mapping[str, Sequence[str]]]] = {
    "beam": {"beam.*": ("nothing",)},
    "cell": {
        "cell.*": (*STAGES, "row", "column", "after", "column_hidden", "crumb_layer", "crumb_head"),
        "cell.*_line": (*STAGES, "mask_hidden"),
        "words.*": ("kind", "layer", "head", "token_numbered", "row_decoder"),
        "words.kind_*": KINDS,
    },
    "heads": {
        "heads.*": ("fetched", "whole", "mostly", "map_alt"),
        "heads.asks_*": KINDS,
        "words.role_*": ("line", "line_broad", "line_mixed", *ORDER),
        "words.role_short_*": ORDER,
        "words.*": ("head_name",),
    },
}
REFUSED: Final = ("empty", "no_known_tokens", "too_long_text", "too_long_tokens")
FAILED: Final = ("no_weights", "damaged_weights", "old")


@cache
def modules() -> Mapping[str, str]:
    """Return the translator's modules, the data makers and all their imports, by name."""
    makers = (maker for drawings in MAKERS.values() for maker in drawings.values())
    return {name: source(name) for name in with_imports((WORKER, TRANSLATOR, *makers))}


@cache
def _engine_folder() -> str:
    return f"{FOLDER}/engine-{content_hash(json.dumps(modules(), sort_keys=True))}"


def _model_folder(model: Entry) -> str:
    return f"{FOLDER}/{model.name}-{model.version[:10]}"


def is_supported(model: Entry) -> bool:
    """Return whether the browser's translator can run this kind of model."""
    sizes = config_of(model.card)
    return (
        isinstance(sizes, ModelConfig)
        and (sizes.norm, sizes.positions, sizes.activation) == ("post", "sinusoidal", "relu")
        and (sizes.causal, sizes.tied, sizes.output_bias) == (True, True, False)
    )


def copy(out: Path, models: Iterable[Entry]) -> None:
    """Write the translator's modules and the models into the site."""
    for name, text in modules().items():
        path = out / _engine_folder() / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for model in filter(is_supported, models):
        folder = out / _model_folder(model)
        folder.mkdir(parents=True, exist_ok=True)
        for name in (CONFIG, TOKENIZER, WEIGHTS):
            (folder / name).write_bytes((model.folder / name).read_bytes())


def maker_inputs(id: str, model: Entry, text: Text) -> dict[str, Any]:
    """Return what a chapter's data makers need: texts by key, and the model's examples."""
    patterns = SAID.get(id, {}).items()
    keys = [pattern.replace("*", one) for pattern, ids in patterns for one in ids]
    return {
        "said": {key: text.template(key) for key in keys},
        "samples": [one.text for one in batches.pool_of(model.card)],
    }


def has_field(chapter: Chapter, model: Entry) -> bool:
    """Return whether a page accepts a sentence of the reader's own."""
    return chapter.id in MAKERS and is_supported(model)


def form(chapter: Chapter, model: Entry, text: Text, example: str) -> str:
    """Return the input form, hidden until `own.js` shows it; "" on pages without one.

    `example` is the sentence that the page was built with.
    """
    if not has_field(chapter, model):
        return ""
    megabytes = (model.folder / WEIGHTS).stat().st_size / 1e6
    holes = {"found": "{found}", "limit": "{limit}"}
    words = {reason: text(f"input.{reason}", **holes) for reason in REFUSED}
    words |= text.each("site.own_*", *FAILED, "shown")
    words["wait"] = text("site.own_wait", megabytes=f"{megabytes:.0f}")
    words["example"] = text("site.own_example", sentence=example)
    words |= {"still": text("input.still_shown"), "unknown": text("translate.mark_unknown")}
    given = {
        "worker": f"../{_engine_folder()}/{WORKER}",
        "folder": f"../{_model_folder(model)}/",
        "drawings": MAKERS[chapter.id],
        "beats": {state.id: state.address for state in states_of(chapter)},
        "names": maker_inputs(chapter.id, model, text),
        "target": model.card["target"],
        "words": words,
        "failed": FAILED,
    }
    return (
        f'<form class="own" data-own="{escape(json.dumps(given, ensure_ascii=False))}" hidden>'
        f'<label for="own">{escape(text("site.own"))}</label>'
        f'<input id="own" autocomplete="off" lang="{escape(str(model.card["source"]))}"'
        f' placeholder="{escape(text("input.placeholder"))}">'
        f"<button>{escape(text('input.translate'))}</button>"
        '<p class="caption" role="status"></p><div class="result"></div></form>'
        f'<p class="caption own-file" hidden>{inline_html(text("site.own_file"), str)}</p>'
    )

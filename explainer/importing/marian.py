"""Convert a folder in the Marian format of `transformers` to one of our models, offline."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from explainer.engine import CLEANS, VOCABULARY
from explainer.installed import ORIGIN
from explainer.model.config import ModelConfig
from explainer.model.marian import UnlikeMarian, converted, read_weights, sizes_of, stored_as
from explainer.model.store import CheckpointError, check_files, read, read_json, save_checkpoint
from explainer.tokenizer.marian import read_model, side, without_id
from explainer.tokenizer.tokenizer import BOS, SPECIALS

SETTINGS, VOCAB, SOURCE, TARGET = "config.json", "vocab.json", "source.spm", "target.spm"
CARD: Final = "CARD.md"
LANGUAGE: Final = re.compile(r"[a-z]{2,3}")
CODE: Final = re.compile(r">>.+<<")  # a token that asks for a target language
LICENCE: Final = re.compile(r"^license:[ \t]*(\S.*?)[ \t]*$", re.MULTILINE)
HEAD: Final = re.compile(r"\A---\n(.*?)\n---\n", re.DOTALL)
NOT_STATED: Final = "not stated"


@dataclass(frozen=True)
class ImportOptions:
    """Name and examples of the imported model, and languages if the folder does not state them."""

    name: str
    source: str = ""
    target: str = ""
    examples: tuple[str, ...] = ()


def import_marian(folder: Path, out: Path, options: ImportOptions) -> dict[str, Any]:
    """Convert the model in `folder` to the new folder `out` and return its card.

    Raises CheckpointError, in one line, if something is missing or unsupported.
    """
    settings = _object(folder / SETTINGS)
    try:
        sizes = sizes_of(settings)
    except UnlikeMarian as error:
        raise CheckpointError(f"{folder / SETTINGS}: {error}") from error
    facts = _facts(folder, settings, options)
    order, pieces = _order(folder, settings, sizes)
    files = {name: read(folder / name) for name in (SOURCE, TARGET)}
    try:
        sides = [read_model(name, data) for name, data in files.items()]
        extra = without_id(pieces, *sides)
        source, target = (
            side(name, model, [*pieces, *extra]) for name, model in zip(files, sides, strict=True)
        )
    except ValueError as error:
        raise CheckpointError(f"{folder}: {error}") from error
    unknown = order[1]
    rows = [*order, *[unknown] * len(extra)]
    silent = [*([BOS] if order[BOS] in order[:BOS] else []), *range(len(order), len(rows))]
    theirs = read_weights(folder)
    dtype = stored_as(theirs)
    try:
        ours, weights = converted(theirs, sizes, rows, silent)
    except UnlikeMarian as error:
        raise CheckpointError(f"{folder}: {error}") from error
    facts["parameters"] = sum(tensor.numel() for tensor in weights.values())
    facts[VOCABULARY] = source.fingerprint
    save_checkpoint(
        out, ours, weights, source.model_bytes, facts, dtype, target_tokenizer=target.model_bytes
    )
    weights.clear()  # the check reads them again
    (out / CARD).write_text(_card(facts, ours), encoding="utf-8")
    check_files(out)
    return facts


def _object(path: Path) -> dict[str, Any]:
    found = read_json(path)
    if not isinstance(found, dict):
        raise CheckpointError(f"{path}: not an object")
    return found


def _facts(folder: Path, settings: dict[str, Any], options: ImportOptions) -> dict[str, Any]:
    path = folder / "tokenizer_config.json"
    told = _object(path) if path.is_file() else {}
    if told.get("separate_vocabs"):
        raise CheckpointError(f"{path}: separate_vocabs is True, this program has one vocabulary")
    languages = {}
    for name in ("source", "target"):
        code = getattr(options, name) or str(told.get(f"{name}_lang") or "")
        if not LANGUAGE.fullmatch(code):
            said = f"--{name} {code!r}" if code else f"{folder} does not say its {name} language"
            raise CheckpointError(f"{said}: --{name} takes a code such as ko, en or de")
        languages[name] = code
    return {
        "name": options.name,
        **languages,
        "columns": [0, 1],
        "shown": True,
        ORIGIN: str(settings.get("_name_or_path") or folder.resolve().name),
        "licences": _licence(folder / "README.md"),
        "examples": list(options.examples),
        CLEANS: False,
    }


def _licence(page: Path) -> str:
    head = HEAD.match(page.read_text("utf-8", errors="replace")) if page.is_file() else None
    found = LICENCE.search(head[1]) if head else None
    return found[1] if found else NOT_STATED


def _order(
    folder: Path, settings: dict[str, Any], sizes: ModelConfig
) -> tuple[list[int], list[str]]:
    """Return their row for each of our ids, and the names of the tokens after the special ones."""
    path = folder / VOCAB
    ids = _object(path)
    if sorted(ids.values(), key=str) != sorted(range(sizes.vocab_size), key=str):
        raise CheckpointError(
            f"{path}: {len(ids)} tokens, and not ids 0 to {sizes.vocab_size - 1}"
            f" as vocab_size in {SETTINGS} says"
        )
    codes = [token for token in ids if CODE.fullmatch(token)]
    if len(codes) > 1:
        raise CheckpointError(f"{path}: {len(codes)} languages ({codes[0]}, ...), not one")
    if SPECIALS[1] not in ids:
        raise CheckpointError(f"{path}: no {SPECIALS[1]}")
    named = {name: settings.get(f"{name}_token_id") for name in ("pad", "decoder_start", "eos")}
    for name, value in named.items():
        if value not in ids.values() or isinstance(value, bool):
            raise CheckpointError(f"{folder / SETTINGS}: {name}_token_id is {value!r}")
    special = [named["pad"], ids[SPECIALS[1]], named["decoder_start"], named["eos"]]
    if len({special[0], special[1], special[3]}) < 3:
        raise CheckpointError(f"{folder / SETTINGS}: pad, eos and unk token are not three tokens")
    rest = [token for token, index in ids.items() if index not in special]
    if taken := set(rest) & {*SPECIALS}:
        raise CheckpointError(f"{path}: {min(taken)} is a token that this model has otherwise")
    return [*special, *(ids[token] for token in rest)], rest


def _card(facts: dict[str, Any], sizes: ModelConfig) -> str:
    matrices = "one matrix for both embeddings and the output" if sizes.tied else "three matrices"
    return f"""# {facts["name"]}

A Marian model that translates {facts["source"]} to {facts["target"]}, imported from
`{facts[ORIGIN]}`: its weights are those it came with, in another order, and it computes the same.

| | |
|---|---|
| parameters | {facts["parameters"]:,} |
| shape | d_model {sizes.d_model}, {sizes.n_heads} heads, d_ff {sizes.d_ff}, \
{sizes.n_encoder_layers} + {sizes.n_decoder_layers} layers, post-norm, sinusoidal positions, \
{sizes.activation}, {matrices} |
| vocabulary | {sizes.vocab_size:,} SentencePiece unigram tokens, one model for each language |
| scores | not measured here: `python -m explainer evaluate {facts["name"]} --data FILE` does |

## Data and licences

Licence: {facts["licences"]}. What it was trained on is told where it comes from.
"""

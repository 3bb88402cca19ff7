"""Write a model's CARD.md: data, training, scores and weaknesses."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from explainer.data.typed import KINDS
from explainer.model import ModelConfig
from explainer.model.kinds import Config
from explainer.model.store import write_atomically
from explainer.training.recipe import Recipe

CURVE = "curve.svg"
LIBRARY: Final = "inside-a-translator"  # what loads these weights; no hub's library does
SHARED: Final = re.compile(r"weights are shared under (CC BY(?:-SA)? \d\.\d)")


def licence_of(licences: str) -> str:
    """Extract the licence of the weights from a card's text, e.g. "CC BY 4.0".

    "" if the text leaves it to the user who trained the model.
    """
    found = SHARED.search(licences)
    return found[1] if found else ""


def head(licence: str, task: str, *languages: str) -> str:
    """Return the YAML front matter that model hubs read.

    `licence` as in `licence_of`, `task` by the hubs' name. Languages are quoted: YAML reads
    Norwegian (no) as a boolean.
    """
    lines = [f"license: {licence.lower().replace(' ', '-')}"] if licence else []
    lines += ["language:", *(f'- "{language}"' for language in languages)] if languages else []
    lines += [f"library_name: {LIBRARY}", f"pipeline_tag: {task}"]
    return "\n".join(["---", *lines, "---", "", ""])


def shape(sizes: Config) -> str:
    """Describe a model's architecture and sizes in one line."""
    if isinstance(sizes, ModelConfig):
        return (
            f"d_model {sizes.d_model}, {sizes.n_heads} heads, d_ff {sizes.d_ff},"
            f" {sizes.n_encoder_layers} + {sizes.n_decoder_layers} layers, {sizes.norm}-norm,"
            f" {sizes.positions} positions"
        )
    ways = (
        "both ways" if sizes.bidirectional else "backwards" if sizes.reverse_source else "forwards"
    )
    near = sizes.locality if sizes.locality == "global" else f"{sizes.locality} (D {sizes.window})"
    looks = {
        "gru-bahdanau": f", additive attention {sizes.d_attention} wide",
        "lstm-luong": f", {near} attention with the {sizes.score} score, no input feeding",
    }.get(sizes.kind, "")
    cell = "tanh" if sizes.cell == "rnn" else sizes.cell.upper()
    return (
        f"1 + 1 layers of {cell} cells, {sizes.d_hidden} units, embeddings of {sizes.d_embed},"
        f" encoder reads {ways}{looks}"
    )


def command(recipe: Recipe) -> str:
    """Return the arguments of `python -m explainer.training` that reproduce the model."""
    if not recipe.own_pairs:
        return f"{recipe.name} --data DIR"
    swap = " --swap" if recipe.swap else ""
    return (
        f"own --pairs {recipe.own_pairs} --source {recipe.source} --target {recipe.target}{swap}"
        f" --name {recipe.name}"
    )


def memorised_rows(facts: Mapping[str, Any]) -> str:
    """Return the rows on verbatim translations, for models of own pairs only."""
    counts = facts.get("word_for_word", {})
    label = {"seen": "training", "unseen": "test"}
    return "".join(
        f"| {label[name]} sentences translated word for word | {right} of {every} |\n"
        for name, (right, every) in counts.items()
    )


def typed_row(facts: Mapping[str, Any]) -> str:
    """Return the row on casually typed inputs; "" if they were not tested."""
    if not (found := facts.get("typed")):
        return ""
    return f"| typed as people type, {found['search']} | {found['right']} of {found['inputs']} |\n"


def typed_table(facts: Mapping[str, Any]) -> str:
    """Return a section with the casually typed inputs by kind; "" if they were not tested."""
    if not (found := facts.get("typed")):
        return ""
    rows = "".join(
        f"| {kind} | {KINDS[kind]} | {right} | {every} |\n"
        for kind, (right, every) in found["kinds"].items()
    )
    return f"""
## What people really type

How many inputs of `explainer/data/typed.tsv` come out right, each judged by what must hold of its
translation. `python -m explainer typed {facts["name"]} --failed` names the others.

| kind | what | right | of |
|---|---|---|---|
{rows}"""


def further_pairs(training: Mapping[str, Any]) -> str:
    """Describe the training pairs that are not from the corpus file."""
    parts = {
        "written for the project": training.get("train_pairs_phrasebook"),
        "templates": training.get("train_pairs_templates"),
    }
    made = "".join(f", {count:,} {what}" for what, count in parts.items() if count)
    synthetic = training["train_pairs_synthetic"]
    return made + (f", and {synthetic:,} with a synthetic source" if synthetic else "")


def write_card(
    folder: Path,
    recipe: Recipe,
    facts: dict[str, Any],
    examples: Mapping[str, list[tuple[str, str]]],
) -> None:
    """Write CARD.md; every figure comes from `facts`, which are also in config.json.

    `examples` are sentences of this project with the model's translations, good and bad, by
    heading.
    """
    training, beam, greedy = facts["training"], facts["test"]["beam"], facts["test"]["greedy"]
    names = " and ".join(f"`{name}`" for name in recipe.needs)
    before = f", after the same for {names}" if names else ""
    steps = [f"{step:,}" for step in training["averaged_steps"]]
    weights = f"mean of the snapshots at steps {'; '.join(steps)}"
    if len(steps) == 1:
        weights = f"those of step {steps[0]}"
    if recipe.start_share:
        weights += f", {recipe.start_share:.0%} of them those of `{recipe.start}`"
    kind = "Transformer" if isinstance(recipe.model, ModelConfig) else "recurrent network"
    everyday = ""
    if score := facts.get("everyday"):
        everyday = (
            f"| BLEU of {score['sentences']} everyday sentences, two references,"
            f" {score['search']} | {score['bleu']} (`{score['bleu_signature']}`) |\n"
        )
    text = f"""{head(licence_of(recipe.licences), "translation", recipe.source, recipe.target)}\
# {recipe.name}

A small encoder-decoder {kind} that translates {recipe.source} to {recipe.target}, made to be
looked into, not to be relied on.

| | |
|---|---|
| parameters | {facts["parameters"]:,}, stored in half precision |
| shape | {shape(recipe.model)} |
| vocabulary | {recipe.model.vocab_size:,} SentencePiece unigram tokens, shared by both languages |
| training pairs | {training["train_pairs_kept"]:,} of {training["train_pairs_read"]:,} \
after cleaning{further_pairs(training)} |
| training | {training["steps"]:,} steps, {training["target_tokens"]:,} target tokens, \
{training["hours"]} hours on {training["hardware"]} |
| weights | {weights} |
| dev perplexity | {facts["dev"]["perplexity"]} per token |
| test BLEU, {beam["search"]} | {beam["bleu"]} (`{beam["bleu_signature"]}`) |
| the same with the weights in single precision | {facts["test"]["float32"]} |
| test BLEU, greedy | {greedy["bleu"]} |
| test chrF, {beam["search"]} | {beam["chrf"]} (`{beam["chrf_signature"]}`) |
{everyday}{typed_row(facts)}{memorised_rows(facts)}
The test file has {beam["sentences"]:,} sentences; none of its sides occurs in the training data.
Reproduce with `python -m explainer.training {command(recipe)}`{before}.

![Loss by step]({CURVE})

## Data and licences

{recipe.licences}

{recipe.card_notes.strip()}
{typed_table(facts)}"""
    for heading, pairs in examples.items():
        if pairs:
            rows = "\n".join(f"| {source} | {translation} |" for source, translation in pairs)
            text += f"\n## {heading}\n\n| source | translation |\n|---|---|\n{rows}\n"
    write_atomically(folder / "CARD.md", text.encode())

"""Write CARD.md of the language models of five families."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

from explainer.model.lm.config import FAMILY_NAMES
from explainer.training.card import head

WHAT: Final = {
    "bert": "encoder; guesses masked tokens (15 %, of these 80/10/10)",
    "gpt": "decoder without cross-attention; the next token",
    "bart": "encoder and decoder; the sentence from a masked, shortened, permuted or infilled one",
    "t5": "encoder and decoder; text to text: `fill:` (spans for sentinels), `order:` (permuted)",
    "electra": "two encoders; a generator guesses, a discriminator marks what was replaced",
}


def card(facts: Mapping[str, Any]) -> str:
    """Return the card; every figure comes from `facts`, which are also in config.json."""
    recipe = facts["recipe"]
    entries = facts["networks"]
    rows = "\n".join(_row(name, entry) for name, entry in entries.items())
    steps = ", ".join(f"{FAMILY_NAMES[name]} {entry['steps']:,}" for name, entry in entries.items())
    return f"""{head(facts["licence"], "fill-mask", "en")}\
# Language models of five families

Made to be looked into: one small model for each way to learn from text, all with d_model 128, two
layers a stack and four heads, on the same {facts["vocabulary"]:,} tokens.

| model | what it is, what it learned | parameters | dev perplexity | unigram | bigram | of tokens |
|---|---|---|---|---|---|---|
{rows}

Perplexity is of the tokens a model is asked for on {facts["dev_sentences"]:,} dev sentences, with
the weights in half precision as they lie here: what was masked (BERT, ELECTRA's generator), every
next token (GPT), the whole sentence given the damaged one (BART; most of it can be copied), what
stood in the spans (T5). The columns of the counts are for the very same tokens; a bigram sees the
token before. They are not for comparing one family with another: each is asked something else.
{_detection(entries)}
## Training

{facts["train_sentences"]:,} English sentences ({facts["train_tokens"]:,} tokens), those of both
corpora that begin with a capital and end with a mark, each once, none of a dev or test file.
Steps: {steps}; batches of about {recipe["batch"]:,} tokens, Adam, learning rate up to
{recipe["learning_rate"]} and straight down to 0, on one core of a processor. Changed against the
papers, for sentences are short here: T5 takes out {recipe["span_rate"]:.0%} in spans of
{recipe["span_mean"]:g} on average (its paper 15 % and 3), `permute` is of tokens (BART's of
sentences), no token stands for the start of a class, positions are sinusoidal, norm first.
ELECTRA begins with BERT's weights, its generator with those of the first layer. What was tried and
is not here: TRIED.md.
Reproduce with `python -m explainer.training.studies.families --data DIR`.

## Data and licences

{facts["data"]}. The weights are shared under {facts["licence"]}.
No sentence of them is part of the project. The models know everyday sentences of the kind they
read and nothing else of the world.
"""


def _row(name: str, entry: Mapping[str, Any]) -> str:
    dev = entry["dev"]
    three = " | ".join(f"{math.exp(dev[key]):.1f}" for key in ("nats", "unigram", "bigram"))
    what = f"{FAMILY_NAMES[name]}: {WHAT[name]}"
    return f"| `{name}` | {what} | {entry['parameters']:,} | {three} | {dev['tokens']:,} |"


def _detection(entries: Mapping[str, Any]) -> str:
    if "electra" not in entries:
        return ""
    area = entries["electra"]["dev"]["detection"]
    return f"""
ELECTRA's discriminator tells replaced tokens ({area["replaced"]:.1%} of all) from original ones
with an area under the ROC curve of {area["model"]:.3f}; suspecting what is improbable to the
unigram counts gives {area["unigram"]:.3f}, to the bigram counts {area["bigram"]:.3f}.
"""

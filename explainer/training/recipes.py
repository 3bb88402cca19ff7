"""Recipes by name."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from explainer.data.corpus import Cleaning
from explainer.model import ModelConfig
from explainer.model.rnn import RecurrentConfig
from explainer.model.rnn.config import Kind
from explainer.training.card_notes import (
    COMPARISON_NOTES,
    EN_DE_LICENCES,
    EN_DE_NOTES,
    EN_KO_NOTES,
    KO_EN_LICENCES,
    KO_EN_NOTES,
    OWN_PAIRS,
    SIX_KINDS_NOTES,
)
from explainer.training.recipe import Recipe, Synthetic

KO_EN_CLEANING = Cleaning(
    min_ratio=1.0, max_ratio=5.0, first_is_korean=True, everyday_repeat=2, same_end=True
)
SMALL = ModelConfig(vocab_size=8000, d_model=192, n_heads=8, d_ff=768, dropout=0.15)
LESS_DROPPED = replace(SMALL, dropout=0.1)
# Extras of the last part of a training: all characters, templates, casually typed sources.
AS_TYPED: dict[str, Any] = {"alphabet": True, "templates": 20, "typed": 0.3}


def continued(base: Recipe, **changed: Any) -> Recipe:
    """Return a recipe that continues training from the finished `base`.

    It resamples source segmentations, uses the final weights instead of an average, and is shown.
    """
    further = replace(base, start=base.name, sampling=(0.2, 0.0), average=1, history=(), shown=True)
    return replace(further, **changed)


def earlier(base: Recipe, **changed: Any) -> Recipe:
    """Return a recipe that continues from `base` and is itself continued; not shown in the app."""
    return continued(base, shown=False, card_notes=COMPARISON_NOTES, **changed)


KO_EN_BASE = Recipe(
    name="ko-en-base",
    folder="ko-en",
    source="ko",
    target="en",
    model=SMALL,
    licences=KO_EN_LICENCES,
    cleaning=KO_EN_CLEANING,
    lr_factor=0.7,
    warmup=1000,
    max_steps=9500,
    real_steps=1500,
    synthetic=Synthetic(model="en-ko-draft", folder="en-de", column=0),
    history=(0, 100, 250, 500, 1000, 2000, 4000, 8000),
    shown=False,
    card_notes=COMPARISON_NOTES,
)
BACK_TRANSLATED = Synthetic(
    model="en-ko-base", folder="en-de", column=0, judge="ko-en-base", keep=0.7
)
KO_EN_SECOND = earlier(
    KO_EN_BASE,
    name="ko-en-second",
    lr_factor=0.9,
    decay=800,
    max_steps=12_000,
    real_steps=400,
    synthetic=BACK_TRANSLATED,
)
KO_EN_THIRD = earlier(
    KO_EN_SECOND,
    name="ko-en-third",
    decay=3000,
    max_steps=15_000,
    synthetic=replace(BACK_TRANSLATED, judge="ko-en-second"),
)
KO_EN_FOURTH = earlier(
    KO_EN_THIRD,
    name="ko-en-fourth",
    decay=7000,
    max_steps=22_000,
    licences=f"{OWN_PAIRS}; {KO_EN_LICENCES}",
    phrasebook=3,
    vary=0.5,
    synthetic=replace(BACK_TRANSLATED, judge="ko-en-third"),
)
KO_EN_FIFTH = earlier(
    KO_EN_FOURTH,
    name="ko-en-fifth",
    model=LESS_DROPPED,
    decay=4000,
    max_steps=26_500,
    synthetic=replace(BACK_TRANSLATED, judge="ko-en-fourth"),
)
KO_EN_SIXTH = earlier(
    KO_EN_FIFTH,
    name="ko-en-sixth",
    decay=3000,
    max_steps=32_500,
    real_steps=0,
    synthetic=None,
    **AS_TYPED | {"templates": 40},
)
KO_EN_SEVENTH = earlier(KO_EN_SIXTH, name="ko-en-seventh", decay=3000, max_steps=37_000)
KO_EN = continued(
    KO_EN_SEVENTH,
    name="ko-en",
    decay=4000,
    max_steps=42_000,
    templates=100,
    card_notes=KO_EN_NOTES,
)
EN_KO_BASE = Recipe(
    name="en-ko-base",
    folder="ko-en",
    source="en",
    target="ko",
    swap=True,
    model=SMALL,
    licences=KO_EN_LICENCES,
    cleaning=replace(KO_EN_CLEANING, everyday_repeat=3),
    lr_factor=0.7,
    warmup=1000,
    max_steps=8000,
    shown=False,
    card_notes=COMPARISON_NOTES,
)
EN_KO_SECOND = earlier(
    EN_KO_BASE,
    name="en-ko-second",
    model=LESS_DROPPED,
    lr_factor=0.9,
    decay=5500,
    max_steps=14_000,
    licences=f"{OWN_PAIRS}; {KO_EN_LICENCES}",
    phrasebook=3,
    vary=0.5,
)
EN_KO_THIRD = earlier(EN_KO_SECOND, name="en-ko-third", decay=3000, max_steps=16_000, **AS_TYPED)
EN_KO_FOURTH = earlier(EN_KO_THIRD, name="en-ko-fourth", decay=3000, max_steps=21_500, templates=40)
EN_KO_FIFTH = earlier(EN_KO_FOURTH, name="en-ko-fifth", decay=1700, max_steps=26_000)
EN_KO_SIXTH = earlier(EN_KO_FIFTH, name="en-ko-sixth", decay=3000, max_steps=30_000, templates=60)
EN_KO_SEVENTH = earlier(
    EN_KO_SIXTH, name="en-ko-seventh", decay=3000, max_steps=35_000, templates=120
)
EN_KO = continued(
    EN_KO_SEVENTH,
    name="en-ko",
    decay=2500,
    max_steps=37_500,
    card_notes=EN_KO_NOTES,
)

EN_DE_BASE = Recipe(
    name="en-de-base",
    folder="en-de",
    source="en",
    target="de",
    model=LESS_DROPPED,
    licences=EN_DE_LICENCES,
    cleaning=Cleaning(min_ratio=0.4, max_ratio=3.0),
    lr_factor=0.8,
    warmup=1000,
    max_steps=6500,
    shown=False,
    card_notes=COMPARISON_NOTES,
)
EN_DE_SECOND = earlier(EN_DE_BASE, name="en-de-second", decay=3000, max_steps=11_000)
EN_DE_THIRD = earlier(EN_DE_SECOND, name="en-de-third", decay=7000, max_steps=20_500)
DE_EN = replace(
    EN_DE_BASE,
    name="de-en",
    source="de",
    target="en",
    swap=True,
    decay=3500,
    max_steps=4000,
    average=1,
    tokenizer="en-de-third",
    embeddings="en-de-third",
    sampling=(0.2, 0.0),
)
EN_DE_FOURTH = earlier(
    EN_DE_THIRD,
    name="en-de-fourth",
    decay=7500,
    max_steps=28_500,
    start_share=0.5,
    synthetic=Synthetic(model="de-en", folder="en-de", column=1, judge="en-de-third", keep=0.8),
)
EN_DE_FIFTH = earlier(
    EN_DE_FOURTH,
    name="en-de-fifth",
    decay=3500,
    max_steps=31_000,
    start_share=0.0,
    synthetic=None,
    vary=0.3,
    **AS_TYPED,
)
EN_DE_SIXTH = earlier(EN_DE_FIFTH, name="en-de-sixth", decay=3000, max_steps=36_500, templates=50)
EN_DE_SEVENTH = earlier(
    EN_DE_SIXTH, name="en-de-seventh", decay=4000, max_steps=41_500, templates=40
)
EN_DE_EIGHTH = earlier(
    EN_DE_SEVENTH, name="en-de-eighth", decay=6500, max_steps=48_500, templates=50
)
DE_EN_SECOND = earlier(
    EN_DE_EIGHTH,
    name="de-en-second",
    source="de",
    target="en",
    swap=True,
    decay=2300,
    max_steps=51_300,
    alphabet=False,
    templates=0,
    typed=0.0,
    vary=0.0,
)
EN_DE = continued(
    EN_DE_EIGHTH,
    name="en-de",
    decay=3000,
    max_steps=52_000,
    templates=30,
    synthetic=Synthetic(
        model="de-en-second", folder="en-de", column=1, judge="en-de-eighth", keep=0.8
    ),
    card_notes=EN_DE_NOTES,
)

# Six architectures of about the same size with the same pairs, tokens, steps and schedule, without
# synthetic pairs, to compare the architectures alone.
HIDDEN: dict[Kind, int] = {
    "rnn": 616,
    "gru": 320,
    "lstm": 352,
    "gru-bahdanau": 240,
    "lstm-luong": 320,
}
KO_EN_TRANSFORMER_SMALL = Recipe(
    name="ko-en-transformer-small",
    folder="ko-en",
    source="ko",
    target="en",
    model=ModelConfig(vocab_size=8000, d_model=128, n_heads=8, d_ff=512, dropout=0.1),
    licences=KO_EN_LICENCES,
    cleaning=KO_EN_CLEANING,
    batch_tokens=1000,
    lr_factor=0.4,  # 2e-3 at its peak
    warmup=300,
    decay=1600,
    max_steps=8000,
    average=1,
    patience=32,  # no early stopping: all see the same tokens
    tokenizer="ko-en-second",
    embeddings="ko-en-second",
    shown=False,
    card_notes=SIX_KINDS_NOTES,
)
KO_EN_RECURRENT = [
    replace(
        KO_EN_TRANSFORMER_SMALL,
        name=f"ko-en-{kind}",
        model=RecurrentConfig(vocab_size=8000, kind=kind, d_hidden=width, dropout=0.1),
    )
    for kind, width in HIDDEN.items()
]

TINY = Recipe(  # seconds on one core, for tests and for trying out a data folder
    name="tiny",
    folder="tiny",
    source="ko",
    target="en",
    model=ModelConfig(
        vocab_size=75,
        d_model=32,
        n_heads=4,
        d_ff=64,
        n_encoder_layers=1,
        n_decoder_layers=1,
    ),
    licences="Whatever the data folder holds.",
    batch_tokens=300,
    warmup=40,
    max_steps=200,
    eval_every=50,
    average=2,
    history=(0, 20, 150),
)

RECIPES: dict[str, Recipe] = {
    recipe.name: recipe
    for recipe in (
        KO_EN,
        KO_EN_SEVENTH,
        KO_EN_SIXTH,
        KO_EN_FIFTH,
        KO_EN_FOURTH,
        KO_EN_THIRD,
        KO_EN_SECOND,
        KO_EN_BASE,
        EN_KO,
        EN_KO_SEVENTH,
        EN_KO_SIXTH,
        EN_KO_FIFTH,
        EN_KO_FOURTH,
        EN_KO_THIRD,
        EN_KO_SECOND,
        EN_KO_BASE,
        # The first half of en-ko-base, which wrote ko-en's first synthetic pairs.
        replace(EN_KO_BASE, name="en-ko-draft", max_steps=4000),
        EN_DE,
        EN_DE_EIGHTH,
        EN_DE_SEVENTH,
        EN_DE_SIXTH,
        EN_DE_FIFTH,
        EN_DE_FOURTH,
        EN_DE_THIRD,
        EN_DE_SECOND,
        EN_DE_BASE,
        DE_EN,
        DE_EN_SECOND,
        # For comparison: a plain baseline, pre-norm, and no causal mask.
        Recipe(
            name="en-ko-plain",
            folder="ko-en",
            source="en",
            target="ko",
            swap=True,
            model=LESS_DROPPED,
            licences=KO_EN_LICENCES,
            warmup=1000,
            max_steps=8000,
            average=1,
            shown=False,
            card_notes=COMPARISON_NOTES,
        ),
        replace(
            KO_EN_BASE,
            name="ko-en-prenorm",
            model=replace(SMALL, norm="pre"),
            max_steps=8000,
            real_steps=0,
            history=(),
            shown=False,
            card_notes=COMPARISON_NOTES,
        ),
        Recipe(
            name="ko-en-nomask",
            folder="ko-en",
            source="ko",
            target="en",
            model=ModelConfig(
                vocab_size=4000,
                d_model=96,
                n_heads=4,
                d_ff=384,
                n_encoder_layers=2,
                n_decoder_layers=2,
                causal=False,
            ),
            licences=KO_EN_LICENCES,
            cleaning=KO_EN_CLEANING,
            warmup=500,
            max_steps=2000,
            shown=False,
            card_notes=COMPARISON_NOTES,
        ),
        KO_EN_TRANSFORMER_SMALL,
        replace(KO_EN_TRANSFORMER_SMALL, name="ko-en-transformer-unsmoothed", label_smoothing=0.0),
        *KO_EN_RECURRENT,
        TINY,
        replace(
            TINY,
            name="tiny-more",
            start="tiny",
            sampling=(0.2, 0.2),
            decay=100,
            max_steps=350,
            history=(300,),
        ),
    )
}


def find_recipe(name: str) -> Recipe:
    """Return a recipe by name. Raises ValueError, which lists all names."""
    if name not in RECIPES:
        raise ValueError(f"no recipe {name!r}; there are: {', '.join(sorted(RECIPES))}")
    return RECIPES[name]

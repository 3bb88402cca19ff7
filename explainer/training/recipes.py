"""Recipes by name: everything that decides how a model comes out, frozen."""

from __future__ import annotations

from dataclasses import dataclass, field

from explainer.data.corpus import Cleaning
from explainer.model import ModelConfig


@dataclass(frozen=True)
class Recipe:
    """`folder` is below the data directory and holds train.tsv, dev.tsv and test.tsv.

    `swap` makes the second column the source. Tokens are target tokens, EOS counted.
    """

    name: str
    folder: str
    source: str
    target: str
    model: ModelConfig
    licences: str
    swap: bool = False
    cleaning: Cleaning = field(default_factory=Cleaning)
    batch_tokens: int = 2500
    max_pieces: int = 96
    label_smoothing: float = 0.1
    lr_factor: float = 1.0
    warmup: int = 800
    clip: float = 1.0
    max_steps: int = 10_000
    eval_every: int = 250
    average: int = 6
    patience: int = 12
    seed: int = 1
    card_notes: str = ""


KO_EN_LICENCES = (
    "StyleKQC, KorSTS (with STS-B), CC BY-SA 4.0; Tatoeba, CC BY 2.0 FR; MASSIVE, xGQA and NCSOFT"
    " context, CC BY 4.0; XPersona, MIT; X-RiSAWOZ, BSD-3. The weights are shared under"
    " CC BY-SA 4.0."
)

EN_DE_LICENCES = (
    "Tatoeba by way of manythings.org/anki, CC BY 2.0 FR. The weights are shared under CC BY 4.0."
)

KO_EN_NOTES = """
## What it is bad at

- Anything but short everyday sentences: from about fifteen words on it loses parts or invents some.
- Proverbs and idioms, which it takes word by word or guesses.
- Numbers, dates and names that were rare in training; Tom was frequent.
- Words it has seldom seen: it writes another word of the same kind, fluent and wrong.
- Subjects that Korean leaves out: it guesses I, you, he or it.
- Politeness levels, which English does not have, are lost.

The training text has the habits of its sources: many requests to a phone or a household machine,
captions of photos, small talk. Do not use the model where a wrong translation does harm.
"""

RECIPES: dict[str, Recipe] = {
    recipe.name: recipe
    for recipe in (
        Recipe(
            name="ko-en",
            folder="ko-en",
            source="ko",
            target="en",
            model=ModelConfig(vocab_size=8000, d_model=192, n_heads=8, d_ff=768, dropout=0.15),
            licences=KO_EN_LICENCES,
            cleaning=Cleaning(
                min_ratio=1.0, max_ratio=5.0, first_is_korean=True, everyday_repeat=3
            ),
            lr_factor=0.7,
            warmup=1000,
            max_steps=8500,
            card_notes=KO_EN_NOTES,
        ),
        Recipe(
            name="en-de",
            folder="en-de",
            source="en",
            target="de",
            model=ModelConfig(vocab_size=8000, d_model=192, n_heads=8, d_ff=768),
            licences=EN_DE_LICENCES,
            cleaning=Cleaning(min_ratio=0.4, max_ratio=3.0),
            lr_factor=0.8,
            warmup=1000,
            max_steps=7500,
        ),
        Recipe(  # seconds on one core: for tests and for trying out a data folder
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
            ),  # fmt: skip
            licences="Whatever the data folder holds.",
            batch_tokens=300,
            warmup=40,
            max_steps=200,
            eval_every=50,
            average=2,
        ),
    )
}


def find_recipe(name: str) -> Recipe:
    """Raises ValueError that lists the names there are."""
    if name not in RECIPES:
        raise ValueError(f"no recipe {name!r}; there are: {', '.join(sorted(RECIPES))}")
    return RECIPES[name]

"""Recipe: all settings that determine a training run; `explainer.training.recipes` has them all."""

from __future__ import annotations

from dataclasses import dataclass, field

from explainer.data.corpus import Cleaning
from explainer.model.kinds import Config


@dataclass(frozen=True)
class Synthetic:
    """Back-translation (Sennrich et al., arXiv:1511.06709): extra pairs from monolingual text.

    The finished model `model` translates column `column` of `folder`/train.tsv, sentences of at
    most `max_words` words, from the recipe's target to its source language. With a `judge`, a
    finished model of the recipe's direction, only the share `keep` of the pairs is used: those
    whose target it finds most probable per token. If `folder` is the recipe's own, its targets get
    a second, paraphrased source (data diversification, Nguyen et al., arXiv:1911.01986).
    """

    model: str
    folder: str
    column: int
    max_words: int = 16
    judge: str | None = None
    keep: float = 1.0


@dataclass(frozen=True)
class Recipe:
    """Settings of a training run.

    `folder`, below the data directory, has train.tsv, dev.tsv and test.tsv; `swap` makes the second
    column the source. Token counts are target tokens with EOS. `history` are steps whose weights
    are kept permanently. The last `real_steps` use no synthetic pairs, to unlearn their errors.
    `shown=False` hides a model from the app's model picker (for comparison pages).

    `start` names a finished model to continue from: its weights, tokenizer, step, log and history;
    finally the weights are `start_share` its own plus the rest of the run's. `tokenizer` names a
    model of which only the tokenizer is taken, `embeddings` one whose embeddings initialise this
    one's. The last `decay` steps lower the learning rate linearly to zero.

    `sampling` (source, target) above 0 segments a sentence anew each time it is seen, sampled from
    p(segmentation) ** sampling (subword regularisation, Kudo, arXiv:1804.10959). The project's
    Korean-English pairs (`explainer.data.phrasebook`) are repeated `phrasebook` times, templates
    (`explainer.training.templates`) `templates` times, filled anew each time. With probability
    `vary` a real pair gets other numbers, days, months and names, and sometimes no full stops; with
    probability `typed` its source is casually typed (`explainer.training.as_typed`). `alphabet`
    extends the vocabulary of `start` by every character of a keyboard and of the training text
    (`explainer.tokenizer.alphabet`); pairs with a new token are repeated NEW_TIMES. `own_pairs` is
    the file of a reader's own pairs; the card then counts memorised sentences.
    """

    name: str
    folder: str
    source: str
    target: str
    model: Config
    licences: str
    swap: bool = False
    cleaning: Cleaning = field(default_factory=Cleaning)
    batch_tokens: int = 2500
    max_tokens: int = 96
    label_smoothing: float = 0.1
    lr_factor: float = 1.0
    warmup: int = 800
    decay: int = 0
    clip: float = 1.0
    max_steps: int = 10_000
    eval_every: int = 250
    average: int = 6
    patience: int = 12
    seed: int = 1
    start: str | None = None
    start_share: float = 0.0
    tokenizer: str | None = None
    embeddings: str | None = None
    sampling: tuple[float, float] = (0.0, 0.0)
    phrasebook: int = 0
    vary: float = 0.0
    alphabet: bool = False
    templates: int = 0
    typed: float = 0.0
    synthetic: Synthetic | None = None
    real_steps: int = 0
    history: tuple[int, ...] = ()
    shown: bool = True
    card_notes: str = ""
    own_pairs: str = ""

    @property
    def needs(self) -> tuple[str, ...]:
        """Names of the models that must be trained first, by the recipes of the same name."""
        made = self.synthetic
        names = (
            *(self.start, self.tokenizer, self.embeddings),
            *(made and made.model, made and made.judge),
        )
        return tuple(dict.fromkeys(name for name in names if name))

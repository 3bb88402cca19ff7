"""What decides how a model comes out, frozen; by name in `explainer.training.recipes`."""

from __future__ import annotations

from dataclasses import dataclass, field

from explainer.data.corpus import Cleaning
from explainer.model.kinds import Config


@dataclass(frozen=True)
class Synthetic:
    """Back-translation (Sennrich et al., arXiv:1511.06709): more pairs from text alone.

    Column `column` of `folder`/train.tsv, in the recipe's target language, is translated into its
    source language by the finished model `model`, sentences of at most `max_words` words. With a
    `judge`, a finished model that reads what was written, only the `keep` share of the pairs
    stays: those whose sentence it finds most probable, per token. Where `folder` is the recipe's
    own, its targets get a second source in other words (data diversification, Nguyen et al.,
    arXiv:1911.01986).
    """

    model: str
    folder: str
    column: int
    max_words: int = 16
    judge: str | None = None
    keep: float = 1.0


@dataclass(frozen=True)
class Recipe:
    """`folder` is below the data directory and holds train.tsv, dev.tsv and test.tsv.

    `swap` makes the second column the source. Tokens are target tokens, EOS counted. `history`
    are steps at which the weights are kept for good. The last `real_steps` leave synthetic pairs
    out: what they taught falsely has the rest of the run to be unlearned. A recipe with
    `shown=False` is for comparison pages and no choice of the app's model picker.

    `start` names a finished model that the run goes on from: its weights, tokenizer, step, log and
    history; in the end `start_share` of the weights are its own, the rest those of the run;
    `tokenizer` names one whose tokenizer alone is taken, `embeddings` one whose matrix of
    embeddings is the beginning of this one's. The last `decay` steps bring the learning rate down
    to zero in a straight line. With `sampling` (of source and of target) above 0 a training
    sentence is cut anew every time it is seen, drawn from p(way to cut) ** sampling (subword
    regularisation, Kudo, arXiv:1804.10959). The project's own Korean-English pairs (see
    `explainer.data.phrasebook`) stand `phrasebook` times among the real ones. The share `vary` of
    the times that a real pair is seen it has other numbers, days, months and names in it, and now
    and then no full stops. With `alphabet` the vocabulary of `start` gets a token for every
    character of a keyboard and of the training text (see `explainer.tokenizer.alphabet`), and pairs
    that hold one of the new tokens stand NEW_TIMES. The pairs of `explainer.training.templates`
    stand `templates` times, filled anew each time; the share `typed` of the times that a real pair
    is seen its source is written as people type (see `explainer.training.as_typed`). `own_pairs` is
    the file of a reader's own pairs, which the run has split by itself; the card counts what of
    them it knows by heart.
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
        """The models that have to be finished first, each by the recipe of its name."""
        made = self.synthetic
        names = (
            *(self.start, self.tokenizer, self.embeddings),
            *(made and made.model, made and made.judge),
        )
        return tuple(dict.fromkeys(name for name in names if name))

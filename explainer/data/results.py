"""The result table of the paper, what it says about its own training, and two worked pairs.

Source of all figures, unless another is named: Vaswani et al. 2017, "Attention Is All You Need",
arXiv:1706.03762. Table 2 (BLEU on newstest2014, training cost in floating point operations),
section 5.1 (sentence pairs, tokens a batch), section 5.2 (steps, hours, GPUs), Table 3 (parameters)
and footnote 5 (what each GPU sustains). Table 2 and the abstract of the later arXiv versions give
the big model 41.8 on English-French; the text of section 6.1 and the first versions say 41.0.

The paper does not name its BLEU script. The authors' own, `get_ende_bleu.sh` of tensor2tensor,
cuts German compounds at hyphens before counting, "comparable to papers like GNMT, ConvS2S".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

Task = Literal["en-de", "en-fr"]
Group = Literal["single", "ensemble", "transformer"]

TASKS: Final[tuple[Task, ...]] = ("en-de", "en-fr")
TEST_SET: Final = "newstest2014"
TEST_SENTENCES: Final = 3003  # of newstest2014: Bojar et al. 2014, WMT 2014
TRAINING_PAIRS: Final[Mapping[Task, int]] = MappingProxyType(
    {"en-de": 4_500_000, "en-fr": 36_000_000}
)


@dataclass(frozen=True)
class System:
    """A row of Table 2. What the table leaves empty is absent."""

    name: str
    group: Group
    bleu: Mapping[Task, float]
    flops: Mapping[Task, float]
    source: str  # arXiv number of the system's own paper


SYSTEMS: Final = (
    System("ByteNet", "single", {"en-de": 23.75}, {}, "1610.10099"),
    System("Deep-Att + PosUnk", "single", {"en-fr": 39.2}, {"en-fr": 1.0e20}, "1606.04199"),
    System(
        "GNMT + RL",
        "single",
        {"en-de": 24.6, "en-fr": 39.92},
        {"en-de": 2.3e19, "en-fr": 1.4e20},
        "1609.08144",
    ),
    System(
        "ConvS2S",
        "single",
        {"en-de": 25.16, "en-fr": 40.46},
        {"en-de": 9.6e18, "en-fr": 1.5e20},
        "1705.03122",
    ),
    System(
        "MoE",
        "single",
        {"en-de": 26.03, "en-fr": 40.56},
        {"en-de": 2.0e19, "en-fr": 1.2e20},
        "1701.06538",
    ),
    System(
        "Deep-Att + PosUnk Ensemble", "ensemble", {"en-fr": 40.4}, {"en-fr": 8.0e20}, "1606.04199"
    ),
    System(
        "GNMT + RL Ensemble",
        "ensemble",
        {"en-de": 26.30, "en-fr": 41.16},
        {"en-de": 1.8e20, "en-fr": 1.1e21},
        "1609.08144",
    ),
    System(
        "ConvS2S Ensemble",
        "ensemble",
        {"en-de": 26.36, "en-fr": 41.29},
        {"en-de": 7.7e19, "en-fr": 1.2e21},
        "1705.03122",
    ),
    System(
        "Transformer (base)",
        "transformer",
        {"en-de": 27.3, "en-fr": 38.1},
        {"en-de": 3.3e18, "en-fr": 3.3e18},
        "1706.03762",
    ),
    System(
        "Transformer (big)",
        "transformer",
        {"en-de": 28.4, "en-fr": 41.8},
        {"en-de": 2.3e19, "en-fr": 2.3e19},
        "1706.03762",
    ),
)


@dataclass(frozen=True)
class Training:
    """How a model of the paper was trained; `parameters` and `vocabulary` are for EN-DE."""

    name: str
    parameters: int
    d_model: int
    steps: int
    hours: float


BASE: Final = Training("Transformer (base)", 65_000_000, 512, 100_000, 12)
BIG: Final = Training("Transformer (big)", 213_000_000, 1024, 300_000, 3.5 * 24)
TRAININGS: Final = (BASE, BIG)
GPUS: Final = 8
GPU: Final = "P100"
VOCABULARY: Final = 37_000  # "about", shared by both languages of EN-DE
BATCH_TOKENS: Final = 25_000  # source tokens and again as many target tokens a step, "about"
TERAFLOPS: Final[Mapping[str, float]] = MappingProxyType(
    {"K80": 2.8, "K40": 3.7, "M40": 6.0, "P100": 9.5}
)


@dataclass(frozen=True)
class Pair:
    """A translation and a reference, written for this project, to be measured in two ways."""

    language: str
    hypothesis: str
    reference: str


GERMAN: Final = Pair(
    "de",
    "Der Rich-Text-Editor steht seit heute im Online-Shop.",
    "Der Rich-Text-Editor ist seit gestern im Online-Shop.",
)
KOREAN: Final = Pair(
    "ko", "나는 어제 친구랑 함께 영화를 보았다.", "나는 어제 친구와 함께 영화를 봤다."
)

"""The paper's result table and figures on its training.

Source of all figures unless noted: Vaswani et al. 2017, "Attention Is All You Need",
arXiv:1706.03762. Table 2 (BLEU on newstest2014, training cost in floating point operations),
section 5.2 (hours, GPUs) and footnote 5 (sustained TFLOPS per GPU).
Table 2 and the abstract of the later arXiv versions give the big model 41.8 on English-French; the
text of section 6.1 and the first versions say 41.0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

Task = Literal["en-de", "en-fr"]
Group = Literal["single", "ensemble", "transformer"]

TASKS: Final[tuple[Task, ...]] = ("en-de", "en-fr")


@dataclass(frozen=True)
class System:
    """A row of table 2; empty cells are absent."""

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
    """Training time of a model of the paper, in hours."""

    name: str
    hours: float


BASE: Final = Training("Transformer (base)", 12)
BIG: Final = Training("Transformer (big)", 3.5 * 24)
TRAININGS: Final = (BASE, BIG)
GPUS: Final = 8
GPU: Final = "P100"
TERAFLOPS: Final[Mapping[str, float]] = MappingProxyType(
    {"K80": 2.8, "K40": 3.7, "M40": 6.0, "P100": 9.5}
)

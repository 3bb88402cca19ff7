"""URL parameters and their valid values.

Streamlit silently replaces an invalid value by the default; here it is detected first, so that the
page can report which value was ignored.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Final

from explainer.decoding.options import DecodeOptions
from explainer.text import LANGUAGES

DEPTHS: Final = ("picture", "formula", "code")  # each shows more than the one before
METHODS: Final = ("beam", "greedy", "sample")
MAX_WIDTH: Final = 8
MAX_ALPHA: Final = 2.0
MAX_MIN_LENGTH: Final = 20
MAX_TEMPERATURE: Final = 2.0
MAX_TOP_K: Final = 100
MIN_TOP_P: Final = 0.05
MAX_SEED: Final = 9999
MADE_BY: Final = "v"  # in a shared link: version of the app that created it
LONGEST: Final = 9  # maximum characters of a number: no int() of a million digits

Check = Callable[[str], bool]


@dataclass(frozen=True)
class Settings:
    """Decode settings of the controls, named like their URL parameters."""

    method: str = "beam"
    width: int = 4
    alpha: float = 0.6
    min: int = 0
    temperature: float = 1.0
    top_k: int = 0
    top_p: float = 1.0
    seed: int = 0

    def options(self) -> DecodeOptions:
        """Return the options that the method uses, so that equal searches share a cache entry."""
        if self.method == "beam":
            return DecodeOptions(
                method="beam",
                width=self.width,
                n_best=self.width,
                alpha=self.alpha,
                min_length=self.min,
            )
        if self.method == "sample":
            return DecodeOptions(
                method="sample",
                min_length=self.min,
                temperature=self.temperature,
                top_k=self.top_k,
                top_p=self.top_p,
                seed=self.seed,
            )
        return DecodeOptions(method="greedy", min_length=self.min)


DEFAULTS: Final = Settings()


def whole(low: int, high: int) -> Check:
    """Return a check for an integer low..high in ASCII digits."""

    def check(written: str) -> bool:
        if not written.isascii() or not written.isdigit() or len(written) > LONGEST:
            return False
        return low <= int(written) <= high

    return check


def real(low: float, high: float) -> Check:
    """Return a check for a finite decimal number low..high."""

    def check(written: str) -> bool:
        try:
            number = float(written) if len(written) <= LONGEST else math.nan
        except ValueError:
            return False
        return low <= number <= high

    return check


CHECKS: Final[Mapping[str, Check]] = {
    "lang": LANGUAGES.__contains__,
    "depth": DEPTHS.__contains__,
    "method": METHODS.__contains__,
    "width": whole(1, MAX_WIDTH),
    "alpha": real(0, MAX_ALPHA),
    "min": whole(0, MAX_MIN_LENGTH),
    "temperature": real(0, MAX_TEMPERATURE),
    "top_k": whole(0, MAX_TOP_K),
    "top_p": real(MIN_TOP_P, 1),
    "seed": whole(0, MAX_SEED),
}


def reader(name: str) -> Callable[[str], str | int | float | None]:
    """Return a parser of a decode setting; it returns None for invalid values."""
    kind: type[str] | type[int] | type[float] = type(getattr(DEFAULTS, name))
    return lambda written: kind(written) if CHECKS[name](written) else None


def broken_values(written: Mapping[str, str], models: Collection[str]) -> tuple[str, ...]:
    """Return the names of invalid URL parameters in order.

    Unknown names are ignored: links collect them (utm_source and the like).
    """
    checks = {**CHECKS, "model": models.__contains__}
    known = ((name, value) for name, value in written.items() if name in checks)
    return tuple(name for name, value in known if not checks[name](value))

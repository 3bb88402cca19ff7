"""What a training cost in floating point operations."""

from __future__ import annotations

from typing import Final

SECONDS: Final = 3600.0
TERA: Final = 1e12


def hardware_flops(hours: float, devices: int, teraflops: float) -> float:
    """Time x devices x what one of them sustains (Vaswani et al. 2017, section 6.1).

    What the hardware could have done in that time, whether it did or not.
    """
    return hours * SECONDS * devices * teraflops * TERA


def days_on(flops: float, devices: int, teraflops: float) -> float:
    """How long a machine would be busy with it, in days."""
    return flops / hardware_flops(24.0, devices, teraflops)

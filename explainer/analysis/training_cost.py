"""Training cost in floating-point operations."""

from __future__ import annotations

from typing import Final

SECONDS: Final = 3600.0
TERA: Final = 1e12


def hardware_flops(hours: float, devices: int, teraflops: float) -> float:
    """Return time x devices x sustained FLOPS of one device (Vaswani et al. 2017, section 6.1).

    This is what the hardware could have computed in that time, not what it did compute.
    """
    return hours * SECONDS * devices * teraflops * TERA


def days_on(flops: float, devices: int, teraflops: float) -> float:
    """Return how many days a machine would need."""
    return flops / hardware_flops(24.0, devices, teraflops)

"""How probabilities are written, also very small ones."""

from __future__ import annotations

from explainer.frame.probabilities import tex_probability
from explainer.text.numbers import percent


def test_nothing_possible_is_written_as_0() -> None:
    for p, short, long, tex in (
        (1.0, "100.0%", "100.00%", "1.0000"),
        (0.0844, "8.4%", "8.44%", "0.0844"),
        (0.0006, "0.1%", "0.06%", r"(6.00 \cdot 10^{-4})"),
        (9.55e-6, "<0.1%", "<0.01%", r"(9.55 \cdot 10^{-6})"),
    ):
        assert (percent(p), percent(p, 2), tex_probability(p)) == (short, long, tex)
    assert (percent(0.123, 0), percent(0.0004, 0), percent(0.0004)) == ("12%", "<1%", "<0.1%")

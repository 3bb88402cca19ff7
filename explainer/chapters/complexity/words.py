"""Names and number formats of the complexity page."""

from __future__ import annotations

from typing import Final

from explainer.text import Text

# One colour for each kind of layer, in every figure of the chapter; none is that of a language.
TONES: Final = {
    "attention": "weight",
    "recurrent": "primary",
    "convolution": "residual",
    "contiguous": "residual",
    "dilated": "residual",
    "restricted": "k",
}
FORMULAS: Final = {
    "attention": "O(n²·d)",
    "recurrent": "O(n·d²)",
    "convolution": "O(k·n·d²)",
    "restricted": "O(r·n·d)",
}


def layer_names(text: Text) -> dict[str, str]:
    return text.each("complexity.*", "attention", "recurrent", "convolution", "restricted")


def milliseconds(seconds: float) -> str:
    """Format with three significant digits: 0.0372, 3.21, 1,830."""
    value = seconds * 1000
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2g}"


def format_bytes(count: float) -> str:
    """Format bytes in units of 1,024."""
    for unit in ("B", "KiB", "MiB"):
        if count < 1024:
            return f"{count:,.0f} {unit}" if unit == "B" else f"{count:,.1f} {unit}"
        count /= 1024
    return f"{count:,.1f} GiB"

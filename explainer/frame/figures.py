"""Pictures and numbers to take away: a small button at every figure of a page."""

from __future__ import annotations

from explainer.components.takeaway import takeaway
from explainer.frame import teaching
from explainer.text import Text


def offer(text: Text, page: str, *, dark: bool) -> None:
    """Put the buttons on a page; shows nothing itself. `page` begins the names of the files."""
    if teaching.hides("downloads"):
        return
    words = {
        "open": text.template("figures.open"),
        "png": text("figures.png"),
        "svg": text("figures.svg"),
        "csv": text("figures.csv"),
        "csv_named": text.template("figures.csv_named"),
        "saved": text.template("figures.saved"),
        "failed": text("figures.failed"),
    }
    takeaway(words, page=page, lang=text.lang, dark=dark)

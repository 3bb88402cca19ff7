"""Pictures and numbers to take away: a small button at every figure of a page."""

from __future__ import annotations

from typing import Any

from explainer import __version__
from explainer.components.takeaway import takeaway
from explainer.frame import teaching
from explainer.text import Text


def offered(text: Text, page: str, *, dark: bool) -> dict[str, Any] | None:
    """What the buttons of a page are made of, where no teacher hides them. `page` begins the names
    of the files.
    """
    if teaching.hides("downloads"):
        return None
    words = {
        "open": text.template("figures.open"),
        "png": text("figures.png"),
        "svg": text("figures.svg"),
        "csv": text("figures.csv"),
        "csv_named": text.template("figures.csv_named"),
        "saved": text.template("figures.saved"),
        "failed": text("figures.failed"),
        "program": text("shell.version", version=__version__),
    }
    return takeaway(words, page=page, lang=text.lang, dark=dark)

"""Texts nobody would write to a translator, for hypothesis.

Each test names how many it tries; FUZZ=20 in the environment tries twenty times as many.
"""

import os
import unicodedata
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from tests.fuzz.markup import HOSTILE

TIMES = int(os.environ.get("FUZZ", "1"))
LONGEST = 1_000_000  # characters: a frame of Streamlit may have no more bytes

FORMULAS = (
    *("=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "＝1+1"),
    '=HYPERLINK("")',
)
NUMBERS = (
    *("9" * 5000, "1e999", "-1e-999", "nan", "inf", "-0", "٣٤", "½", "1_000", "0x10", "²"),
    "1,5",
)
BREAKS = ("\0", "\x07", "\x1b[31m", "\x7f", "\x85", "\u2028", "\u2029", "\ufeff", "\ufffe", "\r")
DIRECTIONS = ("\u202eabc", "\u2066", "שלום", "مرحبا", "\u200f", "\u200d", "\u200b", "\u00ad")
STRANGE = (
    unicodedata.normalize("NFD", "강아지가 마당에서 논다."),
    "ᄀ" * 50,
    "ㅋ" * 300,
    "e" + "\u0301" * 300,
    "ﷺ" * 20,
    "\U0001f469\u200d\U0001f466\U0001f1f0\U0001f1f7",
    "\ud800",
    "a\udfffb",
    "\U000e0041",
    "\U0010ffff",
    "🄰㎏ﬃ",
    "İıßẞ",
)
TEMPLATES = ("{hole}", "{0}", "%s", "%(a)s", "${x}", "{{7*7}}", "{% x %}", "\\u0000", "%2e%2e%2f")
CHOSEN = (*FORMULAS, *NUMBERS, *BREAKS, *DIRECTIONS, *STRANGE, *TEMPLATES, *HOSTILE, "", " ")

KNOWN = st.sampled_from(("강아지가 ", "책을 읽는다. ", "the dog ", "12 "))
SHORT = st.one_of(
    st.sampled_from(CHOSEN),
    st.text(max_size=40),
    st.text(st.characters(categories=["Cc", "Cf", "Cs", "Zs", "Zl", "Mn", "Lo"]), max_size=40),
)
MIXED = st.lists(st.one_of(SHORT, KNOWN), max_size=8).map("".join)
LONG = st.builds(
    lambda text, length: (text * (length // max(1, len(text)) + 1))[:length],
    MIXED,
    st.sampled_from((201, 1000, 20_000)),
)
TEXTS = st.integers(0, 49).flatmap(lambda n: LONG if n == 0 else MIXED)
# Texts of a million characters: not often, and each is another kind of work for what reads it.
ENDLESS = {
    "one syllable": "강" * LONGEST,
    "words": "a " * (LONGEST // 2),
    "spaces": " " * LONGEST,
    "accents on one letter": "e" + "\u0301" * LONGEST,
    "letters that become 18": "ﷺ" * 200_000,
    "letters in parts": "\u1112\u1161\u11ab" * 300_000,
    "digits": "9" * LONGEST,
    "unknown": "₪**₪\0" * (LONGEST // 6),
    "half pairs": "\ud800" * LONGEST,
    "zeros": "\0" * LONGEST,
}
# What can come through a browser: half a surrogate pair cannot be sent.
TYPED = MIXED.map(lambda text: text.encode("utf-8", "replace").decode("utf-8"))


def tries(count: int) -> Callable[[Any], Any]:
    """So many examples."""
    slow = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture]
    return settings(
        max_examples=count * TIMES,
        suppress_health_check=slow,
        # A text is shown as it was found: making it smaller runs a slow test a hundred times more.
        phases=(Phase.explicit, Phase.generate),
    )

"""The most frequent Hangul syllables of Korean text."""

from __future__ import annotations

# They cover more than half of any Korean text but are a fortieth of the 2,350 of KS X 1001, so they
# are rare in other text that is wrongly decoded as Korean.
COMMON_SYLLABLES = frozenset(
    "이다는을의에가지은하고로를한사기도어서자나대리시인그있일해아"
    "수정게보전부라과장주원들세것성제여으니요만면우안했었습구러까"
)

"""Choose Korean particles (josa) by the final sound of the noun: 책을, 나무를, 3을, "BLEU를"."""

from __future__ import annotations

from typing import Final

HANGUL_FIRST, HANGUL_LAST, FINALS = 0xAC00, 0xD7A3, 28
RIEUL = 8  # index of the final consonant ㄹ

# Digits as they are read in Sino-Korean: 영 일 이 삼 사 오 육 칠 팔 구
DIGIT_FINALS = dict(zip("0123456789", (21, RIEUL, 0, 16, 0, 0, 1, RIEUL, RIEUL, 0), strict=True))
# Letter names that end in a consonant when read aloud (엘, 엠, 엔, 아르)
LETTER_FINALS = {"l": RIEUL, "m": 16, "n": 4, "r": RIEUL}

# Lookahead for the suffixes and particles that may follow a noun.
NOUN_ENDS: Final = (
    r"(?=(?:들|끼리|마다|에서|에게|으로|로|까지|부터|에)?"
    r"(?:은|는|이|가|을|를|의|와|과|도|만|다|이다|란|이란|처럼|보다|인|라)?(?![가-힣]))"
)


def final_consonant(word: str) -> int:
    """Return the index 0..27 of the word's final consonant; 0 if there is none or it is unknown."""
    for char in reversed(word.strip()):
        if HANGUL_FIRST <= ord(char) <= HANGUL_LAST:
            return (ord(char) - HANGUL_FIRST) % FINALS
        if char in DIGIT_FINALS:
            return DIGIT_FINALS[char]
        if char.isalpha():
            return LETTER_FINALS.get(char.lower(), 0)
        if not char.isspace() and char not in "\"'”’)]}.,!?":
            return 0
    return 0


def particle(word: str, with_final: str, without_final: str) -> str:
    """Return the particle for `word`: `particle("책", "을", "를") == "을"`.

    Exception: 으로/로 is 로 after ㄹ (서울로, 1로).
    """
    final = final_consonant(word)
    if final == RIEUL and with_final == "으로":
        return without_final
    return with_final if final else without_final

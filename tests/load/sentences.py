"""Fifty Korean sentences a class may type, and as many new ones as are wanted."""

from itertools import product
from typing import Final

WHEN: Final = (
    *("오늘 아침에", "어제 저녁에", "지난 주말에", "며칠 전에", "비가 오던 날", "수업이 끝난 뒤에"),
    *("점심을 먹기 전에", "작년 여름에", "방학 첫날", "생일날 아침에"),
)
WHAT: Final = (
    "동생은 도서관에서 책을 읽었다.",
    "나는 친구와 함께 바다를 보러 갔다.",
    "어머니는 시장에서 사과와 배를 사셨다.",
    "선생님은 우리에게 짧은 이야기를 들려주셨다.",
    "그 아이는 강아지와 공원을 오래 걸었다.",
)

POOL: Final = tuple(f"{when} {what}" for when, what in product(WHEN, WHAT))


def unseen(number: int) -> str:
    """A sentence of its own for every number."""
    return f"나는 {number}번 버스를 타고 {WHAT[number % len(WHAT)]}"

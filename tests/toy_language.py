"""A toy language with every combination once: enough repetition to fit a tokenizer and a model."""

import random

NOUNS = [
    ("고양이", "cat"),
    ("강아지", "dog"),
    ("아이", "child"),
    ("선생님", "teacher"),
    ("새", "bird"),
    ("의사", "doctor"),
    ("친구", "friend"),
    ("물고기", "fish"),
]
VERBS = [("잔다", "sleeps"), ("달린다", "runs"), ("웃는다", "smiles"), ("노래한다", "sings")]
TIMES = [("오늘", "today"), ("지금", "now"), ("아침에", "in the morning"), ("매일", "every day")]


def toy_pairs() -> list[tuple[str, str]]:
    """All 128 Korean-English pairs in a fixed random order."""
    pairs = [
        (f"{ko_n}가 {ko_t} {ko_v}.", f"The {en_n} {en_v} {en_t}.")
        for ko_n, en_n in NOUNS
        for ko_v, en_v in VERBS
        for ko_t, en_t in TIMES
    ]
    random.Random(0).shuffle(pairs)
    return pairs

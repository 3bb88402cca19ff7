"""The texts are written in the field's words, and Korean particles fit the words before them."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from explainer.text.josa import final_consonant, particle

PAIRS = (("을", "를"), ("이", "가"), ("은", "는"), ("과", "와"), ("으로", "로"))
TERMS = (
    *("단어", "토큰", "헤드", "벡터", "행렬", "가중치", "쿼리", "마스크", "차원", "확률", "문장"),
    *("점수", "임베딩", "인코더", "디코더", "어텐션", "시드", "노름", "페이지", "패딩", "모델"),
)
# Words that must not come back.
GONE = {
    "ko": (
        *("조각", "자기 어텐션", "교차 어텐션", "여러 헤드", "모르는 토큰", "묻는 쪽"),
        *("묻는 토큰", "보는 자리", "열쇠", "밸류", "씨앗", "낱말", "훈련", "견주", "채움"),
        *("가림막", "로그확률", "짧음 벌점", "훑은 정도", "파라미터", "첫 쪽", "이 쪽", "잘라 센"),
        *("표본 뽑기", "채널", "밥상", "준비 기간", "더한 뒤 정규화", "앞에서 정규화"),
        *("라벨 스무딩", "쌍반점", "모델의 폭", "벡터의 길이", "x의 길이", "벡터의 평균 길이"),
    ),
    "en": (
        *(" piece", "asking place", "asking side", "looked at (", "roll-out", "work sheet"),
        *("look-up", " a line)", "numbers to learn", "living branch", "etter by letter"),
        *("model width", " a position.", "Piece", "other places", "t the first place"),
        *("every place ", "its place is", "mpty places", "at the same place", "number of places"),
        *("Places come", "how long the vector", "length of the vector", "length of x"),
        *("as long as x", "bits per token"),
    ),
}
# What SentencePiece calls a token, said once.
ONCE, THERE = {"조각", " piece", "Piece"}, "chapters/tokens/{}.toml: detail"
# What means something else elsewhere must not be said in these chapters, but in these lines.
NO_MORE_IN: dict[tuple[str, ...], tuple[str, set[str]]] = {
    ("lessons", "classroom"): (r"걸음", set()),  # 단계; a step of training is a 스텝
    ("cell", "heads", "masks", "lessons"): (  # of a matrix: 행
        r"(?<![가-힣])줄(?=[은을의에과]|마다|로 |이 | 전체)",
        set(),
    ),
    ("families",): (r"비트", set()),  # nats: bits where they are the point
}
PERCENT = {"share"}  # holes that are filled with a percentage, which is read 퍼센트

ROOT = Path(__file__).parents[2] / "explainer"


def texts(lang: str) -> Iterator[tuple[str, str]]:
    """(place, line) of every line that is shown in a language: catalogues, articles, glossary."""
    paths = [p for p in ROOT.rglob("*") if p.suffix in {".toml", ".md"}]
    for path in sorted(paths):
        own = path.name.split(".")[-2] == lang or path.parent.name == lang
        shared = path.parent.name == "data"
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if own or (shared and line.startswith((lang, f"{lang}_"))):
                yield f"{path.relative_to(ROOT)}:{number}", line


def wrong_particles(line: str) -> list[str]:
    """Particles that do not fit the term they follow."""
    found = []
    for term in TERMS:
        for match in re.finditer(
            rf"{term}(을|를|이|가|은|는|과|와|으로|로|이라도|이다)(?![가-힣])", line
        ):
            ending = match[1]
            if ending in {"이라도", "이다"}:
                fits = final_consonant(term) > 0
            else:
                pair = next(pair for pair in PAIRS if ending in pair)
                fits = particle(term, *pair) == ending
            if not fits:
                found.append(match[0])
    return found


def test_a_particle_fits_the_term_before_it() -> None:
    wrong = {place: found for place, line in texts("ko") if (found := wrong_particles(line))}
    assert wrong == {}


def test_a_hole_is_followed_by_a_particle_of_its_own() -> None:
    """What fills a hole decides: {weight|이/가}."""
    fixed = re.compile(r"\{([a-z_0-9]+)\}(?:이|가|은|는|을|를|과|와|으로|로|이라)(?![가-힣])")
    wrong = [
        place
        for place, line in texts("ko")
        if any(match[1] not in PERCENT for match in fixed.finditer(line))
    ]
    assert wrong == []


@pytest.mark.parametrize("lang", GONE)
def test_words_of_our_own_do_not_come_back(lang: str) -> None:
    """The glossary keeps them as other names (`also_`), which lead to the entry."""
    found: dict[str, set[str]] = {word: set() for word in GONE[lang]}
    for place, line in texts(lang):
        said = line.partition(" = ")[2 if ".toml" in place else 0]
        if not line.startswith("also_"):
            for word, places in found.items():
                if word in said:
                    places.add(f"{place.partition(':')[0]}: {line.partition(' = ')[0]}")
    assert found == {word: {THERE.format(lang)} if word in ONCE else set() for word in found}


@pytest.mark.parametrize("among", NO_MORE_IN, ids=" ".join)
def test_nor_where_it_would_mean_something_of_the_chapter(among: tuple[str, ...]) -> None:
    pattern, allowed = NO_MORE_IN[among]
    found = {
        f"{place.partition(':')[0].removeprefix('chapters/')}: {line.partition(' = ')[0]}"
        for place, line in texts("ko")
        if place.split("/")[:2] in [["chapters", name] for name in among]
        and re.search(pattern, line.partition(" = ")[2 if ".toml" in place else 0])
    }
    assert found == allowed

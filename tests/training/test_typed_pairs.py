"""Pairs with slots and sources as people type them: what must stand on both sides does."""

import re
from random import Random

import pytest

from explainer.data.everyday import everyday
from explainer.data.references import references
from explainer.data.samples import samples
from explainer.data.values import MAKERS, won
from explainer.tokenizer import clean_text
from explainer.training.as_typed import (
    CHANGES,
    WRAPS,
    as_typed,
    unmarked,
    with_a_word_wrapped,
    with_smiley,
    with_unknown,
)
from explainer.training.counterparts import counterparts
from explainer.training.synthetic import bare
from explainer.training.templates import (
    PARTICLE,
    SLOT,
    fill,
    has_slots,
    templates,
    with_another_name,
)

LANGUAGES = [("ko", "en"), ("en", "ko"), ("en", "de"), ("de", "en")]


def pairs_of(languages: tuple[str, str]) -> list[tuple[str, str]]:
    pairs = templates(frozenset(languages))
    swap = languages in (("en", "ko"), ("de", "en"))
    return [(b, a) for a, b in pairs] if swap else list(pairs)


@pytest.mark.parametrize("languages", LANGUAGES)
def test_every_slot_is_filled_on_both_sides(languages: tuple[str, str]) -> None:
    assert len(pairs_of(languages)) > 600
    for number, pair in enumerate(pairs_of(languages)):
        slots = [sorted(SLOT.findall(side)) for side in pair]
        assert slots[0] == slots[1] and {kind for kind, _ in slots[0]} <= set(MAKERS), pair
        filled = fill(pair, languages, Random(number))
        assert filled == fill(pair, languages, Random(number))
        for side in filled:
            assert not SLOT.search(side) and not PARTICLE.search(side), filled
            assert side and not side.startswith(" ") and "  " not in side, filled


@pytest.mark.parametrize("slot", ["{int}", "{phone}", "{code}", "{acronym}"])
def test_what_is_copied_is_the_same_on_both_sides(slot: str) -> None:
    for seed in range(50):
        korean, english = fill((f"답은 {slot}.", f"It is {slot}."), ("ko", "en"), Random(seed))
        assert korean.removeprefix("답은 ") == english.removeprefix("It is ")


def test_numbers_are_written_as_each_language_has_them() -> None:
    seen: set[object] = set()
    for seed in range(200):
        english, german = fill(("{int} {money}", "{int} {money}"), ("en", "de"), Random(seed))
        assert re.findall(r"\d", english) == re.findall(r"\d", german)
        if match := re.match(r"(\d{1,3}(?:,\d{3})+) ", english):
            assert german.startswith(match[1].replace(",", ".") + " ")
            seen.add("thousands")
        assert re.search(r"\d (Dollar|Euro|Pfund|Yen|Won)$", german)
        seen.add("$" in english)
    assert seen == {"thousands", True, False}


def test_won_in_words_and_figures_is_the_same_amount() -> None:
    for seed in range(300):
        value = won(Random(seed), "ko")
        digits = re.fullmatch(r"(?:(\d+)만)? ?(?:(\d)천)? ?(?:(\d)백)? ?원", value["ko"])
        if digits and any(digits.groups()):
            parts = zip(digits.groups(), (10_000, 1000, 100), strict=True)
            amount = sum(int(part) * size for part, size in parts if part)
            assert f"{amount:,} won" == value["en"], value


def test_particles_follow_what_was_filled_in() -> None:
    for seed in range(50):
        korean, _ = fill(
            ("{kogiven}[은/는] {city}[으로/로] 갔다.", "{kogiven} {city}"),
            ("ko", "en"),
            Random(seed),
        )
        name, place, _ = korean.split()
        assert name.endswith("은") == bool((ord(name[-2]) - 0xAC00) % 28)
        rieul = (ord(place.removesuffix("으로").removesuffix("로")[-1]) - 0xAC00) % 28
        assert place.endswith("으로") == (rieul not in (0, 8)), korean


@pytest.mark.parametrize("languages", [("ko", "en"), ("en", "de")])
def test_no_template_is_a_sentence_that_a_model_is_measured_or_shown_with(languages):
    shown = {bare(side) for row in everyday() for side in row}
    for language in languages:
        shown |= {bare(sample.text) for sample in samples(language)}
        shown |= {bare(text) for text in references(language).values()}
    for pair in pairs_of(languages):
        if not has_slots(pair[0]):
            assert shown.isdisjoint(bare(side) for side in pair), pair


def test_another_name_on_both_sides_or_on_none() -> None:
    for seed in range(30):
        english, german = with_another_name(
            ("Tom knows Tom.", "Tom kennt Tom."), ("en", "de"), Random(seed)
        )
        name = english.removesuffix(".").split(" knows ")
        assert german == f"{name[0]} kennt {name[1]}." and name[0] == name[1]
    untouched = ("Tom's car is red.", "Toms Auto ist rot.")
    assert with_another_name(untouched, ("en", "de"), Random(1)) == untouched


def test_what_is_typed_loses_no_word() -> None:
    pair = ("I can't come, sorry.", "Ich kann nicht kommen, tut mir leid.")
    for seed in range(200):
        source, target = as_typed(pair, Random(seed))
        assert re.search(
            r"\bi\b.* can'?t\b.* come\b.* sorry", typed := clean_text(source).lower()
        ), typed
        assert pair[1] in target


def test_signs_are_left_out_and_a_mark_is_put_back() -> None:
    for seed in range(50):
        for change in (with_unknown, with_smiley):
            assert change("It rains.", "Es regnet.", Random(seed))[1] == "Es regnet."
        assert unmarked("It rains.", "Es regnet.", Random(seed)) == ("It rains", "Es regnet.")
    assert unmarked("in the rain", "im Regen", Random(1)) == ("in the rain", "im Regen")
    assert len({as_typed(("A b.", "C d."), Random(seed)) for seed in range(400)}) > len(CHANGES)


def test_counterparts_are_words_that_occur_together_and_with_no_others() -> None:
    animals = {"dog": "hund", "cat": "katze", "bird": "vogel", "horse": "pferd", "cow": "kuh"}
    pairs = [
        (f"The {animal} sleeps well.", f"Nummer {number}: {german} schläft gut.")
        for animal, german in animals.items()
        for number in range(12)
    ]
    assert counterparts(pairs) == animals  # the, sleeps and well are always together
    assert counterparts(pairs[:9]) == {}  # too few


def test_a_word_is_wrapped_on_both_sides_or_on_none() -> None:
    pair = ("Tom ran quickly.", "Tom rannte schnell.")
    known = {"quickly": "schnell"}
    wrapped = {with_a_word_wrapped(pair, known, Random(seed)) for seed in range(50)}
    assert len(wrapped) == len(WRAPS)
    for first, last in WRAPS:
        assert (f"Tom ran {first}quickly{last}.", f"Tom rannte {first}schnell{last}.") in wrapped
    assert with_a_word_wrapped(pair, {"slowly": "langsam"}, Random(1)) == pair
    assert wrapped & {as_typed(pair, Random(seed), known) for seed in range(200)}
    assert not wrapped & {as_typed(pair, Random(seed)) for seed in range(200)}

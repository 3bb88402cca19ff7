"""Progress in the address: what is written is read back, what is broken is named and ignored."""

from hypothesis import given
from hypothesis import strategies as st

from explainer.lessons import SIZES
from explainer.lessons.progress import Progress, begin, parse_progress, to_address


@st.composite
def progresses(draw: st.DrawFn) -> Progress:
    name = draw(st.sampled_from(sorted(SIZES)))
    marks = draw(
        st.lists(st.sampled_from((True, False, None)), min_size=SIZES[name], max_size=SIZES[name])
    )
    given: tuple[float | tuple[float, ...] | None, ...] = (None,) * SIZES[name]
    if draw(st.booleans()):
        one = st.one_of(
            st.none(),
            st.integers(-999, 999).map(lambda number: number / 8),
            st.lists(st.integers(0, 100).map(lambda n: n / 100), min_size=1, max_size=9).map(tuple),
        )
        given = tuple(draw(st.lists(one, min_size=SIZES[name], max_size=SIZES[name])))
    return Progress(name, draw(st.integers(0, SIZES[name])), tuple(marks), given)


@given(progresses())
def test_what_is_written_is_read_back(found: Progress) -> None:
    address = to_address(found)
    assert parse_progress(address, SIZES) == (found, ())
    short = (value for name, value in address.items() if name != "given")
    assert all(len(value) <= 2 * max(SIZES.values()) for value in short)


@given(
    st.dictionaries(
        st.sampled_from(("lesson", "at", "score", "given", "other")),
        st.one_of(
            st.text(max_size=40),
            st.sampled_from(
                ("cell", "3", "1.0.1", "-", "999999999", "7__30.70.", "nan", "_inf", "1e999")
            ),
        ),
    )
)
def test_any_address_is_read_and_then_stable(address: dict[str, str]) -> None:
    found, ignored = parse_progress(address, SIZES)
    assert set(ignored) <= {"lesson", "at", "score", "given"} & set(address)
    if found is not None:
        assert found.lesson == address["lesson"] and 0 <= found.at <= SIZES[found.lesson]
        assert parse_progress(to_address(found), SIZES) == (found, ())


def test_the_form_of_the_address() -> None:
    found = begin("cell", 8).with_mark(True).at_step(1).with_mark(False).at_step(2).with_mark(True)
    assert to_address(found) == {"lesson": "cell", "at": "3", "score": "1.0.1"}
    assert (found.right, found.answered) == (2, 3)
    assert begin("cell", 8).with_mark(False).with_mark(True).marks[0] is False, (
        "the first one counts"
    )
    skipped = begin("cell", 8).at_step(1).with_mark(True)
    assert to_address(skipped)["score"] == "-.1"
    assert "score" not in to_address(begin("cell", 8))


def test_what_is_noted_is_no_mark_and_the_last_counts() -> None:
    found = (
        begin("cell", 8)
        .with_noted_answer(3.5)
        .with_noted_answer(7.0)
        .at_step(2)
        .with_noted_answer((0.3, 0.7))
    )
    assert to_address(found) == {"lesson": "cell", "at": "3", "given": "7__30.70."}
    assert (found.noted_answer, found.at_step(0).noted_answer, found.at_step(1).noted_answer) == (
        (0.3, 0.7),
        7.0,
        None,
    )
    assert found.answered == 2 and found.right == 0
    assert parse_progress({"lesson": "cell", "given": "1_x"}, SIZES)[1] == ("given",)


def test_broken_values_are_named_and_ignored() -> None:
    bad = {
        "at": ("0", "10", "-1", "³", "x", "1" * 5000),
        "score": ("2", "y", "1.1.1.1.1.1.1.1.1", "1." * 9999),
    }
    for name, value in ((name, value) for name, values in bad.items() for value in values):
        found, names = parse_progress({"lesson": "cell", name: value}, SIZES)
        assert names == (name,) and found is not None and (found.at, found.answered) == (0, 0)
    assert parse_progress({"lesson": "nothing", "at": "3"}, SIZES)[1] == ("lesson",)
    assert parse_progress({"lesson": "cell", "at": "x", "score": "y"}, SIZES)[1] == ("at", "score")
    assert parse_progress({"at": "x", "score": "y"}, SIZES) == (None, ()), "without a lesson"
    found, names = parse_progress({"lesson": "cell", "at": "9"}, SIZES)
    assert found is not None and found.is_over and not names, "one more than the steps"

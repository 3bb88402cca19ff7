"""A teacher's link and the slides: what an address says, and the address that says it."""

from types import SimpleNamespace
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explainer.chapters.classroom import link as classroom_link
from explainer.chapters.classroom.link import Target
from explainer.frame import navigation, presenter, teaching
from explainer.frame.course import chapters
from explainer.frame.teaching import LOCKS, LONGEST_NOTE, PANELS, REVEALED, Teaching

NOTES = (
    st.text(st.characters(codec="utf-8"), max_size=LONGEST_NOTE)
    .map(teaching.clean_note)
    .filter(
        lambda note: len(note) <= LONGEST_NOTE  # composing may lengthen a few letters
    )
)
LINKS = st.builds(
    Teaching,
    locked=st.frozensets(st.sampled_from(LOCKS)),
    hidden=st.frozensets(st.sampled_from(PANELS)),
    revealed=st.frozensets(st.sampled_from(REVEALED)),
    note=NOTES,
    poll=st.sampled_from(["", "0123ab"]),
    present=st.booleans(),
)


def through_address(params: dict[str, str]) -> dict[str, str]:
    return dict(parse_qsl(urlencode(params), keep_blank_values=True))


@given(LINKS)
def test_what_is_written_is_read_again(wanted: Teaching) -> None:
    found = teaching.read(through_address(teaching.to_address(wanted)))
    assert found == wanted
    assert found.ignored == ()


@given(st.dictionaries(st.sampled_from([*teaching.NAMES, "s", "x"]), st.text(max_size=400)))
def test_any_address_is_read_within_bounds(written: dict[str, str]) -> None:
    found = teaching.read(written)
    assert found.locked <= set(LOCKS)
    assert found.hidden <= set(PANELS)
    assert found.revealed <= set(REVEALED)
    assert len(found.note) <= LONGEST_NOTE
    assert set(found.ignored) <= set(teaching.NAMES)
    assert teaching.read(teaching.to_address(found)) == found


def test_a_note_keeps_its_lines_and_emoji_and_what_hides_or_turns_text_is_left_out() -> None:
    for note in ("safe\u202eevil", "a\x00b\x1b[31m", "x\u2066y", "a\u2028b\x85c"):
        assert teaching.clean_note(note).isprintable()
    family = "👩\u200d🏫 안녕\n둘째 줄"
    assert teaching.clean_note(f"  {family}\r\n ".replace("\n둘", "\r\n둘")) == family
    assert teaching.clean_note("a\n" * 50).count("\n") < teaching.MOST_LINES


def test_what_is_broken_is_named() -> None:
    for written, expected in (
        ({"teach": "1", "teach_hide": "formula.holograms"}, ("teach_hide",)),
        ({"teach": "1", "teach_lock": "door"}, ("teach_lock",)),
        ({"teach": "1", "teach_note": "x" * 301}, ("teach_note",)),
        ({"teach": "1", "teach_hide": "code." * 100}, ("teach_hide",)),
        ({"teach": "1", "teach_show": "answers.code"}, ("teach_show",)),
        ({"teach": "2", "teach_hide": "formula"}, ("teach",)),
        ({"present": "yes"}, ("present",)),
        ({"teach_hide": "formula", "teach_note": "hello"}, ()),
    ):
        assert teaching.read(written).ignored == expected


def test_known_panels_count_beside_unknown_ones_and_what_is_shown_beats_what_is_hidden() -> None:
    written = {"teach": "1", "teach_hide": "code.holograms.answers", "teach_show": "answers"}
    found = teaching.read(written)
    assert found.hidden == {"code", "answers"} and found.reveals("answers")
    assert [found.hides(panel) for panel in ("code", "answers", "formula")] == [True, False, False]
    assert not teaching.read({"teach": "1", "teach_show": "all"}).reveals("answers")
    del written["teach"]  # without the version nothing counts
    assert teaching.read({**written, "teach_lock": "sentence", "teach_note": "hi"}) == Teaching()
    with pytest.raises(AssertionError):
        Teaching().hides("formulas")  # our own, misspelt
    assert set(teaching.NAMES) <= navigation.CARRIED


def test_a_slide_has_nothing_beside_its_figure_and_a_frame_no_way_to_other_pages() -> None:
    slide, framed = Teaching(present=True), Teaching(embedded=True)
    panels = ("formula", "mistake", "answers", "chapters")
    assert [slide.hides(panel) for panel in panels] == [True, True, False, False]
    hidden = {panel for panel in PANELS if framed.hides(panel)}
    assert hidden == {"mistake", "tasks", "chapters"}
    assert not teaching.to_address(framed), "it is the frame's, not the teacher's"


def test_a_broken_slide_is_the_first() -> None:
    assert [presenter.slide(written) for written in ("3", "last")] == ["3", "last"]
    assert {presenter.slide(written) for written in (None, "0", "100", "x", "")} == {"1"}


SPECS = st.sampled_from(chapters())
NAMES = st.text("abcdefghij_", min_size=1, max_size=12).filter(
    lambda name: name not in classroom_link.CHOSEN
)
PARAMS = st.dictionaries(NAMES, st.text(min_size=1, max_size=40), min_size=1, max_size=8)
ROOTS = ("http://localhost:8501", "https://school.example/lab", "")


@given(st.sampled_from(ROOTS), SPECS, PARAMS, LINKS, st.sampled_from(["", "ko", "en"]))
def test_a_link_leads_where_it_was_made_for(root, spec, params, wanted, lang):
    link = classroom_link.make_link(root, Target(spec.id, params), wanted, lang)
    assert link.startswith(f"{root}/{spec.url}?")
    said = dict(parse_qsl(urlsplit(link).query, keep_blank_values=True))
    assert teaching.read(said) == wanted
    assert said.get("lang", "") == lang
    assert classroom_link.read_link(link) == Target(spec.id, params)


def test_what_is_no_link_of_this_app_is_refused() -> None:
    for copied in (
        *("", "softmax", "javascript:alert(1)", "http://[", "https://school.example/somewhere"),
        f"/cell?{'x' * 5000}=1",
        "/cell?" + "&".join(f"a{i}=1" for i in range(60)),
    ):
        assert classroom_link.read_link(copied) is None, copied


def test_a_pasted_link_does_not_bring_what_another_teacher_fixed() -> None:
    copied = "https://a.example/cell?layer=2&teach=1&teach_note=hi&present=1&slide=3&lang=ko"
    assert classroom_link.read_link(copied) == Target("cell", {"layer": "2"})


def test_the_link_takes_model_settings_and_sentence_along() -> None:
    written = {"model": "ko-en", "method": "greedy", "lang": "ko", "teach": "1", "utm": "x"}
    assert classroom_link.page_target(written, "beam", "안녕.") == Target(
        "beam", {"model": "ko-en", "method": "greedy", "s": "안녕."}
    )


def test_the_address_of_the_app_is_found_also_under_a_folder() -> None:
    here, lab = "http://localhost:8501", "https://a.example/lab"
    roots = {f"{here}/classroom": here, f"{here}/classroom?lang=ko": here, "": ""}
    roots |= {f"{lab}/classroom/": lab, lab: lab}
    assert {url: classroom_link.root_of(url, "classroom") for url in roots} == roots


def test_during_a_run_it_stays_as_it_was_at_its_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    address = {"present": "1"}
    monkeypatch.setattr("streamlit.query_params", SimpleNamespace(to_dict=lambda: address))
    with teaching.cached_for_run():
        address.clear()
        assert teaching.current().present
    assert not teaching.current().present

"""The course as files: what the app says and draws, without a server and without the network."""

import base64
import json
import re
import sys
import zlib
from collections.abc import Iterator, Sequence
from html import escape, unescape
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qsl, urlencode

import pytest
from streamlit.testing.v1 import AppTest

from explainer import __main__ as program
from explainer.engine import MAX_CHARS
from explainer.frame.course import Chapter, chapter_of, chapters
from explainer.frame.page import page_of
from explainer.frame.params import DEPTHS
from explainer.lessons import find_lesson, first_question
from explainer.site import SiteError, build, render, states
from explainer.site.addresses import TAKEN, Addresses, parse_address, states_of
from explainer.site.command import NEEDED
from explainer.site.formula import mathml
from explainer.site.markdown import html
from explainer.site.page import state_links
from explainer.site.render import Words, merge_themes, rendered
from explainer.site.states import Fragment, merge_fragments
from explainer.site.surface import surface
from explainer.site.tree import Opener, Visit
from explainer.text import LANGUAGES, Text
from tests.apptest import headings, visit
from tests.in_process import call
from tests.site.course import APP, LESSON, MADE, THERE

TARGET = re.compile(r'(?:href|src|data-src|data-search)="([^"]*)"')
GIVEN = re.compile(r'<script type="application/json" id="given">(.*?)</script>', re.DOTALL)
HEADING = re.compile(r"<h2>(.*?)</h2>")
TAG = re.compile(r"<[^>]*>")
WORDS = Words(Text("en"), Addresses("en", frozenset(MADE)))
EVERYWHERE = Words(Text("en"), Addresses("en", frozenset(one.id for one in chapters())))


def page_of_site(site: Path, id: str, lang: str = "en") -> str:
    return (site / lang / f"{id}.html").read_text("utf-8")


def data_of(site: Path, id: str, lang: str = "en") -> dict[str, Any]:
    """All that drawings of a page are given, of the first beat and of the others."""
    later = (site / lang / f"{id}.data.js").read_text("utf-8")
    return given_in(page_of_site(site, id, lang)) | json.loads(
        zlib.decompress(base64.b64decode(later.split('"')[1]))
    )


def given_in(page: str) -> dict[str, Any]:
    found = GIVEN.search(page)
    assert found
    return json.loads(found[1])


def drawings(app: AppTest) -> list[dict[str, Any]]:
    """What the app's own drawings are given, without those that lead to other pages."""
    shown = [json.loads(one.proto.bytes) for one in app.get("bidi_component")]
    own = [
        one
        for one in shown
        if "blocks" in one["data"] or not re.search(r'"(?:\./|groups|page)', json.dumps(one))
    ]
    assert len(own) >= 3
    return own


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("id", MADE)
def test_a_page_says_what_the_app_says(site: Path, id: str, lang: str) -> None:
    written, app = unescape(page_of_site(site, id, lang)), visit(id, lang=lang, depth="code")
    found = {TAG.sub("", one) for one in HEADING.findall(written)}
    assert f"<h1>{Text(lang)(f'{id}.title')}</h1>" in written
    assert {one for one in headings(app) if "*" not in one} <= found
    chapter = chapter_of(id)
    assert chapter
    for number in range(1, len(page_of(chapter).beats) + 1):
        assert f'href="#{number}"' in written
    given = (json.loads(one.proto.bytes)["data"] for one in app.get("bidi_component"))
    blocks = [block for one in given for block in one.get("blocks", ())]
    assert blocks
    for block in blocks:  # without a script, too
        code = "\n".join("".join(text for _, text, *_ in line) for line in block["lines"])
        assert f"<p>{block['where']}</p><pre><code>{code}</code></pre>" in written


@pytest.mark.parametrize("id", MADE)
def test_the_question_of_a_chapter_has_its_solution_in_a_fold(site: Path, id: str) -> None:
    step = first_question(id)
    assert step
    place = {"lesson": step.lesson, "at": str(find_lesson(step.lesson).steps.index(step) + 1)}
    app = visit(id, lang="en", teach="1", teach_show="answers", **place, **step.params)
    asked, *others = (one.value for one in app.text)
    told = next(one for one in others if "○ " not in one)
    before, _, fold = (
        unescape(page_of_site(site, id))
        .partition("frame predict")[2]
        .partition(
            f"<summary><strong>{Text('en')('lesson.solution').strip('*')}</strong></summary>"
        )
    )
    assert asked in before and told in fold.partition("</details>")[0]
    # What can be chosen is known before, and which is right is not.
    marked = re.findall("[○✓] ", fold.partition(told)[0])
    assert (before.count("○"), before.count("✓")) == (len(marked), 0)


@pytest.mark.parametrize("id", MADE)
def test_drawings_have_the_data_of_the_app(site: Path, id: str) -> None:
    there = [*data_of(site, id).values()]
    assert all(one in there for one in drawings(visit(id, lang="en", depth="code")))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_beat_has_its_data(site: Path, lang: str) -> None:
    for id in MADE:
        written, data = unescape(page_of_site(site, id, lang)), data_of(site, id, lang)
        states = {state.id for state in states_of(chapter_of(id))}  # type: ignore[arg-type]
        names = [json.loads(one) for one in re.findall(r'data-given="(\{.*?\})"', written)]
        assert names and {name for one in names for name in one.values()} <= data.keys()
        assert {state for one in names for state in one} <= states | {""}


@pytest.mark.parametrize("chapter", [one for one in chapters() if one.talk], ids=lambda one: one.id)
def test_a_chapter_opens_on_its_figure_and_asks_below(chapter, monkeypatch):
    monkeypatch.setattr(states, "states_of", lambda one, _: states_of(one)[:1])
    monkeypatch.setattr(states, "DEPTHS", DEPTHS[:1])
    monkeypatch.setattr(render, "chart", lambda *_: '<figure class="chart">')  # half of the time
    body = states.story_of(chapter, EVERYWHERE, {}, Opener(), {}).body
    kinds = [kind for kind in map(kind_of, unfolded(body)) if kind]
    assert kinds[0] == "figure"
    assert kinds.count("question") == (first_question(chapter.id) is not None)


def unfolded(fragments: Sequence[Fragment]) -> Iterator[Fragment]:
    """What stands on a page before anything is opened; the box of a question as one."""
    for one in fragments:
        if one.kind == "box" and kind_of(one) != "question":
            yield from unfolded(one.children)
        elif one.kind != "fold":
            yield one


def kind_of(fragment: Fragment) -> str:
    if "frame predict" in fragment.html:
        return "question"
    is_drawn = fragment.kind == "drawing" and not fragment.mark.startswith("token_chips")
    is_figure = is_drawn or 'class="chart"' in fragment.html
    return "figure" if is_figure else ""


@pytest.mark.parametrize("chapter", chapters(), ids=lambda one: one.id)
def test_every_view_and_beat_has_a_link(chapter: Chapter) -> None:
    there = states_of(chapter)
    links = state_links(states.Story(there), chapter, Text("en"))
    named = re.findall(r'data-states?="([^"]*)"', "".join(links.values()))
    assert {one for each in named for one in each.split()} == {
        state.id for state in there if state.label or state.view
    }


@pytest.mark.parametrize("app", ["", APP])
def test_a_link_for_the_class_leads_into_an_app_or_is_not_there(app: str) -> None:
    made = build.build_request(Path(), ["en"], ["en-de"], ["classroom"], app=app)
    given = given_in(build.single_page(made, "en", parse_address("classroom")))
    links = [one["data"]["link"] for one in given.values() if "link" in one["data"]]
    assert len(links) == (2 if app else 0)
    assert all(link.startswith(f"{APP}/tokens?") for link in links)


def test_an_address_is_that_of_a_file_beside_it(site: Path) -> None:
    elsewhere = re.compile(r'<(?:link rel="(?:canonical|alternate)"|meta|a[^>]* id="app")[^>]*>')
    for path in site.glob("*/*.html"):
        for written in TARGET.findall(elsewhere.sub("", path.read_text("utf-8"))):
            target = unescape(written).partition("#")[0]
            assert not target or (path.parent / target).is_file(), (path, written)


def test_the_site_can_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen, address = ["scaling", "glossary"], "https://example.org/lab"
    monkeypatch.setattr(build, "write_chapter", lambda *_: [])  # the files: those of the search
    request = build.build_request(tmp_path, LANGUAGES, [], chosen, address)
    for lang in LANGUAGES:
        (tmp_path / lang).mkdir()
    build.build(request, workers=1)
    places = re.findall(
        r"<loc>https://example\.org/lab/(.*?)</loc>", (tmp_path / "sitemap.xml").read_text()
    )
    assert {*places} == {f"{lang}/{id}.html" for lang in LANGUAGES for id in chosen}
    assert "Sitemap: https://example.org/lab/sitemap.xml" in (tmp_path / "robots.txt").read_text()
    assert '<base href="https://example.org/lab/">' in (tmp_path / "404.html").read_text("utf-8")


def test_the_pages_are_listed_for_the_search(site: Path) -> None:
    index = (site / "en" / "search.js").read_text("utf-8")
    found = json.loads(index.removeprefix("site.index = ").rstrip(";\n"))
    assert [one[1] for one in found] == [f"{id}.html" for id in (*MADE, "index", LESSON)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_lesson_has_its_steps_and_solutions(site: Path, lang: str) -> None:
    written, text = page_of_site(site, LESSON, lang), Text(lang)
    there = [*data_of(site, LESSON, lang).values()]
    steps = find_lesson("cell").steps
    sentence = re.findall(r"aria-current=page>(.*?)</a>", written)[0]
    for number, step in enumerate(steps, 1):
        place = {"lesson": "cell", "at": str(number), "teach": "1", "teach_show": "answers"}
        app = visit(step.page, lang=lang, s=sentence, depth="picture", **place, **step.params)
        asked, told = (one.value for one in app.text[:2])
        title = text(step.key("title"))
        before, _, fold = unescape(written).partition(f"{title}</h2>")[2].partition("<details")
        assert asked in before and told in fold.partition("</details>")[0]
        drawn = [json.loads(one.proto.bytes) for one in app.get("bidi_component")]
        assert any(one in there for one in drawn if one["data"].get("stages")) == (
            step.figure == "cell_steps"
        )
        name = text("site.step_page", page=text(f"{step.page}.name"))
        assert (f">{name}</a>" in fold) == (step.page in THERE)


def test_lessons_are_begun_where_they_are(tmp_path: Path) -> None:
    made = build.build_request(tmp_path, ["en"], [], ["lessons", LESSON], sentences=1)
    build.write_chapter(made, "en", "lessons")
    written = page_of_site(tmp_path, "lessons")
    assert re.findall(r'class="begin" href="(.*?)"', written) == [f"{LESSON}.html"]
    regions = re.findall(r'data-regions="(.*?)"', written)[0]
    led = {name: to for name, to in json.loads(unescape(regions)).items() if to}
    assert led == {"cell": f"{LESSON}.html"}


def test_a_surface_stands_in_a_page_with_its_numbers() -> None:
    chapter = chapter_of("growth")
    assert chapter
    where = Visit(chapter, "en", {"model": "ko-en", "growth_view": "landscape"})
    page = Opener().open(where)
    (node,) = (one for one in page.walk() if one.kind == "plotly_chart")
    made, figure = rendered(node, EVERYWHERE), json.loads(node.proto.spec)
    ground, _, stops = figure["data"]
    cells = (len(ground["x"]) - 1) * (len(ground["y"]) - 1)
    assert made.count("<polygon") == cells
    table = made.rpartition("<tbody>")[2]
    assert re.findall(r"<td>(.*?)</td>", table)[1 : len(ground["x"]) + 1] == [
        f"{loss:.4g}" for loss in ground["z"][0]
    ]
    told = re.findall(r'<circle cx="(.*?)" cy="(.*?)".*?<title>(.*?)</title>', made)
    assert {unescape(said) for *_, said in told} == {*stops["hovertext"]}
    at = {said: float(y) for _, y, said in told}
    assert at[escape(stops["hovertext"][-1])] > at[escape(stops["hovertext"][0])]  # it came down
    with pytest.raises(SiteError, match="no drawing of"):
        surface(SimpleNamespace(spec=json.dumps({"data": [{"type": "pie"}]})), "")


def alone(address: str) -> str:
    found = parse_address(address)
    model = found.shared.get("model", "en-de")
    made = build.build_request(Path(), ["en"], [model], [found.chapter], app=APP)
    return build.single_page(made, "en", found)


@pytest.mark.parametrize(
    ("here", "opens"),
    [({"scaling_view": "own"}, "3"), ({"scaling_view": "random", "scaling_d": "16"}, TAKEN)],
)
def test_a_page_taken_along_shows_what_the_app_shows(here: dict[str, str], opens: str) -> None:
    said = {"model": "en-de", "s": "The cat sleeps.", **here}
    file = alone(f"{APP}/scaling?{urlencode(said)}&lang=en&v=1.0.0&at=2")
    assert f'data-opens="{opens}"' in file and "The cat sleeps." in file
    there = [*given_in(file).values()]
    assert all(one in there for one in drawings(visit("scaling", lang="en", depth="code", **said)))
    link = unescape(re.findall('id="app" href="(.*?)"', file)[0]).partition("?")
    assert link[0] == f"{APP}/scaling"
    assert dict(parse_qsl(link[2])) == {"lang": "en", "model": "en-de", "s": "The cat sleeps."}


def test_a_file_says_what_is_refused_and_tells_no_answer_that_a_teacher_hides() -> None:
    text, long = Text("en"), "a" * (MAX_CHARS + 1)
    refused = text("input.too_long_text", found=len(long), limit=MAX_CHARS)
    solution = text("lesson.solution").strip("*")
    file = unescape(alone(f"scaling?teach=1&teach_hide=tasks&s={long}"))
    assert refused in file and text("input.still_shown") in file and solution in file
    assert solution not in alone("scaling?teach=1&teach_hide=answers")


def test_markdown_is_that_of_streamlit() -> None:
    made = html(r"**a** :small[`</s>` [b](masks)] $x_1$ :material/edit: \<s\>", WORDS.link)
    assert (
        "<small><code>&lt;/s&gt;</code> " in made and '<a href="masks.html">b</a></small>' in made
    )
    assert "<msub><mi>x</mi><mn>1</mn></msub>" in made and ">edit</span>" in made
    assert html('a [token](glossary?glossary_term=token "A unit.")', WORDS.link) == (
        '<p>a <abbr title="A unit.">token</abbr></p>\n'
    )


def test_one_page_has_the_colours_of_both_themes() -> None:
    assert merge_themes('<a fill="#FFFFFF"/>', '<a fill="#0E1420"/>') == (
        '<a fill="light-dark(#FFFFFF, #0E1420)"/>'
    )
    assert 'class="if-dark"' in merge_themes("<p>day</p>", "<p>night</p>")
    assert "<mo>&lt;</mo>" in mathml(r"y_{<t}", is_block=False)
    assert "[" not in mathml(r"\begin{aligned} a \\[3pt] b \end{aligned}", is_block=True)
    assert 'style="color: #A81660"' in mathml(r"\textcolor{#A81660}{q}", is_block=False)


def test_states_are_laid_over_each_other_in_their_order() -> None:
    def page(state: str, marks: str) -> list[Fragment]:
        return [Fragment("leaf", mark, mark, states=[state]) for mark in marks]

    both = merge_fragments(page("1", "abd"), page("2", "acd"))
    assert [(one.mark, one.states) for one in both] == [
        ("a", ["1", "2"]),
        ("b", ["1"]),
        ("c", ["2"]),
        ("d", ["1", "2"]),
    ]


def test_what_is_missing_is_said_in_a_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("build", "page", "states", "render", "charts", "assets"):
        monkeypatch.delitem(sys.modules, f"explainer.site.{name}", raising=False)
    monkeypatch.delattr("explainer.site.build", raising=False)
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    done = call(program.main, "page", "masks", str(tmp_path / "x.html"))
    said = f"error: no vl_convert: pip install -r {NEEDED}\n"
    assert (done.returncode, done.stderr.decode()) == (2, said)

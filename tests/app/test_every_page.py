"""Every page in every view and in both languages: visited once, and all that has to be so anywhere
looked for in that one visit; a link shows what its sender saw, every control that was changed.
"""

import io
import json
import zipfile
from collections.abc import Mapping
from itertools import cycle, groupby
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from explainer.data.samples import default_sentence
from explainer.engine.memo import MEMO
from explainer.frame.course import Chapter, chapters
from explainer.frame.page import page_of
from explainer.frame.source_code import GAP, MOST, lines_of
from explainer.runs import gate, toy
from explainer.runs.gate import PERMITS
from explainer.text import LANGUAGES, Text
from tests.app.helpers import components, go, messages
from tests.app.test_links import again, change, controls, state
from tests.apptest import elements, headings, latex_of, use_models, visit
from tests.charts import vega_lite
from tests.computations import Tally, watch
from tests.conftest import ROOT

MOST_ELEMENTS = 40  # of Streamlit's and ours: the browser goes through them with every click
AWAY = "glossary"  # has no model's controls
# What they open on is in the models that come with the project: recurrent ones, earlier states.
SHIPPED = {"alignment", "growth", "masks", "perplexity", "rnn"}
WITHOUT_A_MISTAKE = {"perplexity/ngrams"}  # of a page that has one
FORMULAS_IN_FIGURES = {"complexity/filters", "glossary/"}
# Views whose numbers are computed again in 64 bits beside them.
CHECKED = {
    *("rnn/gates", "alignment/maps", "tokens/cut", "embeddings/near", "embeddings/row"),
    *("positions/waves", "lookup/kernel", "cell/", "scaling/own", "masks/batch", "heads/"),
    *("layers/river", "layers/norm", "layers/ffn", "greedy/step", "beam/", "sampling/"),
    "ablation/readings",
}
# Where a page chooses the function it shows: what has to be chosen, beside what it opens on.
CHOSEN: Mapping[tuple[str, str], tuple[str, tuple[str, ...]]] = {
    ("alignment", "maps"): ("alignment_model", ("gru-bahdanau", "lstm-luong")),
    ("cell", ""): ("cell_stage", ("1", "6")),
    ("positions", "others"): ("positions_method", ("learned", "shaw", "fourier", "concatenated")),
    ("rnn", "gates"): ("rnn_cell", ("rnn", "gru", "lstm")),
}
# Pages that are about files and links themselves: their own tests open their links again.
OF_LINKS = {"sentences", "lessons", "classroom", "glossary"}
COMMON = {"s", "lang", "model", "depth", "method", "width", "alpha", "min"}  # of all pages


def make_room() -> None:
    """All that counts by bytes goes: traces and searches."""
    for key in [key for key, entry in MEMO._entries.items() if entry.size]:
        del MEMO._entries[key]


@pytest.fixture
def tally(monkeypatch: pytest.MonkeyPatch) -> Tally:
    """Counts while the memo has room for one large value."""
    found = Tally()
    watch(found, monkeypatch.setattr)
    monkeypatch.setattr(MEMO, "room", 0)
    return found


def says_nothing_wrong(app: AppTest, chapter: Chapter, lang: str) -> None:
    assert not app.exception, app.exception[0].stack_trace
    assert messages(app) == []
    assert [title.value for title in app.title] == [Text(lang)(chapter.title)]


def has_all_its_parts(app: AppTest, chapter: Chapter, view: str, text: Text) -> None:
    """Figures with words for those who cannot see them, formula, check, mistake and tasks."""
    shown = [*app.get("vega_lite_chart"), *app.get("plotly_chart"), *app.dataframe]
    assert all(element.proto.alt.strip() for element in shown if hasattr(element.proto, "alt"))
    if text.lang == LANGUAGES[-1]:  # a figure in another language has other words
        for chart in app.get("vega_lite_chart"):
            vega_lite.check(json.loads(chart.proto.spec))
    assert shown or drawings(app), "a page that shows nothing"
    titles = headings(app)
    place = f"{chapter.id}/{view}"
    assert (text("chapter.formula") in titles) == bool(
        latex_of(app)
    ) or place in FORMULAS_IN_FIGURES
    mistake = page_of(chapter).mistake
    has_mistake = view in mistake if isinstance(mistake, Mapping) else mistake is not None
    has_mistake &= place not in WITHOUT_A_MISTAKE
    for title in (f"✗ {text('chapter.mistake')}", text("chapter.tasks")):
        assert (title in titles) == has_mistake, title
    agrees = text("chapter.agrees", difference="{}").partition("{}")[0]
    checked = [told for told in (*app.caption, *app.subheader) if agrees in told.value]
    assert checked or place not in CHECKED


def drawings(app: AppTest) -> list[dict[str, Any]]:
    """Without code and links."""
    given = [data.get("data", data) for data in components(app)]
    return [data for data in given if not {"blocks", "look"} & data.keys()]


def parts(lines: list[str]) -> list[str]:
    """What stands between the gaps, without indentation."""
    bare = [line.strip() for line in lines]
    return ["\n".join(part) for gap, part in groupby(bare, GAP.__eq__) if not gap]


def its_code_is_short_and_the_one_that_runs(app: AppTest) -> str:
    """The name of what is shown first."""
    given = [data["data"] for data in components(app) if "data" in data]
    blocks: list[dict[str, Any]] = [block for data in given for block in data.get("blocks", ())]
    for block in blocks:
        where, name = block["where"].split()
        lines = ["".join(words for _, words in row) for row in block["lines"]]
        assert len(lines) <= MOST, block["where"]
        source = lines_of(where.removesuffix(".py").replace("/", "."), name)
        assert source is not None
        whole = "\n".join(line.strip() for line in source.splitlines())
        assert all(part in whole for part in parts(lines)), block["where"]
        file = (ROOT / where).read_text(encoding="utf-8").splitlines()
        assert {line.strip() for line in lines} - {GAP} <= {line.strip() for line in file}
        assert len(json.dumps(block)) < 4096
    return str(blocks[0]["where"]) if blocks else ""


def computes_again_with_a_place_at_the_gate(app: AppTest, tally: Tally) -> None:
    make_room()  # what the page has shown is no longer there
    app.run()
    assert not app.exception
    assert tally.outside == 0


def test_a_page_that_has_to_compute_again_says_when_it_cannot(open_app, tally, monkeypatch):
    app = open_app("cell", lang="en")
    before = messages(app)
    with monkeypatch.context() as patch:
        patch.setattr(gate, "WAIT_SECONDS", 0.01)
        patch.setattr(gate.GATE, "permits", 0)
        make_room()
        app.run()
        assert not app.exception
        assert Text("en")("shell.busy") in messages(app)
    app.button(key="again_cell_panel").click().run()
    assert messages(app) == before
    assert tally.outside == 0


@pytest.fixture(scope="session")
def with_a_toy(models_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The two toy models, and one trained on a page that was taken along and unpacked beside."""
    folder = tmp_path_factory.mktemp("toy")
    for model in models_folder.iterdir():
        (folder / model.name).symlink_to(model)
    found = toy.model_zip(toy.course_of("reverse"))
    assert found is not None
    with zipfile.ZipFile(io.BytesIO(found)) as archive:
        archive.extractall(folder)
    return folder


@pytest.mark.parametrize("chapter", chapters(), ids=lambda chapter: chapter.id)
def test_every_page(chapter, with_a_toy, tally, monkeypatch):
    shipped = chapter.id in SHIPPED
    use_models(ROOT / "pretrained" if shipped else with_a_toy, monkeypatch)
    # The small model knows the letters of the first sample, not those of a chapter's own example.
    read = {} if shipped else {"s": default_sentence("ko"), "model": "ko-toy"}

    def opened(lang: str, view: str, **chosen: str) -> AppTest:
        address = {f"{chapter.id}_view": view} if view else {}
        app = visit(chapter.url, lang=lang, depth="code", **read, **address, **chosen)
        says_nothing_wrong(app, chapter, lang)
        assert len([*elements(app._tree)]) <= MOST_ELEMENTS
        has_all_its_parts(app, chapter, view, Text(lang))
        return app

    draw = page_of(chapter).draw
    for view in draw if isinstance(draw, Mapping) else ("",):
        make_room()
        first, app = (opened(lang, view) for lang in LANGUAGES)
        shown = {its_code_is_short_and_the_one_that_runs(app)}
        name, values = CHOSEN.get((chapter.id, view), ("", ()))
        for lang, value in zip(cycle(LANGUAGES), values, strict=False):
            chosen = opened(lang, view, **{name: value})
            shown.add(its_code_is_short_and_the_one_that_runs(chosen))
        assert len(shown) >= len(values)
        if chapter.id not in OF_LINKS:
            for found in controls(app):
                if found.key not in {*COMMON, f"{chapter.id}_view"}:
                    change(found)
        computes_again_with_a_place_at_the_gate(app, tally)
        assert state(again(visit, chapter.url, app)) == state(app), view
    assert tally.most <= PERMITS
    for page in (AWAY, chapter.url):
        go(first, page)
        assert not first.exception and messages(first) == []
    if not shipped:
        app = visit(chapter.url, lang="en", model="toy", s="fhlbga")
        assert not app.exception and not app.error and app.title

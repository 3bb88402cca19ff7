"""What the course has to explain, and where: no view goes without its idea.

Each idea stands in one view of one chapter, with a text that only the part of the page about it
says. A view or a text that is renamed is renamed here; one that goes takes its idea along, and then
the idea needs another place first.
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path

import explainer.chapters
from explainer.frame.course import chapters
from explainer.frame.page import page_of
from explainer.text import LANGUAGES, strings
from tests.layers.sources import for_each

FOLDER = Path(explainer.chapters.__path__[0])
IDEAS = tomllib.loads(Path(__file__).with_name("ideas.toml").read_text(encoding="utf-8"))
PAGES = {chapter.id: page_of(chapter) for chapter in chapters()}


def written_in(chapter: str, names: str) -> str:
    files = (FOLDER / chapter).rglob(names)
    return "".join(file.read_text(encoding="utf-8") for file in files)


@for_each([*IDEAS], named=str)
def test_every_idea_has_a_view_and_words_that_its_chapter_uses(idea: str) -> None:
    chapter, view, text = IDEAS[idea]
    draw = PAGES[chapter].draw
    key = f"{chapter}.{text}"
    assert all(key in strings(lang) for lang in LANGUAGES)
    code = written_in(chapter, "*.py")
    if isinstance(draw, Mapping):
        assert view in draw
    else:
        assert not view or f'"{view}"' in code
    drawing, _, word = text.rpartition(".")
    if drawing:  # its words are a table of the chapter's
        assert f'"{chapter}/{drawing}"' in code and f"words.{word}" in written_in(chapter, "*.js")
    else:
        control = f'"{chapter}_{text}"'  # says its text by its name
        assert text == f"view_{view}" or f'"{key}"' in code or control in code


def test_a_page_has_three_views_at_most_and_the_course_seventy() -> None:
    views = {
        id: sum(
            key.startswith(f"{id}.view_") and not key.endswith("_line") for key in strings("en")
        )
        for id in PAGES
    }
    assert max(views.values()) <= 3
    views["classroom"] = 1  # papers for teachers, no part of the course
    assert sum(max(count, 1) for count in views.values()) <= 70

"""A chapter's fragments as HTML, and what a page of the site has around them."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from typing import Final
from zlib import compress

from explainer.frame.course import Chapter
from explainer.frame.params import DEPTHS
from explainer.site.addresses import TAKEN, State, file_of
from explainer.site.render import name_of
from explainer.site.states import Fragment, Story
from explainer.text import Text

SVG: Final = re.compile(r'(<div role="img" aria-label="[^"]*")>(<svg .*?</svg>)</div>', re.DOTALL)


@dataclass
class Content:
    """What a page holds: HTML, the data of the open beat and of the others, by name, and the
    drawings, modules by their style.
    """

    first: dict[str, str] = field(default_factory=dict)
    rest: dict[str, str] = field(default_factory=dict)
    drawings: dict[str, str] = field(default_factory=dict)

    @property
    def inline(self) -> str:
        return _object(self.first)

    @property
    def later(self) -> str:
        """The data of the other beats: deflated, a quarter of its size, in base64."""
        rest = {name: one for name, one in self.rest.items() if name not in self.first}
        return b64encode(compress(_object(rest).encode(), 9)).decode()


def _object(written: Mapping[str, str]) -> str:
    """Values that are JSON already, by name."""
    return "{" + ",".join(f'"{name}":{value}' for name, value in written.items()) + "}"


@dataclass(frozen=True)
class Writer:
    """Writes fragments; `slots` are what stands where the app has its sentence, beats and views."""

    story: Story
    slots: Mapping[str, str]
    text: Text
    content: Content

    def html(self, fragments: Sequence[Fragment]) -> str:
        return "".join(self._fragment(one) for one in fragments)

    def _fragment(self, fragment: Fragment) -> str:
        marks = self._marks(fragment)
        if fragment.kind == "slot":
            return (
                f"<div{marks}>{self.slots[fragment.mark]}</div>"
                if marks
                else self.slots[fragment.mark]
            )
        if fragment.kind == "controls":
            if not fragment.labels:
                return ""
            said = self.text("site.needs_app", labels=" · ".join(fragment.labels))
            return f'<div class="caption"{marks}><p>{escape(said)}</p></div>'
        if fragment.kind == "drawing":
            return self._drawing(fragment, marks)
        if fragment.kind == "leaf":
            html = (
                fragment.html
                if self.story.opens in fragment.states
                else SVG.sub(self._later, fragment.html)
            )
            return f"<div{marks}>{html}</div>"
        inside = self.html(fragment.children)
        end = "</details>" if fragment.kind == "fold" else "</div>"
        return f"{fragment.html.replace(' MARKS', marks, 1)}{inside}{end}" if inside else ""

    def _later(self, found: re.Match[str]) -> str:
        """A chart of another beat comes with the data of that."""
        written = json.dumps(found[2], ensure_ascii=False)
        self.content.rest[name := name_of(written)] = written
        return f'{found[1]} data-chart="{name}"></div>'

    def _marks(self, fragment: Fragment) -> str:
        marks = f' data-from="{fragment.depth}"' if fragment.depth not in ("", DEPTHS[0]) else ""
        if len(fragment.states) < len(self.story.states):
            marks += f' data-in="{" ".join(fragment.states)}"'
            marks += "" if self.story.opens in fragment.states else " hidden"
        return marks + (f' data-example="{fragment.example}"' if fragment.example else "")

    def _drawing(self, fragment: Fragment, marks: str) -> str:
        style = fragment.mark.partition(" ")[0]
        module = f"{'chapters/' if '/' in style else 'drawings/'}{style}.js"
        self.content.drawings[style] = module
        names = {}
        for state, written in fragment.given.items():
            names[state] = name_of(written)
            content = self.content.first if state == self.story.opens else self.content.rest
            content[names[state]] = written
        if len(set(names.values())) == 1:
            names = {"": names[next(iter(names))]}
        given = escape(json.dumps(names))
        return (
            f'<div class="host" data-module="{module}" data-style="{style}" data-given="{given}"'
            f"{marks}>{fragment.html}</div>"
        )


def places(story: Story, chapter: Chapter, text: Text) -> dict[str, str]:
    """Links to the beats and to the views of a chapter."""
    beats = [one for one in story.states if one.label]
    if story.states[-1].id == TAKEN:
        beats.append(replace(story.states[-1], label=text("site.taken")))
    views = dict.fromkeys(one.view for one in story.states if one.view)
    by_view = {view: [one for one in story.states if one.view == view] for view in views}
    return {
        "beats": _list("beats", text("chapter.beats"), (_beat(one, story) for one in beats)),
        "views": _list(
            "views",
            text(f"{chapter.id}.view") if views else "",
            (
                _view(there, text(f"{chapter.id}.view_{view}"), story)
                for view, there in by_view.items()
            ),
        ),
    }


def _list(name: str, label: str, items: Iterator[str]) -> str:
    listed = "".join(f"<li>{one}</li>" for one in items)
    return f'<ol class="places {name}" aria-label="{escape(label)}">{listed}</ol>' if listed else ""


def _beat(state: State, story: Story) -> str:
    current = ' aria-current="true"' if state.id == story.opens else ""
    link = f'<a href="#{state.id}" data-state="{state.id}"{current}>{escape(state.label)}</a>'
    example = ' class="example"' if state.is_filled else ""
    said = story.said.get(state.id)
    return f"{link}<p{example}>{said}</p>" if said else link


def _view(there: Sequence[State], name: str, story: Story) -> str:
    ids = " ".join(one.id for one in there)
    current = ' aria-current="true"' if story.opens in ids.split() else ""
    return (
        f'<a href="#{there[0].id}" data-state="{there[0].id}" data-states="{ids}"{current}>'
        f"{escape(name)}</a>"
    )


def sentences_html(chapter: Chapter, sentences: Sequence[str], now: int, text: Text) -> str:
    """Links to the same chapter with another example sentence."""
    made = (
        f'<a href="{file_of(chapter, at)}"{" aria-current=page" if at == now else ""}>'
        f"{escape(sentence)}</a>"
        for at, sentence in enumerate(sentences)
    )
    return _list("sentences", text("site.sentence"), made)


def inline_json(written: str) -> str:
    """As it can stand in a page."""
    return written.replace("</", "<\\/")

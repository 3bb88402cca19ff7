"""Fragments of a chapter as HTML, with the data of its drawings and its navigation."""

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
from explainer.site.render import content_hash
from explainer.site.states import Fragment, Story
from explainer.text import Text

SVG: Final = re.compile(r'(<div role="img" aria-label="[^"]*")>(<svg .*?</svg>)</div>', re.DOTALL)


@dataclass
class Content:
    """Content of a page besides its HTML.

    Drawing data as JSON by content hash, of the open state (`first`) and the others (`rest`), and
    the drawings: modules by style name.
    """

    first: dict[str, str] = field(default_factory=dict)
    rest: dict[str, str] = field(default_factory=dict)
    drawings: dict[str, str] = field(default_factory=dict)

    @property
    def inline(self) -> str:
        """Return the open state's data as a JSON object."""
        return _object(self.first)

    @property
    def later(self) -> str:
        """Return the other states' data, deflated and in base64."""
        rest = {name: one for name, one in self.rest.items() if name not in self.first}
        return b64encode(compress(_object(rest).encode(), 9)).decode()


def _object(written: Mapping[str, str]) -> str:
    """Join values that are already JSON into a JSON object."""
    return "{" + ",".join(f'"{name}":{value}' for name, value in written.items()) + "}"


@dataclass(frozen=True)
class Writer:
    """Writer of fragments; `slots` is the HTML for the places of the sentence, beats and views."""

    story: Story
    slots: Mapping[str, str]
    text: Text
    content: Content

    def html(self, fragments: Sequence[Fragment]) -> str:
        """Render fragments, and collect the data of their drawings in `content`."""
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
        """Move a chart of another state out of the page, into that state's data."""
        name = self._kept(json.dumps(found[2], ensure_ascii=False))
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
            names[state] = content_hash(written)
            content = self.content.first if state == self.story.opens else self.content.rest
            content[names[state]] = written
        if len(set(names.values())) == 1:
            names = {"": names[next(iter(names))]}
        answers = {
            state: [self._kept(one) for one in all] for state, all in fragment.answers.items()
        }
        marks += f' data-answers="{escape(json.dumps(answers))}"' if answers else ""
        given = escape(json.dumps(names))
        return (
            f'<div class="host" data-module="{module}" data-style="{style}" data-given="{given}"'
            f"{marks}>{fragment.html}</div>"
        )

    def _kept(self, written: str) -> str:
        """Put data that the open state does not need into the others'; return its name."""
        self.content.rest[name := content_hash(written)] = written
        return name


def state_links(story: Story, chapter: Chapter, text: Text) -> dict[str, str]:
    """Return the lists of links to a chapter's beats and views."""
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
                _view(states, text(f"{chapter.id}.view_{view}"), story)
                for view, states in by_view.items()
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
    said = story.sentences.get(state.id)
    return f"{link}<p{example}>{said}</p>" if said else link


def _view(states: Sequence[State], name: str, story: Story) -> str:
    ids = " ".join(one.id for one in states)
    current = ' aria-current="true"' if story.opens in ids.split() else ""
    return (
        f'<a href="#{states[0].id}" data-state="{states[0].id}" data-states="{ids}"{current}>'
        f"{escape(name)}</a>"
    )


def sentences_html(chapter: Chapter, sentences: Sequence[str], current: int, text: Text) -> str:
    """Link to the same chapter with its other example sentences."""
    made = (
        f'<a href="{file_of(chapter, at)}"{" aria-current=page" if at == current else ""}>'
        f"{escape(sentence)}</a>"
        for at, sentence in enumerate(sentences)
    )
    return _list("sentences", text("site.sentence"), made)


def inline_json(written: str) -> str:
    """Escape JSON for use inside a script element."""
    return written.replace("</", "<\\/")

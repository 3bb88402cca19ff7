"""Merge what a chapter draws at each beat and in each view into one page.

The page is rendered once per state. A part that several states share is written once, with the list
of its states; a drawing is written once, with data per state.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from html import escape
from itertools import chain
from types import SimpleNamespace
from typing import Any, Final, Literal

from explainer.frame.course import Chapter
from explainer.frame.params import DEPTHS
from explainer.site import SiteError
from explainer.site import render as elements
from explainer.site.addresses import FIRST, TAKEN, State, find_state, states_of
from explainer.site.markdown import inline_html
from explainer.site.render import CONTROLS, FRAME, Words
from explainer.site.tree import Node, Opener, Visit

# Containers of the frame that the page has elsewhere, or replaces.
LEFT_OUT: Final = frozenset({"heading", "barless", "share", "settings"})
SLOTS: Final = frozenset({"sentence", "beats"})
BEGIN: Final = "lessons_start_"  # prefix of the keys of buttons that start a lesson
INVITE: Final = "predict_open"  # the key of the button that leads to a chapter's question
# Buttons, which have no value to choose.
PRESSED: Final = frozenset({"button", "link_button", "menu_button", "popover"})
HANDOUT: Final = "classroom/handout"  # a link into the app
MAP: Final = "whole_map"  # the key of the small map beside the title
Kind = Literal["leaf", "drawing", "box", "fold", "controls", "slot"]
Example = Literal["", "hidden", "named"]


@dataclass
class Fragment:
    """Part of a page; equal parts of different states have the same `mark`.

    A leaf has its `html`, a box or fold its opening tag, a drawing its data by state, and by state
    what the model answers to choices in it. `states` are those that show it, `depth` the lowest
    depth that does. `example`: how a part about the example sentence is treated while the reader's
    own sentence is shown: hidden, or labelled.
    """

    kind: Kind
    mark: str
    html: str = ""
    children: list[Fragment] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    given: dict[str, str] = field(default_factory=dict)
    answers: dict[str, list[str]] = field(default_factory=dict)
    states: list[str] = field(default_factory=list)
    depth: str = ""
    example: Example = ""


@dataclass
class Story:
    """Chapter with one sentence, merged over its states.

    `map` is the small map beside the title, `body` the rest, `sentences` the text of each beat by
    state; the page opens in the state `opens`.
    """

    states: list[State]
    opens: str = FIRST
    map: list[Fragment] = field(default_factory=list)
    body: list[Fragment] = field(default_factory=list)
    sentences: dict[str, str] = field(default_factory=dict)


def story_of(
    chapter: Chapter,
    words: Words,
    address: Mapping[str, str],
    opener: Opener,
    controls: Mapping[str, str],
    choices: Iterable[Mapping[str, str]] = (),
) -> Story:
    """Render a chapter in every state and merge them; it opens where `controls` point.

    `choices` in its drawings, as addresses, are answered beforehand.

    Raises SiteError for content without an export.
    """
    states = states_of(chapter, controls)
    story = Story(states, find_state(states, controls))
    question = opener.question_card(Visit(chapter, words.text.lang, address))
    for state in story.states:
        there = {**address, **state.address}

        def visited(depth: str, dark: bool = False, there: Mapping[str, str] = there) -> Node:
            return opener.open(Visit(chapter, words.text.lang, there, dark, depth))

        maker = FragmentMaker(chapter, words, opener, state.id, question)
        light = visited(DEPTHS[-1])
        body = maker.fragments(light.children, visited(DEPTHS[-1], dark=True).children)
        shallow = {
            depth: {one.mark for one in _leaves(maker.fragments(*(visited(depth).children,) * 2))}
            for depth in DEPTHS[:-1]
        }
        _set_depths(body, shallow)
        story.body = merge_fragments(story.body, body)
        small = [one for one in light.walk() if one.key == MAP]
        story.map = merge_fragments(story.map, maker.fragments(small, small))
        beat = [one for one in light.walk() if one.key == "beat"]
        if state.id != TAKEN:
            story.sentences[state.id] = "".join(
                inline_html(one.proto.body, words.link)
                for box in beat
                for one in box.children
                if one.key != "beat_left"  # it tells of another state
            )
    first, asked = states[0], list[Fragment]()
    for choice in choices:
        there = {**address, **first.address, **choice}
        page = opener.open(Visit(chapter, words.text.lang, there, depth=DEPTHS[0])).children
        asked += _leaves(FragmentMaker(chapter, words, opener, first.id).fragments(page, page))
    for one in _leaves(story.body):
        _add_answers(
            one,
            [
                json.loads(made.given[first.id])
                for made in asked
                if made.given and made.mark == one.mark
            ],
        )
    return story


def _add_answers(drawing: Fragment, found: Sequence[dict[str, Any]]) -> None:
    """Keep what differs among a drawing's data after each choice, in the states that it fits."""
    if drawing.kind != "drawing" or not found or "computed" not in found[0]:
        return

    def changing(part: str) -> list[str]:
        return [
            name
            for name, usual in found[0][part].items()
            if any(one[part][name] != usual for one in found)
        ]

    parts = {part: changing(part) for part in ("chosen", "data")}

    def answer(given: Mapping[str, Any]) -> dict[str, Any]:
        return {part: {name: given[part][name] for name in names} for part, names in parts.items()}

    answers = [answer(one) for one in found]
    for state, given in drawing.given.items():
        if answer(json.loads(given)) in answers:
            drawing.answers[state] = [*map(elements.compact_json, answers)]


def constant_content(
    chapter: Chapter, words: Words, addresses: Iterable[Mapping[str, str]], opener: Opener
) -> frozenset[str]:
    """Collect the leaves and drawing data that a chapter shows for all of these sentences."""
    found = []
    for address in addresses:
        lang, said = words.text.lang, set[str]()
        question = opener.question_card(Visit(chapter, lang, address))
        for state in states_of(chapter):
            page = opener.open(Visit(chapter, lang, {**address, **state.address})).children
            made = FragmentMaker(chapter, words, opener, state.id, question).fragments(page, page)
            said |= {one for leaf in _leaves([*made]) for one in (leaf.mark, *leaf.given.values())}
        found.append(said)
    return frozenset.intersection(*map(frozenset, found))


def mark_examples(
    fragments: Iterable[Fragment],
    constant: frozenset[str],
    own: Collection[str],
    is_beside: bool = False,
) -> None:
    """Mark fragments whose content depends on the example sentence.

    They are hidden if they share a frame (`is_beside`) with a drawing that can show the reader's
    `own` sentence, and labelled otherwise.
    """

    def is_own(one: Fragment) -> bool:
        return one.kind == "drawing" and one.mark.partition(" ")[0] in own

    def is_about(one: Fragment) -> bool:
        said = {"leaf": [one.mark], "drawing": one.given.values()}.get(one.kind, ())
        return not is_own(one) and not constant.issuperset(said)

    for fragment in fragments:
        leaves = [*_leaves([fragment])]
        if not any(map(is_about, leaves)):
            continue
        is_frame, has_own = " frame" in fragment.html, any(map(is_own, leaves))
        if (fragment.kind == "fold" or is_frame) and not has_own:
            fragment.example = "named"
        elif fragment.kind in ("box", "fold"):
            mark_examples(fragment.children, constant, own, is_beside or is_frame)
        else:
            fragment.example = "hidden" if is_beside else "named"


@dataclass(frozen=True)
class FragmentMaker:
    """Converter of one state's nodes, in light and in dark, to fragments."""

    chapter: Chapter
    words: Words
    opener: Opener
    state: str
    question: Node | None = None

    def fragments(self, light: Sequence[Node], dark: Sequence[Node]) -> list[Fragment]:
        """Convert pairs of light and dark nodes. Raises SiteError if they do not match."""
        if len(light) != len(dark):
            raise SiteError(
                f"{self.chapter.id}: {len(light)} elements in light, {len(dark)} in dark"
            )
        pairs = zip(light, dark, strict=True)
        made = chain.from_iterable(self._fragment(one, other) for one, other in pairs)
        return list(_merge_controls(made))

    def _fragment(self, node: Node, dark: Node) -> Iterator[Fragment]:
        states = [self.state]
        if node.key in SLOTS or node.key == f"{self.chapter.id}_view":
            slot = node.key if node.key in SLOTS else "views"
            yield Fragment("slot", slot, states=states)
        elif node.kind in CONTROLS:
            yield from self._control(node)
        elif node.kind == "bidi_component":
            yield from self._drawing(node, dark)
        elif node.key not in LEFT_OUT and (node.children or node.kind in BOXES):
            yield from self._box(node, dark)
        elif node.key not in LEFT_OUT:
            light = elements.rendered(node, self.words)
            html = elements.merge_themes(light, elements.rendered(dark, self.words))
            if html:
                # The mark is the light HTML, since other depths are rendered in light only.
                yield Fragment("leaf", light, html, states=states)

    def _control(self, node: Node) -> Iterator[Fragment]:
        """Replace a control by its link, or else by a note that the app has it."""
        if node.key == INVITE:
            if self.question:
                title = Node("markdown", "", SimpleNamespace(body=node.proto.label))
                box = replace(self.question, children=(title, *self.question.children))
                yield from self._box(box, box)
        elif node.key.startswith(BEGIN):
            if href := self.words.addresses.lesson(node.key.removeprefix(BEGIN)):
                html = f'<p><a class="begin" href="{href}">{escape(node.proto.label)}</a></p>'
                yield Fragment("leaf", html, html, states=[self.state])
        else:
            label = getattr(node.proto, "label", "") if node.kind not in PRESSED else ""
            labels = [label] if label else []
            yield Fragment("controls", "controls", labels=labels, states=[self.state])

    def _box(self, node: Node, dark: Node) -> Iterator[Fragment]:
        children = self.fragments(node.children, dark.children)
        if node.kind not in BOXES:
            raise SiteError(f"no HTML for a container of the kind {node.kind!r}")
        if [one.kind for one in children] == ["controls"]:
            yield children[0]
        elif children:
            kind: Kind = "fold" if node.kind == "expander" else "box"
            tag = self._fold(node) if kind == "fold" else _tag(node)
            yield Fragment(kind, tag, tag, children, states=[self.state])

    def _fold(self, node: Node) -> str:
        opened = "" if node.key in self.opener.closed else " open"
        label = inline_html(node.proto.label, self.words.link)
        return f"<details{opened} MARKS><summary>{label}</summary>"

    def _drawing(self, node: Node, dark: Node) -> Iterator[Fragment]:
        name, given = elements.component(node)
        if name in FRAME:
            return
        if name == HANDOUT and given["data"]["link"].startswith("/"):  # nobody knows of which app
            yield Fragment(
                "controls", "controls", labels=[given["words"]["copy"]], states=[self.state]
            )
            return
        if name == "pagelinks":
            html = elements.links(given, self.words)
            yield Fragment("leaf", html, html, states=[self.state])
            return
        other = elements.component(dark)[1]
        # The script adds the theme itself.
        other["data"] |= {"dark": given["data"]["dark"]} if "dark" in given["data"] else {}
        if given != other:
            raise SiteError(f"{self.chapter.id}: the drawing {name} knows the theme")
        given = self.words.addresses.in_data(given)
        yield Fragment(
            "drawing",
            f"{name} {node.key}",
            elements.fallback_html(given),
            given={self.state: elements.compact_json(given)},
            states=[self.state],
        )


BOXES: Final = frozenset({"flex_container", "column", "expander"})


def _tag(node: Node) -> str:
    if node.kind == "column":
        return f'<div class="column" style="flex-grow: {100 * node.proto.weight:.0f}" MARKS>'
    flex = node.proto.flex_container
    classes = ["row" if flex.direction == flex.HORIZONTAL else "stack"]
    classes += ["frame"] if flex.border else []
    id = f' id="{escape(node.key)}"' if node.key.startswith("term_") else ""
    name = f" {escape(node.key)}" if node.key else ""
    return f'<div{id} class="{" ".join(classes)}{name}" MARKS>'


def _merge_controls(fragments: Iterator[Fragment]) -> Iterator[Fragment]:
    """Merge neighbouring controls into one fragment, which lists their labels."""
    last: Fragment | None = None
    for fragment in fragments:
        if last is not None and fragment.kind == last.kind == "controls":
            last.labels = list(dict.fromkeys(last.labels + fragment.labels))
            last.mark = f"controls {last.labels}"
            continue
        last = fragment
        if fragment.kind == "controls":
            fragment.mark = f"controls {fragment.labels}"
        yield fragment


def _leaves(fragments: Sequence[Fragment]) -> Iterator[Fragment]:
    for fragment in fragments:
        if fragment.kind in ("box", "fold"):
            yield from _leaves(fragment.children)
        else:
            yield fragment


def _set_depths(fragments: Sequence[Fragment], shallow: Mapping[str, set[str]]) -> None:
    """Set each fragment's lowest depth, a box's from the fragments inside it."""
    for fragment in fragments:
        if fragment.kind in ("box", "fold"):
            _set_depths(fragment.children, shallow)
            fragment.depth = min((one.depth for one in fragment.children), key=DEPTHS.index)
        else:
            seen = (depth for depth in DEPTHS[:-1] if fragment.mark in shallow[depth])
            fragment.depth = next(seen, DEPTHS[-1])


def merge_fragments(page: list[Fragment], other: list[Fragment]) -> list[Fragment]:
    """Merge two lists of fragments in order; fragments with the same mark appear once."""
    if not page:
        return other
    marks = [one.mark for one in page], [one.mark for one in other]
    made: list[Fragment] = []
    for tag, a, b, c, d in SequenceMatcher(None, *marks, autojunk=False).get_opcodes():
        if tag != "equal":
            made += page[a:b] + other[c:d]
            continue
        for one, more in zip(page[a:b], other[c:d], strict=True):
            one.states += more.states
            one.given |= more.given
            one.depth = min(one.depth, more.depth, key=DEPTHS.index) if one.depth else ""
            one.children = merge_fragments(one.children, more.children)
            made.append(one)
    return made

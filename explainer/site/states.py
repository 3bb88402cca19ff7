"""What a chapter shows at each beat and in each view, laid over each other into one page.

A page is drawn once for each state. What is the same in several stands in the page once and says in
which it is seen; a drawing stands there once and has data for each.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from html import escape
from itertools import chain
from types import SimpleNamespace
from typing import Final, Literal

from explainer.frame.course import Chapter
from explainer.frame.params import DEPTHS
from explainer.site import SiteError
from explainer.site import render as elements
from explainer.site.addresses import FIRST, TAKEN, State, shown_in, states_of
from explainer.site.markdown import inline_html
from explainer.site.render import CONTROLS, FRAME, Words
from explainer.site.tree import Node, Opener, Visit

# Boxes of the frame that the page has elsewhere, or in their place another thing.
LEFT_OUT: Final = frozenset({"heading", "barless", "share", "settings"})
SLOTS: Final = frozenset({"sentence", "beats"})
BEGIN: Final = "lessons_start_"  # so begin the keys of buttons that begin a lesson
INVITE: Final = "predict_open"  # the key of the button that leads to a chapter's question
# What a press does, no choice with a value.
PRESSED: Final = frozenset({"button", "link_button", "menu_button", "popover"})
MAP: Final = "whole_map"  # the key of the small map beside the title
Kind = Literal["leaf", "drawing", "box", "fold", "controls", "slot"]
Example = Literal["", "hidden", "named"]


@dataclass
class Fragment:
    """Part of a page; `mark` is the same in another state where the part is the same.

    A leaf has its `html`, a box or fold what its tag says; a drawing has data by state. `states`
    are those that show it, `depth` the least depth that does. `example`: while the reader's own
    sentence is shown, what is about the example is hidden, or named as such.
    """

    kind: Kind
    mark: str
    html: str = ""
    children: list[Fragment] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    given: dict[str, str] = field(default_factory=dict)
    states: list[str] = field(default_factory=list)
    depth: str = ""
    example: Example = ""


@dataclass
class Story:
    """A chapter with one sentence: the map beside its title, what stands below it, and the
    sentence of each beat, by state. It `opens` on one of its `states`.
    """

    states: list[State]
    opens: str = FIRST
    map: list[Fragment] = field(default_factory=list)
    body: list[Fragment] = field(default_factory=list)
    said: dict[str, str] = field(default_factory=dict)


def story_of(
    chapter: Chapter,
    words: Words,
    address: Mapping[str, str],
    opener: Opener,
    here: Mapping[str, str],
) -> Story:
    """The chapter at every beat and in every view, opened `here`. Raises SiteError for what cannot
    be shown.
    """
    states = states_of(chapter, here)
    story = Story(states, shown_in(states, here))
    asked = opener.asked(Visit(chapter, words.text.lang, address))
    for state in story.states:
        there = {**address, **state.address}

        def visited(depth: str, dark: bool = False, there: Mapping[str, str] = there) -> Node:
            return opener.open(Visit(chapter, words.text.lang, there, dark, depth))

        maker = Maker(chapter, words, opener, state.id, asked)
        light = visited(DEPTHS[-1])
        body = maker.fragments(light.children, visited(DEPTHS[-1], dark=True).children)
        shallow = {
            depth: {one.mark for one in _leaves(maker.fragments(*(visited(depth).children,) * 2))}
            for depth in DEPTHS[:-1]
        }
        _set_depths(body, shallow)
        story.body = merged(story.body, body)
        small = [one for one in light.below() if one.key == MAP]
        story.map = merged(story.map, maker.fragments(small, small))
        beat = [one for one in light.below() if one.key == "beat"]
        if state.id != TAKEN:
            story.said[state.id] = "".join(
                inline_html(one.proto.body, words.link) for box in beat for one in box.children
            )
    return story


def always_said(
    chapter: Chapter, words: Words, addresses: Iterable[Mapping[str, str]], opener: Opener
) -> frozenset[str]:
    """What a chapter says of each of these sentences: its leaves, and the data of its drawings."""
    found = []
    for address in addresses:
        lang, said = words.text.lang, set[str]()
        asked = opener.asked(Visit(chapter, lang, address))
        for state in states_of(chapter):
            page = opener.open(Visit(chapter, lang, {**address, **state.address})).children
            made = Maker(chapter, words, opener, state.id, asked).fragments(page, page)
            said |= {one for leaf in _leaves([*made]) for one in (leaf.mark, *leaf.given.values())}
        found.append(said)
    return frozenset.intersection(*map(frozenset, found))


def set_examples(
    fragments: Iterable[Fragment],
    always: frozenset[str],
    own: Collection[str],
    is_beside: bool = False,
) -> None:
    """What says other things of other sentences is about the example. It is hidden where it stands
    beside (`is_beside`) a drawing that can show an `own` sentence, in its frame.
    """

    def is_own(one: Fragment) -> bool:
        return one.kind == "drawing" and one.mark.partition(" ")[0] in own

    def is_about(one: Fragment) -> bool:
        said = {"leaf": [one.mark], "drawing": one.given.values()}.get(one.kind, ())
        return not is_own(one) and not always.issuperset(said)

    for fragment in fragments:
        leaves = [*_leaves([fragment])]
        if not any(map(is_about, leaves)):
            continue
        is_frame, has_own = " frame" in fragment.html, any(map(is_own, leaves))
        if (fragment.kind == "fold" or is_frame) and not has_own:
            fragment.example = "named"
        elif fragment.kind in ("box", "fold"):
            set_examples(fragment.children, always, own, is_beside or is_frame)
        else:
            fragment.example = "hidden" if is_beside else "named"


@dataclass(frozen=True)
class Maker:
    """Makes the fragments of one state, of the page in light and in dark."""

    chapter: Chapter
    words: Words
    opener: Opener
    state: str
    asked: Node | None = None

    def fragments(self, light: Sequence[Node], dark: Sequence[Node]) -> list[Fragment]:
        if len(light) != len(dark):
            raise SiteError(
                f"{self.chapter.id}: {len(light)} elements in light, {len(dark)} in dark"
            )
        pairs = zip(light, dark, strict=True)
        made = chain.from_iterable(self._fragment(one, other) for one, other in pairs)
        return list(_controls_together(made))

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
            html = elements.in_both(light, elements.rendered(dark, self.words))
            if html:
                # What it shows in light is what it is: at another depth it is drawn in light alone.
                yield Fragment("leaf", light, html, states=states)

    def _control(self, node: Node) -> Iterator[Fragment]:
        """What it leads to, where that is here; else that it is in the app."""
        if node.key == INVITE:
            if self.asked:
                title = Node("markdown", "", SimpleNamespace(body=node.proto.label))
                box = replace(self.asked, children=(title, *self.asked.children))
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
        if name == "pagelinks":
            html = elements.links(given, self.words)
            yield Fragment("leaf", html, html, states=[self.state])
            return
        other = elements.component(dark)[1]
        # The script puts in what it knows of the theme.
        other["data"] |= {"dark": given["data"]["dark"]} if "dark" in given["data"] else {}
        if given != other:
            raise SiteError(f"{self.chapter.id}: the drawing {name} knows the theme")
        self.opener.styles[name] = node.proto.css_content
        given = self.words.addresses.in_data(given)
        yield Fragment(
            "drawing",
            f"{name} {node.key}",
            elements.told(given),
            given={self.state: elements.written(given)},
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


def _controls_together(fragments: Iterator[Fragment]) -> Iterator[Fragment]:
    """Controls that follow each other are one fragment, which names them."""
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
    """Each fragment from the depth on that shows it, a box from that of what stands in it."""
    for fragment in fragments:
        if fragment.kind in ("box", "fold"):
            _set_depths(fragment.children, shallow)
            fragment.depth = min((one.depth for one in fragment.children), key=DEPTHS.index)
        else:
            seen = (depth for depth in DEPTHS[:-1] if fragment.mark in shallow[depth])
            fragment.depth = next(seen, DEPTHS[-1])


def merged(page: list[Fragment], other: list[Fragment]) -> list[Fragment]:
    """Both, each in its order; what is in both once."""
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
            one.children = merged(one.children, more.children)
            made.append(one)
    return made

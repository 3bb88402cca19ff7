"""Write the site: a page per chapter, language and example sentence; or one single-file page."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from html import escape, unescape
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

import explainer.chapters  # noqa: F401  # registers the course
from explainer import __version__, installed
from explainer.chapters.translate.page import REGIONS
from explainer.data import glossary
from explainer.data.samples import example_of, examples_of
from explainer.documents import document
from explainer.frame.controls import DEFAULT_MODEL
from explainer.frame.course import Chapter, chapters, parts
from explainer.frame.navigation import LESSONS_PAGE
from explainer.frame.params import DEPTHS
from explainer.lessons import LESSONS
from explainer.shell.warm import use_one_thread
from explainer.site import SiteError, own
from explainer.site.addresses import (
    LESSON_PAGES,
    Addresses,
    LessonPage,
    PageRequest,
    answers_of,
    file_of,
    find_page,
)
from explainer.site.assets import Assets, inline_head
from explainer.site.lessons import lesson_story
from explainer.site.page import Content, Writer, inline_json, sentences_html, state_links
from explainer.site.render import Words
from explainer.site.states import constant_content, mark_examples, story_of
from explainer.site.tree import Opener
from explainer.text import Text

SEARCH: Final = "search.js"
SENTENCES: Final = 3  # example sentences per chapter
OTHERS: Final = 2  # further sentences, to find what does not depend on the sentence
# Pictures of pages for previews, drawn from their drawings, by chapter.
SOCIAL: Final = {path.stem: path for path in (Path(__file__).parent / "social").glob("*.png")}
HEADING: Final = re.compile(r"<h2>(.*?)</h2>")
TAG: Final = re.compile(r"<[^>]*>")
Entry = tuple[str, str, str]  # of the search: title, address, further words


@dataclass(frozen=True)
class BuildRequest:
    """Settings of a build.

    `out` is the folder of the site, or the file of one page. `address` is the URL of the site, or
    of the folder of the file, and `app` that of the app, each with a final slash, or "" if unknown.
    """

    out: Path
    langs: Sequence[str]
    models: Sequence[str]
    chapters: Sequence[str]
    address: str = ""
    app: str = ""
    sentences: int = SENTENCES

    def model(self, lang: str) -> str:
        """The model of a language: the first of those it has in the app, else of the order's."""
        usual = [one for one in DEFAULT_MODEL.get(lang, DEFAULT_MODEL["en"]) if one in self.models]
        return next(iter((*usual, *self.models)))


def build_request(
    out: Path,
    langs: Sequence[str],
    models: Sequence[str],
    ids: Sequence[str],
    address: str = "",
    app: str = "",
    sentences: int = SENTENCES,
) -> BuildRequest:
    """Check and complete the settings; empty sequences mean all. Raises SiteError."""
    there = [*installed.choosable()]
    known = [one.id for one in chapters()] + [*LESSON_PAGES]
    for name, given, among in (("model", models, there), ("chapter", ids, known)):
        if unknown := [one for one in given if one not in among]:
            raise SiteError(f"no {name} {', '.join(unknown)}; there are: {', '.join(among)}")
    address, app = (one and f"{one.removesuffix('/')}/" for one in (address, app))
    return BuildRequest(out, langs, models or there, ids or known, address, app, sentences)


def build(request: BuildRequest, workers: int) -> int:
    """Write the site and return its number of pages. Raises SiteError."""
    Assets(request.out).copy()
    if own.MAKERS.keys() & {*request.chapters}:
        there = installed.choosable()
        own.copy(request.out, [there[one] for one in {*map(request.model, request.langs)}])
    jobs = [(lang, id) for lang in request.langs for id in request.chapters]
    if workers == 1:
        found = [write_chapter(request, *job) for job in jobs]
    else:
        with ProcessPoolExecutor(workers, get_context("spawn"), use_one_thread) as pool:
            found = list(pool.map(partial(write_chapter, request), *zip(*jobs, strict=True)))
    for lang in request.langs:
        entries = [
            one for (of, _), job in zip(jobs, found, strict=True) if of == lang for one in job
        ]
        _write_search(request, lang, entries)
    _write_doors(request)
    return len([*request.out.glob("*/*.html")])


def write_chapter(request: BuildRequest, lang: str, id: str) -> list[Entry]:
    """Write the pages of one chapter or lesson; return its entries for the search."""
    chapter, text = _chapter(id), Text(lang)
    words = Words(text, Addresses(lang, frozenset(request.chapters)))
    opener, folder, assets = Opener(request.app), request.out / lang, Assets(request.out)
    folder.mkdir(parents=True, exist_ok=True)
    model = installed.choosable()[request.model(lang)]
    said, constant = _sentences(request, lang, chapter), frozenset[str]()
    if own.has_field(chapter, model):
        others = [{"model": model.name, "s": one} for one in _others(model, said)]
        constant = constant_content(chapter, words, others, opener)
    entries: list[Entry] = []
    for at, sentence in enumerate(said):
        page = _Page(
            request, words, chapter, opener, sentence, file=file_of(chapter, at), constant=constant
        )
        field = own.form(chapter, model, text, sentence)
        body = page.body(sentences_html(chapter, said, at, text) + field if sentence else "")
        head = assets.head(page.content.drawings, ["own"] if field else [])
        later = page.file.replace(".html", ".data.js")
        _write(folder / later, f'site.packed("{page.content.later}");\n')
        _write(folder / page.file, page.document(body, head, later))
        entries = entries or _entries(words, chapter, body["body"])
    return entries


def single_page(request: BuildRequest, lang: str, target: PageRequest) -> str:
    """Export one chapter or lesson as a self-contained HTML page.

    Without a sentence in `target` it shows the chapter's first example.
    """
    chapter, text = _chapter(target.chapter), Text(lang)
    words, opener = Words(text, Addresses(lang, frozenset({chapter.id}))), Opener(request.app)
    sentence = target.shared.get("s") if chapter.bar else ""
    sentence = _sentences(request, lang, chapter)[0] if sentence is None else sentence
    page = _Page(request, words, chapter, opener, sentence, target)
    said = f'<p class="caption">{escape(page.sentence)}</p>' if page.sentence else ""
    body = page.body(said)
    page.content.first |= page.content.rest
    return page.document(body, inline_head(page.content.drawings), "")


def write_alone(request: BuildRequest, lang: str, target: PageRequest) -> None:
    """Write `single_page`; where its address is known, its picture for previews beside it."""
    _write(request.out, single_page(request, lang, target))
    if request.address and target.chapter in SOCIAL:
        picture = SOCIAL[target.chapter].read_bytes()
        request.out.with_suffix(".png").write_bytes(picture)


def _write(path: Path, content: str) -> None:
    path.write_text(content, encoding="utf-8")


def _chapter(id: str) -> Chapter:
    chapter = find_page(id)
    assert chapter is not None  # `build_request` has looked
    return chapter


def _sentences(request: BuildRequest, lang: str, chapter: Chapter) -> list[str]:
    """List a chapter's example sentences, its own first; [""] if it shows no sentence."""
    if not chapter.bar:
        return [""]
    model = installed.choosable()[request.model(lang)]
    if isinstance(chapter, LessonPage):
        return [chapter.lesson.sentence(model.card)]
    card = model.card
    easy = (sample.text for sample in examples_of(card) if not sample.hard)
    first = example_of(card, chapter.id)
    return list(dict.fromkeys((first, *easy)))[: request.sentences]


def _others(model: installed.Entry, said: Sequence[str]) -> list[str]:
    """Return two of the model's examples that the pages do not show."""
    return [one.text for one in examples_of(model.card) if one.text not in said][:OTHERS]


@dataclass(frozen=True)
class _Page:
    """Page of a chapter with one sentence ("" for none).

    `file` is "" for a single-file page; `constant` is content that other sentences show too,
    wherever readers can type their own.
    """

    request: BuildRequest
    words: Words
    chapter: Chapter
    opener: Opener
    sentence: str
    target: PageRequest = field(default_factory=lambda: PageRequest(""))
    file: str = ""
    constant: frozenset[str] = frozenset()
    content: Content = field(default_factory=Content)

    def body(self, sentences: str) -> dict[str, str]:
        """Render the page's parts for the template; `sentences` replaces the app's sentence bar."""
        words, chapter = self.words, self.chapter
        if isinstance(chapter, LessonPage):
            story = lesson_story(chapter, words, self.shared, self.opener)
        else:
            card = installed.choosable()[self.shared["model"]].card
            asks = self.target.controls, answers_of(chapter, card)
            story = story_of(chapter, words, self.shared, self.opener, *asks)
        if self.constant:
            mark_examples(story.body, self.constant, own.MAKERS[chapter.id])
        slots = {"sentence": sentences} | state_links(story, chapter, words.text)
        writer = Writer(story, slots, words.text, self.content)
        return {
            "map": writer.html(story.map),
            "body": writer.html(story.body),
            "opens": story.opens,
            "states": json.dumps({one.id: dict(one.address) for one in story.states}),
        }

    @property
    def shared(self) -> dict[str, str]:
        """Return the address parameters that all states have in common."""
        said = {"s": self.sentence} if self.sentence else {}
        return {"model": self.request.model(self.words.text.lang), **self.target.shared, **said}

    @property
    def image(self) -> str:
        """Return the URL of the page's picture for previews, "" where its address is unknown.

        Pages of a site that have none of their own show that of the first page.
        """
        address, id = self.request.address, self.chapter.id
        if self.file:
            own = id if id in SOCIAL else "translate"
            return address and f"{address}social/{own}.png"
        return f"{address}{self.request.out.stem}.png" if address and id in SOCIAL else ""

    def document(self, body: dict[str, str], head: str, later: str) -> str:
        text, chapter, request = self.words.text, self.chapter, self.request
        shared = text.each(
            "site.*", "skip", "search", "search_none", "theme", "needs_model", "open_app", "old"
        )
        shared |= {"chapters": text("shell.chapters"), "depth": text("shell.depth")}
        lesson = isinstance(chapter, LessonPage)
        depths = {} if lesson else text.each("shell.depth_*", *DEPTHS)
        shared["made"] = text("site.made", version=__version__)
        given = inline_json(self.content.inline)
        langs = request.langs if self.file else ()
        return document(
            "course.html",
            lang=text.lang,
            title=text("shell.tab", page=text(chapter.name)),
            description=text(chapter.idea),
            heading=text(chapter.title),
            address=request.address if self.file else "",
            image=self.image,
            app=request.app and request.app + chapter.url,
            query=urlencode({"lang": text.lang, **self.shared}),
            deep=self.target.depth,
            canonical=file_of(chapter),
            here=self.file,
            languages=[{"lang": one, "name": Text(one)("shell.language_name")} for one in langs],
            parts=_contents(request, text, chapter) if self.file else [],
            depths=[{"id": id, "name": name} for id, name in depths.items()],
            words=shared,
            head=head,
            given=given,
            later=later,
            regions=json.dumps(_regions(self.words.addresses, chapter)),
            search=SEARCH if self.file else "",
            **body,
        )


def _regions(addresses: Addresses, chapter: Chapter) -> dict[str, str]:
    """Map the regions of the first page's figure, and lessons on their map, to links."""
    if chapter.id == LESSONS_PAGE:
        return {one.id: addresses.lesson(one.id) for one in LESSONS}
    return {
        region: addresses.href(f"./{id}?{urlencode(params)}")
        for region, (id, params) in REGIONS.items()
    }


def _contents(request: BuildRequest, text: Text, here: Chapter) -> list[dict[str, Any]]:
    """List the site's chapters by part, in the order of the app's menu."""
    there = [one for one in chapters() if one.id in request.chapters]
    lessons = [one for one in there if one.id == LESSONS_PAGE]
    groups = [
        (text(part.name), [one for one in part.chapters if one in there and one not in lessons])
        for part in parts()
    ]
    groups.insert(1, ("", lessons))
    made_parts = []
    for name, listed in groups:
        items = [
            {
                "file": file_of(one),
                "name": text(one.name),
                "icon": one.icon.removeprefix(":material/").removesuffix(":"),
                "current": one == here,
            }
            for one in listed
        ]
        if items:
            made_parts.append({"name": name, "entries": items})
    return made_parts


def _entries(words: Words, chapter: Chapter, body: str) -> list[Entry]:
    text, lang = words.text, words.text.lang
    headings = [unescape(TAG.sub("", one)) for one in HEADING.findall(body)]
    more = " ".join(dict.fromkeys((text(chapter.title), text(chapter.idea), *headings)))
    found: list[Entry] = [(text(chapter.name), file_of(chapter), more)]
    if chapter.id == "glossary":
        found += [
            (term.name(lang), f"{file_of(chapter)}#term_{term.id}", term.means(lang))
            for term in glossary.terms()
        ]
    return found


def _write_search(request: BuildRequest, lang: str, entries: Sequence[Entry]) -> None:
    written = f"site.index = {json.dumps(entries, ensure_ascii=False)};\n"
    _write(request.out / lang / SEARCH, written)


def _write_doors(request: BuildRequest) -> None:
    """Write the top-level files: the entry page, the 404 page, robots.txt and the sitemap."""
    for file, key, goes in (("index.html", "site.enter", True), ("404.html", "site.lost", False)):
        pages = [
            {
                "lang": lang,
                "title": Text(lang)("shell.version", version=""),
                "said": Text(lang)(key),
                "href": f"{lang}/index.html",
                "name": Text(lang)("shell.language_name"),
            }
            for lang in request.langs
        ]
        html = document(
            "course_door.html",
            pages=pages,
            base=request.address,
            goes=goes,
            languages=[*request.langs],
        )
        _write(request.out / file, html)
    robots = "User-agent: *\nAllow: /\n"
    if request.address:
        robots += f"Sitemap: {request.address}sitemap.xml\n"
        _write(request.out / "sitemap.xml", _sitemap(request))
    _write(request.out / "robots.txt", robots)
    if request.address:
        (request.out / "social").mkdir()
        for picture in SOCIAL.values():
            (request.out / "social" / picture.name).write_bytes(picture.read_bytes())


def _sitemap(request: BuildRequest) -> str:
    files = [f"{lang}/{file_of(_chapter(id))}" for lang in request.langs for id in request.chapters]
    listed = "".join(f"<url><loc>{escape(request.address + one)}</loc></url>\n" for one in files)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{listed}</urlset>\n'
    )

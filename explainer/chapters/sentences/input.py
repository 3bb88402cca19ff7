"""Input of lines: the example, a text field, or a file with columns to choose.

Input stays in the session, so that leaving the page loses nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

import streamlit as st

from explainer.batch.cells import FileProblem
from explainer.batch.reading import APP_LIMITS, Pair, Sheet, read_file, read_lines
from explainer.chapters.sentences.job import own_job
from explainer.chapters.sentences.problems import file_problem
from explainer.data.encodings import Encoding
from explainer.frame import chapter
from explainer.frame.choices import OneOf
from explainer.frame.tables import Column, show_table

if TYPE_CHECKING:
    from streamlit.elements.lib.mutable_expander_container import ExpanderContainer
    from streamlit.runtime.uploaded_file_manager import UploadedFile

    from explainer.chapters.sentences.job import Origin
    from explainer.text import Text

SHEET: Final = "sentences_sheet"  # session: the table of the last file that could be read
TYPED: Final = "sentences_typed"  # session: what stands in the text field
FIELD: Final = "sentences_field"
QUESTION: Final = "sentences_question"  # session: about the encoding of the last file
# A session's message may have 1 MB, and a Korean letter has three bytes.
LONGEST: Final = 300_000
PREVIEW: Final = 5
SHOWN_COLUMNS: Final = 12
SHOWN_CHARS: Final = 120
NAME_CHARS: Final = 60
COLUMNS: Final = "sentences_columns"  # session: (file, source, reference) chosen last
CUT: Final = "sentences_cut"  # session: (file, separator) said last
NONE: Final = "none"


@dataclass(frozen=True)
class Draft:
    """Lines ready to translate."""

    origin: Origin
    name: str
    pairs: tuple[Pair, ...]


@dataclass(frozen=True)
class Question:
    """A file of ambiguous encoding: the possible ones, with the first line in each."""

    file_id: str
    readings: Mapping[Encoding, str]


@dataclass(frozen=True)
class Upload:
    """A parsed file.

    `file_id` is Streamlit's, to notice another file, or "paste"; `read` parses it again with
    another `separator`.
    """

    file_id: str
    name: str
    sheet: Sheet
    read: Callable[..., Sheet]


FROM: OneOf[Origin] = OneOf("sentences_from", ("example", "paste", "file"), said=False, wide=True)


def origin_choice(text: Text) -> Origin:
    """Draw the choice of the input: example, text field or file."""
    with st.container(key="sentences_ways"):
        return FROM.draw(text)


def input_fold(text: Text, origin: Origin) -> ExpanderContainer:
    """Return the fold of the input; it closes when its lines are translated."""
    job = own_job()
    is_new = job is None or job.origin != origin
    return chapter.fold(text("sentences.own"), fold_key(origin), expanded=is_new)


def fold_key(origin: Origin) -> str:
    """Return the session's key of whether the input of this origin is open."""
    return f"sentences_own_{origin}"


def draw_input(text: Text, origin: Origin, languages: tuple[str, str]) -> Draft | None:
    """Draw text field or file upload; None if there is nothing to translate.

    `languages` are those the model reads and writes.
    """
    return _paste(text, languages) if origin == "paste" else _file(text, languages)


def _paste(text: Text, languages: tuple[str, str]) -> Draft | None:
    st.session_state.setdefault(FIELD, st.session_state.get(TYPED, ""))
    written = st.text_area(
        text("sentences.paste"),
        key=FIELD,
        height=180,
        max_chars=LONGEST,
        placeholder=text("sentences.paste_placeholder"),
        help=text("sentences.paste_help"),
    )
    st.session_state[TYPED] = written
    st.caption(
        text(
            "sentences.paste_line",
            lines=f"{APP_LIMITS.lines:,}",
            chars=f"{LONGEST:,}",
            each=f"{APP_LIMITS.cell:,}",
        )
    )
    if not written.strip():
        return None
    try:
        sheet = read_lines(written)
    except FileProblem as problem:
        st.warning(file_problem(text, problem), icon=":material/edit:")
        return None
    cut = _cut(text, Upload("paste", "", sheet, partial(read_lines, written)))
    if cut is None or cut.sheet.separator:
        return _columns(text, cut, languages) if cut else None
    pairs = cut.sheet.pairs(0)
    st.caption(text("sentences.found_lines", count=f"{len(pairs):,}"))
    return Draft("paste", "", pairs)


def _file(text: Text, languages: tuple[str, str]) -> Draft | None:
    uploaded = st.file_uploader(
        text("sentences.file"),
        type=["txt", "csv", "tsv"],
        key="sentences_file",
        on_change=_forget_removed,
        help=text("sentences.file_help"),
    )
    st.caption(
        text(
            "sentences.file_line",
            lines=f"{APP_LIMITS.lines:,}",
            megabytes=f"{APP_LIMITS.size / 1e6:g}",
            each=f"{APP_LIMITS.cell:,}",
        )
    )
    upload: Upload | None = st.session_state.get(SHEET)
    if uploaded is not None:
        upload = _read(text, uploaded, upload)
    cut = _cut(text, upload) if upload else None
    return _columns(text, cut, languages) if cut else None


def _cut(text: Text, upload: Upload) -> Upload | None:
    """Split lines into cells, as the user chooses if ambiguous."""
    asks = upload.sheet.asks
    if not asks:
        return upload
    names = {asks[0]: text("sentences.cut_cells"), "": text("sentences.cut_whole")}
    kept = st.session_state.get(CUT)
    said = kept[1] if kept is not None and kept[0] == upload.file_id else None
    picked = st.radio(
        text("sentences.cut_tabs")
        if asks[0] == "\t"
        else text("sentences.cut_signs", sign=asks[0]),
        asks,
        index=asks.index(said) if said in asks else None,
        format_func=names.__getitem__,
        key=f"sentences_cut_{upload.file_id}",
    )
    st.session_state[CUT] = (upload.file_id, picked)
    if picked is None:
        return None
    try:
        return replace(upload, sheet=upload.read(separator=picked))
    except FileProblem as problem:
        st.warning(file_problem(text, problem), icon=":material/view_column:")
        return None


def _read(text: Text, uploaded: UploadedFile, last: Upload | None) -> Upload | None:
    """Read the file as a table, in the encoding the user chooses if ambiguous."""
    question: Question | None = st.session_state.get(QUESTION)
    asked = question is not None and question.file_id == uploaded.file_id
    said = _encoding(text, question) if question and asked else None
    is_read = last is not None and last.file_id == uploaded.file_id
    if last is not None and is_read and said in (None, last.sheet.encoding):
        return last
    try:
        read = partial(read_file, uploaded.name, uploaded.getvalue(), encoding=said)
        sheet = read()
    except FileProblem as problem:
        st.session_state.pop(SHEET, None)
        st.warning(file_problem(text, problem), icon=":material/upload_file:")
        if problem.readings and not asked:
            question = Question(uploaded.file_id, problem.readings)
            st.session_state[QUESTION] = question
            _encoding(text, question)
        return None
    upload = Upload(uploaded.file_id, uploaded.name, sheet, read)
    st.session_state[SHEET] = upload
    return upload


def _encoding(text: Text, question: Question) -> Encoding | None:
    """Draw the choice of encoding; None until chosen."""
    names = {name: f"{name.upper()} · {line}" for name, line in question.readings.items()}
    return st.selectbox(
        text("sentences.encoding"),
        list(names),
        index=None,
        format_func=names.__getitem__,
        placeholder=text("sentences.encoding_none"),
        key=f"sentences_encoding_{question.file_id}",
    )


def _forget_removed() -> None:
    """Forget a file that the user removed; an empty field after a page change is no removal."""
    if st.session_state.get("sentences_file") is None:
        st.session_state.pop(SHEET, None)


def _columns(text: Text, upload: Upload, languages: tuple[str, str]) -> Draft | None:
    """Draw the choice of columns and the first rows."""
    sheet = upload.sheet
    if upload.name:
        st.text(upload.name)
    st.caption(_read_as(text, sheet))
    source, reference = sheet.suggested(*languages)
    if len(sheet.columns) > 1:
        source, reference = _pickers(text, upload, source, reference)
    _preview(text, sheet)
    if reference == source:
        st.warning(text("sentences.same_column"), icon=":material/view_column:")
        return None
    pairs = sheet.pairs(source, reference)
    if not pairs:
        return None
    return Draft("file" if upload.name else "paste", upload.name, pairs)


def _read_as(text: Text, sheet: Sheet) -> str:
    """Describe how the file was read, so that a wrong guess shows."""
    separators = {
        "": text("sentences.sep_lines"),
        ",": text("sentences.sep_comma"),
        "\t": text("sentences.sep_tab"),
        ";": text("sentences.sep_semicolon"),
    }
    return text(
        "sentences.read_as",
        rows=f"{len(sheet.rows):,}",
        columns=len(sheet.columns),
        encoding=sheet.encoding.upper(),
        separator=separators.get(sheet.separator, sheet.separator),
    )


def _pickers(
    text: Text, upload: Upload, source: int, reference: int | None
) -> tuple[int, int | None]:
    """Draw two column lists, whose names are shown as plain text."""
    columns = enumerate(upload.sheet.columns)
    # With its place: two columns of one name would be one option to the browser.
    names = {str(i): f"{i + 1} · {name[:NAME_CHARS]}" for i, name in columns}
    kept = st.session_state.get(COLUMNS)
    place = f"{upload.file_id}_{len(names)}"  # pasted lines change under the same name
    if kept is not None and kept[0] == place:
        _, source, reference = kept
    left, right = st.columns(2)
    with left:
        first = st.selectbox(
            text("sentences.source_column"),
            list(names),
            index=source,
            format_func=names.__getitem__,
            key=f"sentences_source_{place}",
        )
    with right:
        second = st.selectbox(
            text("sentences.reference_column"),
            [NONE, *names],
            index=0 if reference is None else reference + 1,
            format_func={NONE: text("sentences.no_reference"), **names}.__getitem__,
            key=f"sentences_reference_{place}",
        )
    chosen = int(first), None if second == NONE else int(second)
    st.session_state[COLUMNS] = (place, *chosen)
    return chosen


def _preview(text: Text, sheet: Sheet) -> None:
    columns = {
        f"c{i}": Column(
            sheet.columns[i][:NAME_CHARS] or str(i + 1),
            [row[i][:SHOWN_CHARS] for row in sheet.rows[:PREVIEW]],
        )
        for i in range(min(len(sheet.columns), SHOWN_COLUMNS))
    }
    alt = text("sentences.preview_alt", rows=min(PREVIEW, len(sheet.rows)))
    show_table(alt, columns, key="sentences_preview")
    st.caption(text("sentences.preview_line", rows=min(PREVIEW, len(sheet.rows))))

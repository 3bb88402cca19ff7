"""Share the current view: a link, a QR code for a class, an embeddable frame, a file."""

from __future__ import annotations

import io
from functools import partial
from html import escape
from typing import Final
from urllib.parse import parse_qsl, urlencode, urlsplit

import segno
import streamlit as st

from explainer import __version__
from explainer.drawings import drawing
from explainer.frame import downloads, teaching
from explainer.frame.controls import LONGEST_LINK
from explainer.frame.course import Chapter
from explainer.frame.params import MADE_BY
from explainer.runs import page_file
from explainer.text import Text

POPOVER: Final = "share"
CODE: Final = "share_code"  # session: the address of the requested code
QUIET: Final = 4  # white modules around a code, as in its standard
DENSE: Final = 20  # from this version on (97 modules a side) phones must be close


class TooLong(ValueError):
    """Error for an address that no QR code can hold."""


@st.fragment
def share(text: Text, model: str, chapter: Chapter, *, framed: bool) -> None:
    """Draw the share button and, while it is open, its content.

    `framed`: the server allows some pages to embed the app.
    """
    if teaching.current().present or teaching.current().embedded:
        return
    address = st.session_state.pop(CODE, None)
    if address is not None:
        st.dialog(text("share.title"), width="large")(show_code)(text, address)
    with st.container(horizontal=True, horizontal_alignment="right", width="content"):
        place = st.popover(text("share.open"), type="tertiary", key=POPOVER, on_change="rerun")
    if place.open:
        with place:
            title = text("shell.tab", page=text(chapter.name))
            _draw_link(text, address_of(text.lang, model), title, framed)
            _draw_file(text, address_of(text.lang, model), chapter)


def _draw_link(text: Text, address: str, title: str, framed: bool) -> None:
    data = {
        "address": address,
        "frame": frame_of(address, title),
        "local": text("share.local") if is_local(address) else "",
        "frames": text("share.frames" if framed else "share.no_frames"),
    }
    st.caption(text("share.line"))
    words = text.section("drawings.sharelink")
    drawing("sharelink", data, words=words, key="share_link", on_choice=lambda _: _ask(address))
    sentence = str(st.session_state.get("s", ""))
    if len(sentence) > LONGEST_LINK:
        st.caption(text("share.cut", found=len(sentence), limit=LONGEST_LINK))


def _draw_file(text: Text, address: str, chapter: Chapter) -> None:
    """Draw the download of the page as one file, if possible and not hidden by a teacher."""
    if not page_file.is_possible() or teaching.hides("downloads"):
        return
    place, _, query = address.partition("?")
    said = dict(parse_qsl(query))
    if sentence := str(st.session_state.get("s", "")):  # newer than the URL's
        said["s"] = sentence[:LONGEST_LINK]
    app = "" if is_local(address) else place.removesuffix(chapter.url)
    downloads.button(
        text("share.take"),
        partial(page_file.page_file, (f"{chapter.id}?{urlencode(said)}", app)),
        file_name=f"{chapter.id}-{text.lang}.html",
        mime="text/html",
        key="share_take",
        icon=":material/download:",
    )
    st.caption(text("share.take_line"))


def address_of(lang: str, model: str) -> str:
    """Return the browser's address, with language, model and version made explicit."""
    said = {"lang": lang, "model": model, **st.query_params.to_dict(), MADE_BY: __version__}
    return f"{st.context.url or ''}?{urlencode(said)}"


def frame_of(address: str, title: str) -> str:
    """Return the HTML of a frame that embeds the view in another page, to be displayed as text."""
    said = {"src": f"{address}&embed=true", "title": title, "width": "100%", "height": "720"}
    said |= {"loading": "lazy", "allow": "clipboard-write; fullscreen", "style": "border: 0"}
    written = (f'{name}="{escape(value)}"' for name, value in said.items())
    return f"<iframe {' '.join(written)}></iframe>"


def _ask(address: str) -> None:
    st.session_state[CODE] = address
    st.session_state[POPOVER] = False  # it would cover the dialog


def show_code(text: Text, address: str) -> None:
    """Draw the QR code as large as the dialog, and the address to copy."""
    draw_code(text, address)
    st.code(address, language=None, wrap_lines=True)


def draw_code(text: Text, address: str) -> None:
    """Draw the QR code, always dark on white."""
    if is_local(address):
        st.caption(f":material/link_off: {text('share.local')}")
    try:
        picture, version = qr_svg(address)
    except TooLong:
        st.warning(text("share.too_long", found=len(address)))
        return
    with st.container(key="qr"):
        st.image(picture, width="stretch", alt=text("share.code_alt"))
    if version >= DENSE:
        st.caption(text("share.dense"))


def is_local(address: str) -> bool:
    """Return whether only this machine can open the address."""
    host = urlsplit(address).hostname or ""
    return host in ("localhost", "::1") or host.startswith("127.")


def qr_svg(address: str) -> tuple[str, int]:
    """Return the QR code as SVG, and its version 1..40. Raises TooLong."""
    try:
        code = segno.make(address, error="l", boost_error=True, micro=False)
    except segno.DataOverflowError as problem:
        raise TooLong(len(address)) from problem
    out = io.BytesIO()
    code.save(
        out,
        kind="svg",
        border=QUIET,
        dark="#000000",
        light="#ffffff",
        xmldecl=False,
        scale=8,
        omitsize=False,
    )
    return out.getvalue().decode("utf-8").strip(), int(code.version)

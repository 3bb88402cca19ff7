"""The code of a link, read by another library; and files that are made when they are asked for."""

import gc
import io
import re
from urllib.parse import parse_qs, urlsplit

import pytest
import segno
import zxingcpp
from PIL import Image
from streamlit.testing.v1 import AppTest

from explainer import __version__
from explainer.frame import downloads
from explainer.frame.share import QUIET, TooLong, frame_of, is_local, qr_svg
from explainer.text import Text
from tests.apptest import app_test

ADDRESS = "https://lab.example/sub/maps?s=%EA%B0%95%EC%95%84%EC%A7%80&model=ko-en&lang=ko"


@pytest.mark.parametrize("length", [0, 300, 1200])
def test_another_library_reads_the_code(length: int) -> None:
    address = f"{ADDRESS}&x={'%EA%B0%80' * (length // 9)}"
    picture, version = qr_svg(address)
    assert 1 <= version <= 40
    out = io.BytesIO()
    segno.make(address, error="l", boost_error=True, micro=False).save(
        out, kind="png", border=QUIET, scale=4
    )
    assert [code.text for code in zxingcpp.read_barcodes(Image.open(out))] == [address]
    side = 8 * (4 * version + 17 + 2 * QUIET)
    assert picture.startswith("<svg") and f'width="{side}"' in picture
    assert "#fff" in picture and "#000" in picture  # dark on white in every theme


def test_a_code_of_an_address_that_only_this_machine_opens_comes_with_a_warning() -> None:
    def shown(address: str) -> None:
        from explainer.frame.share import show_code
        from explainer.text import Text

        show_code(Text("ko"), address)

    here = ("http://localhost:8501/maps?s=a", "http://127.0.0.1/x", "http://[::1]:8501/")
    assert all(map(is_local, here))
    there = ("http://class.example:8501/", "https://localhost.example/", ADDRESS)
    assert not any(map(is_local, there))
    for address, told in (
        (here[0], [f":material/link_off: {Text('ko')('share.local')}"]),
        (ADDRESS, []),
    ):
        found = [one.value for one in app_test(shown, address).run().caption]
        assert [one for one in found if "link_off" in one] == told
    with pytest.raises(TooLong):
        qr_svg(ADDRESS + "x" * 3000)


def test_a_frame_is_one_line_of_html_that_no_title_breaks_out_of() -> None:
    line = frame_of("https://lab.example/?s=a", '"><b> & 가')
    assert line.startswith(
        '<iframe src="https://lab.example/?s=a&amp;embed=true" title="&quot;&gt;'
    )
    assert re.findall("[<>]", line) == ["<", ">", "<", ">"]


def test_an_address_says_what_a_stranger_would_not_guess_and_who_made_it() -> None:
    def shown() -> None:
        import streamlit as st

        from explainer.frame.share import address_of

        st.query_params.update({"lang": "ko", "v": "0.1.0", "s": "a & 가"})
        st.code(address_of("en", "ko-en"))

    said = parse_qs(urlsplit(app_test(shown).run().code[0].value).query)
    wanted = {"lang": "ko", "model": "ko-en", "s": "a & 가", "v": __version__}
    assert said == {name: [value] for name, value in wanted.items()}


def script() -> None:
    import streamlit as st

    from explainer.frame import downloads

    count = st.session_state["count"] = st.session_state.get("count", 0) + 1
    downloads.button(
        "Save",
        lambda: str(count),
        file_name="a.txt",
        mime="text/plain",
        key="save",
        icon=":material/download:",
    )


def secret_of(app: AppTest) -> str:
    (button,) = app.get("link_button")
    assert button.proto.url.startswith(f"./{downloads.PATH}/")
    return str(button.proto.url.rpartition("/")[2])


def test_one_address_gives_what_is_there_when_it_is_asked_for() -> None:
    app = AppTest.from_function(script).run()
    secret = secret_of(app)
    file = downloads.offered(secret)
    assert file is not None and (file.make(), file.name) == ("1", "a.txt")
    app.run()
    assert secret_of(app) == secret, "a link that was pressed a moment ago"
    file = downloads.offered(secret)
    assert file is not None and file.make() == "2"
    other = AppTest.from_function(script).run()
    assert secret_of(other) != secret
    del file, app.session_state[downloads.HELD]  # a session that ends leaves nothing
    gc.collect()
    assert downloads.offered(secret) is None

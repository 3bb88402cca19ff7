"""Tables of numbers as HTML."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

import pyarrow as pa

MOST_DIGITS = 4  # significant digits of numbers without a format


def dataframe(node_app: Any, alt: str) -> str:
    """Convert a Streamlit table, with its column titles and number formats."""
    proto = node_app.proto
    frame, options = node_app.value, json.loads(proto.columns or "{}")
    shown = frame
    if proto.arrow_data.styler.display_values:
        shown = pa.ipc.open_stream(proto.arrow_data.styler.display_values).read_all().to_pandas()
    names = [one for one in frame.columns if not (options.get(str(one)) or {}).get("hidden")]
    columns = [options.get(str(name)) or {} for name in names]
    titles = [str(one.get("label") or name) for one, name in zip(columns, names, strict=True)]
    forms = [(one.get("type_config") or {}).get("format") or "" for one in columns]
    cells = zip(*(shown[name].tolist() for name in names), strict=True)
    rows = [[_formed(value, form) for value, form in zip(row, forms, strict=True)] for row in cells]
    return table_html(titles, rows, alt)


def _formed(value: Any, form: str) -> Any:
    return form % value if form.startswith("%") and isinstance(value, int | float) else value


def table_html(titles: Sequence[str], rows: Iterable[Sequence[Any]], alt: str = "") -> str:
    """Render a table that scrolls sideways; `alt` is its accessible name."""
    head = "".join(f'<th scope="col">{escape(title)}</th>' for title in titles)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    name = f' aria-label="{escape(alt)}"' if alt else ""
    return (
        f'<div class="scrolls" tabindex="0" role="group"{name}><table><thead><tr>{head}</tr>'
        f"</thead><tbody>{body}</tbody></table></div>"
    )


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return f"<td>{value:.{MOST_DIGITS}g}</td>"
    return f"<td>{'' if value is None else escape(str(value))}</td>"

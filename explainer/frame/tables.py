"""Draw tables with a title, values and number format for each column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import streamlit as st

from explainer.text.numbers import decimal

if TYPE_CHECKING:
    from streamlit.elements.lib.column_types import ColumnConfig


@dataclass(frozen=True)
class Column:
    """A table column; `values` is any input of `pyarrow.array`, None if the table has rows.

    `form` is the number format; for negative numbers use `digits` (decimals) instead, since no
    `form` prints a true minus sign. `width` is in pixels or one of Streamlit's names.
    """

    title: str
    values: Any = None
    form: str | None = None
    help: str | None = None
    width: Any = None
    pinned: bool | None = None
    alignment: Any = None
    digits: int | None = None


def columns_by_title(values: Mapping[str, Any], form: str | None = None) -> dict[str, Column]:
    """Make columns whose titles are their names."""
    return {title: Column(title, each, form) for title, each in values.items()}


def show_table(
    alt: str,
    columns: Mapping[str, Column | str | ColumnConfig],
    rows: Sequence[Mapping[str, Any]] | None = None,
    **options: Any,
) -> Any:
    """Draw a table of `columns` by language-independent name; a column may be just a title.

    Values are in the columns or, if given, in `rows`; `options` are those of `st.dataframe`.
    """
    if rows is None:
        values = {name: c.values for name, c in columns.items() if isinstance(c, Column)}
        data = pa.table(values)
    else:
        data = pa.Table.from_pylist(list(rows))
    config = {name: _config(column) for name, column in columns.items()}
    signed = {
        name: partial(decimal, digits=column.digits)
        for name, column in columns.items()
        if isinstance(column, Column) and column.digits is not None
    }
    # A Styler takes 5 ms, so it is used only for negative numbers.
    table = data.to_pandas().style.format(signed) if signed else data
    return st.dataframe(table, hide_index=True, alt=alt, column_config=config, **options)


def _config(column: Column | str | ColumnConfig) -> ColumnConfig | str:
    if not isinstance(column, Column):
        return column
    options = {name: getattr(column, name) for name in ("help", "width", "pinned", "alignment")}
    if column.digits is not None:  # a Styler's numbers stand left by themselves
        options["alignment"] = column.alignment or "right"
        return st.column_config.NumberColumn(column.title, **options)
    if column.form is None:
        return st.column_config.Column(column.title, **options)
    return st.column_config.NumberColumn(column.title, format=column.form, **options)

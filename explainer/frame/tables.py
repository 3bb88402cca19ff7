"""Numbers and words as a table: of each column its title, its values and how they are written."""

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
    """`values` is what `pyarrow.array` takes, None where they stand in rows; `form` the format of
    numbers, `digits` those behind the point where there are negative ones, which no `form` writes
    with the minus of mathematics; `width` in pixels or one of Streamlit's words.
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
    """Columns that are named by their titles."""
    return {title: Column(title, each, form) for title, each in values.items()}


def show_table(
    alt: str,
    columns: Mapping[str, Column | str | ColumnConfig],
    rows: Sequence[Mapping[str, Any]] | None = None,
    **options: Any,
) -> Any:
    """`columns` by a name that is the same in every language; a title alone is one as well. `rows`
    give the values of all of them, in their own order; `options` are those of `st.dataframe`.
    """
    if rows is None:
        values = {name: one.values for name, one in columns.items() if isinstance(one, Column)}
        data = pa.table(values)
    else:
        data = pa.Table.from_pylist(list(rows))
    config = {name: _config(one) for name, one in columns.items()}
    signed = {
        name: partial(decimal, digits=one.digits)
        for name, one in columns.items()
        if isinstance(one, Column) and one.digits is not None
    }
    # A Styler takes 5 ms: only where there are negative numbers.
    shown = data.to_pandas().style.format(signed) if signed else data
    return st.dataframe(shown, hide_index=True, alt=alt, column_config=config, **options)


def _config(column: Column | str | ColumnConfig) -> ColumnConfig | str:
    if not isinstance(column, Column):
        return column
    known = {name: getattr(column, name) for name in ("help", "width", "pinned", "alignment")}
    if column.digits is not None:
        return st.column_config.NumberColumn(column.title, **known)
    if column.form is None:
        return st.column_config.Column(column.title, **known)
    return st.column_config.NumberColumn(column.title, format=column.form, **known)

"""Pure drawing: arrays and finished labels in, a chart out.

One grammar, in Altair. A `Figure` is a kept specification and the tables that a click changes:

- `tiles` states and words by row and column; numbers are a map of `drawings`
- `bars` numbers by name; `curves` lines and points, numbers over numbers or words
- `plane` what is none of these: boxes, strokes, words and points, each at a place of its own

What they share stands below them: `figure` (specification, tables, axes of words), `marks` (layers,
tooltips, selections), `axes` (numbers, series, ends of scales), `labels`, `palette`.
"""

"""Many sentences at once: a file in, rows with scores out."""

"""Models that were trained elsewhere, as folders of ours."""

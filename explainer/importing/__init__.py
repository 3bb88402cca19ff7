"""Import models that were trained elsewhere."""

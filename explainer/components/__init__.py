"""Streamlit components of our own: plain JavaScript, no build step, no library."""

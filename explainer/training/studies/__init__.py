"""Offline experiments whose results chapters show; the app itself runs none of them."""

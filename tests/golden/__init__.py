"""Whole games that pin the order of `legal` and every position; see README.md."""

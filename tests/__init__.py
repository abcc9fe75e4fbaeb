"""Tests of Calimala: every docstring of a test says what must be true."""

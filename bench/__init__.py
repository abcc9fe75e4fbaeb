"""Measurements: how fast the project is compared with other programs. ``python -m bench`` runs all of them.

Contenders take turns in one run and medians are compared, so that a busy machine slows all of them alike. Nothing here
is a test: timings never decide one.
"""

"""Plots and the report of an analysis."""

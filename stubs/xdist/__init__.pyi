"""Types for the part of `pytest-xdist` that decides which process runs which test."""

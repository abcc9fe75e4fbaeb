"""Tests of the judge: chances, looking ahead, and what every decision cost."""

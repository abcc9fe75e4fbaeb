"""Tests of what is done with games: variations, forks, repairs, merged records, differences, redaction."""

"""The screen of the study: the only modules that know textual."""

"""The words of a text: where they begin and end, and what each kind of them means."""

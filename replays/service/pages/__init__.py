"""Pages for people: what each needs to know is put together here, what it says is in its template."""

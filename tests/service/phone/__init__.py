"""The recorder on a phone, in a real browser."""

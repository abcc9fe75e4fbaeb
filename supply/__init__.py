"""The dependencies of the project: pinned with hashes, listed, looked up among known vulnerabilities.

Needs nothing but Python, and for new pins uv.
"""

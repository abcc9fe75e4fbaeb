"""What others wrote and this project stands on: pinned with hashes, listed, looked up among known vulnerabilities.

Needs nothing but Python, and for new pins uv.
"""

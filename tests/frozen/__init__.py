"""Files as each released version wrote them, which every later one reads: texts, JSON, share codes, a store, a library.

A folder for each version, made once by ``python -m tests.frozen`` before the release and never changed afterwards.
"""

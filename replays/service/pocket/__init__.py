"""The service inside a browser: its endpoints, called by the worker of a page instead of a server.

``phone`` answers requests one after the other, with everything in memory; the worker that calls it saves what changed.
``backup`` is all of a phone's games as one file.
"""

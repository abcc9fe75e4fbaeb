"""The service: games over the web, for tables that record them, for viewers, and for programs.

``app.service_app`` makes an application of an open store. A request goes down one way: ``middleware`` bounds it,
``app`` finds its endpoint, ``endpoints`` and ``access`` who asks, ``visibility`` makes of a stored game what they may
see of it, and a module of ``api`` or ``pages`` answers with that and nothing else.
"""

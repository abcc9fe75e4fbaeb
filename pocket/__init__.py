"""The folder of static files with which games are recorded, checked, replayed and shared in a browser alone."""

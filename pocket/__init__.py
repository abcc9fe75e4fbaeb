"""The folder of static files with which games are recorded, checked, watched and shared in a browser alone."""

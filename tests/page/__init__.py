"""Pages of games: frames, the packed file, and the viewer in a browser."""

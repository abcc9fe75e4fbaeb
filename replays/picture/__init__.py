"""A position as one picture in SVG, for places where nothing runs: links that unfold, lists, posts, paper."""

from replays.picture.position import HEIGHT, WIDTH, position_picture
from replays.picture.raster import DrawnSmallError, NoLettersError, png_of

__all__ = ["HEIGHT", "WIDTH", "DrawnSmallError", "NoLettersError", "png_of", "position_picture"]

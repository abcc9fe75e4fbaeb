"""A game as a post for a forum or a chat: a headline, a paragraph for each scoring, the result.

``contents`` makes a ``Post`` of a game, in sentences without markup; ``markup`` has what each place understands, and
``writing`` puts the one into the other, in as many parts as the place asks for. Whatever people wrote is text in all
of them: it cannot become a link, a mention, a heading or a picture, nor end a spoiler.
"""

from replays.posts.contents import MOST_WORDS, Address, Paragraph, Post, PostError, Standing, post_of
from replays.posts.markup import PLACES
from replays.posts.writing import written

__all__ = ["MOST_WORDS", "PLACES", "Address", "Paragraph", "Post", "PostError", "Standing", "post_of", "written"]

"""A game as a post for a forum or a chat: a headline, a paragraph for each scoring, the result.

``make_post`` puts together what a post says, in sentences without markup; ``format_post`` writes it in the markup of a
forum, in as many parts as the forum asks for. Text of people is text in all of them: it cannot become a link, a
mention, a heading or a picture, nor end a spoiler.
"""

from replays.posts.contents import (
    MOST_WORDS,
    RULE_SET_WORDS,
    Address,
    Paragraph,
    Post,
    PostError,
    ResultTable,
    make_post,
)
from replays.posts.markup import FORUMS, format_post

__all__ = [
    "FORUMS",
    "MOST_WORDS",
    "RULE_SET_WORDS",
    "Address",
    "Paragraph",
    "Post",
    "PostError",
    "ResultTable",
    "format_post",
    "make_post",
]

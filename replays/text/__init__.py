"""Every sentence about a game, in every language.

``languages`` turns messages into sentences, ``terms`` has the words that they are made of, ``names`` the people at the
table. A module a subject: decisions, events, the points, messages of the rules, notes, repairs, changes; ``board``
draws a position in letters, ``analysis`` says what decided a game. ``terminal`` knows colours and widths of texts.

A hidden card is described only as a card. Nothing here prints, and no sentence is ever stored.
"""

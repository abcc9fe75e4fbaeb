"""What somebody may see of a game: the one door between the store and all answers."""

"""Laws that hold in every game, whoever plays it and whoever writes it down."""

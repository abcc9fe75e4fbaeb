"""Laws that hold in every game, by any players and any recorder."""

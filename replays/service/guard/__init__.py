"""What stands before every end point: bounds for what comes in, headers on what goes out."""

"""What stands above the decisions: headers, and the position that they make a record start from."""

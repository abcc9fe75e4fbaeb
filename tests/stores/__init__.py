"""What people say about stored games."""

"""Who asks, and what they may do: keys and rights."""

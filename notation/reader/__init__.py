"""From tokens to decisions: what the import form leaves out, spells otherwise, or has wrong."""

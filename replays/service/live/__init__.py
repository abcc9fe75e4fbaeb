"""Games as they go on: transcripts that grow, the log that is watched, the messages for those who follow."""

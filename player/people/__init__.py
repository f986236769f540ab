"""Conversations with people: a person keeps the secret, guesses one, or both in turn; hints, and how it is worded."""

"""Conversations with people: a person keeps the secret or guesses one; hints, and how it is worded."""

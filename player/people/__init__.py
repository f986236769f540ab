"""Conversations with people, who keep a secret or guess one; hints, phrases and commands."""

// Secrets that a link can name without showing them: the daily number, and the challenge in a link.

import { sha256 } from "./sha256.js";

const FACTOR = 1_000_003; // a prime that divides no number of secrets
const CHECKS = 256;

const digest = (text) => sha256(new TextEncoder().encode(text));

/** The day in UTC, as 2026-01-31. */
export const today = (now = new Date()) => now.toISOString().slice(0, 10);

export function isDay(text, now = today()) {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN;
  return !Number.isNaN(time) && today(new Date(time)) === text && text <= now;
}

export const dayBefore = (day) => today(new Date(Date.parse(day) - 86_400_000));

/**
 * The secret of a day, the same on every page: the first six bytes of the SHA-256 of "guesstree daily GAME DAY", as a
 * number (the first byte is the highest) modulo the number of secrets, are its place in the sorted list of secrets.
 */
export function dailySecret(rules, day) {
  const bytes = digest(`guesstree daily ${rules.name} ${day}`);
  const drawn = bytes.slice(0, 6).reduce((value, byte) => value * 256 + byte, 0);
  return rules.secrets[drawn % rules.secrets.length];
}

/** A secret in the form of a link, which hides it from a glance, but not from a programmer. */
export function scramble(rules, secret) {
  const mixed = mix(rules)(rules.secrets.indexOf(secret));
  return (mixed * CHECKS + check(rules, mixed)).toString(36);
}

export function unscramble(rules, text) {
  if (!/^[0-9a-z]{1,10}$/.test(text)) return null;
  const value = parseInt(text, 36);
  const mixed = Math.floor(value / CHECKS);
  if (value % CHECKS !== check(rules, mixed)) return null;
  const mixedOf = mix(rules);
  return rules.secrets.find((_, place) => mixedOf(place) === mixed) ?? null;
}

const check = (rules, mixed) => digest(`guesstree challenge ${rules.name} ${mixed}`)[0];

function mix(rules) {
  const [a, b, c] = digest(`guesstree challenge ${rules.name}`);
  return (place) => (place * FACTOR + a * 65536 + b * 256 + c) % rules.secrets.length;
}

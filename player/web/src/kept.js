// What this browser keeps between visits.  Anybody may have written there: what is not as it is written here is nothing.

import { readHistory } from "./address.js";
import { dayBefore, isDay } from "./daily.js";
import { LANGUAGES } from "./i18n.js";
import { NOTATIONS } from "./notation.js";

export const GAME = ["h", "y", "daily", "challenge", "level"];
const LONGEST = 20_000; // characters of a kept text, far more than a game takes
const NONE = { games: 0, counts: [], streak: 0, longest: 0, day: "" };
const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
const isText = (value) => typeof value === "string";

function game({ place, secret, isOver, hasGivenUp }) {
  const texts = GAME.filter((key) => place[key]).map((key) => [key, place[key]]);
  if (!texts.every(([, text]) => isText(text))) return null;
  return { place: Object.fromEntries(texts), secret: isText(secret) ? secret : undefined, isOver, hasGivenUp };
}

function stats(kept) {
  const { games, counts, streak, longest, day } = { ...NONE, ...kept };
  const isSound = [games, streak, longest, ...counts].every(isCount) && counts.length < 1000 && (day === "" || isDay(day));
  return isSound ? { games, counts, streak, longest, day } : null;
}

function daily(text) {
  const [day, history = "", end] = text.split(" ");
  const steps = readHistory(history);
  return steps && isDay(day) ? { day, history, steps, hasGivenUp: end === "up" } : null;
}

const KINDS = {
  lang: (text) => (Object.hasOwn(LANGUAGES, text) ? text : null),
  notation: (text) => (NOTATIONS.includes(text) ? text : null),
  game: (text) => game(JSON.parse(text)),
  stats: (text) => stats(JSON.parse(text)),
  daily,
};

export function readKept(key) {
  const kind = key.split(".")[0];
  const nothing = { stats: NONE, game: { place: {} } }[kind] ?? null;
  try {
    const text = localStorage.getItem(`guesstree.${key}`);
    return (isText(text) && text.length <= LONGEST && KINDS[kind](text)) || nothing;
  } catch {
    return nothing; // neither a text of that kind nor JSON of one, or storage is forbidden here
  }
}

export function keep(key, value) {
  try {
    localStorage.setItem(`guesstree.${key}`, value);
  } catch {
    // Storage is forbidden here.
  }
}

/** What is known of a game's statistics: `games` that ended, of which `counts[n - 1]` took n guesses, the daily numbers
 *  found on days in a row, now and at most, and the last `day` whose number was played. */
export const statistics = (app) => readKept(statisticsKey(app));

/** Counts a game that took so many `guesses`, 0 if it was given up; `day` is that of a daily number.  The number of a day
 *  counts once. */
export function record(app, guesses, day = null) {
  const kept = statistics(app);
  if (day && day <= kept.day) return;
  const counts = [...kept.counts];
  if (guesses) {
    while (counts.length < guesses) counts.push(0);
    counts[guesses - 1]++;
  }
  const next = { ...kept, games: kept.games + 1, counts };
  if (day) {
    next.day = day;
    next.streak = guesses ? 1 + (kept.day === dayBefore(day) ? kept.streak : 0) : 0;
    next.longest = Math.max(kept.longest, next.streak);
  }
  keep(statisticsKey(app), JSON.stringify(next));
}

/** The days in a row up to now: none if yesterday's number was not played. */
export const streakOf = ({ streak, day }, now) => (day === now || day === dayBefore(now) ? streak : 0);

const statisticsKey = (app) => `stats.${app.rules.name}`;

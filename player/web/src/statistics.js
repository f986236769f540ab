// The person's own games, kept in this browser where it allows that: how many guesses they took, and the days in a row.

import { dayBefore } from "./daily.js";
import { keep, readKept } from "./kept.js";

/** What is known of a game's statistics: `games` that ended, of which `counts[n - 1]` took n guesses, the daily numbers
 *  found on days in a row, now and at most, and the last `day` whose number was played. */
export const statistics = (app) => readKept(key(app));

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
  keep(key(app), JSON.stringify(next));
}

/** The days in a row up to now: none if yesterday's number was not played. */
export const streakOf = ({ streak, day }, now) => (day === now || day === dayBefore(now) ? streak : 0);

const key = (app) => `stats.${app.rules.name}`;

// The data that this browser saves between visits.  Others may have written there, so invalid entries are ignored.

import { readHistory } from "./address.js";
import { dayBefore, isDay } from "./daily.js";
import { LANGUAGES } from "./i18n.js";
import { NOTATIONS } from "./notation.js";

export const GAME = ["h", "y", "daily", "challenge", "level", "boards"];
const LONGEST = 20_000; // the longest saved text in characters, far more than a game takes
const MOST_DAYS = 100; // the number of days with saved games
const VEILED = ["game", "daily"];
const MASK = 85; // each byte of a veiled text is XORed with it
const own = new Map(); // replaces the storage of the browser if that is forbidden
export const THEMES = ["system", "light", "dark", "contrast"];
const NONE = { games: 0, counts: [], streak: 0, day: "" };
const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
const isText = (value) => typeof value === "string";

/** Veils a text so that nobody reads it at a glance; `unveil` reverses this. */
export const veil = (text) => `~${btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte ^ MASK)).join(""))}`;

function unveil(text) {
  if (text[0] !== "~") return text;
  return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(atob(text.slice(1)), (symbol) => symbol.charCodeAt(0) ^ MASK));
}

/** The saved game of an entry of the browser's history. */
export function readState(state) {
  try {
    return { ...JSON.parse(unveil(state)) };
  } catch {
    return {};
  }
}

/** What reads the text of each kind of entry. */
const KINDS = {
  lang: (text) => (Object.hasOwn(LANGUAGES, text) ? text : null),
  notation: (text) => (NOTATIONS.includes(text) ? text : null),
  counts: (text) => text,
  theme: (text) => (THEMES.includes(text) ? text : null),
  game(text) {
    const { place, secret, isOver, hasGivenUp } = JSON.parse(text);
    const texts = GAME.filter((key) => place[key]).map((key) => [key, place[key]]);
    if (!texts.every(([, one]) => isText(one))) return null;
    return { place: Object.fromEntries(texts), secret: isText(secret) ? secret : undefined, isOver, hasGivenUp };
  },
  stats(text) {
    const { games, counts, streak, day } = { ...NONE, ...JSON.parse(text) };
    const isSound = [games, streak, ...counts].every(isCount) && counts.length < 1000 && (day === "" || isDay(day));
    return isSound ? { games, counts, streak, day } : null;
  },
  /** The games of days by their days, the last one first; one that is `late` was begun after its day. */
  daily(text) {
    const games = text.split("\n").map((line) => {
      const [day, history = "", end, late] = line.split(" ");
      const steps = readHistory(history);
      return steps && isDay(day) ? [day, { history, steps, hasGivenUp: end === "up", isLate: late === "late" }] : null;
    });
    return new Map(games.filter(Boolean));
  },
};

export function readKept(key) {
  const kind = key.split(".")[0];
  const nothing = { stats: NONE, game: { place: {} }, daily: new Map() }[kind] ?? null;
  try {
    const text = own.get(key) ?? localStorage.getItem(`guesstree.${key}`);
    return (isText(text) && text.length <= LONGEST && KINDS[kind](unveil(text))) || nothing;
  } catch {
    return nothing; // storage is forbidden here, or the text is not of that kind
  }
}

export function keep(key, value) {
  const text = VEILED.includes(key.split(".")[0]) ? veil(value) : value;
  try {
    localStorage.setItem(`guesstree.${key}`, text);
    own.delete(key);
  } catch {
    own.set(key, text);
  }
}

/** Whether the browser's storage works. */
export const isKeeping = () => own.size === 0;

export const gamesOfDays = (app) => readKept(`daily.${app.rules.name}`);

export function keepDay(app, day, { history, hasGivenUp, isLate }) {
  const games = gamesOfDays(app);
  games.delete(day);
  const lines = [[day, { history, hasGivenUp, isLate }], ...games].slice(0, MOST_DAYS).map(([one, saved]) =>
    [one, saved.history, saved.hasGivenUp ? "up" : "", saved.isLate ? "late" : ""].join(" "));
  keep(`daily.${app.rules.name}`, lines.join("\n"));
}

/** The statistics of a game: `games` that ended, of which `counts[n - 1]` took n guesses, the daily numbers
 *  found on days in a row, and the last `day` whose number was played. */
export const statistics = (app) => readKept(`stats.${app.rules.name}`);

/** Counts a game that took `guesses` guesses, 0 if it was given up; `day` is that of a daily number.  The number of a
 *  day counts once. */
export function record(app, guesses, day = null) {
  const { games, counts, ...saved } = statistics(app);
  if (day && day <= saved.day) return;
  const length = Math.max(counts.length, guesses);
  const next = { games: games + 1, counts: Array.from({ length }, (_, i) => (counts[i] ?? 0) + Number(i + 1 === guesses)) };
  const days = () => (guesses ? 1 + (saved.day === dayBefore(day) ? saved.streak : 0) : 0);
  keep(`stats.${app.rules.name}`, JSON.stringify({ ...next, ...saved, ...(day && { day, streak: days() }) }));
}

/** The days in a row up to now: none if yesterday's number was not played. */
export const streakOf = ({ streak, day }, now) => (day === now || day === dayBefore(now) ? streak : 0);

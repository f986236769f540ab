// Shares a game without its guesses, as a text.

/** A game as text: for each guess the number of right symbols, but neither the guess nor their places. */
export function shareText({ title, subject, result, scores, link, rounds, isBlueAndOrange }) {
  const signs = isBlueAndOrange ? ["🟧", "🟦"] : ["🟩", "🟨"];
  const lines = rounds.map((counts) => counts.map((n, i) => (n ? `${signs[i]}${n}` : "")).join(" ").trim() || "⬜");
  return [[title, subject].filter(Boolean).join(" · "), result, "", ...lines, scores && `\n${scores}`, link && `\n${link}`]
    .filter((line) => line !== null && line !== undefined && line !== false)
    .join("\n")
    .trim();
}

/** Shares a text as the system does on phones, where the person may close that again; else copies it. */
export async function send(app, text) {
  try {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) return await navigator.share({ text });
  } catch (error) {
    if (error.name === "AbortError") return;
  }
  await app.copy(text);
}

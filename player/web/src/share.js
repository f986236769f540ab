// Shares a game without its guesses, as a text.

/** A game as text: for each guess how much of it was right, but neither the guess nor where. */
export function shareText({ title, subject, result, scores, link, rounds, isBlueAndOrange }) {
  const signs = isBlueAndOrange ? ["🟧", "🟦"] : ["🟩", "🟨"];
  const lines = rounds.map((counts) => counts.map((n, i) => (n ? `${signs[i]}${n}` : "")).join(" ").trim() || "⬜");
  return [[title, subject].filter(Boolean).join(" · "), result, "", ...lines, scores && `\n${scores}`, link && `\n${link}`]
    .filter((line) => line !== null && line !== undefined && line !== false)
    .join("\n")
    .trim();
}

export async function send(app, text) {
  if (await shareWith({ text })) return;
  await app.copy(text);
}

/** Whether the system's way of sharing was offered; the person may close it. */
async function shareWith(data) {
  if (!navigator.share || !matchMedia("(pointer: coarse)").matches) return false;
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    return error.name === "AbortError";
  }
}

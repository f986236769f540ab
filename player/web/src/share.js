// Shares a game without its guesses: as a text and as a picture.

import { download, h } from "./dom.js";
import { colour as ink } from "./glyphs.js";
import { number, t } from "./i18n.js";

const marks = ([bulls, cows], positions) =>
  Array.from({ length: positions }, (_, i) => (i < bulls ? "bull" : i < bulls + cows ? "cow" : "none"));

/** A game as text: for each guess how much of it was right, but neither the guess nor where. */
export function shareText({ title, subject, result, scores, link, rounds, isBlueAndOrange }) {
  const signs = isBlueAndOrange ? ["🟧", "🟦"] : ["🟩", "🟨"];
  const lines = rounds.map((counts) => counts.map((n, i) => (n ? `${signs[i]}${n}` : "")).join(" ").trim() || "⬜");
  return [[title, subject].filter(Boolean).join(" · "), result, "", ...lines, scores && `\n${scores}`, link && `\n${link}`]
    .filter((line) => line !== null && line !== undefined && line !== false)
    .join("\n")
    .trim();
}

/** The same as a PNG picture, with the line of the candidates `left` after each guess; a promise of a Blob. */
export function sharePicture({ title, subject, result, scores, rounds, positions, left }) {
  const [width, top, gap] = [1080, 290, 76];
  const rows = Math.max(rounds.length, 4);
  const canvas = h("canvas", { width, height: top + rows * gap + 130 });
  const ctx = canvas.getContext("2d");
  const write = (text, x, y, font, colour = "ink", align = "left") => {
    Object.assign(ctx, { font, fillStyle: ink(colour), textAlign: align });
    ctx.fillText(text ?? "", x, y, align === "right" ? x : width - x - 60);
  };
  const [serif, sans] = [ink("serif"), ink("sans")];
  ctx.fillStyle = ink("paper");
  ctx.fillRect(0, 0, width, canvas.height);
  ctx.fillStyle = ink("accent");
  ctx.fillRect(0, 0, width, 14);
  write(title, 72, 112, `600 64px ${serif}`);
  write(subject, 72, 160, `32px ${sans}`, "faint");
  write(result, 72, 226, `600 38px ${sans}`, "accent");
  rounds.forEach((counts, row) => {
    marks(counts, positions).forEach((mark, i) => drawMark(ctx, mark, 104 + i * gap, top + (row + 0.4) * gap));
  });
  drawLine(ctx, left, { x: 190 + positions * gap, y: top, width: width - 290 - positions * gap, height: (rows - 0.2) * gap });
  write(scores, 72, canvas.height - 56, `32px ${sans}`);
  write("guesstree", width - 72, canvas.height - 56, `600 32px ${serif}`, "faint", "right");
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

function drawMark(ctx, mark, x, y) {
  ctx.beginPath();
  ctx.arc(x, y, mark === "none" ? 7 : 27, 0, 2 * Math.PI);
  ctx.lineWidth = 7;
  Object.assign(ctx, { fillStyle: ink(mark === "bull" ? "accent" : "edge"), strokeStyle: ink("accent") });
  if (mark === "cow") ctx.stroke();
  else ctx.fill();
}

function drawLine(ctx, left, box) {
  const most = Math.log2(left[0]) || 1;
  const at = (count, i) => [
    box.x + (box.width * i) / Math.max(1, left.length - 1),
    box.y + box.height * (1 - Math.log2(Math.max(1, count)) / most),
  ];
  Object.assign(ctx, { strokeStyle: ink("accent"), fillStyle: ink("accent"), lineWidth: 6, lineJoin: "round" });
  ctx.beginPath();
  left.forEach((count, i) => ctx.lineTo(...at(count, i)));
  ctx.stroke();
  left.forEach((count, i) => {
    ctx.beginPath();
    ctx.arc(...at(count, i), 10, 0, 2 * Math.PI);
    ctx.fill();
  });
  Object.assign(ctx, { font: `28px ${ink("sans")}`, fillStyle: ink("faint"), textAlign: "left" });
  ctx.fillText(number(left[0]), box.x - 14, box.y - 26);
}

export async function send(app, text) {
  if (await shareWith({ text })) return;
  await app.copy(text);
}

export async function sendPicture(app, made) {
  const blob = await made;
  const files = [new File([blob], "guesstree.png", { type: "image/png" })];
  if (navigator.canShare?.({ files }) && (await shareWith({ files }))) return;
  try {
    // eslint-disable-next-line no-restricted-properties -- it writes no markup
    await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
    app.flash(t("copied"));
  } catch {
    download(blob, files[0].name);
  }
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

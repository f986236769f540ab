// What games are called by people.

import { hasText, t } from "./i18n.js";
import { isUsual } from "./rules.js";

/** The title of a game or of a tree by its name: "Bulls and Cows", or "Bulls and Cows 3×9"; unknown names stay. */
export function title(name) {
  const [game] = name.split(".");
  const [family, size, ...rest] = game.split("-");
  if (!hasText(`game.${family}`)) return name;
  const known = t(`game.${family}`);
  return isUsual(game) || !size ? known : [known, size.replace("x", "×"), ...rest].join(" ");
}

/** Pairs of names of trees and titles that tell them apart. */
export function titles(names) {
  const pairs = [...names].map((name) => [name, title(name)]);
  const isTwice = (text) => pairs.filter(([, other]) => other === text).length > 1;
  return pairs.map(([name, text]) => [name, isTwice(text) ? `${text} (${name})` : text]);
}

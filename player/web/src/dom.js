// Elements from words.  What is shown is always a text node or an attribute, never markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, classes, properties, children) {
  if (classes.length) element.setAttribute("class", classes.join(" "));
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value") element.value = value;
    // Through the style's object: a strict policy forbids style attributes.
    else if (name.startsWith("--")) element.style.setProperty(name, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An HTML element: `h("button.main", {onclick}, "text")`; `--name` sets a custom property. */
export function h(spec, properties = {}, ...children) {
  const [tag, ...classes] = spec.split(".");
  return fill(document.createElement(tag), classes, properties, children);
}

/** An SVG element. */
export function s(spec, properties = {}, ...children) {
  const [tag, ...classes] = spec.split(".");
  return fill(document.createElementNS(SVG, tag), classes, properties, children);
}

/** Puts children in the place of those of `root`; the focus goes to the one with the same data-key, else to the one
 *  with data-home. */
export function swap(root, ...children) {
  const focused = root.contains(document.activeElement) ? document.activeElement : null;
  const key = focused?.closest("[data-key]")?.dataset.key;
  root.replaceChildren(...children.flat(3).filter(Boolean));
  if (!focused) return;
  const same = [...root.querySelectorAll("[data-key]")].find((element) => element.dataset.key === key);
  const target = same && !same.disabled ? same : root.querySelector("[data-home]:not(:disabled)");
  target?.focus({ preventScroll: true });
}

/** A button. */
export function button(spec, text, onclick, properties = {}) {
  return h(`button.${spec}`, { type: "button", onclick, ...properties }, text);
}

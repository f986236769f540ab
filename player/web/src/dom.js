// Makes elements.  Texts become text nodes and attributes, never markup.

const isShown = (child) => child !== null && child !== undefined && child !== false;

/** An HTML element: `h("button.main", {onclick}, "text")`; properties may be left out, and `--name` sets a custom one. */
export function h(spec, ...content) {
  const [tag, ...classes] = spec.split(".");
  const element = document.createElement(tag);
  const properties = content[0]?.constructor === Object ? content.shift() : {};
  if (classes.length) element.setAttribute("class", classes.join(" "));
  for (const [name, value] of Object.entries(properties)) {
    if (!isShown(value)) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value") element.value = value;
    // The Content-Security-Policy forbids style attributes.
    else if (name.startsWith("--")) element.style.setProperty(name, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...content.flat(3).filter(isShown));
  return element;
}

/** Replaces the children of `root`.  If the focus was inside, it goes to the element with the same data-key, or else to
 *  the one with data-home. */
export function swap(root, ...children) {
  const focused = root.contains(document.activeElement) ? document.activeElement : null;
  const key = focused?.closest("[data-key]")?.dataset.key;
  root.replaceChildren(...children.flat(3).filter(Boolean));
  if (!focused) return;
  const same = key && root.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled, [aria-disabled])`);
  (same || root.querySelector("[data-home]:not(:disabled)"))?.focus({ preventScroll: true });
}

export function button(spec, text, onclick, properties = {}) {
  return h(`button.${spec}`, { type: "button", onclick, ...properties }, text);
}

export function select(key, options, chosen, onchange, properties = {}) {
  const choices = options.map(([value, text]) => h("option", { value, selected: value === chosen }, text));
  return h("select", { "data-key": key, onchange: (event) => onchange(event.target.value), ...properties }, choices);
}

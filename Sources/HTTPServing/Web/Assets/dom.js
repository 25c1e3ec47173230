// Builds elements. Texts are always set as text, never as markup: names come from catalogues of others.

/** What a browser does unless it is told not to. */
const usual = ["spellcheck", "translate"];

/** An element with properties, `on…` listeners, attributes and children; falsy children are left out. */
export function h(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || (value === false && !usual.includes(key))) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "class") element.className = value;
    else if (key === "key") element.dataset.key = value;
    else if (key in element && !key.startsWith("aria") && key !== "list" && key !== "form") element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child || child === 0).map(node));
  return element;
}

/** An SVG element with attributes and children. */
export function s(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null) element.setAttribute(key, value);
  }
  element.append(...children.flat(Infinity).filter(Boolean).map(node));
  return element;
}

const node = (child) => (child instanceof Node ? child : document.createTextNode(String(child)));

/** Puts new content in place of old and leaves the keyboard where it was: elements are recognised by `data-key`. */
export function fill(container, ...children) {
  const focused = container.contains(document.activeElement) ? document.activeElement : undefined;
  // The fields of a form may be half filled in; where the caret stands is known of those with text only.
  const caret = focused && "selectionStart" in focused ? [focused.selectionStart, focused.selectionEnd] : [null];
  const open = new Set([...container.querySelectorAll("details[open]")].map((element) => element.dataset.key));
  container.replaceChildren(...children.flat(Infinity).filter((child) => child || child === 0).map(node));
  for (const element of container.querySelectorAll("details")) element.open = open.has(element.dataset.key);
  if (!focused) return;
  const place = focusOn(focused.dataset.key, container.closest("section"));
  if (caret[0] !== null && place?.selectionStart !== undefined) place.setSelectionRange(...caret);
}

/** Gives the keyboard to the element of a key, or if it is gone to the heading of its section; the page stays put. */
export function focusOn(key, section) {
  const place = (key && document.querySelector(`[data-key="${CSS.escape(key)}"]`)) || section?.querySelector("h2, h3");
  if (place?.matches("h2, h3")) place.tabIndex = -1;
  place?.focus({ preventScroll: true });
  return place;
}

export const byID = (id) => document.getElementById(id);

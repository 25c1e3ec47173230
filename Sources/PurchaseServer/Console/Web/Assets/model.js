// Which place of the console is shown. The address says it, so that a place can be kept and sent to others.

import { byID, fill, h } from "./dom.js";

const places = new Map();
let drawn = 0;
let leave;

/** A place by its name; `draw(container, path, query)` shows it, and may return what is to be done when it is left. */
export function place(name, title, draw) {
  places.set(name, { title, draw });
}

/** A part of an address; one that somebody typed may be no percent-encoding, and is meant as it stands. */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Where the page is: the name of the place, the parts behind it, and what is asked. */
function here() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  const parts = path.split("/").filter(Boolean).map(decoded);
  const name = places.has(parts[0]) ? parts[0] : places.keys().next().value;
  return { name, parts: parts.slice(1), query: new URLSearchParams(query ?? "") };
}

/** The address of a place. */
export function to(name, parts = [], query) {
  const text = query?.toString();
  return `#/${[name, ...parts].map(encodeURIComponent).join("/")}${text ? `?${text}` : ""}`;
}

/** Changes what is asked at this place, without a step to go back to. */
export function ask(query) {
  const { name, parts } = here();
  history.replaceState(null, "", to(name, parts, query));
  refresh();
}

function drawPlaces() {
  const { name } = here();
  fill(byID("places"), [...places].map(([key, item]) => h("a", {
    href: to(key), key: `place-${key}`, "aria-current": key === name ? "page" : undefined,
  }, item.title)));
}

/** Shows the place again, with what is true now. */
export async function refresh() {
  const { name, parts, query } = here();
  const mine = (drawn += 1);
  drawPlaces();
  document.title = `${places.get(name).title} – Purser console`;
  leave?.();
  leave = undefined;
  let section = byID(`place-${name}`);
  if (!section) {
    section = h("section", { id: `place-${name}`, "aria-labelledby": "place-title" });
    byID("main").replaceChildren(section);
  }
  // Until the last answer is drawn there may be something old here.
  section.ariaBusy = "true";
  // An answer that comes after somebody went on is not drawn.
  const isCurrent = () => mine === drawn && section.isConnected;
  try {
    const left = await places.get(name).draw(section, parts, query, isCurrent);
    if (isCurrent()) leave = left;
    else left?.();
  } catch (error) {
    if (!isCurrent()) return;
    const problem = h("p", { class: "card alert", role: "alert", key: "problem" }, error.message);
    if (section.querySelector("h2")) {
      section.querySelector("[data-key=problem]")?.remove();
      section.querySelector("h2").after(problem);
    } else {
      fill(section, heading(places.get(name).title), problem);
    }
  } finally {
    if (mine === drawn) section.ariaBusy = "false";
  }
}

/** The heading of a place. */
export const heading = (text, about) => [
  h("h2", { id: "place-title", tabIndex: -1 }, text), about && h("p", { class: "quiet" }, about),
];

/** Says what to do where there is nothing yet. */
export const empty = (text, ...more) => h("div", { class: "card empty" }, h("p", {}, text), ...more);

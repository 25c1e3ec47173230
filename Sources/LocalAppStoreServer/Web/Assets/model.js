// What the page knows: the store's state as last told, and whose eyes the page looks through.

import { get, tell } from "./api.js";

const views = [];
let loading;
let again = false;

export const model = { state: undefined, account: undefined, timeline: undefined };

/** Calls `view` with every new state. */
export function show(view) {
  views.push(view);
}

/**
 * Asks for the state and draws it. Calls while one is under way are answered by one more.
 *
 * If the store does not answer, that is told, and the page shows again what it knows: no field is left with a value that
 * the store did not take. Answers whether the state is new.
 */
export async function refresh() {
  if (loading) {
    again = true;
    return loading;
  }
  loading = load().then(() => true, (error) => {
    tell(error.message, true);
    draw();
    return false;
  }).finally(() => (loading = undefined));
  const isNew = await loading;
  if (!again) return isNew;
  again = false;
  return refresh();
}

async function load() {
  model.account ??= remembered();
  const chosen = model.account;
  const state = await get("state");
  // Another customer was chosen meanwhile, perhaps one that this state does not know: the next answer is drawn.
  if (model.account !== chosen) return;
  if (!state.accounts.some((account) => account.id === chosen)) model.account = state.accounts[0]?.id;
  const path = model.account && `accounts/${encodeURIComponent(model.account)}`;
  model.timeline = path ? await get(`${path}/timeline`) : undefined;
  // Prices and titles are those of the customer's storefront.
  if (model.account) state.products = (await get(`products?account=${encodeURIComponent(model.account)}`)).products;
  model.state = state;
  if (model.account) sessionStorage.setItem("account", model.account);
  draw();
}

export function draw() {
  // A button that is drawn anew between the pointer's going down and up would not be clicked.
  const wait = pressedUntil - performance.now();
  if (wait > 0) {
    clearTimeout(waiting);
    waiting = setTimeout(draw, wait);
  } else if (model.state) {
    for (const view of views) view(model.state);
  }
}

/** Until when a press counts: lists that open swallow its end. */
let pressedUntil = 0;
let waiting;

addEventListener("pointerdown", () => (pressedUntil = performance.now() + 1000), true);
for (const name of ["pointerup", "pointercancel"]) {
  addEventListener(name, () => {
    pressedUntil = 0;
    if (waiting === undefined) return;
    clearTimeout(waiting);
    // After the click, which comes next.
    waiting = setTimeout(() => {
      waiting = undefined;
      draw();
    });
  }, true);
}

/** Looks through the eyes of another customer. */
export async function choose(account) {
  const before = model.account;
  model.account = account;
  if (await refresh()) return;
  model.account = before;
  draw();
}

/** Whose eyes it was before the page was loaded again. */
const remembered = () => sessionStorage.getItem("account") ?? undefined;

export const customer = () => model.state.accounts.find((account) => account.id === model.account);
export const product = (id) => model.state.products.find((item) => item.productId === id);
export const title = (id) => product(id)?.title || id;

// The control interface.

export { run, tell } from "./messages.js";

/** A refusal by the store, with its stable code. */
export class StoreError extends Error {
  constructor(message, code) {
    super(message);
    this.code = code;
  }
}

/** How long an answer may take, in milliseconds: a month of a big store takes seconds. */
const patience = 30000;
/** How long a way of the clock may take: it goes on anyway, and the page shows how far it has come. */
const longPatience = 24 * 3600 * 1000;

async function send(method, path, body, type, wait = patience) {
  let response;
  try {
    response = await fetch(`/control/${path}`, {
      method,
      headers: body === undefined ? {} : { "Content-Type": type },
      body,
      signal: AbortSignal.timeout(wait),
    });
  } catch (error) {
    if (error.name === "TimeoutError") {
      throw new StoreError("The store has not answered for a while. It may still do what it was told.", "timeout");
    }
    throw new StoreError("The store does not answer. Is it still running?", "unreachable");
  }
  if (response.ok) return response;
  const answer = await response.json().catch(() => ({}));
  throw new StoreError(answer.error?.message ?? `The store answers ${response.status}.`, answer.error?.code);
}

async function ask(method, path, body, wait) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const response = await send(method, path, text, "application/json", wait);
  return { ...(await response.json().catch(() => ({}))), httpStatus: response.status };
}

export const get = (path) => ask("GET", path);
export const post = (path, body = {}) => ask("POST", path, body);
export const postLong = (path, body = {}) => ask("POST", path, body, longPatience);
export const patch = (path, body) => ask("PATCH", path, body);
export const put = (path, body) => ask("PUT", path, body);
export const remove = (path) => ask("DELETE", path);

/** What is no JSON: octets, as a `Blob`. */
export const getOctets = async (path) => (await send("GET", path)).blob();
export const putOctets = (path, octets) => send("PUT", path, octets, "application/octet-stream");

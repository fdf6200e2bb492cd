import { onCall } from './api.js';
import { makeStore } from './store.js';

const EVERY_MS = 1_500;

/** The last calls of the server from all sessions; null before the first answer. */
export const feed = makeStore({ calls: null, isLost: false });

/** Increases when a call may have changed data. Pages read their data again then, and never on a timer. */
export const version = makeStore(0);

let sequence;
let newest;
let isAsking = false;
let soon;

async function ask() {
  if (isAsking || document.hidden) return;
  isAsking = true;
  try {
    const response = await fetch(`/_local/calls${sequence === undefined ? '' : `?since=${sequence}`}`);
    const answer = await response.json();
    if (answer.calls) take(answer);
    else if (feed.get().isLost) feed.set({ ...feed.get(), isLost: false });
  } catch {
    sequence = undefined;
    if (!feed.get().isLost) feed.set({ ...feed.get(), isLost: true });
  } finally {
    isAsking = false;
  }
}

function take({ sequence: at, calls }) {
  const known = calls.findIndex(({ requestId }) => requestId === newest);
  const fresh = known < 0 ? calls : calls.slice(0, known);
  const isFirst = newest === undefined;
  sequence = at;
  newest = calls[0]?.requestId ?? newest;
  feed.set({ calls, isLost: false });
  if (!isFirst && fresh.some(isChange)) version.set(version.get() + 1);
}

/**
 * A call that wrote something. A refused call can write too: a refused stamp stores its reason. Sign-ins change nothing that a page shows.
 */
const isChange = ({ route = '', writeUnits }) => writeUnits > 0 && !/^GET |\/auth\//.test(route);

/** Reads the calls soon, because a call was just made and its line should not wait for the next round. */
export function askSoon() {
  clearTimeout(soon);
  soon = setTimeout(ask, 60);
}

export function startFeed() {
  ask();
  setInterval(ask, EVERY_MS);
  onCall(askSoon);
  document.addEventListener('visibilitychange', ask);
}

import { onCall } from './api.js';
import { makeStore } from './store.js';

const EVERY_MS = 1_500;

/** The last calls of the server, whoever made them; null before the first answer. */
export const feed = makeStore({ calls: null, isLost: false });

/** Goes up whenever a call may have changed something: what is shown is read again then, and never on a timer. */
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

/** What wrote, a refusal too: a stamp that is refused leaves its reason. Signing in changes nothing that is shown. */
const isChange = ({ route = '', writeUnits }) => writeUnits > 0 && !/^GET |\/auth\//.test(route);

/** Something was just called: its line is wanted before the next round. */
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

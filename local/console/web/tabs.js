import { change, leave, sessions, storedOf } from './sessions.js';

/** A tab that has newer tokens answers within this time, also on a busy machine. */
const ANSWER_MS = 2_000;

/** A renewal replaces the refresh token, so the copies of a tab tell each other of it. They have the same `signIn`. */
let channel;

export function startTabs() {
  channel = new BroadcastChannel('consola');
  channel.addEventListener('message', ({ data }) => take(data));
}

function take({ id, signIn, tokens, renewedAt, isOut }) {
  const own = storedOf(id);
  if (own === undefined || own.signIn !== signIn) return;
  if (isOut) leave(id);
  else if (tokens && renewedAt > own.renewedAt) change(id, { tokens, renewedAt, isOver: false });
  else if (!tokens && own.renewedAt > renewedAt) tell(own);
}

const tell = ({ id, signIn, tokens, renewedAt }) => channel.postMessage({ id, signIn, tokens, renewedAt });

/** Puts new tokens into a session, here and in the copies of this tab. A session that was signed out meanwhile stays out. */
export function keepTokens(id, tokens) {
  change(id, { tokens, renewedAt: Date.now(), isOver: false });
  const session = storedOf(id);
  if (session) tell(session);
}

/** Signs the session out in the copies of this tab. */
export const tellSignOut = ({ id, signIn }) => channel.postMessage({ id, signIn, isOut: true });

/** Asks the copies of this tab for newer tokens. They may have renewed them before this tab was loaded, or while it was frozen. */
export const newerSession = ({ id, signIn, renewedAt }) =>
  new Promise((resolve) => {
    const done = (session) => {
      stop();
      clearTimeout(timer);
      resolve(session);
    };
    const stop = sessions.subscribe(() => {
      const now = storedOf(id);
      if (now === undefined || now.renewedAt > renewedAt) done(now);
    });
    const timer = setTimeout(() => done(undefined), ANSWER_MS);
    channel.postMessage({ id, signIn, renewedAt });
  });

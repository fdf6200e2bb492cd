import { makeStore } from './store.js';

const KEY = 'consola';

/**
 * Who is signed in in this tab: several at once, since a trip needs the office and its driver. Kept in the tab's own storage, so that a reload
 * signs nobody out and a closed tab everybody. A front end for real people keeps the refresh token in the HttpOnly cookie instead.
 */
function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY)) ?? { all: [], currentId: null };
  } catch {
    return { all: [], currentId: null };
  }
}

export const sessions = makeStore(kept());
sessions.subscribe((value) => sessionStorage.setItem(KEY, JSON.stringify(value)));

export const currentOf = ({ all, currentId }) => all.find(({ id }) => id === currentId);

/** The session of the driver, where that one is signed in here too. */
export const driverSession = ({ all }, driverId) => all.find((one) => one.driverId === driverId);

export function keep(session) {
  const { all } = sessions.get();
  sessions.set({ ...sessions.get(), all: [...all.filter(({ id }) => id !== session.id), session] });
}

export const switchTo = (id) => sessions.set({ ...sessions.get(), currentId: id });

export function forget(id) {
  const { all, currentId } = sessions.get();
  const others = all.filter((one) => one.id !== id);
  const next = currentId === id ? others.find(({ kind }) => kind === 'staff') : undefined;
  sessions.set({ all: others, currentId: currentId === id ? (next?.id ?? null) : currentId });
}

/** Changes what is kept of a session, if it still is. */
export function change(id, changes) {
  const { all } = sessions.get();
  sessions.set({ ...sessions.get(), all: all.map((one) => (one.id === id ? { ...one, ...changes } : one)) });
}

import { makeStore } from './store.js';

const KEY = 'consola';

/**
 * The sessions of this tab: several at once, because a trip needs the office and its driver. They are in the tab's own storage: a reload
 * keeps them, and closing the tab ends them. A front end for real users keeps the refresh token in the HttpOnly cookie instead.
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

/** The session of the driver, if the driver is signed in in this tab. */
export const driverSession = ({ all }, driverId) => all.find((one) => one.driverId === driverId);

export function keep(session) {
  const { all } = sessions.get();
  sessions.set({ ...sessions.get(), all: [...all.filter(({ id }) => id !== session.id), session] });
}

export const switchTo = (id) => sessions.set({ ...sessions.get(), currentId: id, ended: undefined });

export function forget(id) {
  const { all, currentId } = sessions.get();
  const others = all.filter((one) => one.id !== id);
  const next = currentId === id ? others.find(({ kind }) => kind === 'staff') : undefined;
  sessions.set({ all: others, currentId: currentId === id ? (next?.id ?? null) : currentId });
}

/**
 * Removes a session that the service ended. No other person takes its place: who works next is for the people at the desk to say. The sign-in
 * page names the person whose session it was.
 */
export function end(id) {
  const { all, currentId, ended } = sessions.get();
  const one = all.find((session) => session.id === id);
  const others = all.filter((session) => session !== one);
  if (one && currentId === id) sessions.set({ all: others, currentId: null, ended: { name: one.name } });
  else sessions.set({ all: others, currentId, ended });
}

/** Keeps the name and the zone of the session's team, which another page or person may have changed. */
export function keepTeam({ id, team }, { name, timeZone }) {
  if (team.name !== name || team.timeZone !== timeZone) change(id, { team: { ...team, name, timeZone } });
}

/** Changes the stored session, if it still exists. */
export function change(id, changes) {
  const { all } = sessions.get();
  sessions.set({ ...sessions.get(), all: all.map((one) => (one.id === id ? { ...one, ...changes } : one)) });
}

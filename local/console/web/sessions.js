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

/** The session of the driver, if the driver is signed in in this tab. A session of the office has no driver, as a trip can have none. */
export const driverSession = ({ all }, driverId) =>
  driverId === undefined ? undefined : all.find((one) => one.driverId === driverId);

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

/**
 * Notes that the service ended a session. The current one stays with its page until its person signs in again or leaves; no other person takes
 * its place. Another one is removed.
 */
export function end(id) {
  const { all, currentId } = sessions.get();
  if (currentId === id) change(id, { isOver: true });
  else sessions.set({ all: all.filter((one) => one.id !== id), currentId });
}

/** Removes a session, and lets no other one take its place. */
export function leave(id) {
  const { all, currentId } = sessions.get();
  sessions.set({ all: all.filter((one) => one.id !== id), currentId: currentId === id ? null : currentId });
}

/** The session as it is now, if it still exists. */
export const storedOf = (id) => sessions.get().all.find((one) => one.id === id);

/** Waits until the person of an ended session has signed in again, and returns the session; undefined when the person left instead. */
export const signedInAgain = (id) =>
  new Promise((resolve) => {
    const look = () => {
      const session = storedOf(id);
      if (session?.isOver) return;
      stop();
      resolve(session);
    };
    const stop = sessions.subscribe(look);
    look();
  });

/** Keeps the name and the zone of the session's team, which another page or person may have changed, unless the person chose another team meanwhile. */
export function keepTeam({ id, team: { teamId } }, { name, timeZone }) {
  const team = storedOf(id)?.team;
  if (team?.teamId !== teamId) return;
  if (team.name !== name || team.timeZone !== timeZone) change(id, { team: { ...team, name, timeZone } });
}

/** Changes the stored session, if it still exists. */
export function change(id, changes) {
  const { all } = sessions.get();
  sessions.set({ ...sessions.get(), all: all.map((one) => (one.id === id ? { ...one, ...changes } : one)) });
}

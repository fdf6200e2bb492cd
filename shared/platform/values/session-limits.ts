import * as v from 'valibot';
import { Instant } from './fields';

/** The limits of a person's sessions. Each record that an operation reads of its caller has a copy. */
export const SessionLimits = {
  /** Sessions that began earlier are over, except `keptSession`. */
  sessionsValidFrom: v.optional(Instant),
  /** The session that ended all others. */
  keptSession: v.optional(v.string()),
  /** Single ended sessions. An entry is needed until the last access token of its session has expired. */
  endedSessions: v.optional(
    v.array(
      v.object({
        id: v.string(),
        /** The instant, in UTC, until which the entry is needed. */
        until: Instant,
      }),
    ),
  ),
};
const Limits = v.object(SessionLimits);

/** The maximum length of `endedSessions`. One more ended session sets `sessionsValidFrom` instead. */
export const MOST_ENDED_SESSIONS = 20;

/**
 * The value of `sessionsValidFrom` that ends every existing session: the next whole second, because tokens contain
 * whole seconds.
 */
export const endOfSessions = (now: Date): string =>
  new Date((Math.floor(now.getTime() / 1000) + 1) * 1000).toISOString();
export type SessionLimits = v.InferOutput<typeof Limits>;

/** A session, from the claims of a verified access token. */
export interface SessionProof {
  /** The start of the session in UTC. A refresh does not change it. */
  readonly signedInAt: string;
  /** The identifier that all tokens of one sign-in share (`origin_jti`). Empty if the issuer omits it. */
  readonly sessionId: string;
}

/**
 * True for a session that was ended. Both instants are UTC with milliseconds, so they compare as text. A session
 * without an identifier is never the kept one.
 */
export function isSessionOver({ signedInAt, sessionId }: SessionProof, limits: SessionLimits): boolean {
  const { sessionsValidFrom = '', keptSession, endedSessions = [] } = limits;
  const isKept = sessionId !== '' && sessionId === keptSession;
  return (signedInAt < sessionsValidFrom && !isKept) || endedSessions.some(({ id }) => id === sessionId);
}

/** The longest lifetime of an access token of either pool. An ended session is remembered for so long. */
const ACCESS_TOKEN_MS = 60 * 60_000;

/** The limits after the end of one session. Undefined if they end the session already. */
export function limitsWithEnded(limits: SessionLimits, id: string, now: Date): SessionLimits | undefined {
  const { endedSessions = [], ...others } = limits;
  if (endedSessions.some((one) => one.id === id)) return undefined;
  const remembered = endedSessions.filter(({ until }) => until > now.toISOString());
  if (remembered.length >= MOST_ENDED_SESSIONS) return { sessionsValidFrom: endOfSessions(now) };
  const until = new Date(now.getTime() + ACCESS_TOKEN_MS).toISOString();
  return { ...others, endedSessions: [...remembered, { id, until }] };
}

/** The session limits of a record, without absent fields: for the copies in other records. */
export function sessionLimitsOf({ sessionsValidFrom, keptSession, endedSessions }: SessionLimits): SessionLimits {
  return {
    ...(sessionsValidFrom && { sessionsValidFrom }),
    ...(keptSession && { keptSession }),
    ...(endedSessions && { endedSessions }),
  };
}

import * as v from 'valibot';
import { key, part, TIME_TO_LIVE } from '../platform/table/keys';
import { Instant, Uuid } from '../platform/values/fields';

/** A session that can be renewed. A renewal without this record is refused, so deleting it ends the session. */
export const SessionRecord = v.object({
  /** `origin_jti`, which all tokens of the session share. */
  id: v.string(),
  startedAt: Instant,
  lastSeenAt: Instant,

  /** The browser or app and the system, as the client says. */
  device: v.string(),
  /** The team of a driver, whose record remembers the ended session. */
  teamId: v.optional(Uuid),
  /** The session is over when it was not renewed until then. */
  [TIME_TO_LIVE]: v.number(),
});
export type SessionRecord = v.InferOutput<typeof SessionRecord>;

export const userSessionKey = (userId: string, sessionId: string) =>
  key(SessionRecord, `USER#${userId}`, `SESSION#${sessionId}`);
export const sessionsOfUser = (userId: string) => part(SessionRecord, `USER#${userId}`, 'SESSION#');
export const driverSessionKey = (driverId: string, sessionId: string) =>
  key(SessionRecord, `DRIVER#${driverId}`, `SESSION#${sessionId}`);

/** A session and its person: a user of the office, or a driver. */
export interface SessionOfPerson {
  readonly pool: 'staff' | 'drivers';
  /** The `sub` of a user, or the identifier of a driver's record. */
  readonly personId: string;
  readonly sessionId: string;
}

export const sessionKey = ({ pool, personId, sessionId }: SessionOfPerson) =>
  pool === 'staff' ? userSessionKey(personId, sessionId) : driverSessionKey(personId, sessionId);

const DAY_SECONDS = 24 * 60 * 60;

/** A session ends when it was not renewed for this time. The pools end it after 30 days in any case. */
export const IDLE_SECONDS = { staff: 7 * DAY_SECONDS, drivers: 30 * DAY_SECONDS } as const;

/** A session in the answers. */
export const ListedSession = v.object({
  id: v.string(),
  startedAt: Instant,
  lastSeenAt: Instant,

  /** The browser or app and the system, as the client says. */
  device: v.string(),
  /** Whether it is the session of this request. */
  current: v.boolean(),
});
export type ListedSession = v.InferOutput<typeof ListedSession>;

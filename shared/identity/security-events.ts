import * as v from 'valibot';
import { type Capability, capability } from '../platform/runtime/capability';
import { key, part, TIME_TO_LIVE } from '../platform/table/keys';
import { type Listed, listItems } from '../platform/table/lists';
import { update } from '../platform/table/steps';
import { writeOne } from '../platform/table/write';
import { Instant } from '../platform/values/fields';
import type { Page } from '../platform/values/pages';
import { deviceFamily } from './device-family';

/** KEY_USED is a code of the interface that no event has: the day of the last use is stored with the API key instead. */
const SECURITY_EVENTS = [
  'SIGN_IN',
  'SIGN_IN_FAILED',
  'MFA_ON',
  'MFA_OFF',
  'MFA_FAILED',
  'PASSWORD',
  'RECOVERY',
  'SESSION_ENDED',
  'ACCESS_CHANGED',
  'EXPORT',
  'ERASURE',
  'KEY_USED',
  'SEAL',
  'POLICY',
  'DENIED',
] as const;
export type SecurityEvent = (typeof SECURITY_EVENTS)[number];

/** A user of the office, or a driver. */
export interface Person {
  readonly pool: 'staff' | 'drivers';
  readonly id: string;
}

/** The security event of an operation. The pipeline writes it to the request's log line. */
export interface SecurityEventRule<Body, Answer> {
  /** The event of a success. Absent if only a refusal is an event. */
  readonly of?: SecurityEvent;
  /** The event of a refusal by the operation itself. Without it a 401 or 403 is DENIED. */
  readonly failed?: SecurityEvent;
  /** The account that the caller names. Only its digest is logged. */
  account?(body: Body): string;
  /** The person who signed in. Without a person in the answer the sign-in is not complete, and there is no event. */
  person?(answer: Answer): Person | undefined;
  /** Adds the event to the person's own list. The events of a team are in its audit instead. */
  readonly keep?: Capability<KeepSecurityEvent>;
}

/** The answers to a sign-in. */
interface SignInAnswer {
  readonly challenge?: string;
  readonly user?: { readonly id: string };
  readonly driver?: { readonly id: string };
}

export const signedInUser = ({ user }: SignInAnswer): Person | undefined => user && { pool: 'staff', id: user.id };
export const signedInDriver = ({ driver }: SignInAnswer): Person | undefined =>
  driver && { pool: 'drivers', id: driver.id };

export const SecurityEntry = v.object({
  id: v.string(),
  /** What happened to the account. */
  event: v.picklist(SECURITY_EVENTS),
  at: Instant,
  /** The family of the browser and the system, from words of this service only. */
  device: v.string(),
  /** A digest. Equal digests are the same network. */
  network: v.nullable(v.string()),
});
export type SecurityEntry = v.InferOutput<typeof SecurityEntry>;

export const securityEntryKey = (userId: string, id: string) => key(SecurityEntry, `USER#${userId}`, `SECURITY#${id}`);
export const securityEntriesOf = (userId: string) => part(SecurityEntry, `USER#${userId}`, 'SECURITY#');

const KEPT_SECONDS = 400 * 24 * 60 * 60;

interface NewSecurityEntry {
  readonly userId: string;
  readonly event: SecurityEvent;
  readonly network: string | undefined;
  readonly userAgent: string;
}
type KeepSecurityEvent = (entry: NewSecurityEntry) => Promise<void>;

/** Adds a successful event to the user's list, with one write. Failures are only logged: a flood must not cost writes. */
export const keepSecurityEvent = capability(
  { table: ['UpdateItem'], tableKeys: ['USER#'] },
  (context): KeepSecurityEvent =>
    async ({ userId, event, network, userAgent }) => {
      const now = context.now();
      const id = context.newId();
      const entry = { id, event, at: now.toISOString(), device: deviceFamily(userAgent), network: network ?? null };
      const set = { ...entry, [TIME_TO_LIVE]: Math.floor(now.getTime() / 1000) + KEPT_SECONDS };
      await writeOne(
        context,
        update(
          securityEntryKey(userId, id),
          { set },
          { exists: undefined },
          () => new Error('This write has no condition.'),
        ),
      );
    },
);

/** The security events of a user, the newest first. */
export const listSecurityEvents = capability(
  { table: ['Query'], tableKeys: ['USER#'] },
  (context) =>
    (userId: string, page: Page): Promise<Listed<SecurityEntry>> =>
      listItems(context, securityEntriesOf(userId), page),
);

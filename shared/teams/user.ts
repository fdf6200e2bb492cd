import * as v from 'valibot';
import { key, TIME_TO_LIVE } from '../platform/table/keys';
import { Instant, Line, StoredEmail, Uuid } from '../platform/values/fields';
import { ShownAddress, StoredAddress } from '../platform/values/shown-address';

/**
 * True for a session that began before the user's sessions were ended. Both instants are UTC with milliseconds, so they
 * compare as text.
 */
export const isSessionOver = (signedInAt: string, sessionsValidFrom: string | undefined): boolean =>
  signedInAt < (sessionsValidFrom ?? '');

/** A staff user in the answers. `id` is the `sub` of the staff pool. */
export const UserProfile = v.object({
  id: Uuid,
  email: StoredEmail,
  name: v.optional(Line()),
  middleName: v.optional(Line()),
  fatherLastName: v.optional(Line()),
  motherLastName: v.optional(Line()),
  phone: v.optional(Line()),
  preferredName: v.optional(Line()),
  position: v.optional(Line()),
  photoUrl: StoredAddress,
  createdAt: Instant,
  updatedAt: Instant,
});

/** The stored user: the profile and the state of the user's sessions. */
export const User = v.object({
  ...UserProfile.entries,
  /** Sessions that began earlier are over. */
  sessionsValidFrom: v.optional(Instant),
  /** The start of a sign-in recovery that is not finished. The next recovery completes it. */
  recoveryBegan: v.optional(Instant),
});
export type User = v.InferOutput<typeof User>;

/** Body of PUT /users/me. An empty phone or photo removes the field. */
export const ProfileChanges = v.object({
  name: v.optional(Line(2000, 1)),
  phone: v.optional(Line()),
  photoUrl: v.optional(ShownAddress),
});
export type ProfileChanges = v.InferOutput<typeof ProfileChanges>;

/** The identity pool's data of a user at sign-in. */
export interface SignedInUser {
  id: string;
  email: string;
  name?: string | undefined;
  phone?: string | undefined;
}

export const userKey = (userId: string) => key(User, `USER#${userId}`, 'USER');

/** Name and phone of a registration. They are stored until the first sign-in creates the profile. */
export const RegistrationNote = v.object({
  name: User.entries.name,
  phone: User.entries.phone,
  [TIME_TO_LIVE]: v.number(),
});
export const registrationKey = (userId: string) => key(RegistrationNote, `USER#${userId}`, 'REGISTRATION');

export const Account = v.object({ userId: Uuid });
export const accountKey = (email: string) => key(Account, `EMAIL#${email}`, 'ACCOUNT');

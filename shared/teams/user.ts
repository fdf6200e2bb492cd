import * as v from 'valibot';
import { key, TIME_TO_LIVE } from '../platform/table/keys';
import { Email, Instant, Line, Uuid } from '../platform/values/fields';

/** True for a session that began before the user's sessions were ended. Both are instants in UTC with milliseconds. */
export const isSessionOver = (signedInAt: string, sessionsValidFrom: string | undefined): boolean =>
  signedInAt < (sessionsValidFrom ?? '');

/** A member of staff as the interface shows one (docs/spec/interface.md §2.1). `id` is the `sub` of the staff pool. */
export const UserProfile = v.object({
  id: Uuid,
  email: Email,
  name: v.optional(Line()),
  middleName: v.optional(Line()),
  fatherLastName: v.optional(Line()),
  motherLastName: v.optional(Line()),
  phone: v.optional(Line()),
  preferredName: v.optional(Line()),
  position: v.optional(Line()),
  photoUrl: v.optional(Line()),
  createdAt: Instant,
  updatedAt: Instant,
});

/** The user's record: the profile, and how it stands with the user's sessions. */
export const User = v.object({
  ...UserProfile.entries,
  /** Sessions that began before it are over. */
  sessionsValidFrom: v.optional(Instant),
  /** Since when a recovery of the sign-in is under way: one that was cut off is ended by the next. */
  recoveryBegan: v.optional(Instant),
});
export type User = v.InferOutput<typeof User>;

/** Body of PUT /users/me (docs/spec/interface.md §4.13). An empty phone or photo is taken away. */
export const ProfileChanges = v.object({
  name: v.optional(Line(2000, 1)),
  phone: v.optional(Line()),
  photoUrl: v.optional(Line()),
});
export type ProfileChanges = v.InferOutput<typeof ProfileChanges>;

/** What the identity pool says of a user who has just signed in. */
export interface SignedInUser {
  id: string;
  email: string;
  name?: string | undefined;
  phone?: string | undefined;
}

export const userKey = (userId: string) => key(User, `USER#${userId}`, 'USER');

/** What a registration told beside address and password, until the first sign-in makes the profile of it. */
export const RegistrationNote = v.object({
  name: User.entries.name,
  phone: User.entries.phone,
  [TIME_TO_LIVE]: v.number(),
});
export const registrationKey = (userId: string) => key(RegistrationNote, `USER#${userId}`, 'REGISTRATION');

export const Account = v.object({ userId: Uuid });
export const accountKey = (email: string) => key(Account, `EMAIL#${email}`, 'ACCOUNT');

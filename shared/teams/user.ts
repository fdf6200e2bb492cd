import * as v from 'valibot';
import { key, TIME_TO_LIVE } from '../platform/table/keys';
import { changesOf } from '../platform/values/changes';
import { Instant, Line, StoredEmail, Uuid } from '../platform/values/fields';
import { SessionLimits } from '../platform/values/session-limits';
import { ShownAddress, StoredAddress } from '../platform/values/shown-address';

/** A staff user in the answers. `id` is the `sub` of the staff pool. */
export const UserProfile = v.object({
  id: Uuid,
  email: StoredEmail,
  /** Full name, as other members see it. */
  name: v.optional(Line()),
  /** Second given name. Records of an older system have it. */
  middleName: v.optional(Line()),
  /** First surname. Records of an older system have it. */
  fatherLastName: v.optional(Line()),
  /** Second surname. Records of an older system have it. */
  motherLastName: v.optional(Line()),
  phone: v.optional(Line()),
  /** How the person wants to be called. Records of an older system have it. */
  preferredName: v.optional(Line()),
  /** What the person does in the company. Records of an older system have it. */
  position: v.optional(Line()),
  /** The address of the photo. Absent without one. */
  photoUrl: StoredAddress,
  createdAt: Instant,
  updatedAt: Instant,
});

/** The stored user: the profile and the state of the user's sessions. */
export const User = v.object({
  ...UserProfile.entries,
  ...SessionLimits,
  /** True while the user has a second factor, as far as this service saw it. */
  hasFactor: v.optional(v.boolean()),
  /** The start of a sign-in recovery that is not finished. The next recovery completes it. */
  recoveryBegan: v.optional(Instant),
});
export type User = v.InferOutput<typeof User>;

/** All names of a user. */
export const namesOf = (user: User): readonly (string | undefined)[] => [
  user.name,
  user.preferredName,
  user.middleName,
  user.fatherLastName,
  user.motherLastName,
];

/** Body of PUT /users/me. Null removes phone or photo. */
export const ProfileChanges = changesOf(
  v.object({
    /** Full name, as other members see it. */
    name: Line(2000, 1),
    phone: v.optional(Line()),
    /** An https address, or one that POST /dms/upload-url answered. */
    photoUrl: v.optional(ShownAddress),
  }),
);
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
  /** The name of the registration. */
  name: User.entries.name,
  phone: User.entries.phone,
  [TIME_TO_LIVE]: v.number(),
});
export const registrationKey = (userId: string) => key(RegistrationNote, `USER#${userId}`, 'REGISTRATION');

export const Account = v.object({ userId: Uuid });
export const accountKey = (email: string) => key(Account, `EMAIL#${email}`, 'ACCOUNT');

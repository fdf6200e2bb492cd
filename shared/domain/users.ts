import * as v from 'valibot';
import { Email, Instant, Line, Uuid } from './fields';

/** A member of staff (interface.md §2.1). `id` is the `sub` of the staff pool. */
export const User = v.object({
  id: Uuid,
  email: Email,
  name: v.optional(Line(200)),
  middleName: v.optional(Line(200)),
  fatherLastName: v.optional(Line(200)),
  motherLastName: v.optional(Line(200)),
  phone: v.optional(Line(20)),
  preferredName: v.optional(Line(200)),
  position: v.optional(Line(200)),
  photoUrl: v.optional(Line()),
  createdAt: Instant,
  updatedAt: Instant,
});
export type User = v.InferOutput<typeof User>;

/** What the identity pool says of a user who has just signed in. */
export interface SignedInUser {
  id: string;
  email: string;
  name?: string | undefined;
  phone?: string | undefined;
}

import * as v from 'valibot';
import { Line } from './fields';

/** The address of a driver or a client (interface.md §2.3 and §2.6, bounds of §8). */
export const PostalAddress = v.object({
  street: v.optional(Line(300)),
  extNumber: v.optional(Line(50)),
  intNumber: v.optional(Line(50)),
  neighborhood: v.optional(Line(100)),
  city: v.optional(Line(100)),
  state: v.optional(Line(100)),
  country: v.optional(Line(100), 'Mexico'),
  zipCode: v.optional(Line(10)),
});

import * as v from 'valibot';
import { Line, objectOf, withoutEmptyTexts } from './fields';

/** The address of a driver, with the interface's bounds. */
export const DriverAddress = v.pipe(
  objectOf({
    street: v.optional(Line(300)),
    extNumber: v.optional(Line(50)),
    intNumber: v.optional(Line(50)),
    neighborhood: v.optional(Line(100)),
    city: v.optional(Line(100)),
    state: v.optional(Line(100)),
    country: v.optional(Line(100), 'Mexico'),
    zipCode: v.optional(Line(10)),
  }),
  v.transform(withoutEmptyTexts),
);

/** The address of a client. The interface gives no bounds for it, so those of {@link Line} apply. */
export const ClientAddress = v.pipe(
  objectOf({
    street: v.optional(Line()),
    extNumber: v.optional(Line()),
    intNumber: v.optional(Line()),
    neighborhood: v.optional(Line()),
    city: v.optional(Line()),
    state: v.optional(Line()),
    country: v.optional(Line(), 'Mexico'),
    zipCode: v.optional(Line()),
  }),
  v.transform(withoutEmptyTexts),
);

import * as v from 'valibot';
import { Line, objectOf, withoutEmptyTexts } from './fields';

/** The address of a driver, with the interface's bounds. */
export const DriverAddress = v.pipe(
  objectOf({
    /** Street, without the number. */
    street: v.optional(Line(300)),
    /** The exterior number, as on the house. */
    extNumber: v.optional(Line(50)),
    /** The interior number: of the flat. */
    intNumber: v.optional(Line(50)),
    /** Colonia. */
    neighborhood: v.optional(Line(100)),
    /** City or municipality. */
    city: v.optional(Line(100)),
    /**
     * State, in words.
     * @example Nuevo León
     */
    state: v.optional(Line(100)),
    /** Country, in words. */
    country: v.optional(Line(100), 'Mexico'),
    /**
     * Postcode, five digits.
     * @example 64750
     */
    zipCode: v.optional(Line(10)),
  }),
  v.transform(withoutEmptyTexts),
);

/** The address of a client. The interface gives no bounds for it, so those of {@link Line} apply. */
export const ClientAddress = v.pipe(
  objectOf({
    /** Street, without the number. */
    street: v.optional(Line()),
    /** The exterior number, as on the house. */
    extNumber: v.optional(Line()),
    /** The number of the office or dock. */
    intNumber: v.optional(Line()),
    /** Colonia. */
    neighborhood: v.optional(Line()),
    /** City or municipality. */
    city: v.optional(Line()),
    /**
     * State, in words.
     * @example Nuevo León
     */
    state: v.optional(Line()),
    /** Country, in words. */
    country: v.optional(Line(), 'Mexico'),
    /**
     * Postcode, five digits.
     * @example 64750
     */
    zipCode: v.optional(Line()),
  }),
  v.transform(withoutEmptyTexts),
);

import * as v from 'valibot';
import { ClientAddress, DriverAddress } from '../../../shared/platform/values/addresses';

test.each([
  ['a client', ClientAddress],
  ['a driver', DriverAddress],
])('the address of %s is an object, for which no list passes', (_, schema) => {
  for (const list of [[], [null, null], ['Av. Juárez']]) {
    expect(v.safeParse(schema, list).issues?.[0].message).toBe('Send an object.');
  }
  expect(v.parse(schema, { city: 'León', street: '' })).toEqual({ city: 'León', country: 'Mexico', street: undefined });
});

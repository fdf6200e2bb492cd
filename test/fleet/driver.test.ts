import fc from 'fast-check';
import { ACCESS_TRANSITIONS } from '../../shared/fleet/access-states';
import {
  APP_ACCESS_ACTION_NAMES,
  APP_ACCESS_STATUSES,
  DRIVER_STATUSES,
  driverInactive,
  isActive,
  isActiveAs,
  temporaryPasswordFrom,
  usernameFor,
} from '../../shared/fleet/driver';
import { ID } from '../platform/values/schemas';
import { storedDriver } from '../support/store-records';

describe('who may work', () => {
  const table = DRIVER_STATUSES.flatMap((status) =>
    APP_ACCESS_STATUSES.map((access) => ({
      status,
      access,
      may: status !== 'BAJA' && (access === 'INVITED' || access === 'ACTIVE'),
    })),
  );

  test.each(table)('$status with access $access: $may', ({ status, access, may }) => {
    const driver = storedDriver({ status, appAccessStatus: access, sub: ID });
    expect(isActive(driver)).toBe(may);
    expect(isActiveAs(driver, ID)).toBe(may);
  });

  test('nobody works with a token whose subject the record does not name', () => {
    const driver = storedDriver({ appAccessStatus: 'ACTIVE', sub: ID });
    expect(isActiveAs(driver, ID.replace('1', '2'))).toBe(false);
    expect(isActiveAs(storedDriver({ appAccessStatus: 'ACTIVE' }), ID)).toBe(false);
    expect(isActiveAs(undefined, ID)).toBe(false);
  });

  test('who is out is forbidden, and told whom to ask', () => {
    expect(driverInactive()).toMatchObject({ code: 'FORBIDDEN', message: expect.stringContaining('dispatcher') });
  });
});

describe('app access', () => {
  /** The transitions of app access that the contract allows. */
  const ways = [
    ['INVITE', 'NONE', 'INVITED'],
    ['RESEND', 'INVITED', 'INVITED'],
    ['RESEND', 'ACTIVE', 'INVITED'],
    ['RESEND', 'DISABLED', 'DISABLED'],
    ['DISABLE', 'INVITED', 'DISABLED'],
    ['DISABLE', 'ACTIVE', 'DISABLED'],
    ['ENABLE', 'DISABLED', 'ACTIVE or INVITED'],
  ];

  test.each(APP_ACCESS_ACTION_NAMES)('%s leads from exactly the states of the ruling', (action) => {
    const from: readonly string[] = ACCESS_TRANSITIONS[action].from;
    expect(from).toEqual(ways.flatMap(([name, state]) => (name === action ? [state] : [])));
  });

  test.each(APP_ACCESS_ACTION_NAMES)('%s leads to the state of the ruling', (action) => {
    const { to: found } = ACCESS_TRANSITIONS[action];
    const to = [true, false].map((everActive) =>
      typeof found === 'function' ? found(storedDriver({ everActive, appAccessStatus: 'ACTIVE' })) : found,
    );
    const expected = ways.find(([name]) => name === action)?.[2]?.split(' or ') ?? [];
    expect([...new Set(to)]).toEqual(expected);
  });
});

describe('user names', () => {
  test.each([
    ['José Ángel Ñúñez', 'jose.angel.00000001'],
    ['  María-Fernanda  ', 'maria.fernanda.00000001'],
    ['Luis', 'luis.00000001'],
    ['王小明', '00000001'],
    ['', '00000001'],
    ['<script>alert(1)</script>', 'script.alert.00000001'],
    ['O’Neill Ruiz Paz', 'o.neill.00000001'],
    [`${'a'.repeat(31)} ${'b'.repeat(30)}`, `${'a'.repeat(30)}.${'b'.repeat(30)}.00000001`],
  ])('%j signs in as %j', (name, username) => {
    expect(usernameFor({ id: ID, name })).toBe(username);
  });

  test('are of letters, digits and dots, at most 128 characters, and the same each time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.uuid(), (name, id) => {
        const username = usernameFor({ id, name });
        expect(username).toMatch(/^[a-z0-9]+(?:\.[a-z0-9]+){0,2}$/);
        expect(username.length).toBeLessThanOrEqual(128);
        expect(usernameFor({ id, name })).toBe(username);
      }),
    );
  });
});

describe('temporary passwords', () => {
  test('satisfy the pool’s policy whatever the bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 12, maxLength: 12 }), (random) => {
        const password = temporaryPasswordFrom(random);
        expect(password).toMatch(/^(?:[A-Z][a-z][2-9][a-z]-){2}[A-Z][a-z][2-9][a-z]$/);
        expect(password).not.toMatch(/[IOLilo01]/);
      }),
    );
  });

  test('differ when any of the twelve bytes does', () => {
    const base = temporaryPasswordFrom(new Uint8Array(12));
    const others = Array.from({ length: 12 }, (_, index) =>
      temporaryPasswordFrom(Uint8Array.from({ length: 12 }, (_unused, at) => (at === index ? 1 : 0))),
    );
    expect(new Set([base, ...others]).size).toBe(13);
  });
});

import fc from 'fast-check';
import { joinCodeFrom, normalJoinCode } from '../../shared/teams/join-code';
import { hasRole, ROLES, TeamChanges } from '../../shared/teams/team';
import { accepts } from '../platform/values/schemas';

const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';

describe('roles', () => {
  test.each([
    ['MEMBER', [true, false, false]],
    ['ADMIN', [true, true, false]],
    ['OWNER', [true, true, true]],
  ] as const)('%s may do what MEMBER, ADMIN, OWNER may: %p', (role, may) => {
    expect(ROLES.map((needed) => hasRole(role, needed))).toEqual(may);
  });
});

test.each([
  ['America/Mexico_City', true],
  ['America/Tijuana', true],
  ['UTC', true],
  ['Etc/GMT+6', true],
  ['America/Port-au-Prince', true],
  ['+06:00', false],
  ['-06:00', false],
  ['Mexico City', false],
  ['', false],
])('the time zone %j is taken: %p', (timeZone, taken) => {
  expect(accepts(TeamChanges, { timeZone })).toBe(taken);
});

describe('join codes', () => {
  test.each(['ABCDE-FGH23', ' abcde fgh23 ', 'abc\tde-fg-h2-3', 'ABCDEFGH23'])('%j is ABCDEFGH23', (code) => {
    expect(normalJoinCode(code)).toBe('ABCDEFGH23');
  });

  test('are ten characters of the alphabet without the ones that are mistaken for each other', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 400, maxLength: 400 }), (random) => {
        fc.pre(random.filter((byte) => byte < 240).length >= 10);
        const code = joinCodeFrom(random);
        expect(code).toHaveLength(10);
        for (const letter of code) expect(ALPHABET).toContain(letter);
      }),
    );
    for (const mistaken of 'ILOU01') expect(ALPHABET).not.toContain(mistaken);
  });

  test('give every letter the same number of byte values', () => {
    const letters = Array.from({ length: 256 }, (_, byte) => byte).flatMap((byte) => {
      const rest = Uint8Array.from({ length: 9 }, () => 0);
      const code = joinCodeFrom(Uint8Array.from([byte, ...rest, 0]));
      return byte < 240 ? [code.charAt(0)] : [];
    });
    const counts = new Map(letters.map((letter) => [letter, letters.filter((one) => one === letter).length]));
    expect([...counts.keys()].sort()).toEqual([...ALPHABET].sort());
    expect(new Set(counts.values())).toEqual(new Set([8]));
  });

  test('pass over bytes that would make a letter likelier', () => {
    const fair = Uint8Array.from({ length: 10 }, (_, index) => index);
    const mixed = Uint8Array.from([240, 255, 250, ...fair]);
    expect(joinCodeFrom(mixed)).toBe(joinCodeFrom(fair));
  });

  test('are not made of too few usable bytes', () => {
    expect(() => joinCodeFrom(new Uint8Array(9))).toThrow('Too few usable random bytes');
    expect(() => joinCodeFrom(new Uint8Array(40).fill(255))).toThrow('Too few usable random bytes');
  });
});

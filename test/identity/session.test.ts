import { MailedCode, NewPassword, Password, RefreshToken } from '../../shared/identity/session';
import { isSessionOver } from '../../shared/teams/user';
import { accepts, NOW } from '../platform/values/schemas';

describe('a password that somebody chooses', () => {
  test.each([
    ['Camino-7', true],
    ['Camin-7', false],
    ['camino-7', false],
    ['CAMINO-7', false],
    ['Camino-x', false],
    ['Camino77', false],
    ['Camino -7', false],
    [' Camino-7', false],
    ['Camino-7 ', false],
    ['ñandúÑ-7a', false],
  ])('%j is taken: %p', (password, taken) => {
    expect(accepts(NewPassword, password)).toBe(taken);
  });

  test.each([...'^$*.[]{}()?"!@#%&/\\,><\':;|_~`=+-'])('%s is a symbol', (symbol) => {
    expect(accepts(NewPassword, `Camino7${symbol}`)).toBe(true);
  });

  test.each(['€', 'ñ', '¡', '´'])('%s is none', (letter) => {
    expect(accepts(NewPassword, `Camino7${letter}`)).toBe(false);
  });
});

test.each([
  ['a password', Password, 256],
  ['a refresh token', RefreshToken, 8192],
])('%s that only has to match has one to the most characters', (_, schema, most) => {
  const takes = (length: number) => accepts(schema, 'x'.repeat(length));
  expect([0, 1, most - 1, most, most + 1].map(takes)).toEqual([false, true, true, true, false]);
});

test('a mailed code has six digits', () => {
  expect(['12345', '123456', '1234567', 'x123456', '12345x'].map((code) => accepts(MailedCode, code))).toEqual([
    false,
    true,
    false,
    false,
    false,
  ]);
});

describe('a session', () => {
  test.each([
    ['2026-03-02T14:59:59.999Z', true],
    [NOW, false],
    ['2026-03-02T15:00:00.001Z', false],
  ])('that began at %s is over, when sessions are good from 15:00: %p', (signedInAt, isOver) => {
    expect(isSessionOver(signedInAt, NOW)).toBe(isOver);
  });

  test('is not over while nobody ended any', () => {
    expect(isSessionOver(NOW, undefined)).toBe(false);
  });
});

import { MailedCode, NewPassword, Password, RefreshToken } from '../../shared/identity/session';
import { isSessionOver } from '../../shared/platform/values/session-limits';
import { accepts, NOW } from '../platform/values/schemas';

describe('a password that somebody chooses', () => {
  test.each([
    ['camino mío', true],
    ['camino-mí', false],
    ['0123456789', true],
    ['ñandúñandú', true],
    ['🚚🚚🚚🚚🚚', true],
    [' camino-largo', false],
    ['camino-largo ', false],
    ['camino\nlargo', false],
    ['x'.repeat(256), true],
    ['x'.repeat(257), false],
  ])('%j is taken: %p', (password, taken) => {
    expect(accepts(NewPassword, password)).toBe(taken);
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
    expect(isSessionOver({ signedInAt, sessionId: 'one' }, { sessionsValidFrom: NOW })).toBe(isOver);
  });

  test('is not over while nobody ended any', () => {
    expect(isSessionOver({ signedInAt: NOW, sessionId: 'one' }, {})).toBe(false);
  });

  const EARLIER = '2026-03-02T14:00:00.000Z';
  test.each([
    ['the kept one', 'kept', { sessionsValidFrom: NOW, keptSession: 'kept' }, false],
    ['another than the kept one', 'other', { sessionsValidFrom: NOW, keptSession: 'kept' }, true],
    ['one without an identifier', '', { sessionsValidFrom: NOW, keptSession: '' }, true],
    ['one that was ended alone', 'ended', { endedSessions: [{ id: 'ended', until: NOW }] }, true],
    ['another than the ended one', 'other', { endedSessions: [{ id: 'ended', until: NOW }] }, false],
    [
      'the kept one, ended later',
      'kept',
      { sessionsValidFrom: NOW, keptSession: 'kept', endedSessions: [{ id: 'kept', until: NOW }] },
      true,
    ],
  ])('doors 14: %s is over: %j, %j → %p', (_, sessionId, limits, isOver) => {
    expect(isSessionOver({ signedInAt: EARLIER, sessionId }, limits)).toBe(isOver);
  });
});

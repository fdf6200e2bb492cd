import fc from 'fast-check';
import { locationOf, MAXIMUM_CLOCK_LEAD_MS, Ping, type Position, pingInstant } from '../../shared/fleet/position';
import { accepts, ID, NOW, withField } from '../platform/values/schemas';

const now = new Date(NOW);
const at = (milliseconds: number): string => new Date(now.getTime() + milliseconds).toISOString();

describe('the instant of a ping', () => {
  test.each([
    ['none sent', undefined, NOW],
    ['an hour ago', at(-3_600_000), at(-3_600_000)],
    ['now', NOW, NOW],
    ['a second ahead', at(1000), NOW],
    ['five minutes ahead', at(MAXIMUM_CLOCK_LEAD_MS), NOW],
    ['a millisecond more', at(MAXIMUM_CLOCK_LEAD_MS + 1), undefined],
    ['a year ahead', at(365 * 86_400_000), undefined],
  ])('%s: sent %p, stored %p', (_, sent, stored) => {
    expect(pingInstant(sent, now)).toBe(stored);
  });

  test('is never after the server’s', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: MAXIMUM_CLOCK_LEAD_MS }), (lead) => {
        expect(Date.parse(pingInstant(at(lead), now) ?? '')).toBe(now.getTime() + Math.min(lead, 0));
      }),
    );
  });
});

describe('the location of a position', () => {
  const position: Position = {
    tripId: ID,
    driverId: ID,
    isOpen: true,
    lat: 0,
    lng: 0,
    timestamp: at(-61_999),
    receivedAt: at(-1_000),
  };

  test('is as old as the instant that the device gave, in whole seconds', () => {
    const more = { speedKmh: 82, heading: 12 };
    const { driverId: _, isOpen: __, ...shown } = position;
    expect(locationOf({ ...position, ...more }, now)).toEqual({ ...shown, ...more, ageSeconds: 61 });
    expect(locationOf({ ...position, timestamp: at(-62_000) }, now)?.ageSeconds).toBe(62);
  });

  test('is not younger than now', () => {
    expect(locationOf({ ...position, timestamp: at(5_000) }, now)?.ageSeconds).toBe(0);
  });

  test.each(['lat', 'lng', 'timestamp', 'receivedAt'])('is none without %s', (field) => {
    expect(locationOf({ ...position, [field]: undefined }, now)).toBeUndefined();
  });

  test('is none without a position', () => {
    expect(locationOf(undefined, now)).toBeUndefined();
  });
});

describe('the body of a ping', () => {
  const base = { lat: 0, lng: 0 };

  test('may be (0,0), and needs both', () => {
    expect(accepts(Ping, base)).toBe(true);
    expect([{ lat: 1 }, { lng: 1 }, {}].map((body) => accepts(Ping, body))).toEqual([false, false, false]);
  });

  test.each([
    ['lat', -90, 90, 0.000_001],
    ['lng', -180, 180, 0.000_001],
    ['heading', 0, 360, 0.000_001],
    ['speedKmh', 0, 1_000_000_000, 0.000_001],
  ])('%s is from %p to %p', (field, least, most, step) => {
    const taken = [least - step, least, most, most + step].map((value) => accepts(Ping, withField(base, field, value)));
    expect(taken).toEqual([false, true, true, false]);
  });
});

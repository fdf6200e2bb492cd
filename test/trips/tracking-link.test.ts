import fc from 'fast-check';
import { endOfLink, trackingOf } from '../../shared/trips/tracking-link';
import { TRIP_STATUSES, type TripRecord } from '../../shared/trips/trip';
import { storedTrip } from '../support/store-records';

const NOW = new Date('2026-03-02T15:04:20.000Z');
const HOUR_MS = 3_600_000;
const LAST = { lat: 25.678_912, lng: -100.318_765, timestamp: '2026-03-02T15:03:59.999Z' };

const SHOWN = [
  'asOf',
  'destination',
  'endedAt',
  'origin',
  'position',
  'reference',
  'scheduledStart',
  'startedAt',
  'status',
];

describe('integrations 5: a followed trip', () => {
  test.each(TRIP_STATUSES)('integrations 5: that is %s shows a position only on the way', (status) => {
    // An eventually consistent read can find the position of a trip that has just ended.
    const { position } = trackingOf({}, storedTrip({ status }), LAST, NOW);
    expect(position).toEqual(
      status === 'EN_PROCESO' ? { lat: 25.68, lng: -100.32, at: '2026-03-02T15:00:00.000Z' } : undefined,
    );
  });

  test('integrations 5: shows its own fields alone, for any content of the trip', () => {
    const text = fc.string({ minLength: 12 }).map((one) => `secret ${one}`);
    const secrets = fc.record({
      clientName: text,
      driverName: text,
      driverPhone: text,
      vehiclePlate: text,
      cargoDescription: text,
      notes: text,
      specialInstructions: text,
      routeName: text,
      cost: fc.double({ min: 0, max: 1e9 }),
      revenue: fc.double({ min: 0, max: 1e9 }),
    });
    fc.assert(
      fc.property(secrets, fc.constantFrom(...TRIP_STATUSES), (given: Partial<TripRecord>, status) => {
        const shown = trackingOf({}, storedTrip({ ...given, status }), LAST, NOW);
        expect(Object.keys(shown).filter((name) => !SHOWN.includes(name))).toEqual([]);
        expect(JSON.stringify(shown)).not.toContain('secret');
      }),
    );
  });
});

describe('integrations 5: the end of a link', () => {
  test.each([
    ['24 hours after the planned arrival', '2026-03-04T00:00:00.000Z', '2026-03-05T00:00:00.000Z'],
    ['7 days from now without one', undefined, '2026-03-09T15:04:20.000Z'],
    ['a day from now at least, for a truck that is late', '2026-02-27T00:00:00.000Z', '2026-03-03T15:04:20.000Z'],
    ['90 days from now at most', '2027-01-01T00:00:00.000Z', new Date(NOW.getTime() + 90 * 24 * HOUR_MS).toISOString()],
  ])('integrations 5: is %s', (_, endDate, expected) => {
    expect(endOfLink({ endDate }, NOW)).toBe(expected);
  });
});

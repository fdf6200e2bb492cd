import { judgePosition, legsOf } from '../../shared/trips/judge-position';
import type { TripRecord } from '../../shared/trips/trip';
import { factId } from '../support/phone';

const ID = factId();
const AT = '2026-03-02T16:00:00.000Z';
const minutesAfter = (minutes: number) => new Date(Date.parse(AT) + minutes * 60_000).toISOString();

const trip = (fields: Partial<TripRecord>): TripRecord => ({
  ...{ id: ID, teamId: ID, invoiceId: ID, driverId: 'b', startDate: AT, createdAt: AT, version: 1 },
  ...{ status: 'COMPLETADO', actualStartDate: AT },
  ...fields,
});
const position = (at: string) => ({ id: ID, kind: 'PING' as const, tripId: ID, recordedAt: at, at, lat: 1, lng: 2 });
const verdict = (at: string, fields: Partial<TripRecord>, driverId = 'b') =>
  judgePosition(position(at), driverId, trip(fields));

test('ruling 9: the end is the instant at which the service wrote it, and not the time that the phone or the office gave it', () => {
  const ended = { endCommittedAt: minutesAfter(60), actualEndDate: minutesAfter(30) };
  expect(verdict(minutesAfter(62), ended)).toEqual({ leg: 0 });
  expect(verdict(minutesAfter(62.1), ended)).toEqual({ error: 'TRIP_ENDED' });
  // A trip that ended in an earlier release has only this time.
  expect(verdict(minutesAfter(32.1), { actualEndDate: minutesAfter(30) })).toEqual({ error: 'TRIP_ENDED' });
});

test('ruling 9: before the own TRIP_END that ended the trip, the identifier decides and not the clock', () => {
  const ended = (endFactId: string, isByFact: boolean) => ({
    endCommittedAt: AT,
    endFactId,
    ...(!isByFact && { endedBefore: true as const }),
    legs: [{ driverId: 'a', until: minutesAfter(90), number: 7 }],
  });
  const [before, after] = [factId(Date.parse(AT) - 1), factId(Date.parse(AT) + 1)];
  const of = (endFactId: string, isByFact = true, driverId = 'b') =>
    judgePosition(
      { ...position(minutesAfter(60)), id: factId(Date.parse(AT)) },
      driverId,
      trip(ended(endFactId, isByFact)),
    );
  expect(of(after)).toEqual({ leg: 0 });
  expect(of(before)).toEqual({ error: 'TRIP_ENDED' });
  expect(of(after, false)).toEqual({ error: 'TRIP_ENDED' });
  // Identifiers of two phones have no order.
  expect(of(after, true, 'a')).toEqual({ error: 'TRIP_ENDED' });
});

test('ruling 9: a TRIP_END with a lesser identifier that comes after the one that ended the trip refuses no position', () => {
  const [least, id, maker] = [-1, 0, 1].map((milliseconds) => factId(Date.parse(AT) + milliseconds));
  const ended = { endCommittedAt: AT, endFactId: least, endedById: maker };
  const of = (fields: Partial<TripRecord>) =>
    judgePosition({ ...position(minutesAfter(60)), id: id ?? '' }, 'b', trip(fields));
  expect([of({ ...ended, endedById: undefined }), of(ended)]).toEqual([{ error: 'TRIP_ENDED' }, { leg: 0 }]);
  expect(of({ ...ended, endedById: least, endFactId: maker })).toEqual({ error: 'TRIP_ENDED' });
});

test('ruling 4: a position belongs to the first leg of the driver that had not ended', () => {
  const legs = [
    { driverId: 'a', until: minutesAfter(10), number: 4 },
    { driverId: 'c', until: minutesAfter(20), number: 5 },
    { driverId: 'a', until: minutesAfter(30), number: 6 },
  ];
  const relayed = { status: 'EN_PROCESO', legs, leg: 7 } as const;
  expect([9, 12, 13, 32, 32.1].map((minute) => verdict(minutesAfter(minute), relayed, 'a'))).toEqual([
    ...[{ leg: 4 }, { leg: 4 }, { leg: 6 }, { leg: 6 }, { error: 'NOT_YOUR_TRIP' }],
  ]);
  expect(verdict(minutesAfter(40), relayed)).toEqual({ leg: 7 });
  expect([legsOf(trip(relayed), 'a'), legsOf(trip(relayed), 'b'), legsOf(trip(relayed), 'd')]).toEqual([
    [4, 6],
    [7],
    [],
  ]);
});

test('ruling 4: a leg of an earlier release has no track, so that the next driver’s points are never its driver’s', () => {
  const relayed = { status: 'EN_PROCESO' as const, legs: [{ driverId: 'a', until: minutesAfter(10) }] };
  expect(verdict(AT, relayed, 'a')).toEqual({ error: 'NOT_YOUR_TRIP' });
  expect([legsOf(trip(relayed), 'a'), legsOf(trip(relayed), 'b')]).toEqual([[], [0]]);
});

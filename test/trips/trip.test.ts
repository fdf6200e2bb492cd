import { coordinatesOf, NewTrip, OptionalCoordinates, TRIP_STATUSES, TripStatusChange } from '../../shared/trips/trip';
import { tripMoved } from '../../shared/trips/trip-moved';
import { TRIP_TRANSITIONS, tripTransition } from '../../shared/trips/trip-states';
import { accepts, ID, NOW, refusals } from '../platform/values/schemas';

/** The contract's table of transitions, copied. */
const RULING = `
| NO_INICIADO → EN_PROCESO | assigned driver (start, PATCH), member (PUT) | driver and vehicle assigned, driver DISPONIBLE, vehicle DISPONIBLE | both EN_VIAJE with this trip's id, start time, coordinates, the position item the pings write to, timeline, audit |
| EN_PROCESO → COMPLETADO | assigned driver (PATCH), member (PUT) | | actualEndDate; driver and vehicle back to DISPONIBLE only if still EN_VIAJE for this trip; timeline, audit |
| NO_INICIADO → CANCELADO | member | | cancelledAt, cancelledBy; the draft stays and an alert TRIP_CANCELLED_WITH_DRAFT, or for a document TRIP_CANCELLED_WITH_INVOICE, is raised; timeline, audit |
| EN_PROCESO → CANCELADO | A | | as both above |
`;

const EFFECTS_BY_PHRASE: readonly (readonly [RegExp, readonly string[]])[] = [
  [/both EN_VIAJE/, ['the driver becomes EN_VIAJE with this trip', 'the vehicle becomes EN_VIAJE with this trip']],
  [
    /the position item/,
    [
      'positions are taken; their item has the revision of the stops, which must not have changed meanwhile, the next stops, the route if it has a line, and when the hours of the driver are judged',
    ],
  ],
  // Papers are looked at beside the rules of the product (docs/decisions/0095).
  [
    /start time/,
    [
      '`actualStartDate` and the coordinates of the start are set',
      'the alert STARTED_WITH_EXPIRED_PAPER is raised for each expired paper of driver and vehicle, and noted at the paper',
      'the truck is looked at when it has been silent for the minutes of the policy',
    ],
  ],
  // The position item goes when the trip releases its driver.
  [
    /back to DISPONIBLE/,
    [
      'the driver becomes DISPONIBLE, if still EN_VIAJE for this trip',
      'the vehicle becomes DISPONIBLE, if still EN_VIAJE for this trip',
      'no positions are taken any more, and the trip keeps the last one as `lastPosition`, with its key and the instant of the end',
      'the alert TRIP_OFF_ROUTE of a truck that is off its route becomes RESOLVED',
    ],
  ],
  // What a stop requires is asked for before the end (docs/decisions/0093).
  [
    /^actualEndDate/,
    [
      'while a proof is missing, the driver’s end waits under `proof: ENFORCE`; else the alert TRIP_ENDED_WITHOUT_PROOF is raised, and the trip names it as `proofAlert`. The revision of the stops must not have changed meanwhile',
    ],
  ],
  [/actualEndDate/, ['`actualEndDate` is set']],
  // The receivable is counted from the end of the trip, and what was paid for a cancelled one is in the client's favour (docs/decisions/0019).
  [
    /actualEndDate|cancelledAt/,
    ['what is still owed for the trip, or was paid beyond it, is entered among the receivables'],
  ],
  [/cancelledAt/, ['`cancelledAt` and `cancelledBy` are set']],
  // A trip that is over or cancelled needs no driver and no vehicle any more (docs/decisions/0101).
  [/actualEndDate|cancelledAt/, ['under `overlap: REFUSE` the trip leaves the agendas of its driver and vehicle']],
  [
    /TRIP_CANCELLED_WITH_DRAFT, or for a document TRIP_CANCELLED_WITH_INVOICE/,
    [
      'the alert TRIP_CANCELLED_WITH_INVOICE is raised for each document (PENDING, VALID, CANCELLED_PENDING); without one, TRIP_CANCELLED_WITH_DRAFT for each draft',
    ],
  ],
];

const effectsIn = (text: string): string[] =>
  EFFECTS_BY_PHRASE.flatMap(([phrase, effects]) => (phrase.test(text) ? effects : []));

const rows = RULING.trim()
  .split('\n')
  .map((line) => {
    const [, way = '', by = '', , effects = ''] = line.split('|').map((cell) => cell.trim());
    const [from = '', to = ''] = way.split(' → ');
    return { from, to, by, effects };
  });

/** A cancelled trip that was under way ends as a completed one does, and gets the timestamps of a cancelled one. No proof holds its stops. */
const asBothAbove = (): string[] => [
  'the positions were compared with all stops: the revision of the stops must not have changed meanwhile',
  ...[...new Set(rows.slice(1, 3).flatMap(({ effects }) => effectsIn(effects)))].filter(
    (effect) => effect !== '`actualEndDate` is set' && !effect.startsWith('while a proof is missing'),
  ),
];

describe('the transitions of a trip', () => {
  test.each(rows)('$from → $to is by $by', ({ from, to, by }) => {
    const transition = TRIP_TRANSITIONS.find((one) => one.from.join() === from && one.to === to);
    expect(transition?.by).toEqual({ driver: by.includes('driver'), member: by === 'A' ? 'ADMIN' : 'MEMBER' });
  });

  test.each(rows)('$from → $to has the effects: $effects', ({ from, to, effects }) => {
    const transition = TRIP_TRANSITIONS.find((one) => one.from.join() === from && one.to === to);
    const expected = effects === 'as both above' ? asBothAbove() : effectsIn(effects);
    expect(transition?.effects.map(({ says }) => says).sort()).toEqual([...expected].sort());
  });

  const pairs = TRIP_STATUSES.flatMap((from) => TRIP_STATUSES.map((to) => ({ from, to })));
  test.each(pairs)('$from → $to exists exactly when the ruling has it', ({ from, to }) => {
    const ruled = rows.some((row) => row.from === from && row.to === to);
    expect(tripTransition(from, to) !== undefined).toBe(ruled);
  });

  test('stand in the table once each', () => {
    expect(TRIP_TRANSITIONS).toHaveLength(rows.length);
    expect(rows).toHaveLength(4);
  });
});

describe('coordinates', () => {
  test.each([
    [OptionalCoordinates, {}, 'lat', 'lng'],
    [TripStatusChange, { status: 'EN_PROCESO' }, 'coordsLat', 'coordsLng'],
  ])('are both or none, and the one that is missing is named', (schema, base, lat, lng) => {
    expect(refusals(schema, base)).toEqual([]);
    expect(refusals(schema, { ...base, [lat]: 0, [lng]: 0 })).toEqual([]);
    expect(refusals(schema, { ...base, [lat]: 1 })).toEqual([`${lng}: Send ${lat} and ${lng}, or neither.`]);
    expect(refusals(schema, { ...base, [lng]: 1 })).toEqual([`${lat}: Send ${lat} and ${lng}, or neither.`]);
  });

  test.each([
    ['lat', 90],
    ['lng', 180],
  ])('%s is from −%p to %p', (field, bound) => {
    const taken = [-bound - 0.000_001, -bound, bound, bound + 0.000_001].map((value) =>
      accepts(OptionalCoordinates, { lat: 0, lng: 0, [field]: value }),
    );
    expect(taken).toEqual([false, true, true, false]);
  });

  test('of (0,0) are coordinates', () => {
    expect(coordinatesOf(0, 0)).toEqual({ lat: 0, lng: 0 });
    expect(coordinatesOf(undefined, undefined)).toBeUndefined();
    expect([coordinatesOf(undefined, 1), coordinatesOf(1, undefined)]).toEqual([undefined, undefined]);
  });

  test('of another type are refused for that alone', () => {
    expect(refusals(OptionalCoordinates, { lat: 'north' })).toHaveLength(1);
  });
});

describe('a new trip', () => {
  const at = (offset: number): string => new Date(Date.parse(NOW) + offset).toISOString();

  test.each([
    [-1, false],
    [0, true],
    [1, true],
  ])('may end %p ms after its start: %p', (offset, taken) => {
    expect(accepts(NewTrip, { startDate: NOW, endDate: at(offset) })).toBe(taken);
  });

  test('that ends before it starts is refused by the field of its end', () => {
    const fields = (body: object) => refusals(NewTrip, body).map((text) => text.split(':')[0]);
    expect(fields({ startDate: 'x', endDate: NOW })).toEqual(['startDate']);
    expect(fields({ startDate: NOW, endDate: 7 })).toEqual(['endDate']);
    expect(fields({ startDate: NOW, endDate: at(-1), notes: 7 })).toEqual(['notes', 'endDate']);
    expect(refusals(NewTrip, { startDate: NOW, endDate: at(-1) })).toEqual([
      'endDate: Send an end date that is not before the start date.',
    ]);
  });

  test('whose end is given in another zone is compared as an instant', () => {
    expect(accepts(NewTrip, { startDate: NOW, endDate: '2026-03-02T09:00:00-06:00' })).toBe(true);
    expect(accepts(NewTrip, { startDate: NOW, endDate: '2026-03-02T08:59:59-06:00' })).toBe(false);
  });

  test.each(['revenue', 'cost'])('has a %s of at most two decimals, from 0 to 999,999,999.99', (field) => {
    const taken = [-0.01, 0, 0.01, 0.001, 999_999_999.99, 1_000_000_000].map((value) =>
      accepts(NewTrip, { startDate: NOW, [field]: value }),
    );
    expect(taken).toEqual([false, true, true, false, true, false]);
  });
});

test.each(TRIP_STATUSES)('a trip that became %s is answered with both statuses', (status) => {
  expect(tripMoved('NO_INICIADO', { id: ID, status, version: 3 })).toEqual({
    message: { en: expect.stringMatching(/^Trip \w+\.$/), es: expect.stringMatching(/^Viaje \w+\.$/) },
    tripId: ID,
    previousStatus: 'NO_INICIADO',
    newStatus: status,
    version: 3,
  });
});

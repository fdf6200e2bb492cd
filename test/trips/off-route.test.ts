import * as v from 'valibot';
import { alertText } from '../../shared/alerts/alert-texts';
import { changeAlertStatus } from '../../shared/alerts/alerts';
import { putItem } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { pathOf } from '../../shared/platform/values/path';
import { RoadPolicy, roadPolicyKey } from '../../shared/road-policy/policy';
import { editTrip } from '../../shared/trips/edit-trip';
import { moveOwnTrip } from '../../shared/trips/move-trip';
import { offRouteChange } from '../../shared/trips/off-route';
import { recordPing } from '../../shared/trips/record-ping';
import { setRouteLine } from '../../shared/trips/set-route-line';
import { START } from '../support/engine-runtime';
import { connectionReset } from '../support/faults';
import { factId, type Item, itemOf, sync } from '../support/phone';
import { placeAt } from '../support/phone-stops';
import { laterOn } from '../support/phone-track';
import { quickTable } from '../support/quick-table';
import {
  besideAt,
  insertLinedRoute,
  NORTHWARD,
  offRouteAlerts,
  openRouteRoad,
  polylineOf,
  type RouteRoad,
  setLine,
} from '../support/route-road';
import { asDriver, insertFleet, insertTrip, moveAsOwner, startTrip } from '../support/store-fleet';

const MINUTE_MS = 60_000;
const table = quickTable();
const later = laterOn(table);
const open = (polyline?: string | null) => openRouteRoad(table.testContext(), polyline);

/** A position, a kilometre a minute along the way and so many kilometres beside it. */
const beside = (road: RouteRoad, minute: number, kilometres: number, fields: object = {}): Item =>
  itemOf(
    road,
    'PING',
    { ...besideAt(1_000 * minute, kilometres), speedKmh: 60, accuracyM: 6, ...fields },
    factId(START + Math.round(minute * MINUTE_MS)),
  );
/** Sends one position a minute from a minute on, so many kilometres beside the way, each in a call. */
async function drive(road: RouteRoad, from: number, kilometres: readonly number[]): Promise<void> {
  for (const [index, far] of kilometres.entries())
    await sync(later(from + index), road.fleet, [beside(road, from + index, far)]);
}
const ping = (road: RouteRoad, minute: number, kilometres: number) =>
  later(minute).use(recordPing)(asDriver(road.fleet), road.trip.id, besideAt(1_000 * minute, kilometres));
/** A moment for which another call waits. */
function signal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return {
    given,
    /** The caller then waits for `next`. */
    give: async (next: Promise<unknown>) => {
      give();
      await next;
    },
  };
}
const told = async (road: RouteRoad) =>
  (await offRouteAlerts(later(999), road)).map(({ status, facts }) => [status, facts?.kilometresOff]);
const setPolicy = async ({ trip }: RouteRoad, policy: object) =>
  transact(later(0).context, [putItem(roadPolicyKey(trip.teamId), v.parse(RoadPolicy, policy))]);

describe('road 5: positions beside the line', () => {
  const line = { path: pathOf([placeAt(0), placeAt(100_000)]), metres: 5_000 };
  const at = (...kilometres: number[]) => kilometres.map((far) => ({ ...besideAt(50_000, far), accuracyM: 100 }));
  const [alertId, none] = ['an alert', undefined];

  test.each([
    ['on the line change nothing', { far: 0, alertId: none }, at(0, 4.99), undefined],
    ['too far are counted', { far: 0, alertId: none }, at(6, 7), { kind: 'COUNT', far: 2 }],
    ['too far are an alert at the third one', { far: 2, alertId: none }, at(8), { kind: 'RAISE', metres: 8_000 }],
    [
      'too far are no alert when one between them is near',
      { far: 2, alertId: none },
      at(0, 6),
      { kind: 'COUNT', far: 1 },
    ],
    ['too far are forgotten on the line', { far: 2, alertId: none }, at(0), { kind: 'COUNT', far: 0 }],
    ['too far by less than their accuracy are neither', { far: 2, alertId: none }, at(5.05), undefined],
    ['that return at once raise no alert', { far: 0, alertId: none }, at(6, 6, 6, 0), undefined],
    ['too far are told once', { far: 0, alertId }, at(9, 9, 9), undefined],
    ['on the line resolve the alert', { far: 0, alertId }, at(9, 1), { kind: 'RESOLVE', far: 0 }],
    ['that leave the line again at once let the alert stand', { far: 0, alertId }, at(1, 6, 6, 6), undefined],
    ['that leave the line again are counted again', { far: 0, alertId }, at(1, 6), { kind: 'RESOLVE', far: 1 }],
  ])('road 5: %s', (_, known, positions, expected) => {
    const change = offRouteChange(known, positions, line);
    if (change?.kind !== 'RAISE') return expect(change).toEqual(expected);
    expect({ ...change, metres: Math.round(change.metres / 10) * 10 }).toEqual(expected);
  });
});

describe('road 5: TRIP_OFF_ROUTE', () => {
  test('road 5: is raised once, by the third position in a row that is too far', async () => {
    const road = await open();
    await drive(road, 1, [0, 6, 6]);
    expect(await told(road)).toEqual([]);
    await drive(road, 4, [7.5, 8, 20]);
    expect(await told(road)).toEqual([['OPEN', 7.5]]);
    expect((await offRouteAlerts(later(9), road))[0]).toMatchObject({
      type: 'TRIP_OFF_ROUTE',
      severity: 'WARNING',
      entityType: 'TRIP',
      entityId: road.trip.id,
    });
    expect(alertText('TRIP_OFF_ROUTE', { kilometresOff: 7.5 })).toEqual({
      en: 'The truck is 7.5 km away from the line of its route. Call the driver.',
      es: 'La unidad está a 7.5 km de la línea de su ruta. Llame al operador.',
    });
  });

  test('road 5: is raised by three positions of one call, and by those of a team that keeps no track', async () => {
    const road = await open();
    await sync(later(5), road.fleet, [beside(road, 1, 6), beside(road, 2, 6), beside(road, 3, 6)]);
    expect(await told(road)).toEqual([['OPEN', 6]]);
    const other = await open();
    await setPolicy(other, { trackDays: 0 });
    await drive(other, 1, [6, 6, 6]);
    expect(await told(other)).toEqual([['OPEN', 6]]);
  });

  test('road 5: is not raised by single errors of the receiver', async () => {
    const road = await open();
    await drive(road, 1, [6, 6, 0, 6, 6, 0, 30]);
    expect(await told(road)).toEqual([]);
  });

  test('ruling 14: resolves itself on the line, and is raised again when the truck leaves it again', async () => {
    const road = await open();
    await drive(road, 1, [6, 6, 6, 6, 1]);
    expect(await told(road)).toEqual([['RESOLVED', 6]]);
    await drive(road, 6, [6, 6]);
    expect(await told(road)).toEqual([['RESOLVED', 6]]);
    await drive(road, 8, [9]);
    expect(await told(road)).toEqual([
      ['RESOLVED', 6],
      ['OPEN', 9],
    ]);
    expect((await offRouteAlerts(later(9), road))[0]?.resolvedBy).toBe('SYSTEM');
  });

  test('ruling 14: stays as a member left it', async () => {
    const road = await open();
    await drive(road, 1, [6, 6, 6]);
    const [alert] = await offRouteAlerts(later(4), road);
    if (alert === undefined) throw new Error('There is no alert.');
    await later(4).use(changeAlertStatus)(road.fleet.actor, alert, 'RESOLVED');
    await drive(road, 5, [6, 0]);
    const [after] = await offRouteAlerts(later(9), road);
    expect([after?.status, after?.resolvedBy]).toEqual(['RESOLVED', undefined]);
  });

  test('road 5: is not raised for a route without a line, nor for a trip that started before it had one', async () => {
    const road = await open(null);
    await drive(road, 1, [50, 50, 50]);
    await later(4).use(setRouteLine)(road.fleet.actor, road.route, { polyline: NORTHWARD });
    await drive(road, 40, [50, 50, 50]);
    expect(await told(road)).toEqual([]);
  });

  test('road 8: follows offRouteKm of the team, and 0 turns it off', async () => {
    const road = await open();
    await setPolicy(road, { offRouteKm: 0.5 });
    await drive(road, 1, [0.4, 0.6, 0.6, 0.6]);
    expect(await told(road)).toEqual([['OPEN', 0.6]]);
    const other = await open();
    await setPolicy(other, { offRouteKm: 0 });
    await drive(other, 1, [60, 60, 60]);
    expect(await told(other)).toEqual([]);
  });

  test('road 5: follows another line of the route within half an hour, and none after its removal', async () => {
    const road = await open();
    const testContext = later(1);
    const send = (minute: number, kilometres: number) =>
      sync(testContext, road.fleet, [beside(road, minute, kilometres)]);
    await send(0.5, 20);
    await later(1).use(setRouteLine)(road.fleet.actor, road.route, {
      polyline: polylineOf([besideAt(0, 20), besideAt(100_000, 20)]),
    });
    await send(0.6, 20);
    testContext.pass(31 * MINUTE_MS);
    await send(31, 20);
    await send(32, 20);
    expect(await told(road)).toEqual([]);
    await later(32).use(setRouteLine)(road.fleet.actor, road.route, { polyline: null });
    testContext.pass(31 * MINUTE_MS);
    for (const minute of [61, 62, 63]) await send(minute, 90);
    expect(await told(road)).toEqual([]);
  });

  test('road 5: is raised by three pings, and resolved by one on the line', async () => {
    const road = await open();
    for (const minute of [1, 2, 3, 4]) await ping(road, minute, 6);
    expect(await told(road)).toEqual([['OPEN', 6]]);
    await ping(road, 5, 0);
    expect(await told(road)).toEqual([['RESOLVED', 6]]);
  });

  test('road 5: is raised once by calls at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const road = await open();
      await drive(road, 1, [6, 6]);
      await Promise.all([3, 3.2, 3.4].map((minute) => sync(later(4), road.fleet, [beside(road, minute, 6)])));
      await drive(road, 5, [6, 6]);
      expect(await told(road)).toEqual([['OPEN', 6]]);
    }
  });

  test('ruling 14: is not raised when a later position on the line came meanwhile', async () => {
    const road = await open();
    const meanwhile = () => drive(road, 4, [0]);
    const testContext = later(4, [{ action: 'TransactWriteItems', times: 1, meanwhile }]);
    await sync(testContext, road.fleet, [beside(road, 1, 6), beside(road, 2, 6), beside(road, 3, 6)]);
    expect(await told(road)).toEqual([]);
  });

  test('road 5: is raised once by pings of one instant at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const road = await open();
      for (const minute of [1, 2]) await ping(road, minute, 6);
      const timestamp = new Date(START + 3 * MINUTE_MS).toISOString();
      const sent = { ...besideAt(3_000, 6), timestamp };
      const send = () => later(3).use(recordPing)(asDriver(road.fleet), road.trip.id, sent);
      await Promise.all([send(), send(), send()]);
      expect(await told(road)).toEqual([['OPEN', 6]]);
    }
  });

  test('road 5: is raised once when the call is interrupted before or after the transaction', async () => {
    for (const when of ['before', 'after'] as const) {
      const road = await open();
      await drive(road, 1, [6, 6]);
      const item = beside(road, 3, 6);
      const faults = [{ action: 'TransactWriteItems', [when]: connectionReset }];
      await expect(sync(later(3, faults), road.fleet, [item])).rejects.toThrow('ECONNRESET');
      await sync(later(4), road.fleet, [item]);
      await drive(road, 5, [6]);
      expect(await told(road)).toEqual([['OPEN', 6]]);
    }
  });
});

describe('road 5: the end of a trip that is off its route', () => {
  test.each(['COMPLETADO', 'CANCELADO'] as const)(
    'ruling 14: resolves TRIP_OFF_ROUTE when it becomes %s',
    async (to) => {
      const road = await open();
      await drive(road, 1, [6, 6, 6]);
      await moveAsOwner(later(9), road.fleet, road.trip, to);
      expect(await told(road)).toEqual([['RESOLVED', 6]]);
    },
  );

  test('ruling 14: resolves an alert that was raised after the end read the position item', async () => {
    const road = await open();
    await drive(road, 1, [6, 6]);
    const [isAtAlert, isAtEnd] = [signal(), signal()];
    const alerting = { action: 'TransactWriteItems', times: 1, meanwhile: () => isAtAlert.give(isAtEnd.given) };
    const sent = sync(later(3, [alerting]), road.fleet, [beside(road, 3, 6)]);
    await isAtAlert.given;
    const ending = { action: 'TransactWriteItems', times: 1, meanwhile: () => isAtEnd.give(sent) };
    await moveAsOwner(later(4, [ending]), road.fleet, road.trip, 'COMPLETADO');
    expect(await told(road)).toEqual([['RESOLVED', 6]]);
  });

  test('ruling 14: leaves no alert open when it comes at the moment of a position', async () => {
    for (let round = 0; round < 5; round += 1) {
      const road = await open();
      await drive(road, 1, [6, 6]);
      const end = later(4).use(moveOwnTrip)(asDriver(road.fleet), road.trip.id, 'COMPLETADO', undefined);
      await Promise.allSettled([sync(later(4), road.fleet, [beside(road, 3, 6)]), end]);
      expect((await told(road)).every(([status]) => status === 'RESOLVED')).toBe(true);
    }
  });
});

describe('road 5: the trips that are compared with the line of their route', () => {
  const startAndLeave = async (road: RouteRoad, planned: RouteRoad['trip']) => {
    const under = { ...road, trip: await startTrip(later(0), road.fleet, planned) };
    await drive(under, 1, [6, 6, 6]);
    return told(under);
  };

  test('road 5: are those that were planned before the route had it, and had not begun', async () => {
    const fleet = await insertFleet(table.testContext());
    const route = await insertLinedRoute(table.testContext(), fleet, null);
    const trip = await insertTrip(table.testContext(), fleet, { routeId: route.id });
    await setLine(later(0), fleet, route, NORTHWARD);
    expect(await startAndLeave({ fleet, route, trip }, trip)).toEqual([['OPEN', 6]]);
  });

  test('road 5: are not those whose route lost it before they began', async () => {
    const fleet = await insertFleet(table.testContext());
    const route = await insertLinedRoute(table.testContext(), fleet);
    const trip = await insertTrip(table.testContext(), fleet, { routeId: route.id });
    await setLine(later(0), fleet, route, null);
    expect(await startAndLeave({ fleet, route, trip }, trip)).toEqual([]);
  });

  test('road 5: follow the route that the office gives them before they begin', async () => {
    const fleet = await insertFleet(table.testContext());
    const [route, other] = [
      await insertLinedRoute(table.testContext(), fleet),
      await insertLinedRoute(table.testContext(), fleet, null),
    ];
    const planned = await insertTrip(table.testContext(), fleet, { routeId: other.id });
    const trip = await later(0).use(editTrip)(fleet.actor, planned, { routeId: route.id });
    expect(await startAndLeave({ fleet, route, trip }, trip)).toEqual([['OPEN', 6]]);
    const again = await insertFleet(table.testContext());
    const lined = await insertLinedRoute(table.testContext(), again);
    const unlined = await insertLinedRoute(table.testContext(), again, null);
    const first = await insertTrip(table.testContext(), again, { routeId: lined.id });
    const second = await later(0).use(editTrip)(again.actor, first, { routeId: unlined.id });
    expect(second.hasLine).toBe(false);
    expect(await startAndLeave({ fleet: again, route: unlined, trip: second }, second)).toEqual([]);
  });
});

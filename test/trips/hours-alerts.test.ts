import * as v from 'valibot';
import { alertText } from '../../shared/alerts/alert-texts';
import { changeAlertStatus, listAlerts } from '../../shared/alerts/alerts';
import { readPosition } from '../../shared/fleet/position-places';
import { putItem, update } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { RoadPolicy, roadPolicyKey } from '../../shared/road-policy/policy';
import { relayTrip } from '../../shared/trips/relay-trip';
import { START, someId } from '../support/engine-runtime';
import { connectionReset } from '../support/faults';
import { factId, itemOf, openPhoneRoad, type PhoneRoad, sync } from '../support/phone';
import { tripNow } from '../support/phone-stops';
import { laterOn, pingAt, pingsOf } from '../support/phone-track';
import { tripEnd } from '../support/phone-trip';
import { quickTable } from '../support/quick-table';
import { insertDriver, insertTeam } from '../support/store-fleet';

const MINUTE_MS = 60_000;
const table = quickTable();
const later = laterOn(table);
const open = () => openPhoneRoad(table.testContext());

/** The truck drives, and its phone sends the positions of each ten minutes. */
async function drive(road: PhoneRoad, from: number, to: number): Promise<void> {
  for (let minute = from; minute < to; minute += 10) {
    const last = Math.min(minute + 9, to);
    await sync(later(last), road.fleet, pingsOf(road, minute, last));
  }
}
const report = (road: PhoneRoad, minute: number, state: string, now = minute) =>
  sync(later(now), road.fleet, [itemOf(road, 'DUTY', { state }, factId(START + minute * MINUTE_MS))]);

async function alertsOf({ trip }: PhoneRoad) {
  const { records } = await later(9_999).use(listAlerts)(trip.teamId, {}, { limit: 50 });
  return records.filter(({ type }) => type.startsWith('HOURS_')).toReversed();
}
const told = async (road: PhoneRoad) =>
  (await alertsOf(road)).map(({ type, status }) => `${type === 'HOURS_NEAR_LIMIT' ? 'near' : 'over'} ${status}`);
const dueOf = async ({ trip }: PhoneRoad) => {
  const placed = await readPosition(later(0).context, trip.teamId, trip.id);
  return (placed?.position.hoursDue ?? 0) - START / MINUTE_MS;
};

describe('road 6: HOURS_NEAR_LIMIT and HOURS_OVER_LIMIT', () => {
  test('road 6: come 30 minutes before a limit and after it, each once, and the second resolves the first', async () => {
    const road = await open();
    await drive(road, 0, 268);
    expect(await told(road)).toEqual([]);
    await sync(later(271), road.fleet, pingsOf(road, 269, 271));
    expect(await told(road)).toEqual(['near OPEN']);
    await drive(road, 272, 299);
    expect(await told(road)).toEqual(['near OPEN']);
    await drive(road, 300, 420);
    expect(await told(road)).toEqual(['near RESOLVED', 'over OPEN']);
    const { driverId } = road.trip;
    expect(await alertsOf(road)).toMatchObject([
      { entityType: 'DRIVER', entityId: driverId, severity: 'WARNING', facts: { limitHours: 5 } },
      { entityType: 'DRIVER', entityId: driverId, severity: 'CRITICAL', facts: { limitHours: 5 } },
    ]);
  });

  test('road 6: are raised for the driving of a trip too', async () => {
    const road = await open();
    for (const from of [0, 320, 640]) {
      await drive(road, from, from + 280);
      await report(road, from + 281, 'PAUSA');
      await report(road, from + 315, 'CONDUCE');
    }
    await report(road, 960, 'CONDUCE');
    const alerts = await alertsOf(road);
    expect(alerts.map(({ facts, type, status }) => [facts?.limitHours, type, status])).toEqual([
      [5, 'HOURS_NEAR_LIMIT', 'RESOLVED'],
      [5, 'HOURS_NEAR_LIMIT', 'RESOLVED'],
      [14, 'HOURS_NEAR_LIMIT', 'RESOLVED'],
      [5, 'HOURS_NEAR_LIMIT', 'RESOLVED'],
      [14, 'HOURS_OVER_LIMIT', 'OPEN'],
    ]);
  });

  test('road 6: are resolved when the driver pauses, and come again for the next five hours', async () => {
    const road = await open();
    await drive(road, 0, 310);
    await report(road, 311, 'PAUSA');
    expect(await told(road)).toEqual(['near RESOLVED', 'over OPEN']);
    await report(road, 345, 'CONDUCE');
    expect(await told(road)).toEqual(['near RESOLVED', 'over RESOLVED']);
    await drive(road, 346, 625);
    expect(await told(road)).toEqual(['near RESOLVED', 'over RESOLVED', 'near OPEN']);
  });

  test('road 6: that the driver reached again without a judgement in between are told apart', async () => {
    const road = await open();
    await report(road, 0, 'CONDUCE');
    await report(road, 275, 'CONDUCE');
    expect(await told(road)).toEqual(['near OPEN']);
    const items = [
      [276, 'PAUSA'],
      [310, 'CONDUCE'],
    ].map(([minute, state]) => itemOf(road, 'DUTY', { state }, factId(START + Number(minute) * MINUTE_MS)));
    await sync(later(590), road.fleet, items);
    expect(await told(road)).toEqual(['near RESOLVED', 'near OPEN']);
  });

  test('road 6: are resolved when late positions show pauses', async () => {
    const road = await open();
    await drive(road, 0, 99);
    await sync(later(141), road.fleet, [pingAt(road, 113), pingAt(road, 127), pingAt(road, 141)]);
    await drive(road, 142, 275);
    expect(await told(road)).toEqual(['near OPEN']);
    const late = [99, 113, 127].map((minute) => {
      const { lat, lng } = v.parse(v.object({ lat: v.number(), lng: v.number() }), pingAt(road, minute));
      return pingAt(road, minute + 12, { lat, lng, speedKmh: 0 });
    });
    await sync(later(276), road.fleet, late);
    await drive(road, 277, 302);
    expect(await told(road)).toEqual(['near RESOLVED']);
  });

  test('road 6: are judged after late facts of a trip that is over', async () => {
    const road = await open();
    await insertTeam(table.testContext(), { teamId: road.trip.teamId });
    await sync(later(20), road.fleet, pingsOf(road, 0, 20));
    await sync(later(290), road.fleet, [tripEnd(road, 290)]);
    expect(await told(road)).toEqual([]);
    for (let minute = 21; minute < 290; minute += 90)
      await sync(later(291), road.fleet, pingsOf(road, minute, Math.min(289, minute + 89)));
    expect(await told(road)).toEqual(['near OPEN']);
  });

  test('road 6: are raised once by calls at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const road = await open();
      await report(road, 0, 'CONDUCE');
      await Promise.all([270, 271, 272].map((minute) => sync(later(272), road.fleet, [pingAt(road, minute)])));
      await report(road, 273, 'CONDUCE');
      expect(await told(road)).toEqual(['near OPEN']);
    }
  });

  test('road 6: are raised by the next position when the call was interrupted', async () => {
    for (const when of ['before', 'after'] as const) {
      const road = await open();
      await drive(road, 0, 268);
      const faults = [{ action: 'TransactWriteItems', [when]: connectionReset }];
      await expect(sync(later(271, faults), road.fleet, [pingAt(road, 271)])).rejects.toThrow('ECONNRESET');
      await sync(later(272), road.fleet, [pingAt(road, 272)]);
      expect(await told(road)).toEqual(['near OPEN']);
    }
  });

  test('road 6: leave an alert that a member resolved as it is, and raise it no second time', async () => {
    const road = await open();
    await drive(road, 0, 275);
    const [alert] = await alertsOf(road);
    if (alert === undefined) throw new Error('There is no alert.');
    await later(276).use(changeAlertStatus)(road.fleet.actor, alert, 'RESOLVED');
    await drive(road, 276, 290);
    await drive(road, 291, 320);
    expect(await told(road)).toEqual(['near RESOLVED', 'over OPEN']);
    expect((await alertsOf(road))[0]?.resolvedBy).toBeUndefined();
  });

  test('road 8: are not raised by a team with `hours` OFF', async () => {
    const road = await open();
    const policy = v.parse(RoadPolicy, { hours: 'OFF' });
    await transact(later(0).context, [putItem(roadPolicyKey(road.trip.teamId), policy)]);
    await drive(road, 0, 320);
    await report(road, 321, 'CONDUCE');
    expect(await told(road)).toEqual([]);
  });

  test('road 6: say the limit in both languages', () => {
    for (const type of ['HOURS_NEAR_LIMIT', 'HOURS_OVER_LIMIT'] as const) {
      const [pause, rest] = [5, 14].map((limitHours) => alertText(type, { limitHours }));
      expect([pause?.en, pause?.es]).toEqual([expect.stringContaining('5 hours'), expect.stringContaining('5 horas')]);
      expect([rest?.en, rest?.es]).toEqual([expect.stringContaining('14 hours'), expect.stringContaining('14 horas')]);
    }
  });
});

describe('road 6: the hours of a trip', () => {
  test('road 6: are judged 40 minutes after its start, then when a limit can be reached, and after an hour at the latest', async () => {
    const road = await open();
    expect(await dueOf(road)).toBe(40);
    await drive(road, 0, 39);
    expect(await dueOf(road)).toBe(40);
    await drive(road, 40, 49);
    expect(await dueOf(road)).toBe(49 + 60);
    await drive(road, 50, 250);
    expect(await dueOf(road)).toBe(270);
    await drive(road, 251, 271);
    expect(await dueOf(road)).toBe(301);
  });

  test('road 6: are judged at most every five minutes near a limit', async () => {
    const road = await open();
    await drive(road, 0, 299);
    await report(road, 299, 'AUXILIAR');
    const due = await dueOf(road);
    await sync(later(due), road.fleet, [pingAt(road, due, { ...at(road, 299), speedKmh: 0 })]);
    expect((await dueOf(road)) - due).toBeGreaterThanOrEqual(5);
  });

  test('road 6: are judged 40 minutes after a relay, for the new driver', async () => {
    const road = await open();
    await drive(road, 0, 200);
    const driver = await insertDriver(later(200), { teamId: road.trip.teamId, sub: someId() });
    const trip = await tripNow(later(200), road);
    await later(200).use(relayTrip)(road.fleet.actor, trip, { driverId: driver.id }, undefined);
    expect(await dueOf(road)).toBe(240);
  });

  test('road 6: of a release before the alerts are judged when the list becomes a segment', async () => {
    const road = await open();
    const placed = await readPosition(later(0).context, road.trip.teamId, road.trip.id);
    if (placed === undefined) throw new Error('There is no position item.');
    const { place } = placed;
    const key = place.key(road.trip.teamId, road.trip.id);
    await transact(later(0).context, [
      update(key, { remove: place.namesOf(['hoursDue']) }, {}, () => new Error('There is no position item.')),
    ]);
    await drive(road, 0, 29);
    expect(await dueOf(road)).toBeLessThan(0);
    await drive(road, 30, 39);
    expect(await dueOf(road)).toBe(99);
  });
});

const at = (road: PhoneRoad, minute: number) =>
  v.parse(v.object({ lat: v.number(), lng: v.number() }), pingAt(road, minute));

import { operation as correctOwnHours } from '../../functions/drivers/correct-own-hours';
import { operation as getOwnHours } from '../../functions/drivers/get-own-hours';
import { operation as syncFacts } from '../../functions/drivers/sync-facts';
import { operation as updateTripStatus } from '../../functions/trips/update-trip-status';
import type { Change } from '../../shared/platform/table/expression';
import { update } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { teamKey } from '../../shared/teams/team';
import { accounts } from '../support/accounts';
import { factId } from '../support/phone';
import { quickTable } from '../support/quick-table';
import { openRoad } from '../support/road';

const table = quickTable();
const world = accounts(table);
const MINUTE_MS = 60_000;

/** A trip of ten minutes of a team whose record another release left. */
async function openOddRoad(change: Change) {
  const road = await openRoad(world);
  const { office, cabs } = road;
  office.testContext.pass(10 * MINUTE_MS);
  await road.send(cabs[0], [0, 1, 2]);
  const step = update(teamKey(office.teamId), change, {}, () => new Error('The team does not exist.'));
  await transact(office.testContext.context, [step]);
  return road;
}

describe.each([
  ['with a time zone that the runtime does not know', { set: { timeZone: 'America/Anahuac' } }],
  ['without a time zone', { remove: ['timeZone'] }],
])('road 6: a team %s', (_, change) => {
  test('road 6: has trips that the driver’s phone ends, and reads and corrects the working time', async () => {
    const { cabs, path, at } = await openOddRoad(change);
    const item = { id: factId(Date.parse(at(5))), kind: 'TRIP_END', recordedAt: at(5), ...path };
    const answer = await cabs[0].send(syncFacts, { body: { sentAt: at(10), items: [item] } });
    expect([answer.status, answer.body.results]).toEqual([200, [{ id: item.id, result: 'APPLIED' }]]);
    const log = await cabs[0].send(getOwnHours, {});
    expect([log.status, log.body.timeZone]).toEqual([200, 'America/Mexico_City']);
    const body = { from: at(1), to: at(2), state: 'PAUSA', reason: 'Comida' };
    expect((await cabs[0].send(correctOwnHours, { body })).status).toBe(201);
  });
});

test('road 6: the office ends a trip of a team with a time zone that the runtime does not know', async () => {
  const { office, path } = await openOddRoad({ set: { timeZone: 'America/Anahuac' } });
  expect((await office.send(updateTripStatus, { path, body: { status: 'COMPLETADO' } })).status).toBe(200);
});

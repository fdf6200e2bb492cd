import { operation as getOwnTripTrack } from '../../functions/drivers/get-own-trip-track';
import { operation as changeRoadPolicy } from '../../functions/teams/change-road-policy';
import { operation as getRoadPolicy } from '../../functions/teams/get-road-policy';
import { operation as getTripLocation } from '../../functions/trips/get-trip-location';
import { operation as getTripTrack } from '../../functions/trips/get-trip-track';
import { operation as updateTripStatus } from '../../functions/trips/update-trip-status';
import { accounts, refusal, refused } from '../support/accounts';
import { openOffice } from '../support/office';
import { quickTable } from '../support/quick-table';
import { openRoad } from '../support/road';

const table = quickTable();
const world = accounts(table);
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const DEFAULTS = {
  ...{ proof: 'WARN', trackDays: 30, lateMinutes: 15, silentMinutes: 30, offRouteKm: 5 },
  ...{ pauseMinutes: 10, hours: 'WARN', expiredPapers: 'WARN', overlap: 'WARN', hoursDays: 365 },
};

describe('road 15: the road policy of a team', () => {
  test('road 15: has the defaults until an administrator changes it, and null gives them back', async () => {
    const office = await openOffice(world);
    expect((await office.send(getRoadPolicy)).body).toEqual(DEFAULTS);
    const admin = await office.hire('ADMIN');
    expect(await admin.send(changeRoadPolicy, { body: { trackDays: 7 } })).toMatchObject({
      status: 200,
      body: { ...DEFAULTS, trackDays: 7 },
    });
    expect((await admin.send(changeRoadPolicy, { body: {} })).body).toEqual({ ...DEFAULTS, trackDays: 7 });
    const member = await office.hire('MEMBER');
    expect((await member.send(getRoadPolicy)).body).toEqual({ ...DEFAULTS, trackDays: 7 });
    expect((await admin.send(changeRoadPolicy, { body: { trackDays: null } })).body).toEqual(DEFAULTS);
    expect((await office.send(getRoadPolicy)).body).toEqual(DEFAULTS);
    const entries = await table.partition(`TEAM#${office.teamId}#TEAM#${office.teamId}`);
    expect(entries.map(({ changes }) => changes)).toEqual([
      { roadPolicy: { trackDays: 7 } },
      { roadPolicy: { trackDays: 30 } },
    ]);
  });

  test('road 8: is changed by administrators alone, and is that of the own team', async () => {
    const office = await openOffice(world);
    const member = await office.hire('MEMBER');
    expect(refusal(await member.send(changeRoadPolicy, { body: { trackDays: 7 } }))).toEqual(refused('FORBIDDEN'));
    const other = await openOffice(world);
    await other.send(changeRoadPolicy, { body: { trackDays: 1 } });
    expect((await office.send(getRoadPolicy)).body).toEqual(DEFAULTS);
  });

  test.each([-1, 1441, 1.5, '7'])('road 8: lateMinutes %p is refused by its name', async (lateMinutes) => {
    const office = await openOffice(world);
    const answer = await office.send(changeRoadPolicy, { body: { lateMinutes } });
    expect([answer.status, answer.body]).toMatchObject([400, { error: 'VALIDATION_FAILED', field: 'lateMinutes' }]);
    expect((await office.send(changeRoadPolicy, { body: { lateMinutes: 40 } })).body).toEqual({
      ...DEFAULTS,
      lateMinutes: 40,
    });
  });

  test.each([-1, 366, 1.5, '7', true])('road 5: trackDays %p is refused by its name', async (trackDays) => {
    const office = await openOffice(world);
    const answer = await office.send(changeRoadPolicy, { body: { trackDays } });
    expect([answer.status, answer.body]).toMatchObject([400, { error: 'VALIDATION_FAILED', field: 'trackDays' }]);
    expect((await office.send(getRoadPolicy)).body).toEqual(DEFAULTS);
  });
});

test('road 8: proof is NONE, WARN or ENFORCE, and counts in the stops of a trip', async () => {
  const office = await openOffice(world);
  for (const proof of ['NONE', 'ENFORCE', 'WARN'])
    expect((await office.send(changeRoadPolicy, { body: { proof } })).body).toEqual({ ...DEFAULTS, proof });
  const wrong = await office.send(changeRoadPolicy, { body: { proof: 'enforce' } });
  expect(refusal(wrong)).toEqual(refused('VALIDATION_FAILED', 'proof'));
});

test.each([
  ['silentMinutes', [-1, 1_441, 1.5], [0, 1_440]],
  ['offRouteKm', [-1, 101, '5'], [0, 2.5, 100]],
  ['pauseMinutes', [0, 121, 1.5], [1, 120]],
  ['hoursDays', [30, 1_826, 1.5], [31, 1_825]],
  ['hours', ['ENFORCE', true], ['OFF', 'WARN', 'REFUSE']],
  ['expiredPapers', ['ALLOW', true], ['REFUSE', 'WARN']],
  ['overlap', ['ENFORCE', true], ['ALLOW', 'REFUSE', 'WARN']],
] as const)('road 8: %s is not %j, and can be %j', async (field, wrong, right) => {
  const office = await openOffice(world);
  for (const value of wrong) {
    const answer = await office.send(changeRoadPolicy, { body: { [field]: value } });
    expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', field));
  }
  expect((await office.send(getRoadPolicy)).body).toEqual(DEFAULTS);
  for (const value of right) {
    const { status, body } = await office.send(changeRoadPolicy, { body: { [field]: value } });
    expect([status, body]).toEqual([200, { ...DEFAULTS, [field]: value }]);
  }
});

const timesOf = ({ body }: { body: Record<string, unknown> }) => (body.properties as { times: string[] }).times;

describe('road 5: trackDays', () => {
  test('road 5: decides for how many days points are shown and kept', async () => {
    const { office, path, send, cabs, at } = await openRoad(world);
    await office.send(changeRoadPolicy, { body: { trackDays: 2 } });
    office.testContext.pass(40 * MINUTE_MS);
    await send(
      cabs[0],
      Array.from({ length: 40 }, (_, minute) => minute),
    );
    const segments = (await table.partition(`TEAM#${office.teamId}#TRIP#${path.tripId}`)).filter(({ sk }) =>
      String(sk).startsWith('TRACK#'),
    );
    expect(segments.map(({ expires }) => expires)).toEqual([Date.parse(at(39)) / 1000 + 2 * 24 * 60 * 60]);
    office.testContext.pass(2 * DAY_MS - 30 * MINUTE_MS);
    const shown = timesOf(await office.send(getTripTrack, { path }));
    expect([shown.length, shown[0]]).toEqual([30, at(10)]);
    expect(timesOf(await cabs[0].send(getOwnTripTrack, { path }))).toEqual(shown);
    await office.send(changeRoadPolicy, { body: { trackDays: 1 } });
    expect(timesOf(await office.send(getTripTrack, { path }))).toEqual([]);
  });

  test('road 5: of 0 stores the last position alone, in few and in many positions, late ones and at the end', async () => {
    const { office, path, send, cabs, at } = await openRoad(world);
    await office.send(changeRoadPolicy, { body: { trackDays: 0 } });
    office.testContext.pass(60 * MINUTE_MS);
    for (const minutes of [[5, 6], Array.from({ length: 40 }, (_, minute) => minute + 10), [7, 8]]) {
      const { body } = await send(cabs[0], minutes);
      expect((body.results as { result: string }[]).map(({ result }) => result)).toEqual(minutes.map(() => 'APPLIED'));
    }
    expect((await office.send(getTripLocation, { path })).body).toMatchObject({
      lat: 25.68661 + 0.49,
      timestamp: at(49),
    });
    await office.send(updateTripStatus, { path, body: { status: 'COMPLETADO' } });
    const rows = await table.partition(`TEAM#${office.teamId}#TRIP#${path.tripId}`);
    expect(rows.filter(({ sk }) => String(sk).startsWith('TRACK#'))).toEqual([]);
    await office.send(changeRoadPolicy, { body: { trackDays: 30 } });
    expect(timesOf(await office.send(getTripTrack, { path }))).toEqual([]);
  });

  test('road 15: a change counts for phones within a minute', async () => {
    const { office, path, send, cabs, at } = await openRoad(world);
    office.testContext.pass(10 * MINUTE_MS);
    await send(cabs[0], [1, 2]);
    await office.send(changeRoadPolicy, { body: { trackDays: 0 } });
    office.testContext.pass(MINUTE_MS);
    await send(cabs[0], [3]);
    await office.send(changeRoadPolicy, { body: { trackDays: 30 } });
    expect(timesOf(await office.send(getTripTrack, { path }))).toEqual([at(1), at(2)]);
  });
});

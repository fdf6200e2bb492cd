import { operation as listAlerts } from '../../functions/alerts/list-alerts';
import { operation as changeRoadPolicy } from '../../functions/teams/change-road-policy';
import { operation as correctTripStop } from '../../functions/trips/correct-trip-stop';
import { operation as getTripStops } from '../../functions/trips/get-trip-stops';
import { operation as updateOwnTripStatus } from '../../functions/trips/update-own-trip-status';
import { accounts, refusal, refused } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { recordsOf } from '../support/office';
import { openProofOffice } from '../support/proof-road';
import { quickTable } from '../support/quick-table';

const table = quickTable();
const world = accounts(table);

const file = (kind: string) => ({ fileId: someId(), sha256: 'ab'.repeat(32), kind });

async function open(proof: 'NONE' | 'WARN' | 'ENFORCE') {
  const road = await openProofOffice(world);
  expect((await road.office.send(changeRoadPolicy, { body: { proof } })).status).toBe(200);
  // A function believes a policy for a minute.
  road.office.testContext.pass(60_001);
  const end = (lang = 'es') =>
    road.cab.send(updateOwnTripStatus, {
      path: road.path,
      body: { status: 'COMPLETADO' },
      headers: { 'accept-language': lang },
    });
  const alerts = async () => {
    const found = recordsOf(await road.office.send(listAlerts), 'alerts');
    return found.filter(({ type }) => type === 'TRIP_ENDED_WITHOUT_PROOF').map(({ status }) => status);
  };
  return { ...road, end, alerts };
}

describe('road 8: the policy of proof over HTTP', () => {
  test('ruling 8: ENFORCE lets no driver end the trip by one call or the other, until the proof is reported', async () => {
    const { item, sync, end, stopIds, alerts } = await open('ENFORCE');
    const [stopId] = stopIds;
    expect(await sync(item('TRIP_END'))).toEqual(['PROOF_MISSING']);
    const refusedEnd = await end();
    expect(refusal(refusedEnd)).toEqual(refused('TRIP_NOT_READY'));
    expect(refusedEnd.body.message).toBe(
      'Falta la prueba de entrega: Apodaca. Envíela, u omita la parada con un motivo; después termine el viaje.',
    );
    const receiver = { stopId, receiverName: 'Rosa Vela' };
    const half = item('PROOF', { ...receiver, files: [file('PHOTO')] });
    expect(await sync(half, item('TRIP_END'))).toEqual(['APPLIED', 'PROOF_MISSING']);
    expect(await sync(item('PROOF', { ...receiver, files: [file('SIGNATURE')] }))).toEqual(['APPLIED']);
    expect([(await end()).status, await alerts()]).toEqual([200, []]);
  });

  test('road 4: WARN ends the trip with an alert, which the late proof resolves', async () => {
    const { item, sync, end, stopIds, alerts } = await open('WARN');
    expect([(await end()).status, await alerts()]).toEqual([200, ['OPEN']]);
    const files = [file('PHOTO'), file('SIGNATURE')];
    expect(await sync(item('PROOF', { stopId: stopIds[0], receiverName: 'Rosa Vela', files }))).toEqual(['APPLIED']);
    expect(await alerts()).toEqual(['RESOLVED']);
  });

  test('road 2: the stops show the status by the policy, also in the answer to a correction that is withdrawn', async () => {
    const { office, item, sync, stopIds, path } = await open('ENFORCE');
    const stopPath = { ...path, stopId: String(stopIds[0]) };
    await sync(item('STOP_DEPARTED', { stopId: stopIds[0] }));
    const [shown] = recordsOf(await office.send(getTripStops, { path }), 'stops');
    expect(shown).toMatchObject({ status: 'LLEGO', missing: ['PHOTO', 'SIGNATURE'] });
    const correct = (status: 'SALIO' | null) =>
      office.send(correctTripStop, { path: stopPath, body: { status, reason: 'Lo vi' } });
    expect((await correct('SALIO')).body).toMatchObject({ status: 'SALIO' });
    expect((await correct(null)).body).toMatchObject({ status: 'LLEGO' });
  });
});

test('ruling 15: a stricter policy changes no fact that was accepted before: the ended trip stays ended, and its items are duplicates', async () => {
  const { office, item, sync, stopIds, path, alerts, cab } = await open('NONE');
  const [stopId] = stopIds;
  const accepted = [
    ...[item('STOP_ARRIVED', { stopId, source: 'DRIVER' }), item('STOP_DEPARTED', { stopId })],
    ...[item('NOTE', { text: 'a' }), item('PING', { lat: 25, lng: -100 }), item('TRIP_END')],
  ];
  expect(await sync(...accepted)).toEqual(accepted.map(() => 'APPLIED'));
  const stored = async () => [
    await table.partition(`TEAM#${office.teamId}#TRIP#${path.tripId}`),
    await table.partition(`TEAM#${office.teamId}#DRIVER#${cab.id}`),
  ];
  const before = await stored();
  const strict = { proof: 'ENFORCE', trackDays: 1, hours: 'REFUSE', expiredPapers: 'REFUSE', overlap: 'REFUSE' };
  expect((await office.send(changeRoadPolicy, { body: strict })).status).toBe(200);
  office.testContext.pass(60_001);
  const facts = accepted.filter(({ kind }) => kind !== 'PING');
  expect(await sync(...facts)).toEqual(facts.map(() => 'DUPLICATE'));
  expect([await stored(), await alerts()]).toEqual([before, []]);
});

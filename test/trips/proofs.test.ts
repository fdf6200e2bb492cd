import { getItem } from '../../shared/platform/table/read';
import { editStops } from '../../shared/trips/edit-stops';
import { readStops } from '../../shared/trips/read-stops';
import { relayTrip } from '../../shared/trips/relay-trip';
import { type StopRegisters, stopKey } from '../../shared/trips/stop';
import { tripKey } from '../../shared/trips/trip';
import { START, someId } from '../support/engine-runtime';
import { connectionReset } from '../support/faults';
import {
  arrival,
  departure,
  factId,
  openPhoneRoad,
  type PhoneRoad,
  proof,
  resultsOf,
  stateOf,
  sync,
} from '../support/phone';
import { quickTable } from '../support/quick-table';
import { seeded } from '../support/seeded';
import { insertDriver, insertFleet, insertTrip, moveAsOwner } from '../support/store-fleet';

const { randomInt, shuffled } = seeded();

const table = quickTable();
const MINUTE_MS = 60_000;

/** The first stop requires a photo and a signature. */
async function openProofRoad(): Promise<PhoneRoad> {
  const road = await openPhoneRoad(table.testContext());
  const [first, second] = road.stopIds;
  const stops = [
    { id: first, order: 1, name: 'Apodaca', radiusM: 200, requires: ['PHOTO', 'SIGNATURE'] as const },
    { id: second, order: 2, name: 'Vallejo', radiusM: 200 },
  ].map(({ requires, ...stop }) => ({ ...stop, ...(requires && { requires: [...requires] }) }));
  const trip = { ...road.trip, stopsRevision: 1 };
  await table.testContext().use(editStops)(road.fleet.actor, trip, { stopsRevision: 1, stops });
  return road;
}

const file = (kind: 'PHOTO' | 'SIGNATURE' | 'DOCUMENT', digit = 'a') => ({
  fileId: someId(),
  sha256: digit.repeat(64),
  kind,
});
const send = (road: PhoneRoad, ...items: object[]) => resultsOf(table.testContext(), road.fleet, items);
const registersOf = ({ trip, stopIds }: PhoneRoad, stopId: string = stopIds[0]) =>
  getItem(table.testContext().context, stopKey(trip.teamId, trip.id, stopId));
async function shownStops({ trip }: PhoneRoad) {
  const stored = await getItem(table.testContext().context, tripKey(trip.teamId, trip.id));
  if (stored === undefined) throw new Error('The trip does not exist.');
  return table.testContext().use(readStops)(stored);
}

describe('road 3: a proof of delivery', () => {
  test('road 3: is in the timeline with receiver and files, and its stop names it', async () => {
    const road = await openProofRoad();
    const fields = {
      ...{ receiverName: ' Rosa Vela ', receiverRole: 'Almacén', text: 'Dos cajas mojadas', lat: 25.5, lng: -100.5 },
      files: [file('PHOTO', 'A')],
    };
    const sent = proof(road, 0, undefined, fields);
    expect(await send(road, sent)).toEqual(['APPLIED']);
    const { facts } = await stateOf(table.testContext(), road);
    expect(facts).toMatchObject([
      {
        ...{ id: sent.id, event: 'PROOF', stopId: road.stopIds[0], receiverName: 'Rosa Vela', receiverRole: 'Almacén' },
        ...{ text: 'Dos cajas mojadas', lat: 25.5, lng: -100.5, at: sent.recordedAt },
        files: [{ ...fields.files[0], sha256: 'a'.repeat(64) }],
      },
    ]);
    const { stops, proofs } = await shownStops(road);
    expect([stops[0]?.proofs, stops[1]?.proofs, proofs]).toEqual([[sent.id], undefined, undefined]);
  });

  test('road 3: without a stop is one of the trip, and of no stop', async () => {
    const road = await openProofRoad();
    const sent = [proof(road, undefined), proof(road, undefined)];
    expect(await send(road, ...sent.toReversed())).toEqual(['APPLIED', 'APPLIED']);
    const { stops, proofs } = await shownStops(road);
    expect(proofs).toEqual(sent.map(({ id }) => id));
    expect(stops.map((stop) => stop.proofs)).toEqual([undefined, undefined]);
  });

  test('road 2: meets a requirement when the phone reports the file, from several proofs together', async () => {
    const road = await openProofRoad();
    const missing = async () => (await shownStops(road)).stops[0];
    await send(road, arrival(road, 0));
    expect(await missing()).toMatchObject({ status: 'LLEGO', missing: ['PHOTO', 'SIGNATURE'] });
    await send(road, proof(road, 0, undefined, { files: [file('SIGNATURE'), file('SIGNATURE')] }));
    expect((await missing())?.missing).toEqual(['PHOTO']);
    await send(road, proof(road, 0, undefined, { files: [file('DOCUMENT')] }));
    expect((await missing())?.missing).toEqual(['PHOTO']);
    await send(
      road,
      proof(road, undefined, undefined, { files: [file('PHOTO')] }),
      proof(road, 1, undefined, { files: [file('PHOTO')] }),
    );
    expect((await missing())?.missing).toEqual(['PHOTO']);
    await send(road, proof(road, 0, undefined, { files: [file('PHOTO')] }));
    expect((await missing())?.missing).toEqual([]);
  });

  test('road 2: alone does not say that the driver arrived', async () => {
    const road = await openProofRoad();
    await send(road, proof(road, 0));
    expect((await shownStops(road)).stops[0]).toMatchObject({ status: 'PENDIENTE' });
  });

  test('ruling 9: counts after the end of the trip, and also of a trip that was cancelled on the way', async () => {
    for (const to of ['COMPLETADO', 'CANCELADO'] as const) {
      const road = await openProofRoad();
      const stored = await getItem(table.testContext().context, tripKey(road.trip.teamId, road.trip.id));
      await moveAsOwner(table.testContext(), road.fleet, stored ?? road.trip, to);
      const sent = proof(road, 0, undefined, { files: [file('PHOTO')] });
      expect(await send(road, sent)).toEqual(['APPLIED']);
      expect((await registersOf(road))?.proofs).toEqual([{ id: sent.id, meets: ['PHOTO'] }]);
    }
  });

  test('ruling 8: waits while the trip has not begun', async () => {
    const fleet = await insertFleet(table.testContext());
    const trip = await insertTrip(table.testContext(), fleet);
    const road: PhoneRoad = { fleet, trip, stopIds: [someId(), someId()] };
    expect(await send(road, proof(road, undefined))).toEqual(['WAITING TRIP_NOT_STARTED']);
  });

  test('ruling 4: of a former driver counts by its time, and of a stranger not at all', async () => {
    const road = await openProofRoad();
    const { teamId } = road.trip;
    const account = { sub: someId(), appAccessStatus: 'ACTIVE', everActive: true } as const;
    const taker = await insertDriver(table.testContext(), { teamId, ...account });
    const later = (minutes: number) => {
      const testContext = table.testContext();
      testContext.pass(minutes * MINUTE_MS);
      return testContext;
    };
    const stored = await getItem(table.testContext().context, tripKey(teamId, road.trip.id));
    await later(10).use(relayTrip)(road.fleet.actor, stored ?? road.trip, { driverId: taker.id }, undefined);
    const at = (minutes: number) => proof(road, 0, factId(START + minutes * MINUTE_MS));
    expect(await resultsOf(later(20), road.fleet, [at(5), at(13)])).toEqual(['APPLIED', 'REFUSED NOT_YOUR_TRIP']);
    const stranger = await insertFleet(table.testContext());
    expect(await resultsOf(later(20), stranger, [at(5)])).toEqual(['REFUSED NOT_FOUND']);
  });

  test('road 4: an edit keeps a stop that has a proof alone', async () => {
    const road = await openProofRoad();
    await send(road, proof(road, 0));
    const stored = await getItem(table.testContext().context, tripKey(road.trip.teamId, road.trip.id));
    const edit = { stopsRevision: 2, stops: [] };
    const after = await table.testContext().use(editStops)(road.fleet.actor, stored ?? road.trip, edit);
    expect(after.stops.map(({ id, status }) => [id, status])).toEqual([[road.stopIds[0], 'QUITADA']]);
  });
});

describe('ruling 5 and 6: the proofs of a stop are a set', () => {
  test('ruling 5: order, repetition and batches have no effect', async () => {
    for (let round = 0; round < 15; round += 1) {
      const road = await openProofRoad();
      const items = [
        ...[proof(road, 0, undefined, { files: [file('PHOTO')] }), proof(road, undefined), arrival(road, 0)],
        ...[proof(road, 0, undefined, { files: [file('SIGNATURE')] }), proof(road, 0), departure(road, 0)],
      ];
      const sent = shuffled([...items, ...items, ...items]);
      while (sent.length > 0) await sync(table.testContext(), road.fleet, sent.splice(0, randomInt(1, 7)));
      const { stops, proofs } = await shownStops(road);
      expect(stops[0]?.proofs).toEqual([items[0]?.id, items[3]?.id, items[4]?.id]);
      expect([stops[0]?.status, proofs]).toEqual(['SALIO', [items[1]?.id]]);
      expect((await registersOf(road))?.proofCount).toBe(3);
    }
  });

  test('ruling 6: a proof that was written and not merged is merged by its repetition', async () => {
    const road = await openProofRoad();
    const sent = proof(road, 0, undefined, { files: [file('PHOTO')] });
    const faults = [{ action: 'UpdateItem', skip: 1, before: connectionReset }];
    await expect(sync(table.testContext({ faults }), road.fleet, [sent])).rejects.toThrow('ECONNRESET');
    expect(await registersOf(road)).toBeUndefined();
    expect(await send(road, sent)).toEqual(['DUPLICATE']);
    expect((await registersOf(road))?.proofs).toEqual([{ id: sent.id, meets: ['PHOTO'] }]);
  });

  test('ruling 6: a merge whose answer was lost is not counted twice', async () => {
    const road = await openProofRoad();
    const sent = proof(road, 0);
    const faults = [{ action: 'UpdateItem', skip: 1, after: connectionReset }];
    await expect(sync(table.testContext({ faults }), road.fleet, [sent])).rejects.toThrow('ECONNRESET');
    expect(await send(road, sent, sent)).toEqual(['DUPLICATE', 'DUPLICATE']);
    expect(await registersOf(road)).toMatchObject({ proofs: [{ id: sent.id }], proofCount: 1 });
  });

  test.each<[string, object]>([
    ['another receiver', { receiverName: 'Luis Mora' }],
    ['another file', { files: [file('PHOTO', 'b')] }],
    ['no stop', { stopId: undefined }],
    ['a text', { text: 'x' }],
  ])('ruling 6: an identifier with %s is ID_REUSED, and the first stays', async (_, fields) => {
    const road = await openProofRoad();
    const sent = proof(road, 0);
    await send(road, sent);
    const before = [await stateOf(table.testContext(), road), await shownStops(road)];
    expect(await send(road, { ...sent, ...fields })).toEqual(['REFUSED ID_REUSED']);
    expect([await stateOf(table.testContext(), road), await shownStops(road)]).toEqual(before);
  });

  test('ruling 5: four batches at once keep each proof once', async () => {
    const road = await openProofRoad();
    const items = Array.from({ length: 6 }, () => proof(road, 0));
    await Promise.all([items, items, items.toReversed(), items].map((batch) => send(road, ...batch)));
    const stored = await registersOf(road);
    expect(stored?.proofs?.map(({ id }) => id).toSorted()).toEqual(items.map(({ id }) => id));
    expect(stored?.proofCount).toBe(6);
  });

  test('road 8: beyond twenty a proof is refused for good, the others stay, and it is in the timeline', async () => {
    const road = await openProofRoad();
    const items = Array.from({ length: 21 }, () => proof(road, 0));
    const results = await send(road, ...items);
    expect(results).toEqual([...Array(20).fill('APPLIED'), 'REFUSED TOO_MANY_PROOFS']);
    expect(await send(road, ...items)).toEqual([...Array(20).fill('DUPLICATE'), 'REFUSED TOO_MANY_PROOFS']);
    const stored: StopRegisters | undefined = await registersOf(road);
    expect([stored?.proofs?.length, stored?.proofCount]).toEqual([20, 20]);
    expect((await stateOf(table.testContext(), road)).facts).toHaveLength(21);
    expect(await send(road, arrival(road, 0), proof(road, 1))).toEqual(['APPLIED', 'APPLIED']);
  });
});

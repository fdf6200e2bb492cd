import { editItem } from '../../../shared/audit/edit-record';
import { vehicleKey } from '../../../shared/fleet/vehicle';
import { getItem } from '../../../shared/platform/table/read';
import { tripIndexes, tripKey } from '../../../shared/trips/trip';
import { quickTable } from '../../support/quick-table';
import { insertFleet, insertTrip } from '../../support/store-fleet';

const table = quickTable();

/** Edits a vehicle with a brand and notes. Returns the record and its audit entry. */
async function edited(changes: { readonly notes?: string | null; readonly brand?: string | null }) {
  const { actor, vehicle } = await insertFleet(table.testContext());
  const { context } = table.testContext();
  const key = vehicleKey(actor.teamId, vehicle.id);
  const about = { key, entityType: 'VEHICLE', entityId: vehicle.id } as const;
  const before = await editItem(context, actor, {
    ...about,
    record: vehicle,
    changes: { notes: 'Llanta nueva', brand: 'Volvo' },
  });
  const answered = await editItem(context, actor, { ...about, record: before, changes });
  const [, event] = await table.partition(`TEAM#${actor.teamId}#VEHICLE#${vehicle.id}`, 'EVENT#');
  return { before, answered, stored: await getItem(context, key), event };
}

describe('an edit of a record', () => {
  test('keeps what it does not name, in the record and in the answer', async () => {
    const { before, answered, stored } = await edited({ brand: 'Scania' });
    expect([answered, stored]).toEqual(Array(2).fill({ ...before, brand: 'Scania', version: before.version + 1 }));
    expect(Object.keys(answered)).toEqual(Object.keys(before));
  });

  test('desk 1.1: takes away what null clears', async () => {
    const { before, answered, stored, event } = await edited({ notes: null, brand: null });
    const { notes: _, brand: __, ...kept } = before;
    expect([answered, stored]).toEqual(Array(2).fill({ ...kept, version: before.version + 1 }));
    expect(Object.keys(stored ?? {})).not.toContain('notes');
    expect(event).toMatchObject({ changes: { fields: ['notes', 'brand'] } });
  });

  test('desk 1.1: of a field that is empty already, to null, is no call', async () => {
    const { actor, vehicle } = await insertFleet(table.testContext());
    const testContext = table.testContext();
    const key = vehicleKey(actor.teamId, vehicle.id);
    const edit = { key, entityType: 'VEHICLE', entityId: vehicle.id, record: vehicle } as const;
    expect(await editItem(testContext.context, actor, { ...edit, changes: { brand: null } })).toEqual(vehicle);
    expect(testContext.calls).toEqual([]);
  });

  test('leaves an index whose key it no longer has', async () => {
    const { actor, driver, vehicle } = await insertFleet(table.testContext());
    const trip = await insertTrip(table.testContext(), { actor, driver, vehicle });
    const { gsi1sk } = tripIndexes(trip);
    const key = tripKey(trip.teamId, trip.id);
    const at = { pk: key.pk, sk: key.sk };
    const itemOf = async () => (await table.everything()).find(({ pk, sk }) => pk === at.pk && sk === at.sk);
    expect(await itemOf()).toMatchObject(tripIndexes(trip));
    await editItem(table.testContext().context, actor, {
      key,
      entityType: 'TRIP',
      entityId: trip.id,
      record: trip,
      changes: { notes: 'x' },
      indexes: { gsi1sk, gsi2pk: undefined, gsi2sk: undefined },
    });
    const item = await itemOf();
    expect(item).toMatchObject({ notes: 'x', gsi1sk });
    expect(Object.keys(item ?? {})).not.toEqual(expect.arrayContaining(['gsi2pk']));
  });

  test('of a record that went away meanwhile is NOT_FOUND, unless it says otherwise', async () => {
    const { actor, vehicle } = await insertFleet(table.testContext());
    const gone = { ...vehicle, id: '0198a000-0000-7000-8000-000000000001' };
    const key = vehicleKey(actor.teamId, gone.id);
    const edit = { key, entityType: 'VEHICLE', entityId: gone.id, record: gone, changes: { notes: 'x' } } as const;
    const { context } = table.testContext();
    await expect(editItem(context, actor, edit)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const meant = new Error('meant');
    await expect(editItem(context, actor, { ...edit, refused: () => meant })).rejects.toBe(meant);
    expect(await getItem(context, key)).toBeUndefined();
  });
});

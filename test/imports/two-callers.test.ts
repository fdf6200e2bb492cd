import { operation as listDrivers } from '../../functions/drivers/list-drivers';
import { operation as updateDriver } from '../../functions/drivers/update-driver';
import { operation as listTrips } from '../../functions/trips/list-trips';
import { EXTERNAL_KINDS, type ExternalKind } from '../support/external-kinds';
import { type Fault, faultyOutbound } from '../support/faults';
import { imported, importOffices, resultOf, runDue, start, uploadCsv } from '../support/import-desk';
import { type Office, recordsOf } from '../support/office';

const { open } = importOffices();

/** Runs an import. `meanwhile` happens when its rows are read and none is written. */
async function importedWith(office: Office, kind: string, file: string, meanwhile: Fault['meanwhile']) {
  const { key } = await uploadCsv(office, file);
  const { status, body } = await start(office, { kind, key, dryRun: false });
  expect([status, body.error]).toEqual([201, undefined]);
  const outbound = faultyOutbound([{ action: 'TransactWriteItems', times: 1, ...(meanwhile && { meanwhile }) }]);
  await runDue(office.testContext, { outbound });
  return resultOf(office, String(body.id));
}

interface Case {
  readonly of: ExternalKind | undefined;
  /** The record that another request creates. */
  readonly body: Readonly<Record<string, string | number>>;
  /** A field of the row that differs from it. */
  readonly changed: Readonly<Record<string, string | number>>;
}

const CASES: Readonly<Record<string, Case>> = {
  clients: { of: EXTERNAL_KINDS.client, body: { name: 'Uno', phone: '81' }, changed: { name: 'Dos' } },
  drivers: { of: EXTERNAL_KINDS.driver, body: { name: 'Uno', phone: '81' }, changed: { name: 'Dos' } },
  vehicles: { of: EXTERNAL_KINDS.vehicle, body: { plate: 'AB-1', brand: 'Uno' }, changed: { brand: 'Dos' } },
  boxes: { of: EXTERNAL_KINDS.box, body: { economicNumber: 'C-1', dailyRate: 850 }, changed: { dailyRate: 900 } },
  'route-points': {
    of: EXTERNAL_KINDS['route point'],
    body: { name: 'Patio', address: 'Apodaca', lat: 25.7, lng: -100.2 },
    changed: { name: 'Otro' },
  },
  trips: {
    of: EXTERNAL_KINDS.trip,
    body: { startDate: '2026-04-01T06:00:00.000Z', revenue: 10 },
    changed: { revenue: 20 },
  },
};

const fileOf = (row: Readonly<Record<string, string | number>>): string =>
  `externalId,${Object.keys(row).join(',')}\nA,${Object.values(row).join(',')}\n`;

function kindOf(one: Case | undefined): ExternalKind {
  const of = one?.of;
  if (of === undefined) throw new Error('A case has no kind.');
  return of;
}

describe('integrations 8: an import beside other callers', () => {
  it.each(
    Object.entries(CASES).flatMap(([kind, one]) => [
      [kind, 'UNCHANGED', one, one.body] as const,
      [kind, 'UPDATED', one, { ...one.body, ...one.changed }] as const,
    ]),
  )('leaves one record of %s that a request creates after the rows were read: %s', async (kind, result, one, row) => {
    const office = await open();
    const { create, list, plural } = kindOf(one);
    const { body, rows } = await importedWith(office, kind, fileOf(row), async () => {
      const created = await office.send(create, { body: { ...one.body, externalId: 'A' } });
      expect([created.status, created.body.error]).toEqual([201, undefined]);
    });
    const records = recordsOf(await office.send(list), plural);
    expect([body.errors, rows.map((of) => [of.result, of.id])]).toEqual([[], [[result, records[0]?.id]]]);
    expect(records).toEqual([expect.objectContaining({ externalId: 'A', ...row })]);
  });

  it.each(Object.entries(CASES))('leaves one record of %s when two runs of the import overlap', async (kind, one) => {
    const office = await open();
    const { list, plural } = kindOf(one);
    // The lease of the first run ends while it waits for its first write.
    const { body } = await importedWith(office, kind, fileOf(one.body), async () => {
      office.testContext.pass(2 * 60_000);
      await runDue(office.testContext);
    });
    expect(body).toMatchObject({ status: 'DONE', done: 1, created: 1, failed: 0 });
    expect(recordsOf(await office.send(list), plural)).toHaveLength(1);
  });

  it('refuses the row with a name that another key took after the rows were read', async () => {
    const office = await open();
    const { create, list, plural } = kindOf(CASES.vehicles);
    const { body } = await importedWith(office, 'vehicles', fileOf({ plate: 'AB-1' }), () =>
      office.send(create, { body: { plate: 'ab 1', externalId: 'B' } }),
    );
    expect(body).toMatchObject({ created: 0, failed: 1, errors: [{ row: 2, errors: [{ field: 'plate' }] }] });
    expect(recordsOf(await office.send(list), plural)).toHaveLength(1);
  });

  it('gives no trip to a driver who becomes BAJA after the rows were read', async () => {
    const office = await open();
    await imported(office, 'drivers', 'externalId,name\nD,Ramón\n');
    const [driver] = recordsOf(await office.send(listDrivers), 'drivers');
    const file = (key: string) => `externalId,startDate,driverExternalId\n${key},2026-04-01T06:00:00Z,D\n`;
    expect((await imported(office, 'trips', file('T-1'))).body).toMatchObject({ created: 1, failed: 0 });
    const { body } = await importedWith(office, 'trips', file('T-2'), async () => {
      const path = { driverId: String(driver?.id) };
      expect((await office.send(updateDriver, { path, body: { status: 'BAJA' } })).status).toBe(200);
    });
    expect(body).toMatchObject({ created: 0, failed: 1, errors: [{ row: 2, errors: [{ field: 'driverId' }] }] });
    expect(recordsOf(await office.send(listTrips), 'trips').map(({ externalId }) => externalId)).toEqual(['T-1']);
  });
});

import { operation as listDrivers } from '../../functions/drivers/list-drivers';
import { operation as updateDriver } from '../../functions/drivers/update-driver';
import { operation as listVehicles } from '../../functions/vehicles/list-vehicles';
import { operation as updateVehicleStatus } from '../../functions/vehicles/update-vehicle-status';
import { driverKey } from '../../shared/fleet/driver';
import { update } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { tripKey } from '../../shared/trips/trip';
import { imported, importOffices } from '../support/import-desk';
import { recordsOf } from '../support/office';

const { open } = importOffices();
const resultsOf = ({ rows }: Awaited<ReturnType<typeof imported>>) =>
  rows.map(({ result }) => result?.replace(/^WOULD_/, '').replace(/D$/, ''));

describe('integrations 5: a dry run says what a real run does', () => {
  it('of a plate that stands twice in the file, also when the first row is refused', async () => {
    const office = await open();
    const file = 'externalId,plate,year\r\nV-1,A1,mil\r\nV-2,a-1,2020\r\nV-3,B1,2020\r\n';
    const dry = resultsOf(await imported(office, 'vehicles', file, true));
    const real = resultsOf(await imported(office, 'vehicles', file));
    expect(real).toEqual(dry);
    expect(recordsOf(await office.send(listVehicles), 'vehicles').map(({ externalId }) => externalId)).toEqual(['V-3']);
  });

  it('of a trip whose driver or vehicle is BAJA, and of keys with blanks beside them', async () => {
    const office = await open();
    await imported(office, 'drivers', 'externalId,name\nD-1,Inés Mora\nD-2,Raúl Soto\n');
    const drivers = recordsOf(await office.send(listDrivers), 'drivers');
    const gone = drivers.find(({ externalId }) => externalId === 'D-1');
    const path = { driverId: String(gone?.id) };
    expect((await office.send(updateDriver, { path, body: { status: 'BAJA' } })).status).toBe(200);
    const trips = ['T-1,2026-04-01T06:00:00-06:00,D-1', '\u3000T-2\u2009,2026-04-02T06:00:00-06:00,"\u00a0D-2 \n"'];
    const file = `externalId,startDate,driverExternalId\n${trips.join('\n')}\n`;
    for (const dryRun of [true, false]) {
      const { body } = await imported(office, 'trips', file, dryRun);
      expect(body).toMatchObject(dryRun ? { wouldCreate: 1, failed: 1 } : { created: 1, failed: 1 });
      expect(body.errors).toMatchObject([{ row: 2, externalId: 'T-1', errors: [{ field: 'driverId' }] }]);
    }
  });

  it('integrations 5: of an id in capitals, with blanks beside it, and of a text that is no id', async () => {
    const office = await open();
    const { rows } = await imported(office, 'clients', 'externalId,name\nC-1,Aceros\n');
    const id = String(rows[0]?.id).toUpperCase();
    const trips = [`T-1,2026-04-01T06:00:00Z, ${id} `, 'T-2,2026-04-01T06:00:00Z,Aceros'];
    const file = `externalId,startDate,clientId\n${trips.join('\n')}\n`;
    for (const dryRun of [true, false]) {
      const { body } = await imported(office, 'trips', file, dryRun);
      expect(body).toMatchObject(dryRun ? { wouldCreate: 1, failed: 1 } : { created: 1, failed: 1 });
      const message = expect.stringContaining('UUID');
      expect(body.errors).toEqual([{ row: 3, externalId: 'T-2', errors: [{ field: 'clientId', message }] }]);
    }
  });

  it('integrations 5: of a plate with an invisible character, and of the plate of a vehicle that is BAJA', async () => {
    const office = await open();
    const first = await imported(office, 'vehicles', 'externalId,plate\nV-1,A1\nV-2,B2\n');
    const path = { vehicleId: String(first.rows[1]?.id) };
    expect((await office.send(updateVehicleStatus, { path, body: { status: 'BAJA' } })).status).toBe(200);
    const file = 'externalId,plate\nV-2,A1\nV-3,\u200bC3\nV-4,c-3\n';
    const dry = await imported(office, 'vehicles', file, true);
    const real = await imported(office, 'vehicles', file);
    expect(resultsOf(dry)).toEqual(['UPDATE', 'CREATE', 'FAILE']);
    expect(resultsOf(real)).toEqual(resultsOf(dry));
    expect(real.rows.map(({ errors }) => errors)).toEqual(dry.rows.map(({ errors }) => errors));
  });

  it('integrations 5: of a trip that would end before its stored start', async () => {
    const office = await open();
    await imported(office, 'trips', 'externalId,startDate\nT-1,2026-04-02T06:00:00-06:00\n');
    for (const dryRun of [true, false]) {
      const { body } = await imported(office, 'trips', 'externalId,endDate\nT-1,2026-04-01T06:00:00-06:00\n', dryRun);
      expect(body).toMatchObject({
        failed: 1,
        errors: [{ row: 2, externalId: 'T-1', errors: [{ field: 'endDate' }] }],
      });
    }
  });

  it.each(['driver', 'vehicle'])(
    'integrations 5: of another %s for a trip under way, and names the field',
    async (crew) => {
      const office = await open();
      const { context } = office.testContext;
      await imported(office, 'drivers', 'externalId,name\nC-1,Inés Mora\nC-2,Raúl Soto\n');
      await imported(office, 'vehicles', 'externalId,plate\nC-1,AA1\nC-2,AA2\n');
      const file = (key: string) => `externalId,startDate,${crew}ExternalId\nT-1,2026-04-02T06:00:00-06:00,${key}\n`;
      const { rows } = await imported(office, 'trips', file('C-1'));
      const key = tripKey(office.teamId, String(rows[0]?.id));
      await transact(context, [update(key, { set: { status: 'EN_PROCESO' } }, {}, () => new Error('changed'))]);
      for (const dryRun of [true, false]) {
        const { body } = await imported(office, 'trips', file('C-2'), dryRun);
        expect(body).toMatchObject({ failed: 1, errors: [{ row: 2, errors: [{ field: `${crew}Id` }] }] });
        expect((await imported(office, 'trips', file('C-1'), dryRun)).body).toMatchObject({ unchanged: 1, failed: 0 });
      }
    },
  );

  it('integrations 5: of a driver whose personal data was erased', async () => {
    const office = await open();
    const { context } = office.testContext;
    const { rows } = await imported(office, 'drivers', 'externalId,name\nD-1,Inés Mora\n');
    const key = driverKey(office.teamId, String(rows[0]?.id));
    const erasedAt = office.testContext.now().toISOString();
    await transact(context, [update(key, { set: { erasedAt } }, {}, () => new Error('changed'))]);
    for (const dryRun of [true, false])
      expect((await imported(office, 'drivers', 'externalId,name\nD-1,Otra\n', dryRun)).body).toMatchObject({
        failed: 1,
      });
  });
});

import { operation as listDrivers } from '../../functions/drivers/list-drivers';
import { operation as updateDriver } from '../../functions/drivers/update-driver';
import { operation as listVehicles } from '../../functions/vehicles/list-vehicles';
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
    const trips = ['T-1,2026-04-01T06:00:00-06:00,D-1', ' T-2 ,2026-04-02T06:00:00-06:00, D-2 '];
    const file = `externalId,startDate,driverExternalId\n${trips.join('\n')}\n`;
    for (const dryRun of [true, false]) {
      const { body } = await imported(office, 'trips', file, dryRun);
      expect(body).toMatchObject(dryRun ? { wouldCreate: 1, failed: 1 } : { created: 1, failed: 1 });
      expect(body.errors).toMatchObject([{ row: 2, externalId: 'T-1', errors: [{ field: 'driverId' }] }]);
    }
  });
});

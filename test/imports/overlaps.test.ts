import { imported, importOffices } from '../support/import-desk';
import { insertDriver, insertVehicle } from '../support/store-fleet';

const { open } = importOffices();

test('road 7: an import plans trips that overlap, and the rows of its results warn in both languages', async () => {
  const office = await open();
  const { teamId, testContext } = office;
  const driver = await insertDriver(testContext, { teamId });
  const vehicle = await insertVehicle(testContext, { teamId });
  const line = (key: string, hours: string) =>
    `${key},${driver.id},${vehicle.id},2026-03-05T${hours}:00:00Z,2026-03-05T20:00:00Z`;
  const header = 'externalId,driverId,vehicleId,startDate,endDate';
  const first = await imported(office, 'trips', [header, line('T-1', '06'), line('T-2', '12'), ''].join('\n'));
  expect(first.body).toMatchObject({ created: 2, failed: 0 });
  expect(first.rows.map(({ errors, warnings, avisos }) => [errors, warnings, avisos])).toEqual([
    ['', '', ''],
    [
      '',
      expect.stringMatching(/^driverId: The driver .* vehicleId: The vehicle /),
      expect.stringContaining('El vehículo tiene otro viaje'),
    ],
  ]);
  const second = await imported(office, 'trips', [header, line('T-1', '07'), line('T-2', '12'), ''].join('\n'));
  expect(second.rows.map(({ result, warnings }) => [result, warnings !== ''])).toEqual([
    ['UPDATED', true],
    ['UNCHANGED', false],
  ]);
});

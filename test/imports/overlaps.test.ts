import { operation as changeRoadPolicy } from '../../functions/teams/change-road-policy';
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
      expect.stringContaining('La unidad tiene otro viaje'),
    ],
  ]);
  const second = await imported(office, 'trips', [header, line('T-1', '07'), line('T-2', '12'), ''].join('\n'));
  expect(second.rows.map(({ result, warnings }) => [result, warnings !== ''])).toEqual([
    ['UPDATED', true],
    ['UNCHANGED', false],
  ]);
});

test('road 7: under REFUSE a row of an import that overlaps fails, and the rows beside it do not', async () => {
  const office = await open();
  const { teamId, testContext } = office;
  const driver = await insertDriver(testContext, { teamId });
  expect((await office.send(changeRoadPolicy, { body: { overlap: 'REFUSE' } })).status).toBe(200);
  const line = (key: string, from: string, to: string) =>
    `${key},${driver.id},2026-03-05T${from}:00:00Z,2026-03-05T${to}:00:00Z`;
  const lines = (...all: string[]) => ['externalId,driverId,startDate,endDate', ...all, ''].join('\n');
  const first = await imported(
    office,
    'trips',
    lines(line('T-1', '06', '12'), line('T-2', '11', '13'), line('T-3', '12', '14')),
  );
  expect(first.rows.map(({ result, errors, errores }) => [result, errors, errores])).toEqual([
    ['CREATED', '', ''],
    [
      'FAILED',
      'driverId: The driver has another trip in these hours. Choose another driver or other hours.',
      'driverId: El operador tiene otro viaje en este horario. Elija otro operador u otro horario.',
    ],
    ['CREATED', '', ''],
  ]);
  const second = await imported(office, 'trips', lines(line('T-1', '06', '12'), line('T-3', '11', '14')));
  expect(second.rows.map(({ result, errors }) => [result, errors?.split(':')[0]])).toEqual([
    ['UNCHANGED', ''],
    ['FAILED', 'startDate'],
  ]);
});

import { operation as changeRoadPolicy } from '../../functions/teams/change-road-policy';
import { operation as createTrip } from '../../functions/trips/create-trip';
import { imported, importOffices, resultOf, start, uploadCsv } from '../support/import-desk';
import { importFunctions } from '../support/import-functions';
import type { Office } from '../support/office';
import { runs } from '../support/runs';
import { seeded } from '../support/seeded';
import { insertDriver, insertRoute, insertVehicle } from '../support/store-fleet';

/** Under `overlap: REFUSE` a dry run says of each row what the real run does. */

const { open } = importOffices();
const { randomInt } = seeded();
const HEADER = 'externalId,driverId,vehicleId,routeId,startDate,endDate';
const DAY = Date.UTC(2026, 2, 5);
const at = (hours: number): string => new Date(DAY + hours * 3_600_000).toISOString();
const oneOf = <T>(list: readonly T[]): T | undefined => list[randomInt(list.length)];

async function openRefusing() {
  const office = await open();
  const { teamId, testContext } = office;
  const make = async (insert: typeof insertDriver | typeof insertVehicle) => (await insert(testContext, { teamId })).id;
  const fleet = {
    drivers: [await make(insertDriver), await make(insertDriver)],
    vehicles: [await make(insertVehicle), await make(insertVehicle)],
    routes: [(await insertRoute(testContext, { teamId, estimatedDuration: 90 })).id],
  };
  return { office, ...fleet };
}

const refuse = async (office: Office) =>
  expect((await office.send(changeRoadPolicy, { body: { overlap: 'REFUSE' } })).status).toBe(200);

const verdicts = ({ rows }: Awaited<ReturnType<typeof imported>>) =>
  rows.map(({ row, result, errors, errores }) => [
    row,
    result?.replace('WOULD_CREATE', 'CREATED').replace('WOULD_UPDATE', 'UPDATED'),
    errors,
    errores,
  ]);

/** The dry run of a file, and then the real one. */
async function both(office: Office, file: string) {
  const dry = verdicts(await imported(office, 'trips', file, true));
  const real = verdicts(await imported(office, 'trips', file));
  expect(dry).toEqual(real);
  return real;
}

test.each(Array.from({ length: runs(8, 60) }, (_, run) => [run]))(
  'road 7: a dry run of random plans has the verdicts of the real run, %p',
  async () => {
    const { office, drivers, vehicles, routes } = await openRefusing();
    const isLate = randomInt(2) === 0;
    if (!isLate) await refuse(office);
    for (let nth = 0; nth < 4; nth += 1) {
      const from = randomInt(48);
      const body = { driverId: oneOf(drivers), startDate: at(from), endDate: at(from + 1 + randomInt(6)) };
      await office.send(createTrip, { body: { ...body, ...(nth > 1 && { externalId: `T-${nth}` }) } });
    }
    if (isLate) await refuse(office);
    const row = (nth: number): string => {
      const from = randomInt(60);
      const end = randomInt(3) === 0 ? '' : at(from + randomInt(8) - 1);
      const some = (list: readonly string[]) => (randomInt(3) === 0 ? '' : oneOf(list));
      return [`T-${nth}`, some(drivers), some(vehicles), some(routes), randomInt(9) === 0 ? '' : at(from), end].join(
        ',',
      );
    };
    for (let file = 0; file < 3; file += 1) {
      const rows = Array.from({ length: 12 }, (_, nth) => row(randomInt(2) === 0 ? nth : randomInt(12)));
      await both(office, [HEADER, ...rows, ''].join('\n'));
      office.testContext.pass(randomInt(2) * 150_000);
    }
  },
);

test('road 7: a dry run frees the hours that a row of the file gives away, and keeps those of a refused row', async () => {
  const { office, drivers } = await openRefusing();
  await refuse(office);
  const [ana, luis] = drivers;
  const file = (...rows: string[]) => ['externalId,driverId,startDate,endDate', ...rows, ''].join('\n');
  await imported(office, 'trips', file(`T-1,${ana},${at(0)},${at(4)}`, `T-2,${luis},${at(0)},${at(4)}`));
  const all = await both(
    office,
    file(
      `T-3,${ana},${at(2)},${at(3)}`,
      `T-1,,${at(8)},${at(12)}`,
      `T-4,${ana},${at(2)},${at(3)}`,
      `T-2,${ana},,`,
      `T-5,${luis},${at(2)},${at(3)}`,
      `T-4,${ana},${at(5)},${at(6)}`,
    ),
  );
  expect(all.map(([, result]) => result)).toEqual(['FAILED', 'UPDATED', 'CREATED', 'FAILED', 'FAILED', 'FAILED']);
});

test('road 7: a dry run refuses the 101st plan of a driver', async () => {
  const { office, drivers } = await openRefusing();
  await refuse(office);
  const rows = Array.from({ length: 102 }, (_, nth) => `T-${nth},${drivers[0]},${at(1000 + nth)},${at(1001 + nth)}`);
  const all = await both(office, ['externalId,driverId,startDate,endDate', ...rows, ''].join('\n'));
  expect(all.flatMap(([row, result]) => (result === 'FAILED' ? [row] : []))).toEqual(['102', '103']);
});

test('road 7: a dry run knows a plan of its file that a full agenda has dropped because its hours are over', async () => {
  const { office, drivers } = await openRefusing();
  await refuse(office);
  const past = (nth: number) => `${drivers[0]},${at(nth - 900)},${at(nth - 899)}`;
  const rows = Array.from({ length: 102 }, (_, nth) => `T-${nth},${past(nth)}`);
  const all = await both(office, ['externalId,driverId,startDate,endDate', ...rows, `T-B,${past(0)}`, ''].join('\n'));
  expect(all.flatMap(([row, result]) => (result === 'FAILED' ? [row] : []))).toEqual(['104']);
});

test('road 7: a dry run that goes on in another run knows the plans of the rows before', async () => {
  const { office, drivers } = await openRefusing();
  await refuse(office);
  const functions = importFunctions(office);
  const rows = Array.from({ length: 60 }, (_, nth) => `T-${nth},${drivers[0]},${at(nth % 40)},${at((nth % 40) + 1)}`);
  const { key } = await uploadCsv(office, ['externalId,driverId,startDate,endDate', ...rows, ''].join('\n'));
  const { body } = await start(office, { kind: 'trips', key, dryRun: true });
  const importId = String(body.id);
  for (let messages = [{ body: JSON.stringify({ teamId: office.teamId, importId }) }]; messages.length > 0; ) {
    // A run ends after one chunk.
    await functions.run(
      messages.map((one) => ({ ...one, group: office.teamId })),
      {},
      10_000,
    );
    messages = functions.take().map((one) => ({ body: one.body }));
  }
  const { body: answer } = await resultOf(office, importId);
  expect(answer).toMatchObject({ status: 'DONE', wouldCreate: 40, failed: 20 });
});

import { operation as createVehicle } from '../../functions/vehicles/create-vehicle';
import { operation as deleteVehicle } from '../../functions/vehicles/delete-vehicle';
import { operation as getVehicle } from '../../functions/vehicles/get-vehicle';
import { operation as listVehicles } from '../../functions/vehicles/list-vehicles';
import { operation as updateVehicle } from '../../functions/vehicles/update-vehicle';
import { operation as updateVehicleStatus } from '../../functions/vehicles/update-vehicle-status';
import { plateKey, VEHICLE_STATUSES, type Vehicle, vehicleKey } from '../../shared/fleet/vehicle';
import { editVehicle } from '../../shared/fleet/vehicles';
import { getItem } from '../../shared/platform/table/read';
import { accounts, refusal, refused } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { type Office, openOffice, pagesOf, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { insertVehicle } from '../support/store-fleet';

const table = quickTable();
const world = accounts(table);

const stored = ({ testContext, teamId }: Office, id: string) => getItem(testContext.context, vehicleKey(teamId, id));
const at = ({ id: vehicleId }: Pick<Vehicle, 'id'>) => ({ path: { vehicleId } });

/** A vehicle registered through its operation, so that it holds its plate. */
async function register({ testContext, send, teamId }: Office, plate = '12-AB-3C'): Promise<Vehicle> {
  const { status, body } = await send(createVehicle, { body: { plate, brand: 'Kenworth', model: 'T680' } });
  expect(status).toBe(201);
  const vehicle = await getItem(testContext.context, vehicleKey(teamId, String(body.id)));
  if (vehicle === undefined) throw new Error('The vehicle was not registered.');
  return vehicle;
}

describe('a vehicle', () => {
  it('is read by every member of its team, and by nobody else', async () => {
    const office = await openOffice(world, { role: 'MEMBER' });
    const vehicle = await insertVehicle(office.testContext, { teamId: office.teamId, tripId: someId() });
    const { tripId, ...shown } = vehicle;
    const { status, body } = await office.send(getVehicle, at(vehicle));
    expect([status, body]).toEqual([200, shown]);
    const other = await openOffice(world);
    expect(refusal(await other.send(getVehicle, at(vehicle)))).toEqual(refused('NOT_FOUND'));
    expect(refusal(await (await office.stranger()).send(getVehicle, at(vehicle)))).toEqual(refused('FORBIDDEN'));
  });
});

describe('the vehicles of a team', () => {
  async function insertFleetOfSix() {
    const office = await openOffice(world);
    const { testContext, teamId } = office;
    const fleet = [
      { plate: 'AB-101-C', brand: 'Kenworth', model: 'T680', status: 'DISPONIBLE', type: 'Tractocamión' },
      { plate: 'ab-102-c', brand: 'Kenworth', model: 'T880', status: 'BAJA' },
      { plate: 'AB-201-C', brand: 'Freightliner', model: 'Cascadia', status: 'DISPONIBLE' },
      { plate: 'XY-101-Z', brand: 'Mercedes-Benz', model: 'Actros', status: 'MANTENIMIENTO', type: 'TRACTOCAMION' },
      { plate: 'XY-102-Z', brand: 'Volvó', status: 'EN_VIAJE' },
      { plate: 'XY-103-Z', model: 'Volvo', status: 'FUERA_DE_SERVICIO' },
    ] as const;
    for (const vehicle of fleet) await insertVehicle(testContext, { ...vehicle, teamId });
    await insertVehicle(testContext, { plate: 'AB-101-C' });
    return office;
  }
  const plates = (found: Record<string, unknown>[]) => found.map(({ plate }) => plate);

  it.each([
    [{}, ['XY-103-Z', 'XY-102-Z', 'XY-101-Z', 'AB-201-C', 'ab-102-c', 'AB-101-C']],
    [{ status: 'DISPONIBLE' }, ['AB-201-C', 'AB-101-C']],
    [{ status: 'EN_VIAJE' }, ['XY-102-Z']],
    [{ sort: 'plate' }, ['AB-101-C', 'ab-102-c', 'AB-201-C', 'XY-101-Z', 'XY-102-Z', 'XY-103-Z']],
    [{ sort: 'createdAt', status: 'DISPONIBLE' }, ['AB-201-C', 'AB-101-C']],
    [{ type: 'tractocamión' }, ['XY-101-Z', 'AB-101-C']],
    [{ type: 'TRACTOCAMION', status: 'MANTENIMIENTO' }, ['XY-101-Z']],
    [{ type: 'TRACTOCAMION', q: 'ken' }, ['AB-101-C']],
    [{ q: 'ab 1' }, ['AB-101-C', 'ab-102-c']],
    [{ q: 'AB1' }, ['AB-101-C', 'ab-102-c']],
    [{ q: 'AB-101' }, ['AB-101-C']],
    [{ q: '101' }, []],
    [{ q: 'kenworth' }, ['AB-101-C', 'ab-102-c']],
    [{ q: 't680 KENW' }, ['AB-101-C']],
    [{ q: 'ab101 kenworth t' }, ['AB-101-C']],
    [{ q: 'KENWORTH T6' }, ['AB-101-C']],
    [{ q: 'volvo' }, ['XY-102-Z', 'XY-103-Z']],
    [{ q: 'mercedes-b' }, ['XY-101-Z']],
    [{ q: 'cascadia' }, ['AB-201-C']],
    [{ q: 'benz' }, ['XY-101-Z']],
    [{ q: 'scadia' }, []],
    [{ q: 'ab', status: 'BAJA' }, ['ab-102-c']],
    [{ q: '' }, ['XY-103-Z', 'XY-102-Z', 'XY-101-Z', 'AB-201-C', 'ab-102-c', 'AB-101-C']],
  ])('desk 3.1: are found by %j', async (query, expected) => {
    const office = await insertFleetOfSix();
    expect(plates(recordsOf(await office.send(listVehicles, { query }), 'vehicles'))).toEqual(expected);
    const pages = await pagesOf(office, listVehicles, 'vehicles', { ...query, limit: '1' });
    expect(plates(pages.flat())).toEqual(expected);
  });

  it.each([
    ['RA 12345', ['RA-12345']],
    ['ra 123', ['RA-12345']],
    ['12 AB', ['12-AB-3C']],
    ['M2 106', ['12-AB-3C']],
    ['m2 1', ['12-AB-3C']],
    ['LT 625', ['RA-12345']],
    ['lt 6 intern', ['RA-12345']],
    ['M2 107', []],
    // Written without its blank.
    ['VN L7', ['X-9-Y']],
    ['20 00', []],
  ])(
    'desk 3.1: %p is a plate with blanks where a vehicle has one, else words of brand and model',
    async (q, expected) => {
      const office = await openOffice(world);
      const { testContext, teamId } = office;
      await insertVehicle(testContext, { teamId, plate: '12-AB-3C', brand: 'Freightliner', model: 'M2 106' });
      await insertVehicle(testContext, { teamId, plate: 'RA-12345', brand: 'International', model: 'LT 625' });
      await insertVehicle(testContext, { teamId, plate: 'X-9-Y', brand: 'Volvo', model: 'VNL760' });
      const pages = await pagesOf(office, listVehicles, 'vehicles', { q, limit: '1' });
      expect(plates(pages.flat())).toEqual(expected);
    },
  );

  it.each([
    [{ status: 'disponible' }, 'status'],
    [{ sort: 'name' }, 'sort'],
    [{ q: 'ab', sort: 'plate' }, 'sort'],
    [{ type: '' }, 'type'],
    [{ marca: 'Volvo' }, 'marca'],
    [{ q: 'x'.repeat(201) }, 'q'],
    [{ limit: '0' }, 'limit'],
    [{ limit: '201' }, 'limit'],
    [{ cursor: 'altered' }, 'cursor'],
  ])('are not listed by %j', async (query, field) => {
    const { send } = await openOffice(world);
    expect(refusal(await send(listVehicles, { query }))).toEqual(refused('VALIDATION_FAILED', field));
  });
});

describe('a change of a vehicle', () => {
  it('desk 3.1: changes the words that find it, also when two change it at once', async () => {
    const office = await openOffice(world);
    const { teamId } = office;
    const vehicle = await register(office, 'AB-101-C');
    const found = async (q: string) => recordsOf(await office.send(listVehicles, { query: { q } }), 'vehicles').length;
    const interrupted = table.interrupted(() =>
      office.send(updateVehicle, { ...at(vehicle), body: { brand: 'Volvo' } }),
    );
    const actor = { id: someId(), teamId };
    const edited = await interrupted.use(editVehicle)(actor, vehicle, { model: 'VNL 860' });
    expect([edited.brand, edited.model]).toEqual(['Volvo', 'VNL 860']);
    for (const q of ['volvo vnl 860', 'vnl', 'ab101c']) expect(await found(q)).toBe(1);
    await office.send(updateVehicle, { ...at(vehicle), body: { plate: 'XY 999 Z', brand: null } });
    for (const q of ['volvo', 'kenworth', 't680', 'ab101c']) expect(await found(q)).toBe(0);
    for (const q of ['XY-999', 'vnl']) expect(await found(q)).toBe(1);
    expect((await office.send(deleteVehicle, at(vehicle))).status).toBe(200);
    expect(await table.partition(`TEAM#${teamId}#WORDS`)).toEqual([]);
  });

  it('keeps what is absent', async () => {
    const office = await openOffice(world, { role: 'ADMIN' });
    const vehicle = await register(office);
    const body = { year: 2021, mileage: 0, insuranceExpiry: '2026-12-31', notes: 'Cambio de aceite\n· frenos' };
    const answer = await office.send(updateVehicle, { ...at(vehicle), body });
    // The edit, and the end of the mark that its documents are reported.
    const changed = { ...vehicle, ...body, version: 3 };
    expect([answer.status, answer.body]).toEqual([200, changed]);
    expect(await stored(office, vehicle.id)).toEqual(changed);
  });

  it('takes away what an empty text is sent for', async () => {
    const office = await openOffice(world);
    const { brand, ...rest } = await register(office);
    const answer = await office.send(updateVehicle, { ...at(rest), body: { brand: '', notes: '' } });
    expect([answer.status, answer.body]).toStrictEqual([200, { ...rest, version: 2 }]);
    expect(await stored(office, rest.id)).toStrictEqual(answer.body);
  });

  it.each([
    undefined,
    {},
    { status: 'BAJA', id: someId(), teamId: someId(), createdAt: 'now', tripId: someId(), colour: 'red' },
  ])('by %j changes nothing', async (body) => {
    const office = await openOffice(world);
    const vehicle = await register(office);
    const before = await table.everything();
    const answer = await office.send(updateVehicle, { ...at(vehicle), body });
    expect([answer.status, answer.body]).toEqual([200, vehicle]);
    expect(await table.everything()).toEqual(before);
  });

  it.each(['insuranceExpiry', 'registrationExpiry', 'lastMaintenance', 'nextMaintenance'])(
    'takes %s as a day or an instant, as it was sent, and nothing else',
    async (field) => {
      const office = await openOffice(world);
      const vehicle = await register(office);
      const send = (value: unknown) => office.send(updateVehicle, { ...at(vehicle), body: { [field]: value } });
      for (const taken of ['2026-03-01', '2028-02-29', '2026-03-01T08:30:00Z', '2026-03-01T08:30:00-06:00']) {
        expect((await send(taken)).body).toMatchObject({ [field]: taken });
      }
      for (const wrong of ['2026-02-29', '01/03/2026', '2026-03-01T08:30:00', 20260301]) {
        expect(refusal(await send(wrong))).toEqual(refused('VALIDATION_FAILED', field));
      }
    },
  );

  it.each([
    [{ plate: '' }, 'plate'],
    [{ plate: null }, 'plate'],
    [{ plate: '- -' }, 'plate'],
    [{ plate: 'x'.repeat(21) }, 'plate'],
    [{ year: '2021' }, 'year'],
    [{ year: 2021.5 }, 'year'],
    [{ year: 1899 }, 'year'],
    [{ mileage: -1 }, 'mileage'],
    [{ notes: 'x'.repeat(2001) }, 'notes'],
  ])('is refused for %j', async (body, field) => {
    const office = await openOffice(world);
    const vehicle = await register(office);
    const answer = await office.send(updateVehicle, { ...at(vehicle), body });
    expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', field));
    expect(await stored(office, vehicle.id)).toEqual(vehicle);
  });

  it('is every member’s, and 404 for a vehicle of another team', async () => {
    const office = await openOffice(world, { role: 'MEMBER' });
    const vehicle = await insertVehicle(office.testContext, { teamId: office.teamId });
    expect((await office.send(updateVehicle, { ...at(vehicle), body: { brand: 'Kenworth' } })).status).toBe(200);
    const foreign = await insertVehicle(office.testContext, {});
    const answer = await office.send(updateVehicle, { ...at(foreign), body: { brand: 'Kenworth' } });
    expect(refusal(answer)).toEqual(refused('NOT_FOUND'));
  });
});

describe('a new plate', () => {
  const holderOf = ({ testContext, teamId }: Office, plate: string) =>
    getItem(testContext.context, plateKey(teamId, plate));

  it('frees the old one, for another vehicle', async () => {
    const office = await openOffice(world);
    const vehicle = await register(office, 'AA-111-A');
    const answer = await office.send(updateVehicle, { ...at(vehicle), body: { plate: 'bb 222 b' } });
    expect([answer.status, answer.body.plate]).toEqual([200, 'bb 222 b']);
    expect(await holderOf(office, 'BB222B')).toEqual({ vehicleId: vehicle.id });
    expect(await holderOf(office, 'AA111A')).toBeUndefined();
    await register(office, 'AA-111-A');
  });

  it.each(['AA-111-A', 'aa111a', ' Aa 111-A '])(
    'that another vehicle of the team has is 400 by plate: %j',
    async (plate) => {
      const office = await openOffice(world);
      const holder = await register(office, 'AA-111-A');
      const vehicle = await register(office, 'BB-222-B');
      const answer = await office.send(updateVehicle, { ...at(vehicle), body: { plate, brand: 'Volvo' } });
      expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', 'plate'));
      expect(await stored(office, vehicle.id)).toEqual(vehicle);
      expect(await holderOf(office, 'AA111A')).toEqual({ vehicleId: holder.id });
    },
  );

  it('that another team has is taken', async () => {
    await register(await openOffice(world), 'AA-111-A');
    const office = await openOffice(world);
    const vehicle = await register(office, 'BB-222-B');
    expect((await office.send(updateVehicle, { ...at(vehicle), body: { plate: 'AA-111-A' } })).status).toBe(200);
  });

  it.each(['aa111a', 'AA 111 A', 'AA-111-A'])(
    'that is the old one written as %j stays the vehicle’s',
    async (plate) => {
      const office = await openOffice(world);
      const vehicle = await register(office, 'AA-111-A');
      expect((await office.send(updateVehicle, { ...at(vehicle), body: { plate } })).body).toEqual({
        ...vehicle,
        plate,
        // The same text is no change. Another one raises the version again when its documents are reported.
        version: vehicle.plate === plate ? 1 : 3,
      });
      expect(await holderOf(office, 'AA111A')).toEqual({ vehicleId: vehicle.id });
    },
  );
});

describe('the status of a vehicle by hand', () => {
  const pairs = VEHICLE_STATUSES.flatMap((from) => VEHICLE_STATUSES.map((to) => ({ from, to })));

  it.each(pairs)(
    'desk 1.5: $from → $to is as the table says, and nothing when it is the present one',
    async ({ from, to }) => {
      const office = await openOffice(world, { role: 'MEMBER' });
      const vehicle = await insertVehicle(office.testContext, { teamId: office.teamId, status: from });
      const answer = await office.send(updateVehicleStatus, { ...at(vehicle), body: { status: to } });
      const isFree = from !== 'EN_VIAJE' && to !== 'EN_VIAJE' && (from !== 'BAJA' || to === 'DISPONIBLE');
      const may = from !== to && isFree;
      expect((await stored(office, vehicle.id))?.status).toBe(may ? to : from);
      const events = await table.partition(`TEAM#${office.teamId}#VEHICLE#${vehicle.id}`);
      expect(events.map(({ action, changes }) => [action, changes])).toEqual(
        may ? [['STATUS', { previousStatus: from, newStatus: to }]] : [],
      );
      if (may || from === to) {
        const message = expect.any(String);
        expect(answer.body).toEqual({
          message,
          vehicleId: vehicle.id,
          previousStatus: from,
          newStatus: to,
          version: vehicle.version + (may ? 1 : 0),
        });
      } else {
        expect(refusal(answer)).toEqual(refused('VEHICLE_STATUS', 'status'));
      }
    },
  );

  it.each([undefined, {}, { status: null }, { status: 'RENTADA' }])('is refused for %j', async (body) => {
    const office = await openOffice(world);
    const vehicle = await insertVehicle(office.testContext, { teamId: office.teamId });
    const answer = await office.send(updateVehicleStatus, { ...at(vehicle), body });
    expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', 'status'));
  });
});

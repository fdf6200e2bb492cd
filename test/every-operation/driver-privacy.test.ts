import type * as v from 'valibot';
import { operation as updateDriver } from '../../functions/drivers/update-driver';
import { DriverFields, type DriverRecord } from '../../shared/fleet/driver';
import { poolAuthOf } from '../../shared/identity/caller';
import type { Operation } from '../../shared/operation/define';
import { ROLES, type Role } from '../../shared/teams/team';
import { accounts } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import type { TestAnswer } from '../support/http-event';
import { type Office, openOffice } from '../support/office';
import { quickTable } from '../support/quick-table';
import { insertDriver } from '../support/store-fleet';
import { CASES } from './cases';

const table = quickTable();
const world = accounts(table);

/** The values of the rule, not the product's constant: a shorter constant must fail here. */
const SECRET = {
  salary: 98_765.43,
  curp: 'HEAJ800101HNLRRN09',
  birthDate: '1980-01-31',
  bloodType: 'AB Rh-',
  allergies: 'Penicilina',
  address: { street: 'Calle Escondida', country: 'Mexico' },
};
const OPEN = {
  name: 'José Ángel Hernández',
  phone: '5550001111',
  licenseNumber: 'NL-123456',
  licenseExpiry: '2027-05-31',
  medicalExpiry: '2026-12-31',
  rfc: 'HEAJ800101AB1',
  emergencyContact: 'Rosa 8110002222',
};
/** Texts of the answer that reveal a private value, by field. */
const TRACES: Readonly<Record<keyof typeof SECRET, string>> = {
  salary: '98765.43',
  curp: SECRET.curp,
  birthDate: SECRET.birthDate,
  bloodType: SECRET.bloodType,
  allergies: SECRET.allergies,
  address: 'Calle Escondida',
};

/** The parts of a schema that may contain a driver. */
interface Node extends v.GenericSchema {
  readonly entries?: Readonly<Record<string, Node>>;
  readonly wrapped?: Node;
  readonly item?: Node;
  readonly value?: Node;
  readonly options?: readonly (Node | string | number)[];
}

/** True when a schema has a field that only a driver has, at any depth. */
function holdsDriver({ entries = {}, wrapped, item, value, options = [] }: Node): boolean {
  const inside = [...Object.values(entries), wrapped, item, value, ...options];
  return (
    ['salary', 'curp', 'birthDate', 'bloodType', 'allergies'].some((field) => field in entries) ||
    inside.some((part) => typeof part === 'object' && holdsDriver(part))
  );
}

const WITH_DRIVER = CASES.filter(([, { output }]) => holdsDriver(output.body));
const EMERGENCY = 'GET /teams/{teamId}/drivers/{driverId}/emergency';

/** Only administrators read it. */
const EXPORT = 'GET /teams/{teamId}/drivers/{driverId}/export';

const insertOpenDriver = ({ testContext, teamId }: Office) =>
  insertDriver(testContext, {
    ...OPEN,
    ...SECRET,
    teamId,
    appAccessStatus: 'ACTIVE',
    everActive: true,
    username: 'jose.hernandez',
    sub: someId(),
  });

/** A request that the operation accepts: it changes nothing that a test looks for. */
function requestFor({ input }: Operation, { id: driverId }: DriverRecord, accept: string) {
  const schema: Node | undefined = input?.body;
  const fields = schema?.entries ?? {};
  const known = { ...OPEN, ...SECRET };
  const body = Object.fromEntries(Object.entries(known).filter(([field]) => field in fields));
  return { path: { driverId }, headers: { accept }, ...(input?.body && { body }) };
}

async function answersTo(operation: Operation, role: Role): Promise<TestAnswer[]> {
  // Each format has a driver of its own: an export of the same driver is answered once an hour.
  const answerAs = async (accept: string) => {
    const office = await openOffice(world, { role });
    const driver = await insertOpenDriver(office);
    const caller = poolAuthOf(operation.auth)?.pool === 'drivers' ? await office.cab(driver) : office;
    return caller.send(operation, requestFor(operation, driver, accept));
  };
  return Promise.all(['application/json', 'text/csv'].map(answerAs));
}

const tracesIn = (answer: TestAnswer): string[] =>
  Object.entries(TRACES).flatMap(([field, text]) => (JSON.stringify(answer).includes(text) ? [field] : []));

describe.each(WITH_DRIVER)('%s', (_, operation) => {
  const auth = poolAuthOf(operation.auth);
  const everything = operation.route === EMERGENCY ? ['bloodType', 'allergies'] : Object.keys(SECRET);

  if (auth?.pool === 'drivers') {
    test('doors 16: the driver reads the whole own record', async () => {
      for (const answer of await answersTo(operation, 'OWNER')) {
        expect([answer.status, tracesIn(answer)]).toEqual([operation.output.status, everything]);
      }
    });
    return;
  }

  test.each(['OWNER', 'ADMIN'] as const)('doors 16: an %s reads salary and health data', async (role) => {
    for (const answer of await answersTo(operation, role)) {
      expect([answer.status, tracesIn(answer)]).toEqual([operation.output.status, everything]);
    }
  });

  test('doors 16: a MEMBER reads no salary and no health data', async () => {
    for (const answer of await answersTo(operation, 'MEMBER')) {
      const isOpen = auth?.role === undefined || auth.role === 'MEMBER';
      expect(answer.status).toBe(isOpen ? operation.output.status : 403);
      expect(tracesIn(answer)).toEqual(operation.route === EMERGENCY ? everything : []);
    }
  });
});

/** The drivers in an answer, at any depth. */
function driversIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'curp' in value && 'licenseNumber' in value ? [{ ...value }] : [];
  return [...own, ...Object.values(value).flatMap(driversIn)];
}

test('doors 16: for a MEMBER the nullable fields are null, salary and address are left out, and the rest stays', async () => {
  const reads = WITH_DRIVER.filter(
    ([, { route }]) => route.startsWith('GET /teams') && route !== EMERGENCY && route !== EXPORT,
  );
  expect(reads.length).toBeGreaterThan(0);
  for (const [, operation] of reads) {
    const [answer] = await answersTo(operation, 'MEMBER');
    const drivers = driversIn(answer?.body);
    expect(drivers).toEqual([expect.objectContaining({ ...OPEN, ...NOTHING })]);
    for (const driver of drivers) expect(Object.keys(driver)).not.toEqual(expect.arrayContaining(['salary']));
    for (const driver of drivers) expect(driver).not.toHaveProperty('address');
  }
});
const NOTHING = { curp: null, birthDate: null, bloodType: null, allergies: null };

test('doors 16: the audit names the changed fields and holds no value', async () => {
  const { testContext, teamId, send } = await openOffice(world);
  const { id: driverId } = await insertDriver(testContext, { teamId });
  expect((await send(updateDriver, { path: { driverId }, body: { ...OPEN, ...SECRET } })).status).toBe(200);
  const events = (await table.everything()).filter(({ sk }) => String(sk).startsWith('EVENT#'));
  const changes = JSON.stringify(events.map((event) => event.changes));
  expect(changes).toContain('"salary"');
  for (const text of Object.values(TRACES)) expect(changes).not.toContain(text);
});

test('doors 16: the suite covers every field that the rule names, and each is a field of a driver', () => {
  expect(Object.keys(DriverFields.entries)).toEqual(expect.arrayContaining(Object.keys(SECRET)));
  expect(Object.keys(TRACES)).toEqual(Object.keys(SECRET));
  expect(WITH_DRIVER.map(([, { route }]) => route)).toEqual(
    expect.arrayContaining(['GET /teams/{teamId}/drivers/available', 'GET /drivers/me', EMERGENCY]),
  );
  expect(ROLES).toEqual(['MEMBER', 'ADMIN', 'OWNER']);
});

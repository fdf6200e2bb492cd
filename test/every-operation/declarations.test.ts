import { TRIGGERS } from '../../functions/catalog';
import { errorsOf } from '../../shared/operation/error-answer';
import { permissionsOf } from '../../shared/operation/requirements';
import { makeDeps } from '../../shared/platform/runtime/capability';
import { makeContext, type OutboundCall } from '../../shared/platform/runtime/context';
import {
  type GrantedPermissions,
  isTableResource,
  permissionEntries,
  type Resource,
  unionOfPermissions,
} from '../../shared/platform/runtime/permissions';
import { isVersioned } from '../../shared/platform/table/version';
import { makeTestContext } from '../support/engine-runtime';
import { sample } from '../support/sample';
import { CASES } from './cases';

const scope = { requestId: 'r', remaining: () => 28_000, meter: { calls: 0, readUnits: 0, writeUnits: 0 } };
const declared = [...CASES.map(([, operation]) => operation), ...Object.values(TRIGGERS)];
const everyRight = unionOfPermissions(
  declared.flatMap(({ uses }) => Object.values(uses).map(({ permissions }) => permissions)),
);
/** Capabilities that are values rather than functions: the rules, the clock and the pace of stamping, and how a receipt divides taxes. */
const VALUES = ['clock', 'pace', 'rules', 'lineRules'];
const pairs = (permissions: GrantedPermissions): [Resource, string][] =>
  permissionEntries(permissions).flatMap(([resource, actions]) =>
    actions.map((action): [Resource, string] => [resource, action]),
  );

/** A call of an action; on the table and its indexes in the first family that the permissions name. */
function callOf(permissions: GrantedPermissions, resource: Resource, action: string): OutboundCall {
  if (!isTableResource(resource)) return { resource, action };
  return { resource, action, families: permissions[`${resource}Keys`]?.slice(0, 1) ?? ['TEAM#'] };
}

const checked = new Map<string, Promise<void>>();

/** Many operations share a capability, and many capabilities have the same rights: each set of rights is tried once. */
function expectExactly(permissions: GrantedPermissions): Promise<void> {
  const rights = JSON.stringify(permissions);
  const known = checked.get(rights) ?? tryAll(permissions);
  checked.set(rights, known);
  return known;
}

async function tryAll(permissions: GrantedPermissions): Promise<void> {
  const { runtime, calls } = makeTestContext();
  const context = makeContext(runtime, scope, permissions);
  const granted = new Set(pairs(permissions).map(String));
  for (const [resource, action] of pairs(everyRight)) {
    const outcome = Promise.resolve().then(() =>
      context.call(callOf(permissions, resource, action), async () => 'sent'),
    );
    if (granted.has(String([resource, action]))) await expect(outcome).resolves.toBe('sent');
    else await expect(outcome).rejects.toThrow('not a declared permission');
  }
  expect(calls).toHaveLength(granted.size);
}

test('each capability makes its own function for each request, so that the name of one is not given to another', () => {
  const { runtime } = makeTestContext();
  for (const { uses } of declared) {
    const [one, other] = [makeDeps(uses, runtime, scope), makeDeps(uses, runtime, scope)];
    for (const name of Object.keys(uses).filter((key) => !VALUES.includes(key))) {
      expect(one[name]).toHaveProperty('name', name);
      expect(one[name]).not.toBe(other[name]);
    }
  }
});

/** Names of operations that take something away, by their first word. */
const TAKES_AWAY = /^(cancel|close|delete|erase|remove|revoke|rotate|void|withdraw)[A-Z]/;
/** The person signs in again, or sets the factor up again. A confirmation would only delay the end of a thief's session. */
const TAKES_AWAY_LITTLE = ['removeMfa', 'endSession', 'endOtherSessions', 'endMemberSessions'];

test('an operation that takes something away declares itself irreversible, so that a front end asks before it sends', () => {
  const takesAway = CASES.filter(
    ([, { id, route }]) => !TAKES_AWAY_LITTLE.includes(id) && (route.startsWith('DELETE ') || TAKES_AWAY.test(id)),
  );
  expect(takesAway.length).toBeGreaterThan(10);
  expect(takesAway.flatMap(([, { id, irreversible }]) => (irreversible ? [] : [id]))).toEqual([]);
});

/** The answers of these must not be stored, or each request is meant anew. */
const ANSWERS_NEW_WITHOUT_KEY = ['SECRET', 'AGAIN'];

/** Operations that answer no new record: they create another one beside it, or begin work that follows their first transaction. */
const CREATE_BESIDE = [
  'relayTrip',
  'cancelReservation',
  'closeReservation',
  'stampInvoice',
  'cancelInvoice',
  'createInvitations',
];

/** A copy of all data about a driver. It is no answer of one record. */
const EXPORTS = ['exportDriver', 'exportOwnDriver'];

describe.each(CASES)('%s', (_, operation) => {
  test('is told what an outsider may read: a summary, and no error twice', () => {
    expect(operation.summary).toMatch(/^[A-Z].*[^.]$/);
    expect(new Set(operation.errors).size).toBe(operation.errors.length);
    expect(errorsOf(operation)).toEqual([...new Set(errorsOf(operation))].sort());
  });

  test('integrations 4: takes an Idempotency-Key where it creates for a caller', () => {
    const { id, route, output, auth, idempotencyKey, withoutKey = '' } = operation;
    const isNew = route.startsWith('POST ') && [201, 202].includes(output.status) && auth !== 'public';
    const answersNew = isNew && !ANSWERS_NEW_WITHOUT_KEY.includes(withoutKey);
    const creates = answersNew || CREATE_BESIDE.includes(id);
    expect(idempotencyKey !== undefined && idempotencyKey !== 'FACT').toBe(creates);
  });

  test('integrations 4: a POST or PATCH takes an Idempotency-Key, or says why not', () => {
    const { route, idempotencyKey, withoutKey } = operation;
    const isAsked = /^(POST|PATCH) /.test(route);
    expect([idempotencyKey, withoutKey].filter((one) => one !== undefined)).toHaveLength(isAsked ? 1 : 0);
  });

  test('integrations 4: names the version of the record that it answers, if the record has versions', () => {
    const { body, version } = operation.output;
    const entries: readonly unknown[] = 'entries' in body ? Object.values(Object(body.entries)) : [];
    const answersOne = isVersioned(body) || entries.some((entry) => isVersioned(Object(entry)));
    if (version === undefined) expect(answersOne).toBe(EXPORTS.includes(operation.id));
    else expect(version(sample(body, 'full'))).toEqual(expect.any(Number));
  });

  test('lets each capability do what its rights name, and refuses the rest before it leaves', async () => {
    for (const { permissions } of Object.values(operation.uses)) await expectExactly(permissions);
  });

  test('has no right to scan, nor to everything', () => {
    expect(JSON.stringify(permissionsOf(operation))).not.toMatch(/Scan|\*/);
  });
});

/**
 * The first read of a driver's own profile opens the app access. Each read of emergency or sealed data, and of a trip's document by its driver, is in the audit.
 * Exports are counted. The read of an archive notes how far the provider is.
 */
const WRITING_READS = [
  'getArchive',
  'exportDriver',
  'exportOwnDriver',
  'getDriverEmergency',
  'getOwnDriver',
  'getOwnTripInvoice',
  'listOwnTripDocuments',
  'getErasedPerson',
  'exportOwnUser',
];
const WRITES = /^(?:Put|Update|Delete|BatchWrite)/;

test('a read writes nothing to the table, but for the first of a driver’s own profile', () => {
  const reads = CASES.map(([, operation]) => operation).filter(({ route }) => route.startsWith('GET '));
  const writing = reads.filter(({ uses }) =>
    Object.values(uses).some(({ permissions }) =>
      pairs(permissions).some(([resource, action]) => resource === 'table' && WRITES.test(action)),
    ),
  );
  expect(writing.map(({ id }) => id)).toEqual(WRITING_READS);
});

test('no two operations share an id or a route', () => {
  const unique = (values: readonly string[]) => expect(new Set(values).size).toBe(values.length);
  unique([...CASES.map(([, { id }]) => id), ...Object.values(TRIGGERS).map(({ id }) => id)]);
  unique(CASES.map(([, { route }]) => route.replace(/\{\w+\}/g, '{}')));
});

import { type KeyCaller, poolAuthOf, scopeOf } from '../../shared/identity/caller';
import type { Operation } from '../../shared/operation/define';
import { apiKeyDigest, apiKeyFrom } from '../../shared/platform/values/api-key-form';
import { type ApiKeyRecord, apiKeyKey } from '../../shared/teams/api-key-record';
import { SCOPES, type Scope } from '../../shared/teams/scopes';
import { hasRole } from '../../shared/teams/team';
import { OTHER_TEAM_ID, STAFF_SUB, TEAM_ID } from '../support/user-pools';
import { CASES } from './cases';
import { bearer } from './unauthenticated';
import {
  callsBesideReads,
  type Exchange,
  exchange,
  makeWorld,
  putEntity,
  sampleStatus,
  succeeding,
  validRequest,
  type World,
} from './world';

/** Every operation that asks for a token, with API keys of every kind. */

let world: World;

beforeAll(async () => {
  world = await makeWorld();
});

const { key: KEY, prefix } = apiKeyFrom(
  'test',
  Uint8Array.from({ length: 80 }, (_, index) => index),
);
const KEY_ID = '01890a5d-ac96-774b-bcce-b302099a8070';
const FUTURE = '2100-01-01T00:00:00.000Z';
const PAST = '2020-01-01T00:00:00.000Z';

const recordOf = (changes: Partial<ApiKeyRecord>): ApiKeyRecord => ({
  ...{ id: KEY_ID, teamId: TEAM_ID, digest: apiKeyDigest(KEY), name: 'ERP', prefix, scopes: [...SCOPES] },
  ...{ role: 'ADMIN', expiresAt: FUTURE, createdAt: PAST, createdBy: STAFF_SUB },
  ...changes,
});

/** Sends a valid request with the key to an operation that only the checks can refuse. */
async function call(operation: Operation, changes: Partial<ApiKeyRecord> | undefined, token = KEY): Promise<Exchange> {
  const request = await validRequest(operation, world);
  const { services } = world;
  services.reset();
  if (changes) {
    const record = recordOf(changes);
    services.put(apiKeyKey(record.teamId, record.digest), record);
  }
  const caller: KeyCaller = { pool: 'keys', id: KEY_ID, teamId: TEAM_ID, role: 'ADMIN', scopes: [...SCOPES] };
  putEntity(operation, services, request.path, caller);
  return exchange(succeeding(operation), world, { ...request, headers: bearer(token) });
}

function expectRefused({ answer, testContext, ran }: Exchange, status: number, error: string): void {
  expect(answer).toMatchObject({ status, body: { error } });
  expect(ran).toEqual([]);
  expect(callsBesideReads(testContext)).toEqual([]);
}

const WITH_TOKEN = CASES.filter(([, { auth }]) => poolAuthOf(auth) !== undefined);
const FOR_KEYS = WITH_TOKEN.flatMap(([file, operation]) => {
  const scope = scopeOf(operation.auth);
  return scope === undefined ? [] : [[file, operation, scope] as const];
});
const WITHOUT_KEYS = WITH_TOKEN.filter(([, { auth }]) => scopeOf(auth) === undefined);

/** The least role that the operation asks for. */
const roleOf = ({ auth }: Operation) => {
  const asked = poolAuthOf(auth);
  return (asked?.pool === 'staff' && asked.role) || 'MEMBER';
};

describe.each(FOR_KEYS)('integrations 3: %s', (_, operation, scope) => {
  test('is for a key with its scope, for one call, and knows the key as caller', async () => {
    const { answer, testContext, ran } = await call(operation, { scopes: [scope], role: 'ADMIN' });
    // The second call is the first one's day of use.
    expect([answer.status, testContext.actions()]).toEqual([sampleStatus(operation), ['BatchGetItem', 'PutItem']]);
    expect(ran[0]?.caller).toEqual({ pool: 'keys', id: KEY_ID, teamId: TEAM_ID, role: 'ADMIN', scopes: [scope] });
  });

  test('is for no key without its scope, which the answer names', async () => {
    const refused = await call(operation, { scopes: SCOPES.filter((one) => one !== scope) });
    expectRefused(refused, 403, 'FORBIDDEN');
    expect(refused.answer.body.message).toContain(` ${scope} `);
  });

  const ENDED: Readonly<Record<string, Partial<ApiKeyRecord> | undefined>> = {
    unknown: undefined,
    expired: { expiresAt: PAST },
    'revoked, because its maker was removed': { revokedAt: PAST },
    'of another team': { teamId: OTHER_TEAM_ID },
  };
  test.each(Object.entries(ENDED))('answers 401 to a key that is %s', async (_, changes) => {
    const refused = await call(operation, changes);
    expectRefused(refused, 401, 'UNAUTHENTICATED');
    expect(refused.testContext.actions()).toEqual(['BatchGetItem']);
  });

  test('answers 401 to a key with a wrong checksum, and asks nothing', async () => {
    const refused = await call(operation, {}, `${KEY.slice(0, -1)}${KEY.endsWith('0') ? '1' : '0'}`);
    expectRefused(refused, 401, 'UNAUTHENTICATED');
    expect(refused.testContext.calls).toEqual([]);
  });

  test('asks a key whose maker has a lower role now for that role', async () => {
    const lowered = await call(operation, { role: 'MEMBER' });
    if (hasRole('MEMBER', roleOf(operation))) expect(lowered.answer.status).toBe(sampleStatus(operation));
    else expectRefused(lowered, 403, 'FORBIDDEN');
  });
});

describe.each(WITHOUT_KEYS)('integrations 3: %s', (_, operation) => {
  test('answers one 403 to every key, and reads nothing', async () => {
    const answers = [await call(operation, {}), await call(operation, undefined)];
    for (const refused of answers) {
      expectRefused(refused, 403, 'FORBIDDEN');
      expect(refused.testContext.calls).toEqual([]);
    }
    expect(answers[0]?.answer.body).toEqual(answers[1]?.answer.body);
  });
});

/** Operations that change something and need only the right to read: the draft stays as it is. */
const ONLY_READ = ['validateInvoice'];
const COST_MONEY = ['stampInvoice', 'cancelInvoice'];

function expectedScope(file: string, { id, route }: Operation): string {
  const [area] = file.split('/');
  if (COST_MONEY.includes(id)) return 'invoices:stamp';
  return `${area}:${route.startsWith('GET ') || ONLY_READ.includes(id) ? 'read' : 'write'}`;
}

test('integrations 3: the scope of an operation is its folder and its kind', () => {
  for (const [file, operation, scope] of FOR_KEYS)
    expect([file, scope]).toEqual([file, expectedScope(file, operation)]);
});

test('integrations 3: every scope opens an operation', () => {
  const used = new Set<Scope>(FOR_KEYS.map(([, , scope]) => scope));
  expect([...used].sort()).toEqual([...SCOPES].sort());
});

/** Folders about people, their rights and the security of the team. */
const NEVER = /^(api-keys|audit|auth|catalogues|teams|users)\//;
/** Single operations of other folders: access and passwords of drivers, the organization, and what a person answers for. */
const NEVER_IN_THEIR_AREA = [
  'changeDriverAccess',
  'configureOrganization',
  'correctDriverHours',
  'eraseDriver',
  'exportDriver',
  'getDriverEmergency',
  'getOrganization',
  'uploadCertificate',
];

test('integrations 3: no key may call what is about people, rights, or drivers themselves, and every other operation of a team has a scope', () => {
  const ids = WITHOUT_KEYS.filter(([file, { auth }]) => !NEVER.test(file) && poolAuthOf(auth)?.pool === 'staff').map(
    ([, { id }]) => id,
  );
  expect(ids.sort()).toEqual(NEVER_IN_THEIR_AREA);
  expect(FOR_KEYS.filter(([file]) => NEVER.test(file))).toEqual([]);
  expect(FOR_KEYS.every(([, operation]) => hasRole('ADMIN', roleOf(operation)))).toBe(true);
});

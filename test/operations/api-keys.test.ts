import { operation as listAlerts } from '../../functions/alerts/list-alerts';
import { operation as updateAlert } from '../../functions/alerts/update-alert';
import { operation as createApiKey } from '../../functions/api-keys/create-api-key';
import { operation as deleteApiKey } from '../../functions/api-keys/delete-api-key';
import { operation as listApiKeys } from '../../functions/api-keys/list-api-keys';
import { operation as listAudit } from '../../functions/audit/list-audit';
import { operation as createClient } from '../../functions/clients/create-client';
import { operation as deleteClient } from '../../functions/clients/delete-client';
import { operation as listClients } from '../../functions/clients/list-clients';
import { operation as changeMemberRole } from '../../functions/teams/change-member-role';
import { operation as changePolicies } from '../../functions/teams/change-policies';
import { operation as removeMember } from '../../functions/teams/remove-member';
import { endSessions } from '../../shared/identity/session-revocation';
import { apiKeyDigest, hasApiKeyForm } from '../../shared/platform/values/api-key-form';
import type { NewApiKey } from '../../shared/teams/api-key';
import { deleteApiKey as endApiKey, createApiKey as makeApiKey } from '../../shared/teams/api-keys';
import { raiseExpiredKeyAlerts } from '../../shared/teams/expired-api-keys';
import { accounts, refusal, refused } from '../support/accounts';
import { connectionReset } from '../support/faults';
import { type Desk, type Office, openOffice, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';

const table = quickTable();
const world = accounts(table);

const DAY_MS = 24 * 60 * 60 * 1000;
const CLIENT = { name: 'Aceros del Norte', rfc: 'XAXX010101000' };

/** The caller that another system is with a key. */
const withKey = (office: Office, key: unknown): Desk['send'] => {
  const headers = { authorization: `Bearer ${String(key)}` };
  return (operation, request) => office.send(operation, { ...request, headers: { ...headers, ...request?.headers } });
};

async function makeKey(desk: Pick<Desk, 'send'>, body: object = {}) {
  const answer = await desk.send(createApiKey, { body: { name: 'ERP', scopes: ['clients:read'], ...body } });
  expect(answer.status).toBe(201);
  return answer.body;
}

const keysOf = async ({ send }: Pick<Desk, 'send'>) => recordsOf(await send(listApiKeys), 'apiKeys');
const member = ({ id }: Desk) => ({ path: { userId: id } });
const alertsOf = async (office: Office) =>
  recordsOf(await office.send(listAlerts, { query: { type: 'API_KEY_REVOKED' } }), 'alerts');

describe('integrations 3: an API key', () => {
  it('is shown once, and calls within its scopes', async () => {
    const office = await openOffice(world);
    const { key, ...shown } = await makeKey(office, { scopes: ['clients:read', 'clients:write'] });
    expect(hasApiKeyForm(String(key))).toBe(true);
    const expiresAt = new Date(office.testContext.now().getTime() + 400 * DAY_MS).toISOString();
    expect(shown).toEqual({
      ...{ id: expect.any(String), name: 'ERP', scopes: ['clients:read', 'clients:write'], role: 'MEMBER' },
      ...{ createdAt: expect.any(String), createdBy: office.id, prefix: String(key).slice(0, -42) },
      expiresAt: expect.stringContaining(expiresAt.slice(0, 16)),
    });
    expect(await keysOf(office)).toEqual([{ ...shown, status: 'ACTIVE' }]);
    const send = withKey(office, key);
    expect((await send(createClient, { body: CLIENT })).status).toBe(201);
    expect(recordsOf(await send(listClients), 'clients')).toHaveLength(1);
  });

  it('signs its changes in the audit, in the stored entry and in the request line, which never have the key', async () => {
    const office = await openOffice(world);
    const { key, id } = await makeKey(office, { scopes: ['clients:write'] });
    const { status, body } = await withKey(office, key)(createClient, { body: CLIENT });
    expect(status).toBe(201);
    const [entry] = await table.partition(`TEAM#${office.teamId}#CLIENT#${String(body.id)}`);
    expect(entry).toMatchObject({ action: 'CREATE', actorId: id, actorType: 'KEY' });
    const [own] = await table.partition(`TEAM#${office.teamId}#API_KEY#${String(id)}`);
    expect(own).toMatchObject({ action: 'CREATE', actorId: office.id });
    expect(own).not.toHaveProperty('actorType');
    expect(recordsOf(await office.send(listAudit), 'entries')).toHaveLength(2);
    const lines = office.testContext.logs.map((line) => JSON.parse(line));
    expect(lines.find(({ operation }) => operation === 'createClient')).toMatchObject({
      keyId: id,
      team: office.teamId,
    });
    const stored = JSON.stringify(await table.partition(`TEAM#${office.teamId}`));
    expect(office.testContext.logs.join() + stored).not.toContain(String(key).slice(-40));
    expect(office.testContext.logs.join()).not.toContain(apiKeyDigest(String(key)));
  });

  it('names the scope and the role that it lacks', async () => {
    const office = await openOffice(world);
    const { key } = await makeKey(office, { scopes: ['clients:read'] });
    const missing = await withKey(office, key)(createClient, { body: CLIENT });
    expect(missing).toMatchObject({ status: 403, body: { message: expect.stringContaining('clients:write') } });
    const low = await makeKey(office, { scopes: ['clients:write'] });
    const refusedRole = await withKey(office, low.key)(deleteClient, { path: { id: office.id } });
    expect(refusedRole).toMatchObject({ status: 403, body: { message: expect.stringContaining('clients:write') } });
    expect(refusedRole.body.message).toContain('ADMIN');
    const high = await makeKey(office, { scopes: ['clients:write'], role: 'ADMIN' });
    expect((await withKey(office, high.key)(deleteClient, { path: { id: office.id } })).status).toBe(404);
  });

  it('never makes, lists or deletes keys, whatever its scopes', async () => {
    const office = await openOffice(world);
    const { key, id } = await makeKey(office, { role: 'ADMIN' });
    const send = withKey(office, key);
    const body = { name: 'Copy', scopes: ['clients:read'] };
    const answers = [
      await send(createApiKey, { body }),
      await send(listApiKeys),
      await send(deleteApiKey, { path: { id: String(id) } }),
    ];
    expect(answers.map(refusal)).toEqual([refused('FORBIDDEN'), refused('FORBIDDEN'), refused('FORBIDDEN')]);
    expect(await keysOf(office)).toHaveLength(1);
  });

  it('answers one 401 when it is expired, deleted, of another team, or has a wrong checksum', async () => {
    const office = await openOffice(world);
    const other = await openOffice(world);
    const { key, id } = await makeKey(office);
    const wrong = `${String(key).slice(0, -1)}${String(key).endsWith('0') ? '1' : '0'}`;
    const soon = new Date(office.testContext.now().getTime() + 60_000).toISOString();
    const short = await makeKey(office, { expiresAt: soon });
    const answers = [
      await withKey(other, key)(listClients),
      await withKey(office, wrong)(listClients),
      await withKey(office, 'fleet_')(listClients),
    ];
    expect((await withKey(office, short.key)(listClients)).status).toBe(200);
    office.testContext.pass(61_000);
    answers.push(await withKey(office, short.key)(listClients));
    expect((await keysOf(office)).find((one) => one.id === short.id)).toMatchObject({ status: 'EXPIRED' });
    expect((await withKey(office, key)(listClients)).status).toBe(200);
    expect((await office.send(deleteApiKey, { path: { id: String(id) } })).status).toBe(200);
    answers.push(await withKey(office, key)(listClients));
    expect(answers.map(({ body }) => body)).toEqual(answers.map(() => answers[0]?.body));
    expect(answers.map(refusal)).toEqual(answers.map(() => refused('UNAUTHENTICATED')));
  });

  it.each([
    ['in the past', -1],
    ['over 400 days away', 400 * DAY_MS + 60_000],
  ])('is refused with an end %s', async (_, ahead) => {
    const office = await openOffice(world);
    const expiresAt = new Date(office.testContext.now().getTime() + ahead).toISOString();
    const body = { name: 'ERP', scopes: ['clients:read'], expiresAt };
    expect(refusal(await office.send(createApiKey, { body }))).toEqual(refused('VALIDATION_FAILED', 'expiresAt'));
  });

  it.each([
    ['scopes[0]', { scopes: ['everything'] }],
    ['scopes', { scopes: [] }],
    ['role', { role: 'OWNER' }],
  ])('is refused with a wrong %s', async (field, wrong) => {
    const office = await openOffice(world);
    const body = { name: 'ERP', scopes: ['clients:read'], ...wrong };
    expect(refusal(await office.send(createApiKey, { body }))).toEqual(refused('VALIDATION_FAILED', field));
  });

  it('is the answer of no other team, and deleted once', async () => {
    const office = await openOffice(world);
    const other = await openOffice(world);
    const { id } = await makeKey(office);
    const path = { id: String(id) };
    expect(refusal(await other.send(deleteApiKey, { path }))).toEqual(refused('NOT_FOUND'));
    const both = await Promise.all([office.send(deleteApiKey, { path }), office.send(deleteApiKey, { path })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await keysOf(office)).toEqual([]);
  });

  it('needs a recent sign-in under the policy, because the key itself needs none', async () => {
    const office = await openOffice(world);
    await office.send(changePolicies, { body: { recentSignIn: 'MINUTES_10' } });
    office.testContext.pass(11 * 60_000);
    const body = { name: 'ERP', scopes: ['clients:read'] };
    expect(refusal(await office.send(createApiKey, { body }))).toEqual(refused('SIGN_IN_AGAIN'));
  });
});

describe('integrations 3: the twenty keys of a team', () => {
  it('are the limit, also for two creations at once, and a deletion frees a place', async () => {
    const office = await openOffice(world);
    const admin = await office.hire('ADMIN');
    const made = [];
    for (let one = 0; one < 19; one += 1) made.push(await makeKey(one % 2 ? office : admin));
    const body = { name: 'ERP', scopes: ['clients:read'] };
    const both = await Promise.all([office.send(createApiKey, { body }), admin.send(createApiKey, { body })]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    const more = await office.send(createApiKey, { body });
    expect(refusal(more)).toEqual(refused('API_KEY_LIMIT'));
    expect((await office.send(deleteApiKey, { path: { id: String(made[0]?.id) } })).status).toBe(200);
    expect((await office.send(createApiKey, { body })).status).toBe(201);
    expect(await keysOf(office)).toHaveLength(20);
  });
});

describe('integrations 3: the keys of a member', () => {
  it.each([
    ['is removed', (office: Office, admin: Desk) => office.send(removeMember, member(admin))],
    ['leaves', (_: Office, admin: Desk) => admin.send(removeMember, member(admin))],
  ])('end when the member %s, with an alert for each that was valid, and free their places', async (_, act) => {
    const office = await openOffice(world);
    const admin = await office.hire('ADMIN');
    const soon = new Date(office.testContext.now().getTime() + 60_000).toISOString();
    const expired = await makeKey(admin, { expiresAt: soon });
    const own = await makeKey(admin);
    const others = await makeKey(office);
    office.testContext.pass(61_000);
    expect((await act(office, admin)).status).toBe(200);
    expect((await withKey(office, own.key)(listClients)).status).toBe(401);
    expect((await withKey(office, others.key)(listClients)).status).toBe(200);
    const keys = await keysOf(office);
    expect(new Map(keys.map(({ id, status }) => [id, status]))).toEqual(
      new Map([
        [expired.id, 'REVOKED'],
        [own.id, 'REVOKED'],
        [others.id, 'ACTIVE'],
      ]),
    );
    expect(await alertsOf(office)).toEqual([
      expect.objectContaining({ entityType: 'API_KEY', entityId: own.id, severity: 'WARNING' }),
    ]);
    const count = (await table.partition(`TEAM#${office.teamId}`)).find(({ sk }) => sk === 'API_KEYS');
    expect(count).toMatchObject({ open: 1 });
    expect((await office.send(deleteApiKey, { path: { id: String(own.id) } })).status).toBe(200);
    const after = (await table.partition(`TEAM#${office.teamId}`)).find(({ sk }) => sk === 'API_KEYS');
    expect(after).toMatchObject({ open: 1 });
  });

  it('get the lower role of the member in the same change, and keep it', async () => {
    const office = await openOffice(world);
    const admin = await office.hire('ADMIN');
    const { key, id } = await makeKey(admin, { role: 'ADMIN', scopes: ['clients:write'] });
    const remove = () => withKey(office, key)(deleteClient, { path: { id: office.id } });
    expect((await remove()).status).toBe(404);
    await office.send(changeMemberRole, { ...member(admin), body: { role: 'MEMBER' } });
    expect((await remove()).status).toBe(403);
    expect((await keysOf(office)).find((one) => one.id === id)).toMatchObject({ role: 'MEMBER', status: 'ACTIVE' });
    await office.send(changeMemberRole, { ...member(admin), body: { role: 'ADMIN' } });
    expect((await remove()).status).toBe(403);
    expect(await alertsOf(office)).toEqual([]);
  });

  it('never outlive a removal or a lower role at the same moment', async () => {
    for (const act of ['remove', 'lower'] as const) {
      const office = await openOffice(world);
      const admin = await office.hire('ADMIN');
      const body = { name: 'ERP', scopes: ['clients:read'], role: 'ADMIN' };
      const change =
        act === 'remove'
          ? () => office.send(removeMember, member(admin))
          : () => office.send(changeMemberRole, { ...member(admin), body: { role: 'MEMBER' } });
      const [created, changed] = await Promise.all([admin.send(createApiKey, { body }), change()]);
      expect([201, 403, 409]).toContain(created.status);
      if (changed.status === 409) expect((await change()).status).toBe(200);
      const valid = (await keysOf(office)).filter(({ status, role }) => status === 'ACTIVE' && role === 'ADMIN');
      expect(valid).toEqual([]);
    }
  });
});

describe('integrations 3: a creation that was authorised before a change of its maker', () => {
  it.each([
    ['removed', (office: Office, admin: Desk) => office.send(removeMember, member(admin))],
    [
      'lowered',
      (office: Office, admin: Desk) => office.send(changeMemberRole, { ...member(admin), body: { role: 'MEMBER' } }),
    ],
  ])('is refused when the maker is %s meanwhile', async (_, change) => {
    const office = await openOffice(world);
    const admin = await office.hire('ADMIN');
    expect((await change(office, admin)).status).toBe(200);
    const actor = { id: admin.id, teamId: office.teamId, role: 'ADMIN' } as const;
    const wanted = { name: 'ERP', scopes: ['clients:read'], role: 'ADMIN' } satisfies NewApiKey;
    await expect(office.testContext.use(makeApiKey)(actor, wanted)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await keysOf(office)).toEqual([]);
  });
});

describe('integrations 3: the keys of an account that was recovered', () => {
  const REVIEW = { query: { type: 'API_KEYS_TO_REVIEW' } };
  const reviews = async (office: Office) => recordsOf(await office.send(listAlerts, REVIEW), 'alerts');

  it.each([
    ['a recovery', 'SIGN_IN_RECOVERED'],
    ['a reset of the password', 'PASSWORD_RESET'],
  ] as const)('go on after %s, and the team is asked to review them', async (_, action) => {
    const office = await openOffice(world);
    const admin = await office.hire('ADMIN');
    const { key } = await makeKey(admin);
    await office.testContext.use(endSessions)(admin.id, action);
    expect((await withKey(office, key)(listClients)).status).toBe(200);
    expect(await reviews(office)).toEqual([
      expect.objectContaining({ entityType: 'USER', entityId: admin.id, status: 'OPEN' }),
    ]);
  });

  const recover = async (office: Office, userId: string) => {
    office.testContext.pass(1_000);
    await office.testContext.use(endSessions)(userId, 'SIGN_IN_RECOVERED');
  };
  const statuses = async (office: Office) => (await reviews(office)).map(({ status }) => status);

  it('need no review once the last valid one is deleted', async () => {
    const office = await openOffice(world);
    const admin = await office.hire('ADMIN');
    const [first, second] = [await makeKey(admin), await makeKey(admin)];
    await makeKey(office);
    await recover(office, admin.id);
    expect((await office.send(deleteApiKey, { path: { id: String(first.id) } })).status).toBe(200);
    expect(await statuses(office)).toEqual(['OPEN']);
    expect((await office.send(deleteApiKey, { path: { id: String(second.id) } })).status).toBe(200);
    expect(await statuses(office)).toEqual(['RESOLVED']);
  });

  it('need no review after a deletion that could write once only', async () => {
    const office = await openOffice(world);
    const admin = await office.hire('ADMIN');
    const { id } = await makeKey(admin);
    await recover(office, admin.id);
    const dying = table.testContext({ faults: [{ action: 'TransactWriteItems', skip: 1, before: connectionReset }] });
    const actor = { id: office.id, teamId: office.teamId, role: 'OWNER' } as const;
    await dying.use(endApiKey)(actor, String(id));
    expect(await statuses(office)).toEqual(['RESOLVED']);
  });

  it('are asked about once, however often the account is recovered, and again after the team has reviewed them', async () => {
    const office = await openOffice(world);
    const admin = await office.hire('ADMIN');
    const { id: keyId } = await makeKey(admin);
    for (let times = 0; times < 120; times += 1) await recover(office, admin.id);
    const [review] = await reviews(office);
    expect(await statuses(office)).toEqual(['OPEN']);
    const resolution = { path: { alertId: String(review?.id) }, body: { status: 'RESOLVED' } };
    expect((await office.send(updateAlert, resolution)).status).toBe(200);
    await recover(office, admin.id);
    expect(await statuses(office)).toEqual(['OPEN', 'RESOLVED']);
    expect((await office.send(deleteApiKey, { path: { id: String(keyId) } })).status).toBe(200);
    expect(await statuses(office)).toEqual(['RESOLVED', 'RESOLVED']);
  });

  it('need no review when two calls at once delete the last two', async () => {
    const office = await openOffice(world);
    const admin = await office.hire('ADMIN');
    const keys = [await makeKey(admin), await makeKey(admin)];
    await recover(office, admin.id);
    const answers = await Promise.all(keys.map(({ id }) => office.send(deleteApiKey, { path: { id: String(id) } })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await statuses(office)).toEqual(['RESOLVED']);
  });

  it('need no review after the member left, nor after they expired', async () => {
    const office = await openOffice(world);
    const [left, expired] = [await office.hire('ADMIN'), await office.hire('ADMIN')];
    await makeKey(left);
    const end = office.testContext.now().getTime() + 60_000;
    await makeKey(expired, { expiresAt: new Date(end).toISOString() });
    await recover(office, left.id);
    await recover(office, expired.id);
    expect((await office.send(removeMember, { path: { userId: left.id } })).status).toBe(200);
    expect(await statuses(office)).toEqual(['OPEN', 'RESOLVED']);
    office.testContext.pass(61_000);
    await office.testContext.use(raiseExpiredKeyAlerts)(() => {});
    expect(await statuses(office)).toEqual(['RESOLVED', 'RESOLVED']);
  });

  it('raise no alert when the member has no valid key, or ended the sessions itself', async () => {
    const office = await openOffice(world);
    const [admin, other] = [await office.hire('ADMIN'), await office.hire('ADMIN')];
    const soon = new Date(office.testContext.now().getTime() + 60_000).toISOString();
    await makeKey(admin, { expiresAt: soon });
    await makeKey(other);
    office.testContext.pass(61_000);
    const end = office.testContext.use(endSessions);
    await end(admin.id, 'PASSWORD_RESET');
    await end(office.id, 'PASSWORD_RESET');
    await end(other.id, 'PASSWORD_CHANGED');
    await end(other.id, 'SESSIONS_ENDED');
    expect(await table.partition(`TEAM#${office.teamId}`)).not.toContainEqual(
      expect.objectContaining({ type: 'API_KEYS_TO_REVIEW' }),
    );
  });
});

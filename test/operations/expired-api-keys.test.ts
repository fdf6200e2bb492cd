import { operation as listAlerts } from '../../functions/alerts/list-alerts';
import { operation as createApiKey } from '../../functions/api-keys/create-api-key';
import { operation as deleteApiKey } from '../../functions/api-keys/delete-api-key';
import { operation as removeMember } from '../../functions/teams/remove-member';
import { trigger } from '../../functions/triggers/raise-expiring-papers';
import { raiseExpiredKeyAlerts } from '../../shared/teams/expired-api-keys';
import { accounts } from '../support/accounts';
import { connectionReset } from '../support/faults';
import { type Desk, type Office, openOffice, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';

const table = quickTable();
const world = accounts(table);

const HOUR_MS = 60 * 60 * 1000;

/** Makes a key that ends in an hour. */
async function makeKey(office: Office, desk: Pick<Desk, 'send'> = office, name = 'ERP') {
  const expiresAt = new Date(office.testContext.now().getTime() + HOUR_MS).toISOString();
  const { status, body } = await desk.send(createApiKey, { body: { name, scopes: ['clients:read'], expiresAt } });
  expect(status).toBe(201);
  return String(body.id);
}

const alertsOf = async (office: Office) =>
  recordsOf(await office.send(listAlerts, { query: { type: 'API_KEY_REVOKED' } }), 'alerts');

async function runSchedule({ testContext }: Office) {
  const reports: unknown[] = [];
  const figures = await testContext.use(raiseExpiredKeyAlerts)((failure) => reports.push(failure));
  return { ...figures, reports };
}

/** Isolates the tests: no key of an earlier one is due. */
beforeEach(async () => {
  const { testContext } = await openOffice(world);
  testContext.pass(2 * HOUR_MS);
  await testContext.use(raiseExpiredKeyAlerts)(() => {});
});

describe('integrations 3: API_KEY_REVOKED on expiry', () => {
  it('is raised once by the first run after the end, not before, and names the key in both languages', async () => {
    const office = await openOffice(world);
    const keyId = await makeKey(office);
    office.testContext.pass(HOUR_MS - 1);
    expect(await runSchedule(office)).toEqual({ raised: 0, failed: 0, reports: [] });
    office.testContext.pass(1);
    expect(await runSchedule(office)).toEqual({ raised: 1, failed: 0, reports: [] });
    office.testContext.pass(24 * HOUR_MS);
    expect(await runSchedule(office)).toEqual({ raised: 0, failed: 0, reports: [] });
    const message = 'The API key “ERP” expired on 2026-03-02 (UTC). Make a new key for the system that used it.';
    const alerts = await alertsOf(office);
    expect(alerts).toEqual([
      expect.objectContaining({ entityType: 'API_KEY', entityId: keyId, severity: 'WARNING', status: 'OPEN', message }),
    ]);
    const query = { type: 'API_KEY_REVOKED' };
    const spanish = await office.send(listAlerts, { query, headers: { 'accept-language': 'es' } });
    expect(recordsOf(spanish, 'alerts')[0]?.message).toContain('La llave de API «ERP» caducó el 2026-03-02');
    const entries = await table.partition(`TEAM#${office.teamId}#ALERT#${String(alerts[0]?.id)}`);
    expect(entries).toEqual([expect.objectContaining({ action: 'CREATE', actorType: 'SYSTEM' })]);
  });

  it('is raised once by two runs at once', async () => {
    const office = await openOffice(world);
    await makeKey(office);
    office.testContext.pass(HOUR_MS);
    const runs = await Promise.all([runSchedule(office), runSchedule(office)]);
    expect(runs.map(({ raised }) => raised).sort()).toEqual([0, 1]);
    expect(runs.flatMap(({ reports }) => reports)).toEqual([]);
    expect(await alertsOf(office)).toHaveLength(1);
  });

  it('is not raised for a key that was deleted, nor again for one that ended with its maker', async () => {
    const office = await openOffice(world);
    const admin = await office.hire('ADMIN');
    const deleted = await makeKey(office);
    const revoked = await makeKey(office, admin);
    expect((await office.send(deleteApiKey, { path: { id: deleted } })).status).toBe(200);
    expect((await office.send(removeMember, { path: { userId: admin.id } })).status).toBe(200);
    office.testContext.pass(HOUR_MS);
    const [item] = await table.partition(`TEAM#${office.teamId}`, 'API_KEY#');
    expect(item).toMatchObject({ id: revoked, revokedAt: expect.any(String) });
    expect(item).not.toHaveProperty('gsi2pk');
    expect(await runSchedule(office)).toEqual({ raised: 0, failed: 0, reports: [] });
    expect((await alertsOf(office)).map(({ entityId }) => entityId)).toEqual([revoked]);
  });

  it.each([
    ['a deletion', (office: Office, _: Desk, id: string) => office.send(deleteApiKey, { path: { id } })],
    [
      'a removal of the maker',
      (office: Office, admin: Desk) => office.send(removeMember, { path: { userId: admin.id } }),
    ],
  ])('is not raised when %s comes between reading and writing', async (_, change) => {
    const office = await openOffice(world);
    const admin = await office.hire('ADMIN');
    const id = await makeKey(office, admin);
    office.testContext.pass(HOUR_MS);
    const interrupted = table.interrupted(async () => expect((await change(office, admin, id)).status).toBe(200));
    interrupted.pass(HOUR_MS);
    const reports: unknown[] = [];
    const figures = await interrupted.use(raiseExpiredKeyAlerts)((failure) => reports.push(failure));
    expect([figures, reports]).toEqual([{ raised: 0, failed: 0 }, []]);
    expect(await alertsOf(office)).toEqual([]);
  });

  it('stays due for a key that fails, which is reported, and does not keep the next key from its own', async () => {
    const office = await openOffice(world);
    const first = await makeKey(office);
    office.testContext.pass(1);
    const second = await makeKey(office, office, 'Portal');
    const failing = table.testContext({
      faults: [{ action: 'TransactWriteItems', times: 1, before: connectionReset }],
    });
    failing.pass(HOUR_MS + 1);
    office.testContext.pass(HOUR_MS);
    const reports: unknown[] = [];
    const figures = await failing.use(raiseExpiredKeyAlerts)((failure) => reports.push(failure));
    expect([figures, reports]).toEqual([{ raised: 1, failed: 1 }, [expect.any(Error)]]);
    expect((await alertsOf(office)).map(({ entityId }) => entityId)).toEqual([second]);
    expect(await runSchedule(office)).toEqual({ raised: 1, failed: 0, reports: [] });
    expect((await alertsOf(office)).map(({ entityId }) => entityId).sort()).toEqual([first, second].sort());
  });

  it('is raised by the schedule of documents, whose figures count both', async () => {
    const figures = (raised: number, failed: number) => async () => ({ raised, failed });
    const deps = { raiseExpiredKeyAlerts: figures(1, 2), raiseExpiryAlerts: figures(10, 20) };
    const unused = { part: () => deps, continues: () => {}, count: () => {}, report: () => {} };
    expect(await trigger.run({ event: {}, deps, ...unused })).toEqual({ raised: 11, failed: 22 });
  });
});

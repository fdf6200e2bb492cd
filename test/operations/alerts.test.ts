import { operation as listAlerts } from '../../functions/alerts/list-alerts';
import { operation as updateAlert } from '../../functions/alerts/update-alert';
import { operation as listAudit } from '../../functions/audit/list-audit';
import { ALERT_STATUSES, type AlertCause, alertKey } from '../../shared/alerts/alert';
import { alertOnceSteps, alertSteps, changeAlertStatus, listAlerts as listAlertsOf } from '../../shared/alerts/alerts';
import { SYSTEM_ACTOR } from '../../shared/audit/audit-event';
import { AlreadyThere } from '../../shared/platform/table/already-there';
import { getItem } from '../../shared/platform/table/read';
import { deleteIfPresent, update } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { accounts, refusal, refused } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { type Desk, type Office, openOffice, pagesOf, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';

const table = quickTable();
const world = accounts(table);

const DRAFT = 'TRIP_CANCELLED_WITH_DRAFT';
const STUCK = 'INVOICE_STAMP_STUCK';

/** Raises an alert of the team, one second after the previous one, and returns its identifier. */
async function raise({ testContext, teamId }: Office, cause: Partial<AlertCause> = {}): Promise<string> {
  testContext.pass(1000);
  const entityId = cause.entityId ?? someId();
  await transact(testContext.context, alertSteps(testContext.context, teamId, { type: DRAFT, ...cause, entityId }));
  const alerts = await table.partition(`TEAM#${teamId}`, 'ALERT#');
  return String(alerts.find((alert) => alert.entityId === entityId)?.id);
}

const set = ({ send }: Desk, alertId: string, status: unknown) =>
  send(updateAlert, { path: { alertId }, body: { status } });
const ids = (found: Record<string, unknown>[]) => found.map(({ id }) => id);

describe('an alert', () => {
  it('is answered as the interface says, OPEN, with the severity and the words of its type', async () => {
    const office = await openOffice(world, { role: 'MEMBER' });
    const entityId = someId();
    const id = await raise(office, { entityId });
    const { status, body } = await office.send(listAlerts);
    const alert = {
      id,
      type: DRAFT,
      status: 'OPEN',
      severity: 'WARNING',
      entityType: 'INVOICE',
      entityId,
      message: 'The trip was cancelled and its invoice draft is still there. Stamp it or delete it.',
      createdAt: office.testContext.now().toISOString(),
    };
    expect([status, body]).toEqual([200, { alerts: [alert], count: 1, nextCursor: null, total: 1 }]);
  });

  it('that is raised once is raised once for its occasion, whoever tries again', async () => {
    const { testContext, teamId } = await openOffice(world);
    const cause = { type: STUCK, entityId: someId() } as const;
    const once = (occasion?: string) =>
      transact(testContext.context, alertOnceSteps(testContext.context, teamId, cause, occasion));
    const tries = await Promise.allSettled([once(), once(), once()]);
    const late = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(late).toEqual([expect.any(AlreadyThere), expect.any(AlreadyThere)]);
    await once('2026-03-02');
    expect(await table.partition(`TEAM#${teamId}`, 'ALERT#')).toHaveLength(2);
  });

  it('is seen and moved by its own team alone', async () => {
    const office = await openOffice(world);
    const id = await raise(office);
    const other = await openOffice(world);
    expect(recordsOf(await other.send(listAlerts), 'alerts')).toEqual([]);
    expect(refusal(await set(other, id, 'RESOLVED'))).toEqual(refused('NOT_FOUND'));
    const stranger = await office.stranger();
    expect(refusal(await stranger.send(listAlerts))).toEqual(refused('FORBIDDEN'));
    expect(refusal(await set(stranger, id, 'RESOLVED'))).toEqual(refused('FORBIDDEN'));
    expect(recordsOf(await office.send(listAlerts), 'alerts')).toMatchObject([{ id, status: 'OPEN' }]);
  });
});

describe('the alerts of a team', () => {
  let laid: Awaited<ReturnType<typeof insertAlerts>>;

  async function insertAlerts() {
    const office = await openOffice(world);
    await raise(await openOffice(world));
    const [a, b, c, d, e] = [
      await raise(office),
      await raise(office, { type: STUCK }),
      await raise(office),
      await raise(office, { type: STUCK }),
      await raise(office),
    ];
    await set(office, c, 'RESOLVED');
    await set(office, d, 'RESOLVED');
    await set(office, e, 'ACKNOWLEDGED');
    return { office, named: { a, b, c, d, e } };
  }

  beforeAll(async () => {
    laid = await insertAlerts();
  });

  it.each([
    [{}, 'edcba'],
    [{ status: 'OPEN' }, 'ba'],
    [{ status: 'ACKNOWLEDGED' }, 'e'],
    [{ status: 'RESOLVED' }, 'dc'],
    [{ type: STUCK }, 'db'],
    [{ type: 'PAPER_EXPIRING' }, ''],
    [{ type: STUCK, status: 'RESOLVED' }, 'd'],
    [{ type: STUCK, status: 'OPEN' }, 'b'],
  ])('are found by %j, the newest first', async (query, expected) => {
    const { office, named } = laid;
    const wanted = [...expected].map((name) => Object.entries(named).find(([one]) => one === name)?.[1]);
    expect(ids(recordsOf(await office.send(listAlerts, { query }), 'alerts'))).toEqual(wanted);
    expect(ids((await pagesOf(office, listAlerts, 'alerts', { ...query, limit: '1' })).flat())).toEqual(wanted);
  });

  it.each([
    ['status', 'CLOSED'],
    ['type', 'NOISE'],
    ['limit', '0'],
    ['limit', '201'],
    ['cursor', 'made-up'],
  ])('are not found by a wrong %s', async (field, value) => {
    const answer = await laid.office.send(listAlerts, { query: { [field]: value } });
    expect(refusal(answer)).toEqual(refused('VALIDATION_FAILED', field));
  });

  it.each([
    [{}, { status: 'OPEN' }],
    [{ status: 'OPEN' }, { status: 'RESOLVED' }],
    [{ status: 'RESOLVED' }, { status: 'RESOLVED', type: STUCK }],
    [{ type: STUCK }, {}],
  ])('are not found by the cursor of another filter: of %j for %j', async (filter, other) => {
    const { body } = await laid.office.send(listAlerts, { query: { limit: '1', ...filter } });
    const query = { limit: '1', ...other, cursor: String(body.nextCursor) };
    expect(refusal(await laid.office.send(listAlerts, { query }))).toEqual(refused('VALIDATION_FAILED', 'cursor'));
  });

  it('are not found in a status that only the index still has', async () => {
    const office = await openOffice(world);
    const id = await raise(office);
    const { context } = office.testContext;
    await transact(context, [
      update(alertKey(office.teamId, id), { set: { status: 'RESOLVED' } }, {}, () => new Error('gone')),
    ]);
    expect(recordsOf(await office.send(listAlerts, { query: { status: 'OPEN' } }), 'alerts')).toEqual([]);
  });

  it.each([
    ['without a filter one read of the partition', {}, { calls: 1, readUnits: 0.5 }],
    ['that are RESOLVED one read of the partition', { status: 'RESOLVED' } as const, { calls: 1, readUnits: 0.5 }],
    ['that are OPEN one of the index, and each alert', { status: 'OPEN' } as const, { calls: 2, readUnits: 1.5 }],
  ])('cost %s', async (_, filter, { calls, readUnits }) => {
    const testContext = table.testContext();
    const { records } = await testContext.use(listAlertsOf)(laid.office.teamId, filter, { limit: 2 });
    expect(records).toHaveLength(2);
    expect(testContext.meter).toEqual({ calls, readUnits, writeUnits: 0 });
  });
});

describe('a change of status', () => {
  it('of an alert that went away meanwhile is NOT_FOUND, and makes none', async () => {
    const office = await openOffice(world);
    const id = await raise(office);
    const { context } = office.testContext;
    const alert = await getItem(context, alertKey(office.teamId, id));
    if (alert === undefined) throw new Error('The alert was not raised.');
    await transact(context, [deleteIfPresent(alertKey(office.teamId, id))]);
    const change = office.testContext.use(changeAlertStatus)(office, alert, 'RESOLVED');
    await expect(change).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await table.partition(`TEAM#${office.teamId}`, 'ALERT#')).toEqual([]);
  });

  it('is taken as the table says, and puts the alert into the list of its status', async () => {
    const office = await openOffice(world, { role: 'MEMBER' });
    const moves = ALERT_STATUSES.flatMap((from) => ALERT_STATUSES.map((to) => ({ from, to })));
    for (const { from, to } of moves) {
      const id = await raise(office);
      if (from !== 'OPEN') await set(office, id, from);
      const answer = await set(office, id, to);
      const isTaken = from !== 'RESOLVED' || to !== 'ACKNOWLEDGED';
      if (isTaken) expect([answer.status, answer.body]).toMatchObject([200, { id, type: DRAFT, status: to }]);
      else expect(refusal(answer)).toEqual(refused('ALERT_STATUS', 'status'));
      const [newest] = recordsOf(await office.send(listAlerts, { query: { status: isTaken ? to : from } }), 'alerts');
      expect(newest?.id).toBe(id);
    }
  });

  it('leaves one audit entry with the member and both statuses after that of its creation; none when nothing changes', async () => {
    const office = await openOffice(world);
    const id = await raise(office);
    const member = await office.hire('MEMBER');
    await set(member, id, 'ACKNOWLEDGED');
    await set(office, id, 'ACKNOWLEDGED');
    expect((await office.send(updateAlert, { path: { alertId: id }, body: {} })).body).toMatchObject({ id });
    const query = { entityType: 'ALERT', entityId: id };
    expect(recordsOf(await office.send(listAudit, { query }), 'entries')).toEqual([
      {
        id: expect.any(String),
        entityType: 'ALERT',
        entityId: id,
        action: 'STATUS',
        actorId: member.id,
        at: office.testContext.now().toISOString(),
        changes: { previousStatus: 'OPEN', newStatus: 'ACKNOWLEDGED' },
      },
      expect.objectContaining({ action: 'CREATE', entityId: id, actorId: SYSTEM_ACTOR }),
    ]);
  });

  it.each([
    ['the same is what both wanted, and one entry', 'RESOLVED', { status: 'RESOLVED' }, undefined],
    ['another is told, and changes nothing', 'ACKNOWLEDGED', undefined, { code: 'CONFLICT' }],
  ] as const)('by a second one at the same moment to %s', async (_, to, done, told) => {
    const office = await openOffice(world);
    const id = await raise(office);
    const [alert] = (await office.testContext.use(listAlertsOf)(office.teamId, {}, { limit: 1 })).records;
    const meanwhile = () => set(office, id, 'RESOLVED');
    const late = table.interrupted(meanwhile);
    const change = alert && late.use(changeAlertStatus)(office, alert, to);
    if (told) await expect(change).rejects.toMatchObject(told);
    else expect(await change).toMatchObject({ ...done });
    expect(await table.partition(`TEAM#${office.teamId}#ALERT#${id}`)).toHaveLength(2);
    expect(recordsOf(await office.send(listAlerts), 'alerts')).toMatchObject([{ id, status: 'RESOLVED' }]);
  });

  it('to no status is refused; without one it changes nothing', async () => {
    const office = await openOffice(world);
    const id = await raise(office);
    for (const status of [null, 7, '', 'open', 'CLOSED'])
      expect(refusal(await set(office, id, status))).toEqual(refused('VALIDATION_FAILED', 'status'));
    const answer = await set(office, id, undefined);
    expect([answer.status, answer.body]).toMatchObject([200, { id, status: 'OPEN' }]);
    expect(await table.partition(`TEAM#${office.teamId}#ALERT#${id}`)).toHaveLength(1);
  });

  it('of an alert that is not there is NOT_FOUND', async () => {
    const office = await openOffice(world);
    expect(refusal(await set(office, someId(), 'RESOLVED'))).toEqual(refused('NOT_FOUND'));
  });
});

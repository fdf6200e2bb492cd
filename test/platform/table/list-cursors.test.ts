import { alertIndexes, alertKey, alertsInStatus } from '../../../shared/alerts/alert';
import { alertSteps, listAlerts } from '../../../shared/alerts/alerts';
import { auditOfTeam } from '../../../shared/audit/audit-event';
import { listAudit } from '../../../shared/audit/list-audit';
import { fileIndexes, fileKey } from '../../../shared/files/file-keys';
import { listFiles } from '../../../shared/files/files';
import { createDriver, listDrivers } from '../../../shared/fleet/drivers';
import { listExpirations } from '../../../shared/fleet/expiring-documents';
import { cursorOf } from '../../../shared/platform/table/cursor';
import type { Listed } from '../../../shared/platform/table/lists';
import { putItem } from '../../../shared/platform/table/steps';
import { transact } from '../../../shared/platform/table/transact';
import type { Page } from '../../../shared/platform/values/pages';
import { listTeams } from '../../../shared/teams/teams';
import { listTrips } from '../../../shared/trips/list-trips';
import { someId, type TestContext } from '../../support/engine-runtime';
import { quickTable } from '../../support/quick-table';
import { storedDriver } from '../../support/store-records';

const table = quickTable();

interface Laid {
  readonly testContext: TestContext;
  readonly teamId: string;
  readonly entityId: string;
}
type Ask = (laid: Laid, page: Page) => Promise<Listed<unknown>>;

/** Four files of one record, and four expiry items. */
async function insert(): Promise<Laid> {
  const testContext = table.testContext();
  const [teamId, entityId] = [someId(), someId()];
  const actor = { id: someId(), teamId };
  for (let nth = 0; nth < 4; nth += 1) {
    const fileId = someId();
    const file = {
      ...{ teamId, fileId, entityId, entityType: 'papel', key: fileId, fileName: 'a.pdf', versionId: 'x' },
      ...{ contentType: 'application/pdf', size: 9, uploadedBy: actor.id, uploadedAt: testContext.now().toISOString() },
      bucket: 'documents' as const,
    };
    await transact(testContext.context, [putItem(fileKey(teamId, fileId), file, fileIndexes(file))]);
    await testContext.use(createDriver)(actor, storedDriver({ licenseExpiry: '2026-03-10' }), undefined);
  }
  return { testContext, teamId, entityId };
}

const TIME_ZONE = 'America/Mexico_City';
const LISTS: readonly (readonly [string, Ask, Ask])[] = [
  [
    'files, and those of one entity',
    ({ testContext, teamId }, page) => testContext.use(listFiles)(teamId, {}, page),
    ({ testContext, teamId, entityId }, page) => testContext.use(listFiles)(teamId, { entityId }, page),
  ],
  [
    'papers that expire in 30 days, and in 60',
    ({ testContext, teamId }, page) => testContext.use(listExpirations)({ teamId, timeZone: TIME_ZONE }, 30, page),
    ({ testContext, teamId }, page) => testContext.use(listExpirations)({ teamId, timeZone: TIME_ZONE }, 60, page),
  ],
];

describe.each(LISTS)('a cursor of %s', (_, one, other) => {
  test('is good for its own list, and for no other filter or team', async () => {
    const [laid, foreign] = [await insert(), await insert()];
    const refused = { code: 'VALIDATION_FAILED', field: 'cursor' };
    const [first, filtered] = [await one(laid, { limit: 1 }), await other(laid, { limit: 1 })];
    const following = ({ nextCursor }: Listed<unknown>): Page => ({ limit: 50, cursor: nextCursor ?? '' });
    expect((await one(laid, following(first))).count).toBeGreaterThanOrEqual(3);
    expect((await other(laid, following(filtered))).count).toBe(3);
    await expect(other(laid, following(first))).rejects.toMatchObject(refused);
    await expect(one(laid, following(filtered))).rejects.toMatchObject(refused);
    await expect(one(foreign, following(first))).rejects.toMatchObject(refused);
  });
});

test('what is gone is not shown while the index still has it', async () => {
  const testContext = table.testContext();
  const teamId = someId();
  const steps = alertSteps(testContext.context, teamId, { type: 'INVOICE_STAMP_STUCK', entityId: someId() });
  await transact(testContext.context, steps);
  const list = () => testContext.use(listAlerts)(teamId, { status: 'OPEN' }, { limit: 50 });
  const { records } = await list();
  const [alert] = records;
  if (alert === undefined) throw new Error('One was raised.');
  const gone = { ...alert, id: someId() };
  const ghost = { ...alertKey(teamId, gone.id), sk: 'GHOST' };
  await transact(testContext.context, [putItem(ghost, gone, alertIndexes(teamId, gone))]);
  expect((await list()).records).toEqual(records);
});

describe.each([
  [
    'files',
    ({ testContext, teamId }: Laid, page: Page) => testContext.use(listFiles)(teamId, {}, page),
    (teamId: string) => [`TEAM#${teamId}#FILES`, undefined, undefined],
  ],
  [
    'papers that expire',
    ({ testContext, teamId }: Laid, page: Page) =>
      testContext.use(listExpirations)({ teamId, timeZone: TIME_ZONE }, 30, page),
    (teamId: string) => [`TEAM#${teamId}#PAPERS`, 30],
  ],
  [
    'drivers',
    ({ testContext, teamId }: Laid, page: Page) => testContext.use(listDrivers)(teamId, {}, page),
    (teamId: string) => [`TEAM#${teamId}`, 'DRIVER#', undefined, undefined],
  ],
  [
    'trips',
    ({ testContext, teamId }: Laid, page: Page) => testContext.use(listTrips)(teamId, {}, {}, page),
    (teamId: string) => ['trips', teamId, ...Array(6).fill(undefined)],
  ],
  [
    'the audit',
    ({ testContext, teamId }: Laid, page: Page) => testContext.use(listAudit)(teamId, {}, {}, page),
    (teamId: string) => [auditOfTeam(teamId).gsi1pk, ...Array(5).fill(undefined)],
  ],
  [
    'open alerts',
    ({ testContext, teamId }: Laid, page: Page) => testContext.use(listAlerts)(teamId, { status: 'OPEN' }, page),
    (teamId: string) => [alertsInStatus(teamId, 'OPEN').gsi1pk, undefined],
  ],
  [
    'teams',
    // The identifier of the team stands for that of the user.
    ({ testContext, teamId }: Laid, page: Page) => testContext.use(listTeams)(teamId, page),
    (userId: string) => ['teams', userId],
  ],
])('doors 18: a cursor of %s with a valid digest', (_, ask, identityOf) => {
  test.each([
    ['of another kind', 'TEAM'],
    ['beyond the list', '~~~~'],
    ['with a part too many', `2026-03-10T00:00:00.000Z#${someId()}#x#y`],
  ])('and a position %s is 400 and never reaches the table', async (_, position) => {
    const laid = await insert();
    const cursor = cursorOf(laid.testContext.context, identityOf(laid.teamId), position);
    const before = laid.testContext.calls.length;
    await expect(ask(laid, { limit: 5, cursor })).rejects.toMatchObject({ code: 'VALIDATION_FAILED', field: 'cursor' });
    expect(laid.testContext.calls).toHaveLength(before);
  });
});

import { alertIndexes, alertKey } from '../../../shared/alerts/alert';
import { alertStep, listAlerts } from '../../../shared/alerts/alerts';
import { fileIndexes, fileKey } from '../../../shared/files/file-keys';
import { listFiles } from '../../../shared/files/files';
import { createDriver } from '../../../shared/fleet/drivers';
import { listExpirations } from '../../../shared/fleet/expiring-documents';
import type { Listed } from '../../../shared/platform/table/lists';
import { overwrite } from '../../../shared/platform/table/steps';
import { transact } from '../../../shared/platform/table/transact';
import type { Page } from '../../../shared/platform/values/pages';
import { type Scene, someId } from '../../support/engine-runtime';
import { quickTable } from '../../support/quick-table';
import { storedDriver } from '../../support/store-records';

const table = quickTable();

interface Laid {
  readonly scene: Scene;
  readonly teamId: string;
  readonly entityId: string;
}
type Ask = (laid: Laid, page: Page) => Promise<Listed<unknown>>;

/** Four files of one entity, and four papers. */
async function lay(): Promise<Laid> {
  const scene = table.scene();
  const [teamId, entityId] = [someId(), someId()];
  const actor = { id: someId(), teamId };
  for (let nth = 0; nth < 4; nth += 1) {
    const fileId = someId();
    const file = {
      ...{ teamId, fileId, entityId, entityType: 'papel', key: fileId, fileName: 'a.pdf', versionId: 'x' },
      ...{ contentType: 'application/pdf', size: 9, uploadedBy: actor.id, uploadedAt: scene.now().toISOString() },
      bucket: 'documents' as const,
    };
    await transact(scene.context, [overwrite(fileKey(teamId, fileId), file, fileIndexes(file))]);
    await scene.use(createDriver)(actor, storedDriver({ licenseExpiry: '2026-03-10' }), undefined);
  }
  return { scene, teamId, entityId };
}

const TIME_ZONE = 'America/Mexico_City';
const LISTS: readonly (readonly [string, Ask, Ask])[] = [
  [
    'files, and those of one entity',
    ({ scene, teamId }, page) => scene.use(listFiles)(teamId, {}, page),
    ({ scene, teamId, entityId }, page) => scene.use(listFiles)(teamId, { entityId }, page),
  ],
  [
    'papers that expire in 30 days, and in 60',
    ({ scene, teamId }, page) => scene.use(listExpirations)({ teamId, timeZone: TIME_ZONE }, 30, page),
    ({ scene, teamId }, page) => scene.use(listExpirations)({ teamId, timeZone: TIME_ZONE }, 60, page),
  ],
];

describe.each(LISTS)('a cursor of %s', (_, one, other) => {
  test('is good for its own list, and for no other filter or team', async () => {
    const [laid, foreign] = [await lay(), await lay()];
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
  const scene = table.scene();
  const teamId = someId();
  const step = alertStep(scene.context, teamId, { type: 'INVOICE_STAMP_STUCK', entityId: someId() });
  await transact(scene.context, [step]);
  const list = () => scene.use(listAlerts)(teamId, { status: 'OPEN' }, { limit: 50 });
  const { records } = await list();
  const [alert] = records;
  if (alert === undefined) throw new Error('One was raised.');
  const gone = { ...alert, id: someId() };
  const ghost = { ...alertKey(teamId, gone.id), sk: 'GHOST' };
  await transact(scene.context, [overwrite(ghost, gone, alertIndexes(teamId, gone))]);
  expect((await list()).records).toEqual(records);
});

import { removeAbandonedUploads, type UploadStorage } from '../../shared/files/abandoned-uploads';
import { ABANDONED_AFTER_SECONDS, UPLOAD_SECONDS } from '../../shared/files/file';
import { grantedUploads, objectVersionKey } from '../../shared/files/file-keys';
import { grantUpload } from '../../shared/files/upload-grants';
import { getItem } from '../../shared/platform/table/read';
import { deleteIfPresent } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { type SceneOptions, START, someId } from '../support/engine-runtime';
import { connectionReset } from '../support/faults';
import { quickTable } from '../support/quick-table';

const table = quickTable();

/** When the grants of a test are due. */
const RUN_AFTER = (UPLOAD_SECONDS + ABANDONED_AFTER_SECONDS + 60) * 1000;
const A_DAY_OLD = { versionId: 'null', uploadedAt: new Date(START + RUN_AFTER - ABANDONED_AFTER_SECONDS * 1000) };
/** With no more time left than this a run ends. */
const TOO_LITTLE = 8_000;

const notes = () => table.partition(grantedUploads().pk);

/** No test finds the grants of another. */
beforeEach(async () => {
  const { context } = table.testContext();
  const keys = (await notes()).map(({ pk, sk }) => ({ ...grantedUploads(), pk: String(pk), sk: String(sk) }));
  for (const key of keys) await transact(context, [deleteIfPresent(key)]);
});

/** Grants keys, a second after one another; answers them. */
async function grantKeys(count: number): Promise<string[]> {
  const testContext = table.testContext();
  const actor = { id: someId(), teamId: someId() };
  const keys = [];
  for (let nth = 0; nth < count; nth += 1) {
    const fileName = `${someId()}.pdf`;
    const sent = { teamId: actor.teamId, folder: 'clients', fileName, contentType: 'application/pdf' } as const;
    keys.push((await testContext.use(grantUpload)(actor, sent)).key);
    testContext.pass(1000);
  }
  return keys;
}

/** A run a day later, over a storage in which one version lies under every key. */
async function run(storage: Partial<UploadStorage> = {}, options: SceneOptions = {}) {
  const testContext = table.testContext(options);
  testContext.pass(RUN_AFTER);
  const versionsOf = async () => ({ versions: [A_DAY_OLD], more: false });
  const reports: unknown[] = [];
  const all = { versionsOf, discard: async () => {}, ...storage };
  const done = await testContext.use(removeAbandonedUploads)(all, (failure) => reports.push(failure));
  return { done, reports, testContext };
}

test('what was uploaded a day ago to the millisecond is deleted, and what came later is not', async () => {
  await grantKeys(1);
  const young = { versionId: 'young', uploadedAt: new Date(A_DAY_OLD.uploadedAt.getTime() + 1) };
  const deleted: string[] = [];
  const { done, testContext } = await run({
    versionsOf: async () => ({ versions: [A_DAY_OLD, young], more: false }),
    discard: async ({ versionId }) => void deleted.push(versionId),
  });
  expect([done, deleted]).toEqual([{ checked: 1, removed: 1, failed: 0 }, ['null']]);
  expect(testContext.actions().filter((action) => action === 'Query')).toHaveLength(1);
});

test('versions of one name under two keys are two', async () => {
  await grantKeys(2);
  expect((await run()).done).toEqual({ checked: 2, removed: 2, failed: 0 });
});

test('a version is claimed for an hour before it is deleted', async () => {
  const [key = ''] = await grantKeys(1);
  const claims: unknown[] = [];
  const { testContext } = await run({
    discard: async ({ versionId }) => {
      claims.push(await getItem(table.testContext().context, objectVersionKey(key, versionId)));
    },
  });
  expect(claims).toEqual([{ expires: testContext.now().getTime() / 1000 + 3600 }]);
});

test('a claim that fails is reported, deletes nothing and stays due', async () => {
  await grantKeys(1);
  const deleted: unknown[] = [];
  const storage = { discard: async (version: unknown) => void deleted.push(version) };
  const faults = [{ action: 'TransactWriteItems', times: 1, before: connectionReset }];
  const { done, reports } = await run(storage, { faults });
  expect([done, reports]).toEqual([{ checked: 0, removed: 0, failed: 1 }, [connectionReset()]]);
  expect(deleted).toEqual([]);
  expect(await notes()).toHaveLength(1);
});

test('a key with more versions than one look answers stays due', async () => {
  await grantKeys(1);
  await run({ versionsOf: async () => ({ versions: [], more: true }) });
  expect(await notes()).toHaveLength(1);
  await run();
  expect(await notes()).toEqual([]);
});

test('those that fail are tried once in a run', async () => {
  await grantKeys(12);
  const versionsOf = async () => {
    throw new Error('S3 is away');
  };
  const { done, reports } = await run({ versionsOf });
  expect([done, reports.length]).toEqual([{ checked: 0, removed: 0, failed: 12 }, 12]);
  expect(await notes()).toHaveLength(12);
});

test('a run without time left looks after nothing; one that runs out of it has begun with the oldest', async () => {
  const keys = await grantKeys(12);
  expect((await run({}, { remaining: () => TOO_LITTLE })).done.checked).toBe(0);
  let asked = 0;
  const remaining = () => {
    asked += 1;
    return asked === 1 ? TOO_LITTLE + 1 : TOO_LITTLE;
  };
  expect((await run({}, { remaining })).done.checked).toBe(10);
  expect((await notes()).map(({ key }) => key)).toEqual(keys.slice(10));
});

import { FOLDERS } from '../../shared/files/file';
import { accounts, refusal, refused } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { type Office, openOffice } from '../support/office';
import { quickTable } from '../support/quick-table';
import { objectStorage, upload } from '../support/storage';
import { insertBox, reserve } from '../support/store-boxes';
import { insertClient, insertDriver, insertRoute, insertTrips, insertVehicle } from '../support/store-fleet';
import { insertInvoice } from '../support/store-invoices';
import { ask, PDF, PDF_BYTES, register, uploadOf } from '../support/uploads';

const table = quickTable();
const world = accounts(table);
const storage = objectStorage();
const FOREIGN = refused('FORBIDDEN', 'entityId');

async function office(): Promise<Office> {
  const opened = await openOffice(world, { role: 'MEMBER' });
  storage.follow(opened.testContext.now);
  return opened;
}

/** One record of each kind that a file can belong to. */
const RECORDS: Readonly<Record<string, (opened: Office) => Promise<string>>> = {
  team: async ({ teamId }) => teamId,
  caller: async ({ id }) => id,
  driver: async ({ testContext, teamId }) => (await insertDriver(testContext, { teamId })).id,
  vehicle: async ({ testContext, teamId }) => (await insertVehicle(testContext, { teamId })).id,
  client: async ({ testContext, teamId }) => (await insertClient(testContext, { teamId })).id,
  trip: async ({ testContext, teamId }) => (await insertTrips(testContext, [{ teamId }]))[0]?.id ?? '',
  invoice: async ({ testContext, teamId }) => (await insertInvoice(testContext, { teamId })).id,
  box: async ({ testContext, teamId }) => (await insertBox(testContext, { teamId })).id,
  reservation: async ({ testContext, teamId, id }) =>
    (await reserve(testContext, { id, teamId }, await insertBox(testContext, { teamId }))).id,
  route: async ({ testContext, teamId }) => (await insertRoute(testContext, { teamId })).id,
};

describe.each(Object.keys(RECORDS))(
  'doors 32: a file with a type of the front end’s own and a flat key, of a %s',
  (kind) => {
    it('is taken for the team’s own, and 403 for another team’s', async () => {
      const [mine, theirs] = [await office(), await office()];
      const [own, foreign] = [await RECORDS[kind]?.(mine), await RECORDS[kind]?.(theirs)];
      for (const entityType of ['papel', 'constructor', 'drivers-licence', kind]) {
        const { file } = await uploadOf(mine, mine.teamId, { folder: 'clients' });
        const sent = { ...file, entityType };
        const before = mine.testContext.calls.length;
        expect(refusal(await register(mine, { ...sent, entityId: foreign }))).toEqual(FOREIGN);
        expect(refusal(await register(mine, { ...sent, entityId: someId() }))).toEqual(FOREIGN);
        expect(mine.testContext.actions().slice(before)).not.toContain('CopyObject');
        expect((await register(mine, { ...sent, entityId: own })).status).toBe(201);
      }
    });
  },
);

const PDF_FILE = ['a.pdf', PDF, PDF_BYTES] as const;
const CSV_FILE = ['a.csv', 'text/csv', Buffer.from('externalId,name\n')] as const;

describe('doors 32: with an entity in the key', () => {
  it.each(Object.entries(FOLDERS))('of the folder %s, a %s, the entity must be that one', async (folder, kind) => {
    const opened = await office();
    const entityId = (await RECORDS[kind]?.(opened)) ?? '';
    // An import is a CSV file.
    const [fileName, contentType, bytes] = folder === 'imports' ? CSV_FILE : PDF_FILE;
    const { body } = await ask(opened, { folder, entityId, fileName, contentType });
    await upload(body.uploadUrl, bytes, contentType);
    const file = { entityId, fileId: someId(), key: body.key, fileName, contentType };
    for (const entityType of ['papel', 'driver', 'team']) {
      expect(refusal(await register(opened, { ...file, entityType, entityId: someId() }))).toEqual(FOREIGN);
    }
    expect((await register(opened, { ...file, entityType: 'papel' })).status).toBe(201);
  });
});

it('doors 32: the candidates are read in the call that reads the grant', async () => {
  const opened = await office();
  const { id } = await insertDriver(opened.testContext, { teamId: opened.teamId });
  const readsOf = async (entityType: string, entityId: string) => {
    const { file } = await uploadOf(opened, opened.teamId, { folder: 'drivers' });
    const before = opened.testContext.calls.length;
    expect((await register(opened, { ...file, entityType, entityId })).status).toBe(201);
    return opened.testContext
      .actions()
      .slice(before)
      .filter((action) => action.endsWith('GetItem'));
  };
  for (const entityType of ['papel', 'driver']) {
    expect(await readsOf(entityType, id)).toEqual(['BatchGetItem', 'BatchGetItem']);
  }
});

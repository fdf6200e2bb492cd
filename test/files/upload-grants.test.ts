import type { UploadRequest } from '../../shared/files/file';
import { fileKey, objectHolderKey } from '../../shared/files/file-keys';
import { type ObjectStorage, registerFile } from '../../shared/files/register-file';
import { grantUpload } from '../../shared/files/upload-grants';
import { getItem } from '../../shared/platform/table/read';
import { MAXIMUM_TRIES } from '../../shared/platform/table/retry';
import { putItem } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { START, someId, type TestContext } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';

const table = quickTable();

const PDF = 'application/pdf';
const HOUR = 3600;
const NOW = START / 1000;
/** The expiry of a key that a team holds for ever. */
const NEVER = 253_402_300_799;

/** A key that two teams may ask for, with a member of each. */
function newKey() {
  const fileName = `${someId()}.pdf`;
  const [ours, theirs] = [newActor(), newActor()];
  const request = (actor: { teamId: string }): UploadRequest => ({
    ...{ teamId: actor.teamId, folder: 'clients', fileName, contentType: PDF },
  });
  const key = `clients/${fileName}`;
  const ask = (actor: typeof ours, testContext: TestContext = table.testContext()) =>
    testContext.use(grantUpload)(actor, request(actor));
  const holder = () => getItem(table.testContext().context, objectHolderKey(key));
  const file = {
    entityType: 'papel',
    entityId: ours.teamId,
    fileId: someId(),
    key,
    fileName,
    contentType: PDF,
  } as const;
  /** Registers the file under the key. `look` runs while the operation reads the object. */
  const register = (testContext: TestContext = table.testContext(), look = async (): Promise<unknown> => undefined) =>
    testContext.use(registerFile)(ours, { ...file, teamId: ours.teamId }, undefined, lyingThere(look));
  const registered = () => getItem(table.testContext().context, fileKey(ours.teamId, file.fileId));
  return { key, ours, theirs, ask, holder, register, registered };
}
const newActor = () => ({ id: someId(), teamId: someId(), role: 'MEMBER' }) as const;

const lyingThere = (meanwhile: () => Promise<unknown>): ObjectStorage => ({
  look: async () => {
    await meanwhile();
    const bytes = Buffer.from('%PDF-1.7\n');
    return { size: 9, contentType: PDF, versionId: someId(), etag: '"tag"', head: bytes, tail: bytes };
  },
  publish: async () => someId(),
  discard: async () => {},
});

/** A test context in which `meanwhile` runs after the grant is counted and before the key is held. */
const beforeItIsHeld = (meanwhile: () => Promise<unknown>) =>
  table.testContext({ faults: [{ action: 'UpdateItem', skip: 1, times: 1, meanwhile }] });

/** A test context whose clock is later by this number of seconds. */
function later(seconds: number): TestContext {
  const testContext = table.testContext();
  testContext.pass(seconds * 1000);
  return testContext;
}

describe('a key that is asked for', () => {
  test('by another team at once is that team’s, and this one is told', async () => {
    const { ours, theirs, ask, holder } = newKey();
    const testContext = beforeItIsHeld(() => ask(theirs));
    await expect(ask(ours, testContext)).rejects.toMatchObject({ code: 'FORBIDDEN', field: 'fileName' });
    expect(await holder()).toMatchObject({ teamId: theirs.teamId, expires: NOW + HOUR });
  });

  test('again is held for another hour, and never for less than it was', async () => {
    const { ours, ask, holder } = newKey();
    await ask(ours);
    await ask(ours, later(10));
    expect((await holder())?.expires).toBe(NOW + 10 + HOUR);
    await ask(ours);
    expect((await holder())?.expires).toBe(NOW + 10 + HOUR);
  });

  test('again while its file is registered stays held for good', async () => {
    const { ours, ask, holder, register } = newKey();
    await ask(ours);
    await ask(ours, beforeItIsHeld(register));
    expect(await holder()).toMatchObject({ teamId: ours.teamId, expires: NEVER });
  });

  test('again while it falls to another team is not taken back', async () => {
    const { key, ours, theirs, ask, holder } = newKey();
    await ask(ours);
    const theirHold = { teamId: theirs.teamId, expires: NOW + HOUR } as const;
    const testContext = beforeItIsHeld(() => transact(testContext.context, [putItem(objectHolderKey(key), theirHold)]));
    await expect(ask(ours, testContext)).rejects.toMatchObject({ code: 'FORBIDDEN', field: 'fileName' });
    expect(await holder()).toEqual(theirHold);
  });

  test('while it never rests is given up after as many tries as any write', async () => {
    const { key, ours, ask } = newKey();
    let calls = 0;
    const meanwhile = async () => {
      calls += 1;
      const hold = { teamId: ours.teamId, expires: NOW + calls } as const;
      if (calls > 1) await transact(table.testContext().context, [putItem(objectHolderKey(key), hold)]);
    };
    const testContext = table.testContext({ faults: [{ action: 'UpdateItem', times: 3 * MAXIMUM_TRIES, meanwhile }] });
    await expect(ask(ours, testContext)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(testContext.pauses).toHaveLength(MAXIMUM_TRIES - 1);
  });
});

describe('a file is not registered', () => {
  test.each([
    [HOUR - 1, undefined],
    [HOUR, { code: 'FORBIDDEN', field: 'key' }],
  ])('when its hour ends while the object is looked at: %p seconds, %j', async (seconds, refusal) => {
    const { ours, ask, holder, register, registered } = newKey();
    await ask(ours);
    const testContext = table.testContext();
    const sent = register(testContext, async () => testContext.pass(seconds * 1000));
    if (refusal) await expect(sent).rejects.toMatchObject(refusal);
    else await sent;
    expect((await holder())?.expires).toBe(refusal ? NOW + HOUR : NEVER);
    expect((await registered()) === undefined).toBe(refusal !== undefined);
  });

  test('when its key falls to another team while the object is looked at', async () => {
    const { ours, theirs, ask, holder, register, registered } = newKey();
    await ask(ours);
    const sent = register(table.testContext(), () => ask(theirs, later(HOUR)));
    await expect(sent).rejects.toMatchObject({ code: 'FORBIDDEN', field: 'key' });
    expect(await holder()).toMatchObject({ teamId: theirs.teamId, expires: NOW + 2 * HOUR });
    expect(await registered()).toBeUndefined();
  });
});

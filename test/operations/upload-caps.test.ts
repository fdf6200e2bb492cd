import { MAXIMUM_FILE_BYTES } from '../../shared/files/file';
import { UPLOAD_CAPS, uploadCountKey } from '../../shared/files/upload-caps';
import { putItem } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { accounts, refusal } from '../support/accounts';
import { START } from '../support/engine-runtime';
import type { TestAnswer } from '../support/http-event';
import { type Office, openOffice } from '../support/office';
import { quickTable } from '../support/quick-table';
import { objectStorage } from '../support/storage';
import { ask, PDF_BYTES, register, uploadOf } from '../support/uploads';

const table = quickTable();
const world = accounts(table);
const storage = objectStorage();

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The test contexts start at 15:00 UTC. */
const DAY = new Date(START).toISOString().slice(0, 10);
const UNTIL_MIDNIGHT = 9 * 60 * 60;

async function office(counts?: Readonly<Record<string, number>>): Promise<Office> {
  const opened = await openOffice(world);
  storage.follow(opened.testContext.now);
  if (counts !== undefined) {
    const stored = { grants: 0, bytes: 0, ...counts };
    await transact(opened.testContext.context, [putItem(uploadCountKey(opened.teamId, DAY), stored)]);
  }
  return opened;
}

/** The stored counts of the day, with those of each hour. */
const countsOf = async ({ teamId }: Office) => {
  const [counts] = await table.partition(uploadCountKey(teamId, DAY).pk);
  return counts;
};

const expectTooMany = ({ status, body, headers }: TestAnswer, seconds: number) =>
  expect([status, body.error, headers['retry-after']]).toEqual([429, 'TOO_MANY_REQUESTS', String(seconds)]);

test('doors 5: a team has 200 unregistered grants an hour, 1,000 grants a day and 2 GB a day', () =>
  expect(UPLOAD_CAPS).toEqual({ waiting: 200, grants: 1000, bytes: 2_147_483_648, ofDriver: 150 }));

test('doors 5: the 201st unregistered grant of an hour is 429 until the next hour', async () => {
  const opened = await office({ waiting15: 199 });
  opened.testContext.pass(20 * MINUTE_MS);
  expect((await ask(opened, {})).status).toBe(200);
  expectTooMany(await ask(opened, {}), 40 * 60);
  opened.testContext.pass(40 * MINUTE_MS - 1000);
  expectTooMany(await ask(opened, {}), 1);
  opened.testContext.pass(1000);
  expect((await ask(opened, {})).status).toBe(200);
  expect(await countsOf(opened)).toMatchObject({ grants: 2, waiting15: 200, waiting16: 1 });
});

test('doors 5: a registration gives the place of its grant back, also in the next hour', async () => {
  const opened = await office({ waiting15: 198, waiting16: 7 });
  const [one, other] = [await uploadOf(opened, opened.teamId), await uploadOf(opened, opened.teamId)];
  expectTooMany(await ask(opened, {}), 60 * 60);
  expect((await register(opened, one.file)).status).toBe(201);
  const third = await uploadOf(opened, opened.teamId);
  expectTooMany(await ask(opened, {}), 60 * 60);
  opened.testContext.pass(HOUR_MS - 1000);
  expect((await register(opened, other.file)).status).toBe(201);
  opened.testContext.pass(500);
  expect((await register(opened, third.file)).status).toBe(201);
  expect(await countsOf(opened)).toMatchObject({
    grants: 3,
    waiting15: 198,
    waiting16: 7,
    bytes: 3 * PDF_BYTES.length,
  });
});

test('doors 5: a registration that is sent again gives one place back', async () => {
  const opened = await office();
  const { file } = await uploadOf(opened, opened.teamId);
  for (const _ of [1, 2, 3]) expect((await register(opened, file)).status).toBe(201);
  expect(await countsOf(opened)).toMatchObject({ grants: 1, waiting15: 0, bytes: PDF_BYTES.length });
});

test('doors 5: the 1,001st grant of a day is 429 until the next day', async () => {
  const opened = await office({ grants: 999 });
  expect((await ask(opened, {})).status).toBe(200);
  expectTooMany(await ask(opened, {}), UNTIL_MIDNIGHT);
  opened.testContext.pass(9 * HOUR_MS);
  expect((await ask(opened, {})).status).toBe(200);
});

test('doors 5: bytes beyond 2 GB a day are 429 until the next day, and less is not', async () => {
  const opened = await office({ bytes: UPLOAD_CAPS.bytes - MAXIMUM_FILE_BYTES + 1 });
  expectTooMany(await ask(opened, { size: MAXIMUM_FILE_BYTES }), UNTIL_MIDNIGHT);
  expect((await ask(opened, { size: MAXIMUM_FILE_BYTES - 1 })).status).toBe(200);
  expectTooMany(await ask(opened, { size: 1 }), UNTIL_MIDNIGHT);
});

test('doors 5: a size is counted with the grant, and corrected by what was uploaded without one', async () => {
  const opened = await office();
  const size = PDF_BYTES.length;
  const { file } = await uploadOf(opened, opened.teamId, { size });
  expect((await countsOf(opened))?.bytes).toBe(size);
  await register(opened, file);
  expect((await countsOf(opened))?.bytes).toBe(size);
});

test('doors 5: a grant beyond a cap holds no key and counts nothing', async () => {
  const opened = await office({ grants: 1000 });
  const other = await office();
  const asked = { folder: 'clients', fileName: 'tope.pdf' };
  expectTooMany(await ask(opened, asked), UNTIL_MIDNIGHT);
  expect((await ask(other, asked)).status).toBe(200);
  expect(await countsOf(opened)).toMatchObject({ grants: 1000, bytes: 0 });
  expect(await countsOf(opened)).not.toHaveProperty('waiting15');
});

test('doors 5: a refused grant counts nothing', async () => {
  const [first, second] = [await office(), await office()];
  const asked = { folder: 'clients', fileName: 'ocupado.pdf' };
  await ask(first, asked);
  expect(refusal(await ask(second, asked))[0]).toBe(403);
  expect(await countsOf(second)).toBeUndefined();
});

test('doors 5: of many grants at once no more pass than there are places', async () => {
  const opened = await office({ waiting15: 195 });
  const answers = await Promise.all(Array.from({ length: 12 }, () => ask(opened, {})));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
});

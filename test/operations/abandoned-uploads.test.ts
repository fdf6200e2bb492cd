import { accounts, refusal, refused } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { type Office, openOffice } from '../support/office';
import { quickTable } from '../support/quick-table';
import { objectStorage, upload } from '../support/storage';
import { fileOf, register, textAt, uploadOf, versionsOf, waitingIn } from '../support/uploads';

const table = quickTable();
const world = accounts(table);
const storage = objectStorage();

const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;

async function office(): Promise<Office> {
  const opened = await openOffice(world);
  storage.follow(opened.testContext.now);
  return opened;
}

test('an upload that nobody registered is gone a day later, and not sooner', async () => {
  const opened = await office();
  const { file, address } = await uploadOf(opened, opened.teamId);
  await upload(address, '%PDF-1.7 otra', 'application/pdf');
  opened.testContext.pass(DAY - SECOND);
  expect(await versionsOf(waitingIn(address))).toHaveLength(2);
  opened.testContext.pass(SECOND);
  expect(await versionsOf(waitingIn(address))).toEqual([]);
  expect(refusal(await register(opened, file))).toEqual(refused('FORBIDDEN', 'key'));
});

test('a registered file stays, and an upload by its address does not lie over it', async () => {
  const opened = await office();
  const { file, address } = await uploadOf(opened, opened.teamId, { text: '%PDF-1.7 registrado' });
  expect((await register(opened, file)).status).toBe(201);
  await upload(address, '%PDF-1.7 encima', 'application/pdf');
  expect(String((await storage.asset(file.key)).body)).toBe('%PDF-1.7 registrado');
  opened.testContext.pass(2 * DAY);
  expect(String((await storage.asset(file.key)).body)).toBe('%PDF-1.7 registrado');
  expect(await versionsOf(waitingIn(address))).toEqual([]);
});

test('two registered files of one key both stay, the older below the younger', async () => {
  const opened = await office();
  const asked = { folder: 'teams-files', fileName: `${someId()}.pdf` };
  const first = await uploadOf(opened, opened.teamId, { ...asked, text: '%PDF-1.7 primera' });
  const one = fileOf(await register(opened, first.file));
  const second = await uploadOf(opened, opened.teamId, { ...asked, text: '%PDF-1.7 segunda' });
  const other = fileOf(await register(opened, second.file));
  expect([await textAt(one.url), await textAt(other.url)]).toEqual(['%PDF-1.7 primera', '%PDF-1.7 segunda']);
  opened.testContext.pass(2 * DAY);
  expect(await versionsOf(first.file.key)).toHaveLength(2);
});

import { mailedCodeKey, makeMailedCode, takeMailedCode } from '../../shared/identity/mailed-codes';
import { getItem } from '../../shared/platform/table/read';
import { someId } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';

const table = quickTable();

async function mailed() {
  const testContext = table.testContext();
  const userId = someId();
  const code = await testContext.use(makeMailedCode)({ purpose: 'EMAIL', userId, payload: 'nueva@fletes.mx' });
  const take = (sent: string) => testContext.use(takeMailedCode)('EMAIL', userId, sent);
  const wrong = code === '000000' ? '111111' : '000000';
  return { testContext, userId, code, take, wrong };
}
const REFUSED = { code: 'INVALID_CODE' };

describe('doors 4 and 10: a mailed code of this service', () => {
  test('has six digits, confirms what it was made for, and works once', async () => {
    const { code, take } = await mailed();
    expect(code).toMatch(/^\d{6}$/);
    expect(await take(code)).toBe('nueva@fletes.mx');
    await expect(take(code)).rejects.toMatchObject(REFUSED);
  });

  test('is stored as a keyed digest', async () => {
    const { testContext, userId, code } = await mailed();
    expect(JSON.stringify(await getItem(testContext.context, mailedCodeKey(userId, 'EMAIL')))).not.toContain(code);
  });

  test('is over after five tries, also when they come at once', async () => {
    const { code, take, wrong } = await mailed();
    // The right code comes after them: an engine may serve simultaneous calls in any order.
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => take(wrong)));
    expect(tries.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'rejected'));
    await expect(take(code)).rejects.toMatchObject(REFUSED);
  });

  test('is over after ten minutes', async () => {
    const { testContext, code, take } = await mailed();
    testContext.pass(10 * 60_000);
    await expect(take(code)).rejects.toMatchObject(REFUSED);
  });

  test('is of its own user and purpose alone', async () => {
    const { testContext, userId, code } = await mailed();
    await testContext.use(makeMailedCode)({ purpose: 'RECOVERY', userId, payload: '' });
    const other = testContext.use(takeMailedCode)('RECOVERY', userId, code);
    await expect(other).rejects.toMatchObject(REFUSED);
    await expect(testContext.use(takeMailedCode)('EMAIL', someId(), code)).rejects.toMatchObject(REFUSED);
  });

  test('of two right ones at once one counts', async () => {
    const { code, take } = await mailed();
    const both = await Promise.allSettled([take(code), take(code)]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

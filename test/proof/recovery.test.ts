import { recoverFromOutage } from './outage';

const MINUTE = 60_000;

test('production 6.3: 500 invoices with a document are VALID within 15 minutes of the first run', async () => {
  const result = await recoverFromOutage({ documents: 500, lost: 0 });
  expect(result.documentMinutes).toBeLessThanOrEqual(15);
  expect(result).toMatchObject({ valid: 500, left: 0, twice: 0, overLimit: 0 });
  expect(result.mostInASecond).toBeLessThanOrEqual(5);
}, 60_000);

test('production 6.3: a kill and 429s leave no item open, settle none twice, and no call exceeds the rate', async () => {
  const refused = [20, 21, 22, 90];
  const result = await recoverFromOutage({ documents: 360, lost: 40, killedAfter: MINUTE, refused });
  expect(result.runs[0]).toBe('killed');
  expect(result).toMatchObject({ valid: 360, failed: 40, twice: 0, refused: refused.length, overLimit: 0 });
  expect(result.mostInASecond).toBeLessThanOrEqual(5);
}, 60_000);

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type OutageResult, recoverFromOutage } from './outage';

const MEASURED = 500;

/** The recovery of 500 invoices, run once in virtual time for the tests that read its figures. */
let measured: OutageResult;

beforeAll(async () => {
  measured = await recoverFromOutage({ documents: MEASURED, lost: 0 });
});

test('production 6.3: 500 invoices with a document are VALID within 15 minutes of the first run', () => {
  expect(measured.documentMinutes).toBeLessThanOrEqual(15);
  expect(measured).toMatchObject({ valid: 500, left: 0, twice: 0, overLimit: 0 });
  expect(measured.mostInASecond).toBeLessThanOrEqual(5);
});

describe('production 6.2: the recovery catches up after an outage', () => {
  /** The most minutes of the specification: trucks, stamps an hour, hours of the outage. */
  const TABLE = [
    [500, 35, 6, 2],
    [5_000, 350, 6, 25],
    [5_000, 350, 24, 1.7 * 60],
    [50_000, 3_500, 6, 11.3 * 60],
  ] as const;
  let perHour = 0;
  beforeAll(() => {
    perHour = (60 * MEASURED) / measured.documentMinutes;
  });

  test.each(TABLE)('%d trucks with %d stamps an hour, %d hours down: %d minutes (model)', (_, rate, hours, most) => {
    expect(perHour).toBeGreaterThan(rate);
    expect((60 * rate * hours) / (perHour - rate)).toBeLessThanOrEqual(most);
  });

  test('the table of docs/stamping.md has the minutes of this rate', () => {
    const guide = readFileSync(join(__dirname, '..', '..', 'docs', 'stamping.md'), 'utf8');
    const shown = (rate: number, hours: number): string => {
      const minutes = (60 * rate * hours) / (perHour - rate);
      return minutes < 120 ? `${Math.round(minutes)} min` : `${Number((minutes / 60).toPrecision(2))} h`;
    };
    const rows = guide.split('\n').filter((line) => /^\| [\d,]+ \| [\d,]+ \| [\d.]+ (min|h) \|/.test(line));
    const rates = [
      ['500', '35'],
      ['5,000', '350'],
      ['50,000', '3,500'],
    ] as const;
    const rateOf = (text: string) => Number(text.replace(',', ''));
    expect(rows).toEqual(
      rates.map(([trucks, rate]) => `| ${trucks} | ${rate} | ${shown(rateOf(rate), 6)} | ${shown(rateOf(rate), 24)} |`),
    );
  });

  test('210 stamps of 500 trucks are settled within two minutes', async () => {
    const { documentMinutes } = await recoverFromOutage({ documents: 210, lost: 0 });
    expect(documentMinutes).toBeLessThanOrEqual(2);
  });
});

test('production 6.3: a kill and 429s leave no item open, settle none twice, and no call exceeds the rate', async () => {
  const refused = [20, 21, 22, 90];
  const result = await recoverFromOutage({ documents: 180, lost: 20, killedAfter: 30_000, refused });
  expect(result.runs[0]).toBe('killed');
  expect(result).toMatchObject({ valid: 180, failed: 20, twice: 0, refused: refused.length, overLimit: 0 });
  expect(result.mostInASecond).toBeLessThanOrEqual(5);
});

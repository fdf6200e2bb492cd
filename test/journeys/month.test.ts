import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cloud, startCloud } from '../../local/cloud';
import { tellStory } from '../../scenarios/day/story';
import { FIGURES, Figures } from '../../scenarios/month/figures';
import { localMonth } from '../../scenarios/month/local-month';
import { screenOn } from '../../scenarios/print/screen';
import { Unexpected } from '../../scenarios/print/teller';

const ZONE = 'America/Mexico_City';
const FOLDER = join(__dirname, '..', '..', 'scenarios', 'month');
const python = (args: readonly string[], input = ''): string =>
  execFileSync('python3', args, { encoding: 'utf8', input });

/** The last instant of the month before this one, in Mexico City. */
function endOfLastMonth(): Date {
  const { month } = localMonth(new Date(), ZONE);
  return new Date(Date.parse(`${month}-01T06:00:00.000Z`) - 1);
}

test('the figures of the month are those that figures.py computes', () => {
  const computed = python([join(FOLDER, 'figures.py')], readFileSync(join(FOLDER, 'month.json'), 'utf8'));
  expect(computed).toBe(readFileSync(join(FOLDER, 'figures.json'), 'utf8'));
  expect(JSON.parse(computed)).toEqual(FIGURES);
});

test.each([
  ['another amount', { total: 11.61, taxes: [1.6] }],
  ['a figure too many', { total: 11.6, taxes: [1.6, 0.4] }],
  ['a figure too few', { total: 11.6, taxes: [] }],
  ['a name too many', { total: 11.6, taxes: [1.6], other: 1 }],
  ['no figures', undefined],
])('a month ends at %s', (_, came) => {
  const figures = new Figures({ invoice: { total: 11.6, taxes: [1.6] } });
  figures.compare('invoice', { total: 11.6, taxes: [1.6] });
  expect(figures.count).toBe(2);
  expect(() => figures.compare('invoice', came)).toThrow(Unexpected);
  expect(() => figures.compare('nothing', 1)).toThrow('scenarios/month/figures.py computes undefined');
});

test.each([
  ['2026-12-01T05:59:59.999Z', '2026-11-30', '2026-12-05'],
  ['2026-12-01T06:00:00.000Z', '2026-12-01', '2027-01-05'],
  ['2027-01-01T05:59:59.999Z', '2026-12-31', '2027-01-05'],
  ['2028-02-29T18:00:00.000Z', '2028-02-29', '2028-03-05'],
  ['2026-01-31T18:00:00.000Z', '2026-01-31', '2026-02-05'],
])('at %s the payments are of %s, and their receipts are due on %s', (paidAt, day, dueOn) => {
  const month = day.slice(0, 7);
  expect(localMonth(new Date(paidAt), ZONE)).toEqual({ paidAt, day, month, dueOn });
});

describe('tax 12: the month', () => {
  let cloud: Cloud;
  beforeAll(async () => {
    cloud = await startCloud();
  });
  afterAll(() => cloud.stop());
  afterEach(() => jest.restoreAllMocks());

  /** Tells the story. Returns its lines and the bytes of the zip that it downloads. */
  async function told(now?: () => Date) {
    const lines: string[] = [];
    const zips: Buffer[] = [];
    const send = globalThis.fetch;
    jest.spyOn(globalThis, 'fetch').mockImplementation(async (...sent) => {
      const answer = await send(...sent);
      if (String(sent[0]).includes('/archives/')) zips.push(Buffer.from(await answer.clone().arrayBuffer()));
      return answer;
    });
    await tellStory(
      cloud.url,
      screenOn((line) => lines.push(line), false),
      { ...(now && { now }) },
    );
    return { lines, zip: zips[0] ?? Buffer.alloc(0) };
  }

  /** The files of a zip, by another program than the one that wrote it. */
  function listed(zip: Buffer): string[] {
    const folder = mkdtempSync(join(tmpdir(), 'fleet-zip-'));
    const file = join(folder, 'month.zip');
    writeFileSync(file, zip);
    const program =
      'import json, sys, zipfile\nwith zipfile.ZipFile(sys.argv[1]) as z:\n  assert z.testzip() is None\n  print(json.dumps([[n, z.read(n)[:5].decode()] for n in z.namelist()]))';
    const files: [string, string][] = JSON.parse(python(['-c', program, file]));
    rmSync(folder, { recursive: true });
    return files.map(([name, begin]) => `${name.replace(/^.*\./, '')} ${begin}`);
  }

  test('tells 179 figures that were computed apart, and its zip has every document', async () => {
    const begun = localMonth(new Date(), ZONE).month;
    const { lines, zip } = await told();
    // Over the midnight that ends a month, its last documents are in the zip of the next month.
    const isWhole = localMonth(new Date(), ZONE).month === begun;
    expect(lines.join('\n')).toContain('179 figures of this month');
    const files = listed(zip);
    // Eleven invoices, two receipts, a credit note, a substitute.
    const kinds = ['xml <?xml', 'pdf %PDF-'].map((kind) => files.filter((one) => one === kind).length);
    if (isWhole) expect(kinds).toEqual([15, 15]);
    expect(files).toHaveLength((kinds[0] ?? 0) * 2);
  });

  test('that was over before its documents were stamped has the same figures', async () => {
    const { lines, zip } = await told(endOfLastMonth);
    expect(lines.join('\n')).toContain('179 figures of this month');
    expect(listed(zip)).toEqual([]);
  });
});

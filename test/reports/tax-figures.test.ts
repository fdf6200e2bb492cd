import { centsOfTaxes, NO_TAXES, shareOfTaxes, taxesBeyond, taxesOfLine } from '../../shared/reports/tax-figures';
import { taxRows } from '../../shared/reports/tax-summary';

/** 100.00 with IVA. */
const BASES = [{ transferred: 160_000n, ivaWithheld: 0n, isrWithheld: 0n, base: 100_000_000n }];

describe('tax 6.7: what the bases of a payment do not explain', () => {
  test('is for items that are not subject to tax, if the document has such items', () => {
    expect(centsOfTaxes(taxesOfLine(BASES, 15_000, true))).toMatchObject({ base16: 10_000, notSubject: 3400 });
    expect(centsOfTaxes(taxesOfLine([], 5000, true))).toMatchObject({ base16: 0, notSubject: 5000 });
  });

  test('is no base of a document without them, and never below 0', () => {
    expect(centsOfTaxes(taxesOfLine(BASES, 11_601, false))).toMatchObject({ notSubject: 0 });
    expect(centsOfTaxes(taxesOfLine(BASES, 11_599, true))).toMatchObject({ notSubject: 0 });
  });
});

test('tax 6.7: what was taken beyond a document has the groups of which more was taken, less those of which less was', () => {
  const groups = [
    { transferred: 160_000n, ivaWithheld: 40_000n, isrWithheld: 0n, base: 100_000_000n },
    { transferred: 0n, ivaWithheld: 0n, isrWithheld: 0n, base: 100_000_000n },
  ];
  const [freight, other] = groups.map((group) => ({ ...group, base: 90_000_000n }));
  const noted = groups.slice(0, 1).map((group) => ({ ...group, base: 30_000_000n }));
  const taken = [freight, other, ...noted].filter((group) => group !== undefined);
  // 20.00 with IVA less 10.00 without: 22.40 − 10.00.
  const beyond = taxesBeyond({ groups, taken, hasUntaxed: true }, 1240);
  expect(centsOfTaxes(beyond)).toMatchObject({ base16: 2000, ivaTransferred16: 320, ivaWithheld: 80, base0: -1000 });
  expect(centsOfTaxes(beyond).notSubject).toBe(0);
  expect(centsOfTaxes(shareOfTaxes(beyond, -1, 2))).toMatchObject({ base16: -1000, ivaWithheld: -40, base0: 500 });
  expect(centsOfTaxes(taxesBeyond({ groups, taken, hasUntaxed: true }, 1500)).notSubject).toBe(260);
});

test('tax 6.7: a row rounds its sum once, and the sums add the rows, so that a column adds up', () => {
  const entry = (at: string, invoiceId: string) => ({
    ...{ at, invoiceId, clientId: 'c', clientName: 'C', total: 1 },
    taxes: { ...NO_TAXES, base0: 4000n },
  });
  const entries = [
    entry('2026-03-05T18:00:00.000Z', 'a'),
    entry('2026-03-06T18:00:00.000Z', 'a'),
    entry('2026-04-05T18:00:00.000Z', 'a'),
    entry('2026-04-06T18:00:00.000Z', 'b'),
  ];
  const { rows, sums } = taxRows(entries, 'month', 'America/Mexico_City');
  expect(rows).toMatchObject([
    { key: '2026-03', documents: 1, base0: 0.01, total: 0.02 },
    { key: '2026-04', documents: 2, base0: 0.01, total: 0.02 },
  ]);
  expect(sums).toMatchObject({ documents: 3, base0: 0.02, total: 0.04 });
});

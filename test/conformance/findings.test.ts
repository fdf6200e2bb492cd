import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');

const textsOf = (folder: string, type: string): string =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(type))
    .map((file) => readFileSync(join(ROOT, folder, file), 'utf8'))
    .join('\n');

const CODE = /\b(?:CP\d{3}|CRP\d{5}|CFDI40\d{3})\b/g;

/** The codes of findings that the product names: those of the SAT, and the list of our own. */
function codesOfProduct(): string[] {
  const [, own = ''] = /type LocalCode =([^;]+);/.exec(textsOf('shared/carta-porte', 'findings.ts')) ?? [];
  const quoted = ['shared/carta-porte', 'shared/stamping'].flatMap((folder) => [
    ...textsOf(folder, '.ts').matchAll(/'(CP\d{3}|CRP\d{5}|CFDI40\d{3})'/g),
  ]);
  return [...new Set([...quoted, ...own.matchAll(/'(\w+)'/g)].map(([, code = '']) => code))].sort();
}

/** The codes in the expected results of the rows. */
function codesOfRows(): Set<string> {
  const rows = textsOf('test/conformance/matrix', '-rows.ts');
  return new Set([...rows.matchAll(CODE), ...rows.matchAll(/\b[A-Z]+(?:_[A-Z]+)*\b/g)].map(([code]) => code));
}

/** Our own findings, for which the SAT has no rule and the matrix no row. The tests of readiness have them. */
const WITHOUT_ROW = [
  'AIR_FREIGHT_KEY',
  'CATALOGUES_OLD',
  'CREDIT_EXCEEDS_INVOICE',
  'DELIVERIES',
  'FAR_AHEAD',
  'GENERIC_RFC_USE',
  'MUNICIPALITY_NOT_SENT',
  'NOTIFIED_FIGURE',
  'NO_CARTA_PORTE',
  'PAID_BEFORE_INVOICE',
  'PAYMENT_FORM_UNDEFINED',
  'REASON_DOUBTFUL',
  'RECEIPT_CHANGED',
  'RECEIPT_DATE',
  'REQUIRED',
  'SEAL_EXPIRED',
  'SEAL_MISSING',
  'SECOND_CARTA_PORTE',
  'TEST_MODE',
  'TOTAL_NOT_POSITIVE',
];

describe('tax §10.4: a new finding needs a row', () => {
  const rows = codesOfRows();
  const codes = codesOfProduct();

  test('each code of a finding has a row of the matrix, or is in the list of our own', () => {
    expect(codes.length).toBeGreaterThan(80);
    expect(codes.filter((code) => !rows.has(code))).toEqual(WITHOUT_ROW.toSorted());
  });

  test('each of our own has a test of its own', () => {
    const tests = ['carta-porte', 'operations', 'receipts'].map((folder) => textsOf(`test/${folder}`, '.ts')).join();
    expect(WITHOUT_ROW.filter((code) => !tests.includes(code))).toEqual([]);
  });
});

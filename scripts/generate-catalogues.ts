import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { keySet, numericKeySet, postcodeTable } from '../shared/carta-porte/sat/unpack';

/**
 * Packs the SAT's catalogues for the service: `npx tsx scripts/generate-catalogues.ts FOLDER`. FOLDER holds the
 * tab-separated extracts that shared/carta-porte/sat/README.md describes. Finally unpacks the result and compares every
 * key.
 */

const OUTPUT = join(__dirname, '..', 'shared', 'carta-porte', 'sat', 'packed.json');
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Pass the folder of the extracts: generate-catalogues.ts FOLDER');

type Row = Readonly<Record<string, string>>;

/** The rows of an extract, keyed by column name. */
function rowsOf(name: string): Row[] {
  const [header = '', ...lines] = readFileSync(join(folder ?? '', `${name}.tsv`), 'utf8')
    .trimEnd()
    .split('\n');
  const columns = header.split('\t');
  return lines.map((line) => {
    const values = line.split('\t');
    return Object.fromEntries(columns.map((column, index) => [column, values[index] ?? '']));
  });
}

const keysOf = (rows: readonly Row[]): string[] => rows.map(({ key = '' }) => key);

function pack(lines: readonly (string | number)[]): string {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  return brotliCompressSync(lines.join('\n'), { params }).toString('base64');
}

const distances = (keys: readonly string[]): number[] =>
  keys.map((key, index) => Number(key) - Number(keys[index - 1] ?? 0));

const placeOf = ({ state = '', municipality = '', border = '' }: Row): string =>
  [state, municipality, border === '1' ? '1' : ''].join(' ').trimEnd();

function packPostcodes(rows: readonly Row[]) {
  const places = [...new Set(rows.map(placeOf))];
  const runs: { first: number; last: number; place: string }[] = [];
  for (const row of rows) {
    const code = Number(row.postcode);
    const run = runs.at(-1);
    if (run && run.last + 1 === code && run.place === placeOf(row)) run.last = code;
    else runs.push({ first: code, last: code, place: placeOf(row) });
  }
  const lines = runs.map(({ first, last, place }, index) =>
    [first - (runs[index - 1]?.last ?? -1) - 1, last - first, places.indexOf(place)].join(' '),
  );
  return { places: pack(places), postcodes: pack(lines) };
}

/** Keys that the extract still lists although c_FormaPago of CFDI 4.0 does not contain them. */
const FORMER_PAYMENT_FORMS = ['07', '09', '10', '11', '16', '98'];

const persons = ({ naturalPerson, legalEntity }: Row) => ({
  naturalPerson: naturalPerson === '1',
  legalEntity: legalEntity === '1',
});

const configurations = rowsOf('vehicle-configurations');
const configurationsWith = (trailer: string): string[] =>
  keysOf(configurations.filter((row) => row.trailer === trailer));

/** An entry for each row. All rows are in force: the extracts contain no expired rows. */
const entries = <T>(name: string, make: (row: Row) => T): Record<string, T> =>
  Object.fromEntries(rowsOf(name).map((row) => [row.key ?? '', make(row)]));

const goods = rowsOf('carta-porte-goods');
const units = rowsOf('units');
const postcodes = rowsOf('postcodes');

const packed = {
  goods: pack(distances(keysOf(goods))),
  units: pack(keysOf(units)),
  ...packPostcodes(postcodes),
  states: keysOf(rowsOf('states').filter(({ country }) => country === 'MEX')),
  configurations: {
    required: configurationsWith('1'),
    forbidden: configurationsWith('0'),
    optional: configurationsWith('0,1'),
  },
  trailers: keysOf(rowsOf('trailers')),
  roadPermits: keysOf(rowsOf('permits').filter(({ mode = '' }) => mode.split(',').includes('01'))),
  paymentForms: keysOf(rowsOf('payment-forms')).filter((key) => !FORMER_PAYMENT_FORMS.includes(key)),
  cfdiUses: entries('cfdi-uses', (row) => ({ ...persons(row), regimes: row.regimes?.split(',') })),
  taxRegimes: entries('tax-regimes', persons),
};

/** Unpacks the result and compares it with every row, and checks that no other postcode is found. */
function check(): void {
  const isGoods = numericKeySet(packed.goods);
  const isUnit = keySet(packed.units);
  const postcode = postcodeTable(packed.places, packed.postcodes);
  const known = new Map(postcodes.map((row) => [row.postcode, row]));
  const wrong = [
    ...keysOf(goods).filter((key) => !isGoods(key)),
    ...keysOf(units).filter((key) => !isUnit(key)),
    ...Array.from({ length: 100_000 }, (_, code) => String(code).padStart(5, '0')).filter((code) => {
      const found = postcode(code);
      const row = known.get(code);
      const expected = row && [row.state, row.municipality, row.border === '1'].join();
      return expected !== (found && [found.state, found.municipality ?? '', found.border].join());
    }),
  ];
  if (wrong.length > 0) throw new Error(`These keys differ after unpacking: ${wrong.slice(0, 10).join(', ')}`);
}

check();
writeFileSync(OUTPUT, `${JSON.stringify(packed, undefined, 2)}\n`);
console.log(
  `${goods.length} goods, ${units.length} units, ${postcodes.length} postcodes: ${JSON.stringify(packed).length} bytes.`,
);

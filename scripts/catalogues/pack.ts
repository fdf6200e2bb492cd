import { brotliCompressSync, constants } from 'node:zlib';
import type { PackedKeys } from '../../shared/carta-porte/sat/unpack';
import { type Extracts, keysOf } from './extracts';
import type { Row } from './row';

/** The product keys that CP109 permits. phpcfdi does not have them. */
export const SERVICES = 'carta-porte-service-keys';

/**
 * Packs the catalogues for the rules into the form that shared/carta-porte/sat/unpack.ts reads. Catalogues that the
 * source does not have stay as in `previous`.
 */
export function pack({ rows, has }: Extracts, previous: { readonly services: PackedServices }) {
  const goods = rows('carta-porte-goods');
  const hazards = new Map(rows('carta-porte-goods-hazard').map((row) => [row('key'), row('hazard')]));
  const goodsWith = (flag: string) => goods.filter((row) => hazards.get(row('key')) === flag);
  const servicesOf = (modes: string) => packKeys(rows(SERVICES).filter((row) => row('modes') === modes));
  const configurations = rows('vehicle-configurations');
  const configurationsWith = (trailer: string) => packKeys(configurations.filter((row) => row('trailer') === trailer));
  return {
    productKeys: packNumbers(rows('product-keys')),
    goods: packNumbers(goods),
    hazards: { always: packedRuns(goodsWith('1')), perhaps: packedRuns(goodsWith('0,1')) },
    services: has(SERVICES) ? { one: servicesOf('1'), two: servicesOf('2') } : previous.services,
    hazardousMaterials: packNumbers(rows('hazardous-materials')),
    packaging: packKeys(rows('packaging')),
    units: packText(rows('units')),
    postcodes: packPostcodes(rows('postcodes')),
    states: packKeys(mexican(rows('states')).filter((row) => row('key') !== FORMER_STATE)),
    municipalities: packByState(rows('municipalities')),
    localities: packByState(rows('localities')),
    configurations: {
      required: configurationsWith('1'),
      forbidden: configurationsWith('0'),
      optional: configurationsWith('0,1'),
    },
    trailers: packKeys(rows('trailers')),
    roadPermits: packKeys(rows('permits').filter((row) => row('mode').split(',').includes(ROAD))),
    figures: packKeys(rows('transport-figures')),
    transportParts: packKeys(rows('transport-parts')),
    paymentForms: packKeys(rows('payment-forms-detail')),
    relationTypes: packKeys(rows('relation-types')),
    cfdiUses: packEntries(rows('cfdi-uses'), (row) => ({ ...persons(row), regimes: row('regimes').split(',') })),
    taxRegimes: packEntries(rows('tax-regimes'), persons),
  };
}

export type Packed = ReturnType<typeof pack>;

interface PackedServices {
  readonly one: PackedKeys;
  readonly two: PackedKeys;
}

/** Road transport in c_CveTransporte. */
export const ROAD = '01';

/** The extract still has the Federal District, which c_Estado replaced by CMX. */
const FORMER_STATE = 'DIF';

const mexican = (rows: readonly Row[]) => rows.filter((row) => row('country') === 'MEX');

const persons = (row: Row) => ({
  naturalPerson: row('naturalPerson') === '1',
  legalEntity: row('legalEntity') === '1',
});

export function compress(lines: readonly string[]): string {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  return brotliCompressSync(lines.join('\n'), { params }).toString('base64');
}

/** The first day that most keys have, and the dates of the other keys. */
function packDates(rows: readonly Row[], keyOf: (row: Row) => string = (row) => row('key')) {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(row('from'), (counts.get(row('from')) ?? 0) + 1);
  const [since = ''] = [...counts].sort(([, one], [, other]) => other - one)[0] ?? [];
  const exceptions = rows
    .filter((row) => row('from') !== since || row('to') !== '')
    .map((row) => [keyOf(row), row('from'), row('to')].join(','));
  return { since, exceptions };
}

const packKeys = (rows: readonly Row[]) => ({ ...packDates(rows), keys: keysOf(rows) });

const packText = (rows: readonly Row[]) => ({ ...packDates(rows), text: compress(keysOf(rows)) });

const packNumbers = (rows: readonly Row[]) => ({ ...packDates(rows), runs: packedRuns(rows) });

const packEntries = <T>(rows: readonly Row[], entryOf: (row: Row) => T) => ({
  ...packKeys(rows),
  entries: Object.fromEntries(rows.map((row) => [row('key'), entryOf(row)])),
});

const packedRuns = (rows: readonly Row[]): string => compress(runsOf(keysOf(rows)));

/** Runs of consecutive numbers: the gap to the run before, and the number of further numbers. */
function runsOf(keys: readonly string[]): string[] {
  // c_MaterialPeligroso has several rows of some keys.
  const numbers = [...new Set(keys.map(Number))].sort((one, other) => one - other);
  const runs: { gap: number; more: number }[] = [];
  let next = 0;
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run && number === next) run.more += 1;
    else runs.push({ gap: number - next, more: 0 });
    next = number + 1;
  }
  return runs.map(({ gap, more }) => `${gap} ${more}`);
}

const packByState = (rows: readonly Row[]) => ({
  ...packDates(rows, (row) => `${row('state')} ${row('key')}`),
  text: compress(
    [...new Set(rows.map((row) => row('state')))].map((state) =>
      [state, ...runsOf(keysOf(rows.filter((row) => row('state') === state)))].join(','),
    ),
  ),
});

const placeOf = (row: Row): string =>
  [row('state'), row('municipality'), row('border') === '1' ? '1' : ''].join(' ').trimEnd();

function packPostcodes(unordered: readonly Row[]) {
  const rows = unordered.toSorted((one, other) => Number(one('postcode')) - Number(other('postcode')));
  const places = [...new Set(rows.map(placeOf))];
  const runs: { first: number; last: number; place: string }[] = [];
  for (const row of rows) {
    const code = Number(row('postcode'));
    const run = runs.at(-1);
    if (run && run.last + 1 === code && run.place === placeOf(row)) run.last = code;
    else runs.push({ first: code, last: code, place: placeOf(row) });
  }
  const columns = [
    runs.map(({ first }, index) => first - (runs[index - 1]?.last ?? -1) - 1),
    runs.map(({ first, last }) => last - first),
    positionsOf(runs.map(({ place }) => place)),
  ];
  return {
    ...packDates(rows, (row) => row('postcode')),
    places: compress(places),
    text: compress(columns.map((column) => column.join(' '))),
  };
}

/** Each value's position among the values in the order of their last use, from 1, or 0 for a new value. */
function positionsOf(values: readonly string[]): number[] {
  const lastUsed: string[] = [];
  return values.map((value) => {
    const index = lastUsed.indexOf(value);
    if (index >= 0) lastUsed.splice(index, 1);
    lastUsed.unshift(value);
    return index + 1;
  });
}

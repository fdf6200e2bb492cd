import {
  type Dates,
  linesOf,
  numbersOf,
  numericKeys,
  type PackedKeys,
  type PackedRuns,
  type PackedText,
  postcodeTable,
} from '../../shared/carta-porte/sat/unpack';
import type { Packed } from './pack';

/** A key's first and last day, and all else that the rules read of it. */
export interface Listed {
  readonly dates: string;
  readonly data: string;
}

/** All keys of each catalogue. */
export type Listing = ReadonlyMap<string, ReadonlyMap<string, Listed>>;

/** Unpacks every key, so that two versions can be compared. */
export const listed = (packed: Packed): Listing =>
  new Map<string, ReadonlyMap<string, Listed>>([
    ['product keys', numbers(packed.productKeys, 8)],
    ['goods', numbers(packed.goods, 8, hazardOf(packed))],
    ['services', new Map([...keys(packed.services.one, 'one mode'), ...keys(packed.services.two, 'two modes')])],
    ['hazardous materials', numbers(packed.hazardousMaterials, 4)],
    ['packaging', keys(packed.packaging)],
    ['units', withDates(linesOf(packed.units.text), packed.units)],
    ['postcodes', postcodes(packed)],
    ['states', keys(packed.states)],
    ['municipalities', byState(packed.municipalities, 3)],
    ['localities', byState(packed.localities, 2)],
    [
      'configurations',
      new Map([
        ...keys(packed.configurations.required, 'trailer required'),
        ...keys(packed.configurations.forbidden, 'trailer forbidden'),
        ...keys(packed.configurations.optional, 'trailer optional'),
      ]),
    ],
    ['trailers', keys(packed.trailers)],
    ['road permits', keys(packed.roadPermits)],
    ['figures', keys(packed.figures)],
    ['transport parts', keys(packed.transportParts)],
    ['payment forms', keys(packed.paymentForms)],
    ['relation types', keys(packed.relationTypes)],
    ['uses', withDates(packed.cfdiUses.keys, packed.cfdiUses, dataIn(packed.cfdiUses.entries))],
    ['tax regimes', withDates(packed.taxRegimes.keys, packed.taxRegimes, dataIn(packed.taxRegimes.entries))],
  ]);

const dataIn =
  (entries: Readonly<Record<string, unknown>>) =>
  (key: string): string =>
    JSON.stringify(entries[key]);

function withDates(all: readonly string[], { since, exceptions }: Dates, dataOf: (key: string) => string = () => '') {
  const dates = new Map(
    exceptions.map((line) => [line.slice(0, line.indexOf(',')), line.slice(line.indexOf(',') + 1)]),
  );
  return new Map(all.map((key) => [key, { dates: dates.get(key) ?? `${since},`, data: dataOf(key) }]));
}

const keys = (packed: PackedKeys, data = '') => withDates(packed.keys, packed, () => data);

const numbers = (packed: PackedRuns, digits: number, dataOf?: (key: string) => string) =>
  withDates(numbersIn(linesOf(packed.runs), digits), packed, dataOf);

const byState = (packed: PackedText, digits: number) =>
  withDates(
    linesOf(packed.text).flatMap((line) => {
      const [state = '', ...runs] = line.split(',');
      return numbersIn(runs, digits).map((key) => `${state} ${key}`);
    }),
    packed,
  );

function numbersIn(runs: readonly string[], digits: number): string[] {
  let next = 0;
  return runs.map(numbersOf).flatMap(([gap, more]) => {
    const first = next + gap;
    next = first + more + 1;
    return Array.from({ length: more + 1 }, (_, index) => String(first + index).padStart(digits, '0'));
  });
}

function hazardOf({ goods, hazards }: Packed): (key: string) => string {
  const isAlways = numericKeys({ ...NO_DATES, runs: hazards.always }, 8);
  const isPerhaps = numericKeys({ ...NO_DATES, runs: hazards.perhaps }, 8);
  return (key) => (isAlways(key, goods.since) ? '1' : isPerhaps(key, goods.since) ? '0,1' : '0');
}

const NO_DATES: Dates = { since: '', exceptions: [] };

function postcodes(packed: Packed) {
  const place = postcodeTable({ ...packed.postcodes, ...NO_DATES });
  const codes = Array.from({ length: 100_000 }, (_, code) => String(code).padStart(5, '0'));
  return withDates(
    codes.filter((code) => place(code, '')),
    packed.postcodes,
    (code) => JSON.stringify(place(code, '')),
  );
}

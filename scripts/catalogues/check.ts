import {
  keyList,
  keySet,
  keysByState,
  numericKeys,
  type PackedRuns,
  postcodeTable,
} from '../../shared/carta-porte/sat/unpack';
import { type Extracts, keysOf } from './extracts';
import type { Packed } from './pack';
import type { Row } from './row';

type Rows = Extracts['rows'];

/** Unpacks the result and compares it with every row. Returns the keys that differ. */
export function differences({ rows }: Extracts, packed: Packed): string[] {
  const isMunicipality = keysByState(packed.municipalities, 3);
  const isLocality = keysByState(packed.localities, 2);
  return [
    ...lost(rows('product-keys'), numericKeys(packed.productKeys, 8)),
    ...lost(rows('carta-porte-goods'), numericKeys(packed.goods, 8)),
    ...lost(rows('hazardous-materials'), numericKeys(packed.hazardousMaterials, 4)),
    ...lost(rows('packaging'), keyList(packed.packaging)),
    ...lost(rows('units'), keySet(packed.units)),
    ...lost(rows('municipalities'), (key, day, row) => isMunicipality(row('state'), key, day)),
    ...lost(rows('localities'), (key, day, row) => isLocality(row('state'), key, day)),
    ...wrongHazards(rows, packed),
    ...wrongPostcodes(rows('postcodes'), postcodeTable(packed.postcodes)),
  ];
}

const FIRST_DAY = '0000-01-01';
const LAST_DAY = '9999-12-31';

/** The keys that are not in force on their own first and last day, or that are in force outside them. */
const lost = (rows: readonly Row[], isKey: (key: string, day: string, row: Row) => boolean): string[] =>
  rows
    .filter((row) => {
      const [key, from, to] = [row('key'), row('from'), row('to')];
      const isFound = isKey(key, from || FIRST_DAY, row) && isKey(key, to || LAST_DAY, row);
      const isTooLong = (from !== '' && isKey(key, FIRST_DAY, row)) || (to !== '' && isKey(key, LAST_DAY, row));
      return !isFound || isTooLong;
    })
    .map((row) => row('key'));

function wrongHazards(rows: Rows, { hazards }: Packed): string[] {
  const expected = new Map(rows('carta-porte-goods-hazard').map((row) => [row('key'), row('hazard')]));
  const among = (runs: string) => numericKeys({ since: '', exceptions: [], runs } satisfies PackedRuns, 8);
  const isAlways = among(hazards.always);
  const isPerhaps = among(hazards.perhaps);
  return keysOf(rows('carta-porte-goods')).filter(
    (key) => isAlways(key, '') !== (expected.get(key) === '1') || isPerhaps(key, '') !== (expected.get(key) === '0,1'),
  );
}

/** Compares all 100,000 codes: those that the extract does not have must not be found. */
function wrongPostcodes(rows: readonly Row[], postcode: ReturnType<typeof postcodeTable>): string[] {
  const known = new Map(rows.map((row) => [row('postcode'), row]));
  return Array.from({ length: 100_000 }, (_, code) => String(code).padStart(5, '0')).filter((code) => {
    const row = known.get(code);
    const found = postcode(code, row?.('from') ?? '');
    const expected = row && [row('state'), row('municipality'), row('border') === '1'].join();
    return expected !== (found && [found.state, found.municipality ?? '', found.border].join());
  });
}

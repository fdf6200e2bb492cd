import { type Extracts, keysOf } from './extracts';
import { compress, ROAD, SERVICES } from './pack';
import type { Row } from './row';

/**
 * Packs the keys with their names, for the operation that searches them: shared/carta-porte/sat/names.ts reads them.
 * Catalogues that the source does not have stay as in `previous`.
 */
export function packNames({ rows, has }: Extracts, previous: { readonly services: NamedServices }) {
  const hazards = new Map(rows('carta-porte-goods-hazard').map((row) => [row('key'), row('hazard')]));
  const goods = rows('carta-porte-goods').toSorted((one, other) => Number(one('key')) - Number(other('key')));
  return {
    goods: {
      gaps: compress(gapsOf(keysOf(goods))),
      ...columns(goods),
      hazard: compress(goods.map((row) => hazards.get(row('key')) ?? '0')),
    },
    services: has(SERVICES) ? { ...named(rows(SERVICES)), modes: column(rows(SERVICES), 'modes') } : previous.services,
    'hazardous-materials': {
      ...named(rows('hazardous-materials')),
      class: column(rows('hazardous-materials'), 'class'),
    },
    packaging: named(rows('packaging')),
    parts: named(rows('transport-parts')),
    configurations: {
      ...named(rows('vehicle-configurations')),
      trailer: column(rows('vehicle-configurations'), 'trailer'),
    },
    trailers: named(rows('trailers')),
    permits: named(rows('permits').filter((row) => row('mode').split(',').includes(ROAD))),
    'payment-forms': named(rows('payment-forms-detail')),
    uses: { ...named(rows('cfdi-uses')), ...persons(rows('cfdi-uses')), regimes: column(rows('cfdi-uses'), 'regimes') },
    regimes: { ...named(rows('tax-regimes')), ...persons(rows('tax-regimes')) },
  };
}

export type PackedNames = ReturnType<typeof packNames>;

type NamedServices = Readonly<Record<'key' | 'name' | 'from' | 'to' | 'modes', string>>;

const gapsOf = (keys: readonly string[]): string[] =>
  keys.map((key, index) => String(Number(key) - Number(keys[index - 1] ?? 0)));

/** One line for each row. */
const column = (rows: readonly Row[], name: string): string =>
  compress(rows.map((row) => row(name).replace(/\s+/g, ' ').trim()));

const columns = (rows: readonly Row[]) => ({
  name: column(rows, 'name'),
  from: column(rows, 'from'),
  to: column(rows, 'to'),
});

const named = (rows: readonly Row[]) => ({ key: column(rows, 'key'), ...columns(rows) });

const persons = (rows: readonly Row[]) => ({
  naturalPerson: column(rows, 'naturalPerson'),
  legalEntity: column(rows, 'legalEntity'),
});

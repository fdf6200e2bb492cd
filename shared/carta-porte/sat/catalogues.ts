import type { Catalogues, TrailerRule } from '../catalogues';
import {
  cfdiUses,
  configurations,
  goods,
  paymentForms,
  places,
  postcodes,
  roadPermits,
  states,
  taxRegimes,
  trailers,
  units,
} from './packed.json';
import { keySet, numericKeySet, postcodeTable } from './unpack';

const TRAILER_RULES: readonly TrailerRule[] = ['required', 'forbidden', 'optional'];

/** The shipped catalogues of the tax authority. Each of the large ones is unpacked when it is first asked, and kept. */
export const catalogues: Catalogues = {
  isGoods: onFirstUse(() => numericKeySet(goods)),
  isUnit: onFirstUse(() => keySet(units)),
  postcode: onFirstUse(() => postcodeTable(places, postcodes)),
  isState: (key) => states.includes(key),
  trailerRule: (configuration) => TRAILER_RULES.find((rule) => configurations[rule].includes(configuration)),
  isTrailer: (key) => trailers.includes(key),
  isRoadPermit: (key) => roadPermits.includes(key),
  isPaymentForm: (key) => paymentForms.includes(key),
  cfdiUse: (key) => find(cfdiUses, key),
  taxRegime: (key) => find(taxRegimes, key),
};

/** A look-up that is made when it is first used. */
function onFirstUse<T>(make: () => (key: string) => T): (key: string) => T {
  let findAllDocuments: ((key: string) => T) | undefined;
  return (key) => {
    findAllDocuments ??= make();
    return findAllDocuments(key);
  };
}

/** Only what the catalogue itself has: `constructor` is no key. */
const find = <T>(entries: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(entries, key) ? entries[key] : undefined;

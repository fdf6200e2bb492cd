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

/** The packaged catalogues of the SAT. Each large one is unpacked at its first use and kept in memory. */
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

/** Builds a look-up at its first use. */
function onFirstUse<T>(make: () => (key: string) => T): (key: string) => T {
  let lookUp: ((key: string) => T) | undefined;
  return (key) => {
    lookUp ??= make();
    return lookUp(key);
  };
}

/** Finds own keys only, so that `constructor` is not a key. */
const find = <T>(entries: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(entries, key) ? entries[key] : undefined;

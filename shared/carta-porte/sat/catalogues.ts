import type { Catalogues, CatalogueVersion, CfdiUse, Hazard, Persons, TrailerRule } from '../catalogues';
import { date } from './date.json';
import packed from './packed.json';
import { type IsKey, keyList, keySet, keysByState, numericKeys, postcodeTable } from './unpack';

/**
 * The packaged catalogues of the SAT. Each is unpacked at its first use and kept in memory; a Lambda instance reads the
 * same ones for all documents.
 */
export const catalogues: CatalogueVersion = {
  date,
  on: ({ departure, stamp }): Catalogues => ({
    isProductKey: (key) => productKeys()(key, stamp),
    serviceModes: (key) => serviceModes(key, stamp),
    isGoods: (key) => goods()(key, departure),
    hazard: (key) => hazard(key, departure),
    isHazardousMaterial: (key) => hazardousMaterials()(key, departure),
    isPackaging: (key) => packaging()(key, departure),
    isUnit: (key) => units()(key, stamp),
    postcode: (code) => postcodes()(code, stamp),
    isState: (key) => states()(key, stamp),
    isMunicipality: (state, key) => municipalities()(state, key, stamp),
    isLocality: (state, key) => localities()(state, key, stamp),
    trailerRule: (configuration) => TRAILER_RULES.find((rule) => configurations()[rule](configuration, stamp)),
    isTrailer: (key) => trailers()(key, stamp),
    isRoadPermit: (key) => roadPermits()(key, stamp),
    isFigure: (key) => figures()(key, departure),
    isTransportPart: (key) => transportParts()(key, stamp),
    isPaymentForm: (key) => paymentForms()(key, stamp),
    isRelationType: (key) => relationTypes()(key, stamp),
    cfdiUse: (key) => (cfdiUses()(key, stamp) ? find<CfdiUse>(packed.cfdiUses.entries, key) : undefined),
    taxRegime: (key) => (taxRegimes()(key, stamp) ? find<Persons>(packed.taxRegimes.entries, key) : undefined),
  }),
};

const TRAILER_RULES: readonly TrailerRule[] = ['required', 'forbidden', 'optional'];

const productKeys = onFirstUse(() => numericKeys(packed.productKeys, 8));
const goods = onFirstUse(() => numericKeys(packed.goods, 8));
const alwaysHazardous = onFirstUse(() => numericKeys({ ...packed.goods, runs: packed.hazards.always }, 8));
const perhapsHazardous = onFirstUse(() => numericKeys({ ...packed.goods, runs: packed.hazards.perhaps }, 8));
const hazardousMaterials = onFirstUse(() => numericKeys(packed.hazardousMaterials, 4));
const services = onFirstUse(() => ({ one: keyList(packed.services.one), two: keyList(packed.services.two) }));
const packaging = onFirstUse(() => keyList(packed.packaging));
const units = onFirstUse(() => keySet(packed.units));
const postcodes = onFirstUse(() => postcodeTable(packed.postcodes));
const states = onFirstUse(() => keyList(packed.states));
const municipalities = onFirstUse(() => keysByState(packed.municipalities, 3));
const localities = onFirstUse(() => keysByState(packed.localities, 2));
const configurations = onFirstUse(
  (): Readonly<Record<TrailerRule, IsKey>> => ({
    required: keyList(packed.configurations.required),
    forbidden: keyList(packed.configurations.forbidden),
    optional: keyList(packed.configurations.optional),
  }),
);
const trailers = onFirstUse(() => keyList(packed.trailers));
const roadPermits = onFirstUse(() => keyList(packed.roadPermits));
const figures = onFirstUse(() => keyList(packed.figures));
const transportParts = onFirstUse(() => keyList(packed.transportParts));
const paymentForms = onFirstUse(() => keyList(packed.paymentForms));
const relationTypes = onFirstUse(() => keyList(packed.relationTypes));
const cfdiUses = onFirstUse(() => keyList(packed.cfdiUses));
const taxRegimes = onFirstUse(() => keyList(packed.taxRegimes));

function serviceModes(key: string, day: string): number | undefined {
  if (services().one(key, day)) return 1;
  return services().two(key, day) ? 2 : undefined;
}

function hazard(key: string, day: string): Hazard {
  if (alwaysHazardous()(key, day)) return '1';
  return perhapsHazardous()(key, day) ? '0,1' : '0';
}

/** Builds a value at its first use. */
function onFirstUse<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Finds own keys only, so that `constructor` is not a key. */
const find = <T>(entries: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(entries, key) ? entries[key] : undefined;

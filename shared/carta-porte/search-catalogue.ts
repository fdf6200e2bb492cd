import * as v from 'valibot';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import { normalName } from '../platform/values/search';
import { said } from '../platform/values/text';
import { CATALOGUE_NAMES, type CatalogueName, isCatalogueName, type NamedKey, namedKeys } from './sat/names';

/** A key of a catalogue, with the columns that decide about its use. */
export const CatalogueEntry = v.object({
  /**
   * The SAT’s key, to write into a record.
   * @example G03
   */
  key: v.string(),
  /**
   * The SAT’s Spanish name of the key.
   * @example Gastos en general
   */
  name: v.string(),
  hazard: v.optional(
    v.pipe(v.picklist(['0', '1', '0,1']), v.description('Of goods: never hazardous, always, or as the sender says.')),
  ),
  modes: v.optional(
    v.pipe(v.number(), v.description('Of services: the number of modes of transport. 2 is refused (CP110).')),
  ),
  class: v.optional(v.pipe(v.string(), v.description('Of hazardous materials: class or division.'))),
  trailer: v.optional(
    v.pipe(v.picklist(['0', '1', '0,1']), v.description('Of configurations: without trailer, with one, or either.')),
  ),
  naturalPerson: v.optional(
    v.pipe(v.boolean(), v.description('Of uses and regimes: whether they are for natural persons.')),
  ),
  legalEntity: v.optional(
    v.pipe(v.boolean(), v.description('Of uses and regimes: whether they are for legal entities.')),
  ),
  regimes: v.optional(
    v.pipe(v.array(v.string()), v.description('Of uses: the customer’s regimes that permit the use.')),
  ),
});
export type CatalogueEntry = v.InferOutput<typeof CatalogueEntry>;

const MAXIMUM_LIMIT = 50;
const LIMIT_MESSAGE = said({
  en: `Send a whole number from 1 to ${MAXIMUM_LIMIT}.`,
  es: `Envíe un número entero del 1 al ${MAXIMUM_LIMIT}.`,
});

export const CatalogueQuery = v.object({
  q: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(100, said({ en: 'Send at most 100 characters.', es: 'Envíe como máximo 100 caracteres.' })),
      v.description('The beginning of a key, or beginnings of words of the name. Accents and case do not matter.'),
    ),
  ),
  limit: v.optional(
    v.pipe(
      v.string(LIMIT_MESSAGE),
      v.regex(/^\d{1,2}$/, LIMIT_MESSAGE),
      v.metadata({ type: 'integer', minimum: 1, maximum: MAXIMUM_LIMIT }),
      v.transform(Number),
      v.minValue(1, LIMIT_MESSAGE),
      v.maxValue(MAXIMUM_LIMIT, LIMIT_MESSAGE),
      v.description('The most entries to answer.'),
    ),
    '20',
  ),
});

/** A key with the words of its name, in the form in which they are compared. */
interface Searchable {
  readonly named: NamedKey;
  readonly words: string;
}

const shelf = () => new Map<CatalogueName, readonly Searchable[]>();

/**
 * The entries of a catalogue that are valid today and match, in the order of the catalogue. Throws NOT_FOUND for an
 * unknown catalogue. A catalogue is unpacked once for each execution environment.
 */
export const searchCatalogue = capability(
  {},
  (context) =>
    async (name: string, { q, limit }: v.InferOutput<typeof CatalogueQuery>): Promise<CatalogueEntry[]> => {
      if (!isCatalogueName(name)) throw new AppError('NOT_FOUND', { message: UNKNOWN });
      const today = context.now().toISOString().slice(0, 10);
      const made = context.client(shelf);
      const all = made.get(name) ?? namedKeys(name).map((named) => ({ named, words: wordsOf(named.name) }));
      made.set(name, all);
      const matches = matcher(normalName(q ?? ''));
      const found: CatalogueEntry[] = [];
      for (const entry of all) {
        if (found.length === limit) break;
        if (matches(entry) && isInForce(entry.named, today)) found.push(entryOf(entry.named));
      }
      return found;
    },
);

const UNKNOWN = {
  en: `Choose one of these catalogues: ${CATALOGUE_NAMES.join(', ')}.`,
  es: `Elija uno de estos catálogos: ${CATALOGUE_NAMES.join(', ')}.`,
};

/** The words with a blank before each, so that the beginning of a word is a blank and its first letters. */
const wordsOf = (text: string): string => ` ${normalName(text).replace(/[^\p{L}\p{N}]+/gu, ' ')}`;

function matcher(q: string): (entry: Searchable) => boolean {
  const beginnings = wordsOf(q)
    .trim()
    .split(' ')
    .map((word) => ` ${word}`);
  return ({ named, words }) =>
    named.key.toLowerCase().startsWith(q) || beginnings.every((beginning) => words.includes(beginning));
}

const isInForce = ({ from, to }: NamedKey, today: string): boolean => from <= today && (to === '' || today <= to);

const Columns = v.partial(
  v.object({
    hazard: CatalogueEntry.entries.hazard,
    trailer: CatalogueEntry.entries.trailer,
    class: v.string(),
    modes: v.pipe(v.string(), v.transform(Number)),
    naturalPerson: v.pipe(
      v.string(),
      v.transform((text) => text === '1'),
    ),
    legalEntity: v.pipe(
      v.string(),
      v.transform((text) => text === '1'),
    ),
    regimes: v.pipe(
      v.string(),
      v.transform((text) => text.split(',')),
    ),
  }),
);

const entryOf = ({ key, name, ...columns }: NamedKey): CatalogueEntry => ({ key, name, ...v.parse(Columns, columns) });

import { Decimal } from './decimal';

export type Attributes = Readonly<Record<string, string>>;

const UNESCAPED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** The attributes of all elements of a name, in their order, in XML that `xml.ts` wrote. */
export function elementsOf(xml: string, name: string): Attributes[] {
  return [...xml.matchAll(new RegExp(`<${name}( [^>]*?)?/?>`, 'g'))].map(([, written = '']) =>
    Object.fromEntries(
      [...written.matchAll(/ ([\wñ:]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
        key,
        value.replace(/&(\w+);/g, (sign, entity) => UNESCAPED[entity] ?? sign),
      ]),
    ),
  );
}

/** The inner text of the elements of a name, which contain none of their own name. */
export const contentsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?(?<!/)>(.*?)</${name}>`, 'gs'))].map(([, inner = '']) => inner);

export const numberOf = (attributes: Attributes | undefined, name: string): Decimal =>
  Decimal.of(attributes?.[name] ?? '0');

export const sumOf = (all: readonly Attributes[], name: string): Decimal =>
  Decimal.sum(all.map((attributes) => numberOf(attributes, name)));

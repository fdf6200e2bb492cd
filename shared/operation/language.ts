import type { Language } from '../platform/values/text';
import type { HttpAnswer, ServedEvent } from './http';

/** More of the header is not read. A browser sends less than a hundred characters. */
const MOST_CHARACTERS = 1_000;

/** A range of the header, with its weight between 0 and 1. Source: RFC 9110, 12.4.2 and 12.5.4. */
const RANGE = /^(\*|[a-z]{1,8}(?:-[a-z0-9]{1,8})*)(?:;q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/;

/**
 * The language of an answer: Spanish if the request prefers any Spanish tag to English, else English. `*` stands for
 * English; other languages and ranges that are not well-formed do not count. Of two equal weights the first one counts.
 */
export function languageOf({ headers }: Pick<ServedEvent, 'headers'>): Language {
  const ranges = (headers['accept-language'] ?? '').slice(0, MOST_CHARACTERS).toLowerCase().split(',');
  const known = ranges.flatMap(knownRange).toSorted((one, other) => other.weight - one.weight);
  return known[0]?.language ?? 'en';
}

function knownRange(range: string): { readonly language: Language; readonly weight: number }[] {
  const [, tag = '', sent = '1'] = RANGE.exec(range.replace(/\s/g, '')) ?? [];
  const [name] = tag.split('-');
  const weight = Number(sent);
  if (weight === 0) return [];
  if (name === 'es') return [{ language: 'es', weight }];
  return name === 'en' || name === '*' ? [{ language: 'en', weight }] : [];
}

/** Names the language of an answer, and the header that decided it, for browsers and proxies that keep answers. */
export function withLanguage(event: Pick<ServedEvent, 'headers'>, answer: HttpAnswer): HttpAnswer {
  const { Vary: before, ...headers } = answer.headers ?? {};
  const vary = before === undefined ? 'Accept-Language' : `${before}, Accept-Language`;
  return { ...answer, headers: { ...headers, 'Content-Language': languageOf(event), Vary: vary } };
}

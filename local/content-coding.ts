import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { listOf } from '../shared/operation/entity-tags';
import type { WireAnswer, WireRequest } from './wire';

export type Coding = 'br' | 'gzip';

/** Level 6 of brotli needs 70 ms for the largest file (1.7 MB) and level 11 three seconds, for a tenth fewer bytes. */
const BROTLI_LEVEL = 6;

const brotli = promisify(brotliCompress);

const COMPRESS: Readonly<Record<Coding, (content: Buffer) => Promise<Buffer>>> = {
  br: (content) => brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL } }),
  gzip: promisify(gzip),
};

/** Compresses in a thread of Node's, so that other requests are answered meanwhile. */
export const compress = (coding: Coding, content: Buffer): Promise<Buffer> => COMPRESS[coding](content);

/** One member of Accept-Encoding with its weight. Source: RFC 9110 §12.4.2 and §12.5.3. */
const MEMBER = /^([^\s;]+)(?:\s*;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/;

/**
 * The coding that a client prefers by its Accept-Encoding; undefined for the plain content. That is also for a client that refuses
 * every coding and the plain content: the standard allows it, and 406 would help no one.
 */
export function codingFor(header: string): Coding | undefined {
  const weights = new Map(
    listOf(header.toLowerCase()).flatMap((one): [string, number][] => {
      const [, name, weight = '1'] = MEMBER.exec(one) ?? [];
      return name === undefined ? [] : [[name, Number(weight)]];
    }),
  );
  const weightOf = (coding: Coding): number => weights.get(coding) ?? weights.get('*') ?? 0;
  const best = weightOf('gzip') > weightOf('br') ? 'gzip' : 'br';
  const isWanted = weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0);
  return isWanted ? best : undefined;
}

/** The answer in the coding that the client prefers. `form` stands for `compress` where compressed contents are kept. */
export async function inPreferredCoding(
  answer: WireAnswer,
  asked: WireRequest['headers'],
  form: (coding: Coding, content: Buffer) => Promise<Buffer> = compress,
): Promise<WireAnswer> {
  const headers = { ...answer.headers, vary: 'accept-encoding' };
  const coding = codingFor(String(asked['accept-encoding'] ?? ''));
  if (coding === undefined) return { ...answer, headers };
  const content = typeof answer.body === 'string' ? Buffer.from(answer.body) : answer.body;
  return { ...answer, headers: { ...headers, 'content-encoding': coding }, body: await form(coding, content) };
}

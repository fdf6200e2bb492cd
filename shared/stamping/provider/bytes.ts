/** The file has more bytes than the caller takes. */
export class TooManyBytes extends Error {}

/**
 * The bytes of a downloaded file. The SDK returns a stream, a blob, or a string when it takes the content type for
 * text. Throws {@link TooManyBytes} as soon as a stream has more than `most`.
 */
export async function bytesOf(answer: unknown, most = Number.POSITIVE_INFINITY): Promise<Uint8Array> {
  const bytes = await collect(answer, most);
  if (bytes === undefined || bytes.length === 0) throw new Error('The stamping provider answered without a file.');
  return bytes;
}

async function collect(answer: unknown, most: number): Promise<Uint8Array | undefined> {
  if (typeof answer === 'string') return Buffer.from(answer, 'utf8');
  if (answer instanceof Uint8Array) return answer;
  if (answer instanceof Blob) return new Uint8Array(await answer.arrayBuffer());
  if (!isStream(answer)) return undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer) {
    size += chunk.length;
    if (size > most) throw new TooManyBytes(`The file has more than ${most} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const isStream = (answer: unknown): answer is AsyncIterable<Uint8Array> =>
  typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer;

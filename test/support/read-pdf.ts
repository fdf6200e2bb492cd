import { type ChildProcess, fork } from 'node:child_process';
import { on } from 'node:events';
import { join } from 'node:path';
import * as v from 'valibot';

const Pages = v.array(
  v.object({
    text: v.string(),
    right: v.number(),
    top: v.number(),
    bottom: v.number(),
    pictures: v.array(v.tuple([v.number(), v.number()])),
  }),
);

const Answer = v.object({ number: v.number(), pages: v.optional(Pages), failure: v.optional(v.string()) });

let reader: ChildProcess | undefined;
let asked = 0;

/** A process of its own, which is kept for the next PDF and does not keep this one alive. It ends with this one. */
function readerProcess(): ChildProcess {
  if (reader?.connected) return reader;
  reader = fork(join(__dirname, 'pdf-pages.cjs'), { serialization: 'advanced' });
  reader.setMaxListeners(0);
  reader.unref();
  return reader;
}

/** Reads a PDF with another program than the one that writes it. */
export async function readPdf(bytes: Uint8Array): Promise<v.InferOutput<typeof Pages>> {
  const child = readerProcess();
  asked += 1;
  const number = asked;
  child.channel?.ref();
  child.send({ number, bytes });
  for await (const [said] of on(child, 'message', { close: ['exit'] })) {
    const answer = v.parse(Answer, said);
    if (answer.number !== number) continue;
    child.channel?.unref();
    if (answer.pages === undefined) throw new Error(answer.failure);
    return answer.pages;
  }
  throw new Error('The reader of PDF ended without an answer.');
}

/** Follows an answer that leads to a PDF and reads it. `key` is its key in the bucket. */
export async function followPdf(answer: {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
}) {
  expect(answer.status).toBe(302);
  const location = String(answer.headers.location);
  const read = await fetch(location);
  expect([read.status, read.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const pages = await readPdf(new Uint8Array(await read.arrayBuffer()));
  const key = decodeURIComponent(new URL(location).pathname).split('/').slice(2).join('/');
  return { location, pages, key, text: pages.map(({ text }) => text).join('\n') };
}

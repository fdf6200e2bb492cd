import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { Runtime } from './context';

/** Opens the connection of a client before the first request needs it. `end` fires when the time of the rehearsal is over. */
export type Connect = (runtime: Runtime, end: AbortSignal) => Promise<unknown>;

/** Lambda ends an init phase after ten seconds, and the first caller waits for all of it. */
const LONGEST_MS = 1_000;

/** Runs all parts at once, for a second at most. A failure of a part changes nothing: the first request does its work then. */
export async function rehearseAll(parts: readonly ((end: AbortSignal) => Promise<unknown>)[]): Promise<void> {
  const end = AbortSignal.timeout(LONGEST_MS);
  const late = new Promise((resolve) => end.addEventListener('abort', resolve));
  await Promise.race([late, Promise.allSettled(parts.map(async (part) => part(end)))]);
}

/** A runtime that writes no log line and makes no call until `start` is called. */
export function rehearsable(live: Runtime): { readonly runtime: Runtime; readonly start: () => void } {
  let isRehearsing = true;
  return {
    runtime: {
      ...live,
      log: (line) => {
        if (!isRehearsing) live.log(line);
      },
      outbound: async (call, send) => {
        if (isRehearsing) throw new Error('A rehearsal makes no call.');
        return live.outbound(call, send);
      },
    },
    start: () => {
      isRehearsing = false;
    },
  };
}

interface LastStep {
  readonly request: unknown;
}

/**
 * The last step of a rehearsed call, in place of the request. It opens the connection by `GET /` on the client's own agent,
 * which needs no permission, and then answers from memory, so that the client also runs its code for answers.
 */
export const answerFromMemory =
  (body: string) =>
  <Args extends LastStep>(send: (args: Args) => Promise<{ response: unknown }>) =>
  async (args: Args) => {
    await open(send, args).catch(() => undefined);
    return { response: { statusCode: 200, headers: {}, body: Readable.from([Buffer.from(body)]) } };
  };

async function open<Args extends LastStep>(send: (args: Args) => Promise<{ response: unknown }>, args: Args) {
  const request = { ...Object(args.request), method: 'GET', path: '/', headers: {}, body: undefined };
  const { body } = Object((await send({ ...args, request })).response);
  // The agent keeps the connection only when the answer was read.
  if (body instanceof Readable) await once(body.resume(), 'end');
}

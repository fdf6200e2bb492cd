import * as v from 'valibot';
import type { Api } from './api';

/** Request units of the table. */
export interface Units {
  readonly read: number;
  readonly write: number;
}

/** What a story knows beside the answers. */
export interface Server extends Pick<Api, 'mailedCode'> {
  /** What a request cost at the table; undefined where that is not counted. */
  readonly unitsOf?: (requestId: string) => Promise<Units | undefined>;
  /** Makes a fault happen to the next requests to the stamping provider. Absent where documents would be real. */
  readonly fault?: (fault: Readonly<Record<string, unknown>>) => Promise<void>;
}

const Usage = v.object({
  calls: v.array(v.object({ requestId: v.string(), readUnits: v.number(), writeUnits: v.number() })),
});
const Outbox = v.object({ messages: v.array(v.object({ code: v.optional(v.string()) })) });

/** The mailbox, the counters and the faults of a server that `npm start` runs: routes that no deployed service has. */
export function localServer(url: string) {
  const get = async (path: string): Promise<unknown> => (await fetch(`${url}/_local/${path}`)).json();
  return {
    mailedCode: async (email: string) => {
      const [newest] = v.parse(Outbox, await get(`outbox?to=${encodeURIComponent(email)}`)).messages;
      if (newest?.code === undefined) throw new Error(`No mail with a code came to ${email}.`);
      return newest.code;
    },
    unitsOf: async (requestId: string) => {
      const { calls } = v.parse(Usage, await get('usage'));
      const call = calls.find((one) => one.requestId === requestId);
      return call && { read: call.readUnits, write: call.writeUnits };
    },
    fault: async (fault: Readonly<Record<string, unknown>>) => {
      const answer = await fetch(`${url}/_local/stamping/faults`, { method: 'POST', body: JSON.stringify(fault) });
      if (!answer.ok) throw new Error(`The stamping stand-in did not take the fault: ${await answer.text()}`);
    },
  } satisfies Server;
}

/** Whether a server of `npm start` answers. Rejects where none does. */
export async function isLocalServer(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/_local/usage`);
  await answer.arrayBuffer();
  return answer.status === 200;
}

/** The next document is stamped, and its answer is lost. */
export const LOSE_ANSWER = { fault: 'LOSE_ANSWER', actions: ['CreateInvoice'] };

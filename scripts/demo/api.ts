import * as v from 'valibot';

export interface Request {
  /** `METHOD /path` */
  readonly call: string;
  readonly token?: string | undefined;
  readonly body?: object;
}

/** An answer and what it cost: request units of the table are known from a local server alone. */
export interface Answered {
  readonly status: number;
  readonly body: unknown;
  readonly requestId: string;
  readonly milliseconds: number;
  readonly units: { readonly read: number; readonly write: number } | undefined;
}

/** A fleet service at an address, as a front end calls it. */
export interface Api {
  readonly send: (request: Request) => Promise<Answered>;
  /** The code in the newest mail to an address, out of the local outbox. */
  readonly mailedCode: (email: string) => Promise<string>;
}

const Usage = v.object({
  calls: v.array(v.object({ requestId: v.string(), readUnits: v.number(), writeUnits: v.number() })),
});
const Outbox = v.object({ messages: v.array(v.object({ code: v.optional(v.string()) })) });

/** Reads a server's answers with their time and cost. Rejects as `fetch` does where nothing listens. */
export function apiAt(url: string): Api {
  const get = async (path: string): Promise<unknown> => (await fetch(`${url}${path}`)).json();
  return {
    send: async ({ call, token, body }) => {
      const [method = '', path = ''] = call.split(' ');
      const startedAt = performance.now();
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          ...(body && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const milliseconds = performance.now() - startedAt;
      const requestId = response.headers.get('x-request-id') ?? '';
      return {
        status: response.status,
        body: parsed(text),
        requestId,
        milliseconds,
        units: unitsOf(requestId, await get('/_local/usage')),
      };
    },
    mailedCode: async (email) => {
      const { messages } = v.parse(Outbox, await get(`/_local/outbox?to=${encodeURIComponent(email)}`));
      const [newest] = messages;
      if (newest?.code === undefined) throw new Error(`No mail with a code came to ${email}.`);
      return newest.code;
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function unitsOf(requestId: string, usage: unknown): Answered['units'] {
  const read = v.safeParse(Usage, usage);
  const call = read.success ? read.output.calls.find((one) => one.requestId === requestId) : undefined;
  return call && { read: call.readUnits, write: call.writeUnits };
}

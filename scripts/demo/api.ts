import type { Backstage, Units } from './backstage';

export interface Request {
  /** `METHOD /path` */
  readonly call: string;
  readonly token?: string | undefined;
  readonly body?: object;
}

/** An answer and what it cost. */
export interface Answered {
  readonly status: number;
  readonly body: unknown;
  readonly requestId: string;
  readonly milliseconds: number;
  readonly units: Units | undefined;
}

/** A fleet service at an address, as a front end calls it. */
export interface Api {
  readonly send: (request: Request) => Promise<Answered>;
  readonly mailedCode: Backstage['mailedCode'];
}

/** Reads a server's answers with their time and cost. Rejects as `fetch` does where nothing listens. */
export const apiAt = (url: string, { mailedCode, unitsOf }: Backstage): Api => ({
  mailedCode,
  send: async ({ call, token, body }) => {
    const [method = '', path = ''] = call.split(' ');
    const startedAt = performance.now();
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const milliseconds = performance.now() - startedAt;
    const requestId = response.headers.get('x-request-id') ?? '';
    return { status: response.status, body: parsed(text), requestId, milliseconds, units: await unitsOf(requestId) };
  },
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

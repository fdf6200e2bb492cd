import { createFleet, type Fleet } from '../../client/src/index';
import type { Backstage, Units } from './backstage';

/** An answer as the story shows it, and what it cost. */
export interface Answered {
  /** `METHOD /path` */
  readonly call: string;
  readonly status: number;
  readonly requestId: string;
  readonly milliseconds: number;
  readonly units: Units | undefined;
}

/** A fleet service at an address, as front ends call it: by the typed client, each person by one of their own. */
export interface Api {
  /** The client of somebody who has not signed in yet. */
  readonly client: () => Fleet;
  /** What is known of an answer that one of the clients got. */
  readonly answered: (response: Response) => Promise<Answered>;
  readonly mailedCode: Backstage['mailedCode'];
}

/** Reads a server's answers with their time and cost. Calls reject as `fetch` does where nothing listens. */
export function apiAt(baseUrl: string, { mailedCode, unitsOf }: Backstage): Api {
  const noted = new WeakMap<Response, Pick<Answered, 'call' | 'milliseconds'>>();
  const timed = async (request: Request): Promise<Response> => {
    const startedAt = performance.now();
    const response = await fetch(request);
    // The whole of it, so that its time is told too.
    await response.clone().arrayBuffer();
    const call = `${request.method} ${request.url.slice(baseUrl.length)}`;
    noted.set(response, { call, milliseconds: performance.now() - startedAt });
    return response;
  };
  return {
    mailedCode,
    client: () => createFleet({ baseUrl, fetch: timed }),
    answered: async (response) => {
      const requestId = response.headers.get('x-request-id') ?? '';
      const { call = response.url, milliseconds = 0 } = noted.get(response) ?? {};
      return { call, milliseconds, status: response.status, requestId, units: await unitsOf(requestId) };
    },
  };
}

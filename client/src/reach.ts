import { within } from './deadline.js';
import { errorOf, FleetError } from './errors.js';
import { membersOf } from './members.js';

type Fetch = (request: Request) => Promise<Response>;

/** Waits for an answer. Without one it throws a FleetError that names the address. */
export async function answered<Answer>(
  url: string,
  signal: AbortSignal | null | undefined,
  answer: Promise<Answer>,
): Promise<Answer> {
  try {
    return await answer;
  } catch (failure) {
    if (failure instanceof FleetError || signal?.aborted) throw failure;
    const address = url.split('/', 3).join('/');
    const message = `${address} did not answer. Check the address and the connection. (${reasonOf(failure)})`;
    throw new FleetError('NETWORK', 0, message, { cause: failure });
  }
}

/** A `fetch` that gives up after a time and names the address. The body of a JSON answer must come in the same time, and be JSON if the call succeeded. */
export const reaching =
  (fetch: Fetch, milliseconds: number): Fetch =>
  (request) => {
    const { signal, url } = request;
    const whole = async (ending: AbortSignal): Promise<Response> => {
      const answer = await fetch(new Request(request, { signal: ending }));
      const type = mediaTypeOf(answer);
      // The service answers no page: this one is of a proxy, or of the sign-in to a network.
      if (answer.ok && type.includes('html')) throw errorOf(0, answer);
      if (!type.includes('json')) return answer;
      const text = await answer.text();
      try {
        JSON.parse(text);
      } catch {
        if (answer.ok && text) throw errorOf(0, answer);
      }
      // The answer stays the one that `fetch` gave: callers know it by its identity and its address.
      const copy = () => new Response(text || null, answer);
      return Object.assign(answer, { text: async () => text, json: () => copy().json(), clone: copy });
    };
    return answered(url, signal, within(milliseconds, signal, whole));
  };

export const mediaTypeOf = ({ headers }: Response): string => headers.get('content-type') ?? '';

/** `fetch failed: connect ECONNREFUSED 127.0.0.1:4000`: Node keeps the reason in the cause. */
const reasonOf = (failure: unknown): string => {
  const { message, code, cause } = membersOf(failure);
  return `${message || code || failure}${cause ? `: ${reasonOf(cause)}` : ''}`;
};

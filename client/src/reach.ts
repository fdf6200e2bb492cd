import { within } from './deadline.js';
import { FleetError } from './errors.js';
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
    const [address] = url.match(/^\w+:\/\/[^/]+/) ?? [url];
    const message = `${address} did not answer. Check the address and the connection. (${reasonOf(failure)})`;
    throw new FleetError('NETWORK', 0, message, { cause: failure });
  }
}

/** A `fetch` that gives up after a time and names the address. */
export const reaching =
  (fetch: Fetch, milliseconds: number): Fetch =>
  (request) => {
    const { signal, url } = request;
    return answered(
      url,
      signal,
      within(milliseconds, signal, (ending) => fetch(new Request(request, { signal: ending }))),
    );
  };

/** `fetch failed: connect ECONNREFUSED 127.0.0.1:4000`: Node keeps the reason in the cause. */
const reasonOf = (failure: unknown): string => {
  const { message, code, cause } = membersOf(failure);
  return `${message || code || failure}${cause ? `: ${reasonOf(cause)}` : ''}`;
};

import { AsyncLocalStorage } from 'node:async_hooks';

/** How an HTTP answer of the provider can be bad: `html` and `cut` were done, the others were not. */
export type BadAnswer = '429' | '500' | 'html' | 'cut';

const JSON_TYPE = { 'content-type': 'application/json' };
const ANSWERS: Readonly<Record<Exclude<BadAnswer, 'cut'>, () => Response>> = {
  '429': () =>
    new Response('{"message":"Too many requests.","code":"rate_limit_exceeded","status":429}', {
      status: 429,
      headers: { ...JSON_TYPE, 'retry-after': '1' },
    }),
  '500': () =>
    new Response('{"message":"Unexpected error.","code":"internal_error","status":500}', {
      status: 500,
      headers: JSON_TYPE,
    }),
  html: () =>
    new Response('<html><head><title>502 Bad Gateway</title></head></html>', {
      status: 502,
      headers: { 'content-type': 'text/html' },
    }),
};

/** Lets a call that is sent inside of it be answered badly. `fetch` of this process goes through here from now on. */
export function badAnswers(): <T>(answer: BadAnswer, send: () => Promise<T>) => Promise<T> {
  const wanted = new AsyncLocalStorage<BadAnswer>();
  const real = globalThis.fetch;
  globalThis.fetch = async (...given) => {
    const answer = wanted.getStore();
    if (answer === undefined) return real(...given);
    if (answer === '429' || answer === '500') return ANSWERS[answer]();
    const { status, headers, ...response } = await real(...given).then(async (whole) => ({
      status: whole.status,
      headers: { 'content-type': whole.headers.get('content-type') ?? 'application/json' },
      body: Buffer.from(await whole.arrayBuffer()),
    }));
    // What stands between us and the provider may give up after the deed.
    if (answer === 'html') return ANSWERS.html();
    return new Response(response.body.subarray(0, Math.floor(response.body.length / 2)), { status, headers });
  };
  return (answer, send) => wanted.run(answer, send);
}

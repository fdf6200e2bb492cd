import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import { createFleet } from '../../client/src/index';
import { browsing } from './support/browsing';

/** desk.md 6.3: the samples of the reference, run as a person pastes them. */

const execute = promisify(execFile);
const { open, url } = browsing();
const TOKEN = 'token-of-the-caller';

interface Sample {
  readonly id: string;
  readonly curl: string;
  readonly client?: string;
  readonly fetch: string;
}

/** The samples of every operation, by the code and the document of the page. */
const IN_PAGE = `(async () => {
  const read = async (path) => (await fetch(path)).json();
  const { callOf, samplesOf, settingOf } = await import('/_local/reference/samples.js');
  const [spec, names] = [await read('/openapi.json'), await read('/_local/reference/methods.json')];
  return Object.entries(spec.paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({
    id: operation.operationId,
    ...samplesOf(callOf(path, method, operation), settingOf(spec, names, operation, location.href)),
  })));
})()`;

/** Starts a server that answers each request with `{}` and keeps the request in `sent`. */
async function startRecorder() {
  const sent: string[] = [];
  const server = createServer(async (request, answer) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const { authorization, 'content-type': type, 'idempotency-key': key } = request.headers;
    const isUuid = key !== undefined && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(String(key));
    sent.push(JSON.stringify([request.method, request.url, authorization, type, key && isUuid, body]));
    answer.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const stop = () => new Promise((resolve) => server.close(resolve));
  return { sent, stop, url: `http://127.0.0.1:${address.port}` };
}

/** Runs the lines of a sample in a module with these names. */
const run = async (lines: string, names: Readonly<Record<string, unknown>>): Promise<unknown> =>
  new Function(...Object.keys(names), `return (async () => {${lines}})()`)(...Object.values(names));

test('desk 6.3: the samples of an operation by curl, by the client and by fetch run as they stand and send the same', async () => {
  const samples: readonly Sample[] = Object(await (await open('/docs')).evaluate(IN_PAGE));
  expect(samples.length).toBeGreaterThan(150);
  const recorder = await startRecorder();
  const tokens = { accessToken: TOKEN, refreshToken: 'a.b.c.d', idToken: '', expiresIn: 900 };
  const different: Record<string, readonly string[]> = {};
  try {
    for (const { id, ...texts } of samples.filter(({ id }) => id !== 'stamping')) {
      const at = (text = '') => text.replaceAll(url(), recorder.url);
      const first = recorder.sent.length;
      const fleet = createFleet({ baseUrl: recorder.url, session: { pool: 'staff', tokens } });
      const failures: string[] = [];
      const failed = (failure: unknown) => void failures.push(String(failure));
      await execute('sh', ['-c', at(texts.curl).replace(/ -o \S+/, '')], { env: { ...process.env, TOKEN } }).catch(
        failed,
      );
      await run(at(texts.client), { fleet }).catch(failed);
      await run(at(texts.fetch), { token: TOKEN }).catch(failed);
      const sent = recorder.sent.slice(first).map((one) => withoutToken(one, texts.curl));
      if (failures.length > 0 || sent.length !== 3 || new Set(sent).size > 1) different[id] = [...failures, ...sent];
    }
  } finally {
    await recorder.stop();
  }
  expect(different).toEqual({});
});

/** The client has a session here, and sends its token with open calls too. */
const withoutToken = (sent: string, curl: string): string =>
  curl.includes('$TOKEN') ? sent : sent.replace(`"Bearer ${TOKEN}"`, 'null');

test('desk 6.3: a sample says who sends it, and leads to the guide that makes its token', async () => {
  const page = await open('/docs#/teams/joinTeam');
  const told = page.locator('#operations-teams-joinTeam .sender');
  await told.waitFor();
  expect(await told.textContent()).toMatch(
    /^Send it with the token of office staff, here new@demo.mx\. How to make TOKEN/,
  );
  await told.getByRole('link').click();
  await page.locator('details[open] summary', { hasText: 'Signing in' }).waitFor();
});

import { Agent, request as httpRequest } from 'node:http';
import fc from 'fast-check';
import { OPERATIONS } from '../../../functions/catalog';
import { DEMO, DEMO_PASSWORD } from '../../../local/seed/demo';
import { errorsOf } from '../../../shared/operation/error-answer';
import { ERRORS } from '../../../shared/platform/errors';
import { isInFocus, type Settings } from '../part';

interface Raw {
  readonly operation: string;
  readonly segment: string;
  readonly query: string;
  readonly body: string | undefined;
  readonly type: string | undefined;
}

const SEGMENTS = [
  '%',
  '%zz',
  '%ff',
  '%c0%af',
  '%2e%2e%2f',
  '%00',
  '..',
  '.',
  '%2F',
  '',
  '%20',
  'a%0d%0ab',
  '\\',
  '{id}',
  '%F0%9F%98%80',
  '01890a5d-ac96-774b-bcce-b302099a8057',
];
const QUERIES = [
  '',
  'teamId=a&teamId=b',
  `teamId=${DEMO.team.id}`,
  `teamId=${DEMO.team.id}&teamId=${DEMO.team.id}`,
  '%=%',
  'limit=1&limit=2',
  'cursor=%ff',
  '&&&=',
  'a[]=1',
  'q=%00',
  '__proto__=1',
  'from=%zz',
];
const BODIES = [
  '',
  '{}',
  '[',
  '{"teamId":"\ud800"}',
  'null',
  '{"__proto__":{"a":1}}',
  '\u0000',
  '{"a":1,"a":2}',
  `{"teamId":"${DEMO.team.id}"}`,
];
const TYPES = [
  'application/json',
  'text/plain',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
];
const rawOf = (operations: readonly string[]): fc.Arbitrary<Raw> =>
  fc.record({
    operation: fc.constantFrom(...operations),
    segment: fc.oneof(fc.constantFrom(...SEGMENTS), fc.webSegment()),
    query: fc.oneof(fc.constantFrom(...QUERIES), fc.webQueryParameters()),
    body: fc.option(fc.oneof(fc.constantFrom(...BODIES), fc.json(), fc.string({ unit: 'binary' })), { nil: undefined }),
    type: fc.option(fc.constantFrom(...TYPES), { nil: undefined }),
  });

export interface Sent {
  readonly times: number;
  readonly failures: readonly string[];
}

/** Sends requests to the local gateway that client libraries do not send: invalid escapes, repeated parameters, bodies of 10 MB. */
export async function sendOverHttp(
  url: string,
  count: number,
  { seed, focus }: Pick<Settings, 'seed' | 'focus'>,
): Promise<Sent> {
  const operations = Object.keys(OPERATIONS).filter((file) => isInFocus(file, focus));
  if (operations.length === 0) return { times: 0, failures: [] };
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const failures: string[] = [];
  let token = '';
  const samples = fc.sample(rawOf(operations), { numRuns: count, seed });
  for (const [index, one] of samples.entries()) {
    if (index % 5000 === 0) token = await signIn(url);
    const isHuge = index % 500 === 499;
    const failure = await sendOne(url, agent, token, isHuge ? { ...one, body: 'x'.repeat(10 * 1024 * 1024 + 1) } : one);
    if (failure !== undefined) failures.push(`${JSON.stringify({ ...one, body: one.body?.slice(0, 80) })}: ${failure}`);
  }
  agent.destroy();
  return { times: count, failures };
}

async function signIn(url: string): Promise<string> {
  const body = JSON.stringify({ email: DEMO.members[0].email, password: DEMO_PASSWORD });
  const answer = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const { tokens } = Object(await answer.json());
  return String(tokens.accessToken);
}

/** The statuses of the gateway itself, besides those that the operation declares. */
const OF_THE_GATEWAY = [400, 401, 403, 404, 413];

function sendOne(
  url: string,
  agent: Agent,
  token: string,
  { operation, segment, query, body, type }: Raw,
): Promise<string | undefined> {
  const declared = OPERATIONS[operation];
  if (declared === undefined) throw new Error(`There is no ${operation}.`);
  const [method = '', route = ''] = declared.route.split(' ');
  const path = `${route.replace(/\{\w+\}/g, () => segment)}${query ? `?${query}` : ''}`.replace(
    /[^\u0021-\u00ff]/g,
    '',
  );
  const statuses = [...errorsOf(declared).map((code) => ERRORS[code].status), ...OF_THE_GATEWAY];
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const sending = httpRequest(
      {
        hostname,
        port,
        method,
        path,
        agent,
        timeout: 60_000,
        headers: { authorization: `Bearer ${token}`, ...(type && { 'content-type': type }) },
      },
      (answer) => {
        const { statusCode: status = 0 } = answer;
        let text = '';
        answer.on('data', (chunk) => {
          text += chunk;
        });
        answer.on('end', () =>
          resolve(status < 400 || (status < 500 && statuses.includes(status)) ? undefined : `${status} ${text}`),
        );
        // An answer that breaks off has no end and no error, only this event.
        answer.on('close', () => resolve(brokenOff('the answer broke off')));
      },
    );
    sending.on('timeout', () => sending.destroy(new Error('no answer in ten seconds')));
    // The gateway answers a body that is too large before the client has sent all of it.
    const brokenOff = (failure: string) => (body !== undefined && body.length > 1_000_000 ? undefined : failure);
    sending.on('error', (failure) => resolve(brokenOff(String(failure))));
    sending.on('close', () => resolve(brokenOff('no answer')));
    sending.end(body);
  });
}

import * as v from 'valibot';
import { handler as answerUnknownRoute } from '../../lib/inline/answer-unknown-route';
import type { Operation } from '../../shared/operation/define';
import { environmentOf } from '../../shared/operation/requirements';
import { ERRORS } from '../../shared/platform/errors';
import type { TestContext } from '../support/engine-runtime';
import { REQUEST_ID, send } from '../support/http-event';
import { MARKER } from '../support/sample';
import { CASES } from './cases';
import {
  admittedRequest,
  type Exchange,
  exchange,
  makeWorld,
  sampleStatus,
  succeeding,
  successesOf,
  type World,
  withRun,
} from './world';

let world: World;

beforeAll(async () => {
  world = await makeWorld();
});

const SECRET = 'the cause that nobody outside may read';
const lineOf = ({ logs }: TestContext) => JSON.parse(logs.at(-1) ?? '');

/** A fault: status 500 with the request id and nothing about the cause. */
function expectFault({ answer, testContext }: Exchange): void {
  expect(answer).toMatchObject({ status: 500, headers: { 'x-request-id': REQUEST_ID } });
  expect(Object.keys(answer.body).sort()).toEqual(['error', 'message']);
  expect(answer.body).toMatchObject({ error: 'INTERNAL', message: expect.stringContaining(REQUEST_ID) });
  expect(JSON.stringify(answer)).not.toMatch(/the cause|\bat .*\.ts|valibot/);
  expect(lineOf(testContext)).toMatchObject({ level: 'ERROR', status: 500, error: 'INTERNAL' });
}

const outputThatDoesNotFit = ({ output }: Operation): unknown => {
  const wrong = [undefined, null, 7, [], {}, { unexpected: true }].find((one) => !v.is(output.body, one));
  if (v.is(output.body, wrong)) throw new Error('This output schema takes anything. Say what is answered.');
  return wrong;
};

/** What a browser may keep, and for how long. */
const STORED: Readonly<Record<string, string>> = {
  'GET /openapi.json': 'public, max-age=300',
  'GET /tracking/{token}': 'private, max-age=60',
};

describe.each(CASES)('%s', (_, operation) => {
  test('answers what its declaration says, as JSON, with the request id', async () => {
    const { answer } = await exchange(succeeding(operation), world, await admittedRequest(operation, world));
    expect(answer).toMatchObject({
      status: sampleStatus(operation),
      headers: { 'x-request-id': REQUEST_ID },
    });
    if (operation.output.status === 302) {
      expect(answer).toMatchObject({ headers: { location: expect.any(String) }, body: {} });
      return;
    }
    expect(answer.headers['content-type']).toBe('application/json');
    expect(v.is(operation.output.body, answer.body)).toBe(true);
  });

  test('answers a fault of its own work as 500, without the cause', async () => {
    const failing = withRun(operation, async () => {
      throw new Error(SECRET, { cause: new TypeError(SECRET) });
    });
    expectFault(await exchange(failing, world, await admittedRequest(operation, world)));
  });

  test('answers something thrown that is no error as 500', async () => {
    const failing = withRun(operation, () => Promise.reject(SECRET));
    expectFault(await exchange(failing, world, await admittedRequest(operation, world)));
  });

  test('answers an output that does not fit its declaration as 500, never as 400', async () => {
    const failing = withRun(operation, async () => outputThatDoesNotFit(operation));
    expectFault(await exchange(failing, world, await admittedRequest(operation, world)));
  });

  test('answers an empty environment as 500, unless it needs none', async () => {
    const done = await exchange(operation, world, await admittedRequest(operation, world), { environment: {} });
    if (environmentOf(operation).length > 0) expectFault(done);
    else expect(successesOf(operation)).toContain(done.answer.status);
  });

  test('logs one line of at most 500 bytes for a success, without personal data', async () => {
    const request = await admittedRequest(operation, world);
    const { testContext } = await exchange(succeeding(operation), world, request);
    expectOneCleanLine(testContext, operation, sampleStatus(operation));
    expect(testContext.logs[0]).not.toContain(request.headers?.authorization ?? '\u0000');
  });

  test('logs one line for a refusal, without what was sent', async () => {
    const body = `{"name":"${MARKER} Zárate", broken`;
    const { testContext } = await exchange(operation, world, { ...(await admittedRequest(operation, world)), body });
    expectOneCleanLine(testContext, operation, 400);
  });
});

/** The values of the rule, not the product's constant: a changed constant must fail here. */
const NO_STORE = { 'cache-control': 'no-store' };
const GUARDS = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

describe.each(CASES)('%s', (_, operation) => {
  test('doors 21: an answer or redirect has the security headers, and only the document and a followed trip may be stored', async () => {
    const { answer } = await exchange(succeeding(operation), world, await admittedRequest(operation, world));
    expect(answer).toMatchObject({ status: sampleStatus(operation), headers: GUARDS });
    expect(answer.headers['cache-control']).toBe(STORED[operation.route] ?? 'no-store');
  });

  test('doors 21: a refusal and a fault have the security headers', async () => {
    const request = await admittedRequest(operation, world);
    const refused = await exchange(operation, world, { ...request, body: 'broken' });
    expect(refused.answer).toMatchObject({ status: 400, headers: { ...GUARDS, ...NO_STORE } });
    const failing = withRun(operation, () => Promise.reject(SECRET));
    const fault = await exchange(failing, world, request);
    expect(fault.answer).toMatchObject({ status: 500, headers: { ...GUARDS, ...NO_STORE } });
  });
});

test('doors 21: the answer to an unknown route has the security headers', async () => {
  const answer = await send(async (event, context) => answerUnknownRoute(event, context), 'GET /nowhere', {});
  expect(answer).toMatchObject({ status: 404, headers: { ...GUARDS, ...NO_STORE } });
});

function expectOneCleanLine(testContext: TestContext, operation: Operation, status: number): void {
  expect(testContext.logs).toHaveLength(1);
  expect(Buffer.byteLength(testContext.logs[0] ?? '')).toBeLessThanOrEqual(500);
  expect(lineOf(testContext)).toMatchObject({ operation: operation.id, status, function_request_id: REQUEST_ID });
  expect(testContext.logs[0]).not.toMatch(new RegExp(`${MARKER}|Zárate`, 'i'));
}

test('every code of the table has a status that the contract knows', () => {
  const statuses = new Set(Object.values(ERRORS).map(({ status }) => status));
  expect([...statuses].sort()).toEqual([400, 401, 403, 404, 409, 412, 429, 500, 502, 503]);
});

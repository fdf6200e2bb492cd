import { ThrottlingException } from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import { vehicleKey } from '../../shared/fleet/vehicle';
import type { Operation, Route } from '../../shared/operation/define';
import { errorAnswer, errorsOf } from '../../shared/operation/error-answer';
import { AppError, ERRORS, type ErrorCode } from '../../shared/platform/errors';
import { capability } from '../../shared/platform/runtime/capability';
import { DeadlineExceeded } from '../../shared/platform/runtime/deadline';
import { asIs } from '../../shared/platform/values/text';
import { exchange, makeWorld, type World } from '../every-operation/world';
import { failingToy } from './sample-operations';

let world: World;

beforeAll(async () => {
  world = await makeWorld();
});

const failWith = (failure: unknown) => exchange(failingToy(failure), world, {});

const codes = v.parse(v.array(v.picklist(Object.keys(ERRORS))), Object.keys(ERRORS));
const isCode = (code: string): code is ErrorCode => codes.includes(code);

test.each(codes.filter(isCode).filter((code) => code !== 'PROVIDER_ERROR'))(
  '%s answers its row of the table',
  async (code) => {
    const { answer } = await failWith(new AppError(code));
    expect(answer).toMatchObject({
      status: ERRORS[code].status,
      body: { error: code, message: ERRORS[code].message.en },
    });
  },
);

test.each([
  [undefined, 'PROVIDER_ERROR'],
  [
    'The seal has expired. Upload the one that is valid now.',
    'The seal has expired. Upload the one that is valid now.',
  ],
])('PROVIDER_ERROR with the text %p answers `error` alone', async (message, error) => {
  const { answer } = await failWith(
    new AppError('PROVIDER_ERROR', { message: message === undefined ? undefined : asIs(message), field: 'key' }),
  );
  expect(answer).toMatchObject({ status: 502 });
  expect(answer.body).toEqual({ error });
});

test('a refusal says its own message, field and seconds', async () => {
  const detail = { message: asIs('Wait.'), field: 'stops[3].order', retryAfter: 60 };
  const { answer } = await failWith(new AppError('TOO_MANY_REQUESTS', detail));
  expect(answer).toMatchObject({ status: 429, headers: { 'retry-after': '60' } });
  expect(answer.body).toEqual({ error: 'TOO_MANY_REQUESTS', message: 'Wait.', field: 'stops[3].order' });
});

test('integrations 4: a 429 of a limit that counts uses says the limit, that none is left, and when it begins anew', async () => {
  const { answer } = await failWith(new AppError('TOO_MANY_REQUESTS', { retryAfter: 90, most: 20 }));
  expect(answer.headers).toMatchObject({
    'retry-after': '90',
    'ratelimit-limit': '20',
    'ratelimit-remaining': '0',
    'ratelimit-reset': '90',
  });
  const { answer: ofAttempts } = await failWith(new AppError('TOO_MANY_REQUESTS', { retryAfter: 90 }));
  expect(Object.keys(ofAttempts.headers).filter((name) => name.startsWith('ratelimit'))).toEqual([]);
});

test.each([
  ['a service that throttles', new ThrottlingException({ $metadata: {}, message: 'Rate exceeded' })],
  ['a call past the deadline', new DeadlineExceeded('too late')],
  ['a connection that timed out', Object.assign(new Error('socket'), { name: 'TimeoutError' })],
])('%s answers 503 with Retry-After', async (_, failure) => {
  const { answer } = await failWith(failure);
  expect(answer).toMatchObject({ status: 503, body: { error: 'UNAVAILABLE' }, headers: { 'retry-after': '1' } });
});

const BUSY = [
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ServiceUnavailable',
  'SlowDown',
  'TimeoutError',
  'TooManyRequestsException',
  'LimitExceededException',
];
const OUT_OF_REACH = ['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT'];

test.each([...BUSY.map((name) => ({ name })), ...OUT_OF_REACH.map((code) => ({ code }))])(
  '%j of a service passes',
  (given) => {
    expect(errorAnswer(Object.assign(new Error('no'), given), 'request')).toMatchObject({ status: 503 });
    // Only an instance of Error counts as an error.
    expect(errorAnswer({ message: 'no', ...given }, 'request')).toMatchObject({ status: 500 });
  },
);

test('an error says its code, message, and what else it has, and nothing it has not', () => {
  const errors = [{ field: 'items', code: 'MISSING' }];
  expect(
    errorAnswer(new AppError('INVOICE_NOT_READY', { message: asIs('No.'), field: 'items', errors }), 'request'),
  ).toEqual({
    code: 'INVOICE_NOT_READY',
    status: ERRORS.INVOICE_NOT_READY.status,
    body: { error: 'INVOICE_NOT_READY', message: 'No.', field: 'items', errors },
    headers: {},
  });
  const { status, message } = ERRORS.CONFLICT;
  const answer = { code: 'CONFLICT', status, body: { error: 'CONFLICT', message: message.en }, headers: {} };
  expect(errorAnswer(new AppError('CONFLICT'), 'request')).toStrictEqual(answer);
  expect(errorAnswer(new AppError('UNAVAILABLE', { retryAfter: 7 }), 'request').headers).toEqual({
    'Retry-After': '7',
  });
});

test('a fault of ours is reported by the request’s identifier', () => {
  expect(errorAnswer(new Error('secret'), 'request-7').body.message).toContain('request-7');
});

test.each([
  [{ package: '@middy/http-json-body-parser' }, 400],
  [{ package: '@middy/core' }, 500],
  [{}, 500],
  [null, 500],
  ['@middy/http-json-body-parser', 500],
])('an error that is caused by %j answers %i', (cause, status) => {
  expect(errorAnswer(new Error('no', { cause }), 'request').status).toBe(status);
});

const ALWAYS: ErrorCode[] = ['INTERNAL', 'UNAVAILABLE', 'VALIDATION_FAILED'];
const signature = capability({}, () => async () => undefined);
const entity = () => vehicleKey('a', 'b');

const MEMBER = { pool: 'staff', team: 'query.teamId', keys: 'never' } as const;
const output = { status: 200, body: v.object({}) } as const;
type Sources = Parameters<typeof errorsOf>[0];
type Declared = Omit<Sources, 'route' | 'output'> & {
  readonly route?: Route;
  readonly output?: Operation['output'];
};

test.each<[Declared, ErrorCode[]]>([
  [{ auth: 'public', errors: [] }, []],
  [{ auth: 'public', errors: ['CONFLICT', 'CONFLICT'] }, ['CONFLICT']],
  [{ auth: { signature }, errors: [] }, ['UNAUTHENTICATED']],
  [{ auth: { pool: 'staff', keys: 'never' }, errors: [] }, ['UNAUTHENTICATED', 'FORBIDDEN']],
  [{ auth: { pool: 'drivers', check: 'onWrite', keys: 'never' }, errors: [] }, ['UNAUTHENTICATED', 'FORBIDDEN']],
  [
    { auth: { pool: 'drivers', check: 'beforeRun', keys: 'never' }, errors: [] },
    ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
  ],
  [{ auth: { pool: 'staff', keys: 'never' }, errors: [], entity }, ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND']],
  [
    { auth: { pool: 'staff', keys: 'never' }, errors: [], entity, entityIsCertain: true },
    ['UNAUTHENTICATED', 'FORBIDDEN'],
  ],
  [{ auth: 'public', errors: [], idempotencyKey: true }, ['IDEMPOTENCY_KEY_REUSED']],
  [{ auth: MEMBER, errors: [] }, ['UNAUTHENTICATED', 'FORBIDDEN']],
  [{ auth: MEMBER, errors: [], route: 'PUT /toys' }, ['UNAUTHENTICATED', 'FORBIDDEN', 'MFA_REQUIRED']],
  [
    { auth: { ...MEMBER, needsRecentSignIn: true }, errors: [], route: 'POST /toys' },
    ['UNAUTHENTICATED', 'FORBIDDEN', 'MFA_REQUIRED', 'SIGN_IN_AGAIN'],
  ],
  [{ auth: 'public', errors: [], output: { ...output, setsSessionCookies: 'staff' } }, ['FORBIDDEN']],
  [{ auth: 'public', errors: [], output: { ...output, clearsSessionCookies: true } }, ['FORBIDDEN']],
])('what can be answered follows from the declaration %j', (declared, codes) => {
  expect(errorsOf({ route: 'GET /toys', output, ...declared })).toEqual([...ALWAYS, ...codes].sort());
});

test('what failed on the way to a refusal of ours is logged, and no refusal that was meant', async () => {
  const levels = async (failure: unknown) => {
    const { testContext } = await failWith(failure);
    return testContext.logs.map((line) => JSON.parse(line).message ?? JSON.parse(line).level);
  };
  expect(await levels(new AppError('PROVIDER_ERROR'))).toEqual(['ERROR']);
  expect(await levels(new AppError('PROVIDER_ERROR', { cause: new Error('no') }))).toEqual(['fault', 'ERROR']);
  expect(await levels(new AppError('CONFLICT', { cause: new Error('no') }))).toEqual(['INFO']);
  expect(await levels(new DeadlineExceeded('late'))).toEqual(['fault', 'ERROR']);
});

test.each([
  ['an error of ours', new Error('secret')],
  ['an error of validation inside the work', new v.ValiError(v.safeParse(v.string(), 7).issues ?? never())],
  ['an error that claims a status', Object.assign(new Error('secret'), { statusCode: 403, expose: true })],
  ['no error at all', undefined],
  ['a number', 403],
])('%s answers 500 and no more', async (_, failure) => {
  const { answer } = await failWith(failure);
  expect(answer).toMatchObject({ status: 500, body: { error: 'INTERNAL' } });
  expect(JSON.stringify(answer)).not.toContain('secret');
});

function never(): never {
  throw new Error('The schema took what it must refuse.');
}

test('the log of a fault says where, with its causes, and without the values of a schema', async () => {
  const issues = v.safeParse(v.object({ rfc: v.literal('A') }), { rfc: 'XAXX010101000' }).issues ?? never();
  const { testContext } = await failWith(new Error('outer', { cause: new v.ValiError(issues) }));
  expect(testContext.logs).toHaveLength(2);
  const [fault, request] = testContext.logs.map((line) => JSON.parse(line));
  expect(fault).toMatchObject({ level: 'ERROR', chain: [{ message: 'outer' }, { message: 'rfc: literal' }] });
  expect(fault.chain[0].stack[0]).toContain('error-answer.test');
  expect(testContext.logs.join()).not.toContain('XAXX');
  expect(request).toMatchObject({ level: 'ERROR', status: 500, error: 'INTERNAL', cold_start: true });
});

test('the log of a fault tells nothing that a service quotes of what it was sent', async () => {
  const sent = "Clave-Plantada-7q' at 'night\n    at Clave-Plantada-8q";
  const message = `1 validation error detected: Value '${sent}' at 'password' failed to satisfy constraint: Member must have length less than or equal to 256`;
  const { testContext } = await failWith(new Error('outer', { cause: new Error(message) }));
  expect(testContext.logs.join()).not.toContain('Plantada');
  expect(JSON.parse(testContext.logs[0] ?? '').chain[1].message).toBe(
    "1 validation error detected: Value '…' at 'password' failed to satisfy constraint: Member must have length less than or equal to 256",
  );
});

test('a refusal that was meant leaves one line, at INFO', async () => {
  const { testContext } = await failWith(new AppError('CONFLICT'));
  expect(testContext.logs.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'INFO', status: 409, error: 'CONFLICT' },
  ]);
});

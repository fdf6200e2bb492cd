import * as v from 'valibot';
import { OPERATIONS } from '../../functions/catalog';
import { faultLine, requestLine, triggerLine } from '../../shared/operation/request-log';

const meter = { calls: 3, readUnits: 1.5, writeUnits: 2 };
const request = {
  operation: 'createToy',
  requestId: 'request',
  teamId: 'team',
  error: 'CONFLICT',
  milliseconds: 12,
  coldStart: true,
  meter,
};

test.each([
  [200, 'INFO'],
  [499, 'INFO'],
  [500, 'ERROR'],
  [503, 'ERROR'],
])('the line of a request with status %i is at %s', (status, level) => {
  expect(JSON.parse(requestLine({ ...request, status }))).toEqual({
    level,
    operation: 'createToy',
    function_request_id: 'request',
    team: 'team',
    status,
    error: 'CONFLICT',
    duration_ms: 12,
    cold_start: true,
    calls: 3,
    rru: 1.5,
    wru: 2,
  });
});

test.each([
  [true, 'ERROR'],
  [false, 'INFO'],
])('the line of a run that failed, %p, is at %s', (isFailed, level) => {
  const line = triggerLine({
    trigger: 'toys',
    requestId: 'request',
    isFailed,
    milliseconds: 7,
    meter,
    figures: { made: 1 },
  });
  expect(JSON.parse(line)).toEqual({
    level,
    trigger: 'toys',
    function_request_id: 'request',
    duration_ms: 7,
    calls: 3,
    rru: 1.5,
    wru: 2,
    figures: { made: 1 },
  });
});

const LONGEST_ID = Math.max(...Object.values(OPERATIONS).map(({ id }) => id.length));
const UUID = '01890a5d-ac96-774b-bcce-b302099a8057';

test.each([
  ['a member’s fault', { teamId: UUID, status: 500, error: 'INVOICE_WITHOUT_DOCUMENT', event: undefined, user: UUID }],
  ['a member’s refusal', { teamId: UUID, status: 403, error: 'FORBIDDEN', event: 'DENIED', user: UUID }],
  ['a failed sign-in', { status: 401, error: 'INVALID_CREDENTIALS', event: 'SIGN_IN_FAILED', account: 'x'.repeat(12) }],
] as const)('production 3.7: the line of %s with every field has 500 bytes at most', (_, { event, ...fields }) => {
  const { teamId, user, account } = { teamId: undefined, user: undefined, account: undefined, ...fields };
  const line = requestLine({
    ...{ operation: 'x'.repeat(LONGEST_ID), requestId: UUID, teamId, status: fields.status, error: fields.error },
    trace: '1-5759e988-bd862e3fe1be46a994272793',
    traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    security: { event, user, network: 'x'.repeat(12), account },
    ...{ milliseconds: 28_000, coldStart: true, initMilliseconds: 9_999 },
    meter: { calls: 99, readUnits: 999.5, writeUnits: 999 },
  });
  expect(Buffer.byteLength(line)).toBeLessThanOrEqual(500);
});

const chainOf = (failure: unknown) => {
  const { chain, ...line } = JSON.parse(faultLine('request', failure));
  expect(line).toEqual({ level: 'ERROR', message: 'fault', function_request_id: 'request' });
  return chain;
};

/** An error with a known stack. */
const errorAt = (message: string, frames: readonly string[], cause?: unknown): Error =>
  Object.assign(new Error(message, { cause }), { stack: [`Error: ${message}`, ...frames].join('\n') });

test('a fault says where, frame by frame, and no more than twenty', () => {
  const frames = Array.from({ length: 21 }, (_, index) => `    at place${index} (file.ts:1:1)`);
  expect(chainOf(errorAt('no', frames))).toEqual([{ name: 'Error', message: 'no', stack: frames.slice(0, 20) }]);
});

test('lines of the message are no frames, and neither is what only mentions one', () => {
  const message = 'first\n    at planted';
  const [{ stack }] = chainOf(errorAt(message, ['    at here', 'look at there', '    where at']));
  expect(stack).toEqual(['    at here']);
});

test('an error without a stack has no frames', () => {
  expect(chainOf(Object.assign(new Error('no'), { stack: undefined }))).toEqual([
    { name: 'Error', message: 'no', stack: [] },
  ]);
});

test('causes are told five deep', () => {
  const nested = (depth: number): Error => errorAt(`${depth}`, [], depth < 6 ? nested(depth + 1) : undefined);
  expect(chainOf(nested(1)).map(({ message }: Error) => message)).toEqual(['1', '2', '3', '4', '5']);
  expect(chainOf(errorAt('only', [], 'no error')).map(({ message }: Error) => message)).toEqual(['only']);
});

test('what is no error is told by its type alone', () => {
  const [told, ...others] = chainOf('secret');
  expect(others).toEqual([]);
  expect(told).toMatchObject({ name: 'Error', message: expect.stringContaining('string') });
  expect(JSON.stringify(told)).not.toContain('secret');
});

test('of a schema it is told what was wrong where', () => {
  const schema = v.object({ rfc: v.literal('A'), name: v.string() });
  const { issues } = v.safeParse(schema, { rfc: 'XAXX010101000' });
  if (issues === undefined) throw new Error('The schema took what it must refuse.');
  expect(chainOf(new v.ValiError(issues))[0].message).toBe('rfc: literal, name: object');
});

test.each([
  ["Value 'secret' at 'password' failed", "Value '…' at 'password' failed"],
  ["Value '' at 'password' failed", "Value '…' at 'password' failed"],
  ["Of two: Value 'a' at 'b', Value 'c' at 'd' failed", "Of two: Value '…' at 'd' failed"],
  ["closed' at 'before Value 'open", "closed' at 'before Value 'open"],
  ["Value 'open", "Value 'open"],
  ["closed' at 'x", "closed' at 'x"],
  ['nothing', 'nothing'],
])('%j is logged as %j', (message, logged) => {
  expect(chainOf(errorAt(message, []))[0].message).toBe(logged);
});

import * as v from 'valibot';
import { queryOf } from '../../scripts/openapi-operation';
import type { Operation } from '../../shared/operation/define';
import { pathParameters } from '../../shared/operation/validate';
import { Uuid } from '../../shared/platform/values/fields';
import { FIELDS } from '../contract/interface-fields';
import type { TestRequest } from '../support/http-event';
import { runs } from '../support/runs';
import { sample } from '../support/sample';
import { CASES } from './cases';
import {
  admittedRequest,
  callsBesideReads,
  exchange,
  fields,
  makeWorld,
  sampleStatus,
  succeeding,
  takesBody,
  type World,
} from './world';

let world: World;

beforeAll(async () => {
  world = await makeWorld();
});

const sendTo = (operation: Operation, request: TestRequest) => exchange(succeeding(operation), world, request);

/** The operation answers 400 with the field's name, before `run` and without a write. */
async function expectInvalid(operation: Operation, request: TestRequest, field: string): Promise<void> {
  const { answer, testContext, ran } = await sendTo(operation, request);
  expect(answer).toMatchObject({
    status: 400,
    body: { error: 'VALIDATION_FAILED', field, message: expect.any(String) },
  });
  expect(Object.keys(answer.body).sort()).toEqual(['error', 'errors', 'field', 'message']);
  expect(answer.body).toHaveProperty('errors.0', { field, message: fields(answer.body).message });
  expect([ran, callsBesideReads(testContext)]).toEqual([[], []]);
}

const Refusal = v.object({
  error: v.literal('VALIDATION_FAILED'),
  field: v.string(),
  errors: v.array(v.strictObject({ field: v.string(), message: v.string() })),
});

/** The first of some unusual texts that the schema refuses. A schema that accepts all of them checks nothing. */
function refusedBy(schema: v.GenericSchema): string {
  const strange = ['not a uuid', '01890a5d-ac96-774b-bcce', '\u0000', '', 'x'.repeat(10_000)];
  const refused = strange.find((text) => !v.is(schema, text));
  if (refused === undefined) throw new Error('This parameter takes any text. Give it a bound.');
  return refused;
}

/** A malformed one is answered as an unknown one, so that an answer tells nothing about the form. */
const UNKNOWN_ALIKE = ['getTracking token'];

function testPathParameter(operation: Operation, name: string): void {
  test(`answers 400 to a malformed ${name}, before it asks for a right`, async () => {
    const request = await admittedRequest(operation, world);
    world.services.reset();
    const malformed = refusedBy(operation.input?.path?.[name] ?? Uuid);
    await expectInvalid(operation, { ...request, path: { ...request.path, [name]: malformed } }, name);
  });
}

function testQueryParameter(operation: Operation, name: string, schema: v.GenericSchema): void {
  test(`answers 400 to a malformed ${name} in the query`, async () => {
    const request = await admittedRequest(operation, world);
    const malformed = refusedBy(schema);
    await expectInvalid(operation, { ...request, query: { ...request.query, [name]: malformed } }, name);
  });
}

function testBody(operation: Operation): void {
  test('answers 400 to a body without a required field, and names it', async () => {
    const request = await admittedRequest(operation, world, 'minimal');
    const given = fields(request.body);
    for (const path of pathsOf(given)) {
      const body = without(given, path);
      if (isRequired(operation, body)) await expectInvalid(operation, { ...request, body }, path.join('.'));
    }
  });

  test('answers 400 to a field of another type, and names it', async () => {
    const request = await admittedRequest(operation, world);
    const given = fields(request.body);
    for (const path of pathsOf(given))
      await expectInvalid(operation, { ...request, body: withOtherType(given, path) }, path.join('.'));
  });

  test('integrations 4: names every field of another type, in the order of the declaration', async () => {
    const request = await admittedRequest(operation, world);
    const given = fields(request.body);
    // The team of a body is read before the rest, because the caller's right comes first.
    const names = Object.keys(given)
      .filter((name) => name !== 'teamId')
      .slice(0, 20);
    if (names.length === 0) return;
    const body = names.reduce((changed, name) => withOtherType(changed, [name]), given);
    const { answer, ran } = await sendTo(operation, { ...request, body });
    const { field, errors } = v.parse(Refusal, answer.body);
    expect(errors.map((one) => one.field).sort()).toEqual([...names].sort());
    expect(errors[0]?.field).toBe(field);
    expect(ran).toEqual([]);
  });

  test('answers 400 to a body that is no object', async () => {
    const request = await admittedRequest(operation, world);
    for (const body of ['null', '[]', '"text"', '7']) {
      const { answer, ran } = await sendTo(operation, { ...request, body });
      expect(answer).toMatchObject({ status: 400, body: { error: 'VALIDATION_FAILED', field: expect.any(String) } });
      expect(ran).toEqual([]);
    }
  });

  test.each(['"teamId"', '"te\\u0061mId"'])(
    'doors 27: answers 400 to a body with a key twice, as %s',
    async (second) => {
      const request = await admittedRequest(operation, world);
      const text = JSON.stringify({ ...fields(request.body), teamId: 'a' });
      const body = `${text.slice(0, -1)},${second}:"b"}`;
      await expectInvalid(operation, { ...request, body }, 'body');
    },
  );

  test('ignores a field that it does not know, unless its declaration is strict', async () => {
    const request = await admittedRequest(operation, world);
    const body = { ...request.body, fieldThatNobodyKnows: 'x' };
    if (refusesUnknown(operation)) {
      await expectInvalid(operation, { ...request, body }, 'fieldThatNobodyKnows');
    } else {
      const { answer, ran } = await sendTo(operation, { ...request, body });
      expect(answer.status).toBe(sampleStatus(operation));
      expect(JSON.stringify(ran.map(({ input }) => input))).not.toContain('fieldThatNobodyKnows');
    }
  });

  test('takes no prototype from a body', async () => {
    const request = await admittedRequest(operation, world, 'minimal');
    const text = JSON.stringify({ ...request.body, marker: 1 }).replace('"marker":1', '"__proto__":{"polluted":true}');
    await sendTo(operation, { ...request, body: text });
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect('polluted' in {}).toBe(false);
  });
}

/** An operation that answers tokens has cookies, whether or not its declaration says it. */
const hasCookies = ({ output }: Operation): boolean =>
  output.setsSessionCookies !== undefined ||
  output.clearsSessionCookies === true ||
  'tokens' in Object(sample(output.body));

const OUR_PAGE = 'https://app.example';
/** Origins that are not allowed. A page of a file, of a sandbox or of a redirect has the origin `null`. */
const OTHER_ORIGINS = ['https://evil.example', 'null', '', `${OUR_PAGE}.evil.example`, `${OUR_PAGE}/`];

function testOrigin(operation: Operation): void {
  const sendFrom = async (origin: string, changes: TestRequest = {}) => {
    const request = await admittedRequest(operation, world);
    return sendTo(operation, { ...request, ...changes, headers: { ...request.headers, origin, ...changes.headers } });
  };
  const cookies = ['__Host-staff-refresh=a', '__Host-driver-refresh=b'];

  test.each(OTHER_ORIGINS)('doors 12: answers 403 to a page of the origin "%s", without a call', async (origin) => {
    for (const body of [undefined, '{', '{}', JSON.stringify((await admittedRequest(operation, world)).body)]) {
      const { answer, ran, testContext } = await sendFrom(origin, { body, cookies });
      expect(answer).toMatchObject({ status: 403, body: { error: 'FORBIDDEN' }, cookies: [] });
      expect([ran, testContext.calls]).toEqual([[], []]);
    }
  });

  test.each([
    'text/plain',
    'text/plain;application/json',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    '',
  ])('doors 12: answers 400 to a body of the type "%s" from a page of ours', async (type) => {
    const { answer, ran, testContext } = await sendFrom(OUR_PAGE, { headers: { 'content-type': type }, cookies });
    expect(answer).toMatchObject({ status: 400, body: { error: 'VALIDATION_FAILED', field: 'body' }, cookies: [] });
    expect([ran, testContext.calls]).toEqual([[], []]);
  });

  test('doors 12: takes JSON from a page of ours, and any type from a client without an origin', async () => {
    for (const type of ['application/json', 'Application/JSON; charset=utf-8']) {
      expect((await sendFrom(OUR_PAGE, { headers: { 'content-type': type } })).ran).toHaveLength(1);
    }
    const request = await admittedRequest(operation, world);
    const plain = { ...request, headers: { ...request.headers, 'content-type': 'text/plain' } };
    expect((await sendTo(operation, plain)).ran).toHaveLength(1);
  });

  test('doors 12: asks a page of ours for no type where it sends no body', async () => {
    const { answer } = await sendFrom(OUR_PAGE, { body: undefined, headers: { 'content-type': 'text/plain' } });
    expect([answer.status, answer.body.field]).not.toEqual([400, 'body']);
    expect(answer.status).not.toBe(403);
  });
}

/** True when the body without this field is refused, and not because of a rule for the whole body, such as "at least one change". */
function isRequired({ input }: Operation, body: unknown): boolean {
  const { issues: [issue] = [] } = v.safeParse(input?.body ?? v.object({ teamId: Uuid }), body);
  return issue !== undefined && v.getDotPath(issue) !== null;
}

/** Paths of all fields of a body, including those of nested objects. */
function pathsOf(value: Record<string, unknown>, before: readonly string[] = []): string[][] {
  return Object.entries(value).flatMap(([name, one]) => {
    const path = [...before, name];
    return isPlain(one) ? [path, ...pathsOf(one, path)] : [path];
  });
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function without(value: Record<string, unknown>, [name = '', ...rest]: readonly string[]): Record<string, unknown> {
  const { [name]: taken, ...others } = value;
  return rest.length > 0 && isPlain(taken) ? { ...others, [name]: without(taken, rest) } : others;
}

/** The body with a number for an object or a list, and with an object for any other value. */
function withOtherType(
  value: Record<string, unknown>,
  [name = '', ...rest]: readonly string[],
): Record<string, unknown> {
  const { [name]: one } = value;
  if (rest.length > 0 && isPlain(one)) return { ...value, [name]: withOtherType(one, rest) };
  return { ...value, [name]: typeof one === 'object' ? 7 : { nested: true } };
}

/** Whether the declaration refuses unknown fields by name. `unknown-fields.test.ts` says which ones must. */
const refusesUnknown = ({ input }: Operation): boolean =>
  input?.body !== undefined &&
  (v.safeParse(input.body, { fieldThatNobodyKnows: 'x' }).issues ?? []).some(
    (issue) => v.getDotPath(issue) === 'fieldThatNobodyKnows',
  );

test('desk 3.2: the 22 operations of the interface are marked', () => {
  const marked = CASES.flatMap(([, { isOfInterface, route }]) => (isOfInterface ? [route] : []));
  expect(marked.sort()).toEqual(Object.keys(FIELDS).sort());
});

describe.each(CASES)('%s', (title, operation) => {
  test('takes what its declaration says, with every optional field and with none', async () => {
    for (const extent of ['full', 'minimal'] as const) {
      const { answer, ran } = await sendTo(operation, await admittedRequest(operation, world, extent));
      expect(answer).toMatchObject({ status: sampleStatus(operation) });
      expect(ran).toHaveLength(1);
    }
  });

  test.each(['{', 'null and more', '{"a":1,}'])('answers 400 to the broken body %j', async (body) => {
    await expectInvalid(operation, { ...(await admittedRequest(operation, world)), body }, 'body');
  });

  test('answers 400 to a body of more than 256 KB', async () => {
    const body = JSON.stringify({ much: 'x'.repeat(256 * 1024) });
    await expectInvalid(operation, { ...(await admittedRequest(operation, world)), body }, 'body');
  });

  // A parse of 30,000 levels takes 16 ms: `npm test` sends them to every eighth operation.
  const isDeep = CASES.findIndex(([name]) => name === title) % runs(8, 1) === 0;
  test.each(isDeep ? [21, 30_000] : [21])('answers 400 to a body of %d levels', async (levels) => {
    const body = `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    await expectInvalid(operation, { ...(await admittedRequest(operation, world)), body }, 'body');
  });

  const { isOfInterface = false, auth } = operation;
  const ignores = isOfInterface || 'signature' in Object(auth);
  test(`desk 3.2: ${ignores ? 'ignores' : 'refuses by its name'} a query parameter that it does not have`, async () => {
    const request = await admittedRequest(operation, world);
    const misspelt = { ...request, query: { ...request.query, clientID: 'x' } };
    if (!ignores) return expectInvalid(operation, misspelt, 'clientID');
    expect((await sendTo(operation, misspelt)).answer.status).toBe(sampleStatus(operation));
  });

  if (hasCookies(operation)) testOrigin(operation);
  for (const name of pathParameters(operation.route))
    if (!UNKNOWN_ALIKE.includes(`${operation.id} ${name}`)) testPathParameter(operation, name);
  for (const [name, schema] of Object.entries(queryOf(operation))) testQueryParameter(operation, name, schema);
  if (takesBody(operation)) testBody(operation);
});

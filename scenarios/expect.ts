import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import { type Call, createFleet, type FailureCode, type Fleet, FleetError, ok, type Tokens } from '../client/src/index';

/** A typed client without a session. It never repeats a call, so a journey sees every answer. */
export const somebodyAt = (baseUrl: string): Fleet =>
  createFleet({ baseUrl, sleep: () => Promise.reject(new Error('No answer came, or 503.')) });

/** Types that allow any path, method and body. */
interface Anything {
  [path: string]: Record<
    'get' | 'post' | 'put' | 'patch' | 'delete',
    {
      requestBody?: { content: { 'application/json': unknown } };
      responses: { 200: { content: { 'application/json': unknown } } };
    }
  >;
}

/** Sends requests that the client's types forbid, with the token of the client's session. */
export type Untyped = (who: Fleet) => ReturnType<typeof createClient<Anything>>;

export const untypedAt =
  (baseUrl: string): Untyped =>
  ({ session }) =>
    createClient<Anything>({
      baseUrl,
      headers: { authorization: session ? `Bearer ${session.tokens.accessToken}` : null },
    });

/** Returns the call's data. Fails with the answer when the status is another one. */
export async function expectStatus<Data>(status: number, call: Call<Data>): Promise<NonNullable<Data>> {
  const { data, error, response } = await call;
  const came = JSON.stringify(data ?? error)?.slice(0, 500);
  assert.equal(response.status, status, `expected ${status}, got ${response.status}: ${came}`);
  return ok(call);
}

/** Returns the data of a call. Fails with the answer when the call does not succeed. */
export async function succeed<Data>(call: Call<Data>): Promise<NonNullable<Data>> {
  const { data, error, response } = await call;
  assert.ok(
    response.ok,
    `${response.url} answered ${response.status}: ${JSON.stringify(data ?? error)?.slice(0, 500)}`,
  );
  return ok(call);
}

/** Returns the address of a redirect (302). The call must be sent without following redirects. */
export async function expectFound(
  call: Promise<{ readonly response: Response; readonly error?: unknown }>,
): Promise<string> {
  const { response, error } = await call;
  assert.equal(response.status, 302, JSON.stringify(error));
  return present(response.headers.get('location'), 'location');
}

/** Expects an error with this status and code, such as `404 NOT_FOUND`, and with this `field` if given. Returns the error. */
export async function expectRefused(
  expected: `${number} ${FailureCode}`,
  call: Call<unknown>,
  field?: string,
): Promise<FleetError> {
  const came: unknown = await ok(call).catch((failure: unknown) => failure);
  assert.ok(came instanceof FleetError, `expected ${expected}, got ${JSON.stringify(came)?.slice(0, 500)}`);
  assert.equal(`${came.status} ${came.code}`, expected, came.message);
  if (field !== undefined) assert.equal(came.field, field, came.message);
  return came;
}

/** Returns the value of a field that the contract makes optional. Fails when it is absent. */
export function present<T>(value: T | undefined | null, name: string): T {
  assert.ok(value !== undefined && value !== null, `no ${name}`);
  return value;
}

/** Compares two values as JSON. In Jest, objects that `fetch` parsed have other prototypes than objects of the test. */
export const expectSame = (came: unknown, expected: unknown, message?: string): void =>
  assert.deepEqual(asJson(came), asJson(expected), message);

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** The tokens of the client's session. */
export const tokensOf = ({ session }: Fleet): Tokens => present(session, 'session').tokens;

import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import { type Call, createFleet, type FailureCode, type Fleet, FleetError, ok, type Tokens } from '../client/src/index';

/** The typed client of a person who is not signed in. It repeats no call: a journey sees every answer. */
export const somebodyAt = (baseUrl: string): Fleet =>
  createFleet({ baseUrl, sleep: () => Promise.reject(new Error('No answer came, or 503.')) });

/** A path and its methods, as far as sending goes. */
interface Anything {
  [path: string]: Record<
    'get' | 'post' | 'put' | 'patch' | 'delete',
    {
      requestBody?: { content: { 'application/json': unknown } };
      responses: { 200: { content: { 'application/json': unknown } } };
    }
  >;
}

/** Sends what the client's types do not let through, with the token of the client's session. */
export type Untyped = (who: Fleet) => ReturnType<typeof createClient<Anything>>;

export const untypedAt =
  (baseUrl: string): Untyped =>
  ({ session }) =>
    createClient<Anything>({
      baseUrl,
      headers: { authorization: session ? `Bearer ${session.tokens.accessToken}` : null },
    });

/** The call's data, when it has the status that the journey expects; else it says what came instead. */
export async function expectStatus<Data>(status: number, call: Call<Data>): Promise<NonNullable<Data>> {
  const { data, error, response } = await call;
  const came = JSON.stringify(data ?? error)?.slice(0, 500);
  assert.equal(response.status, status, `expected ${status}, got ${response.status}: ${came}`);
  return ok(call);
}

/** The data of a call that succeeds. */
export async function succeed<Data>(call: Call<Data>): Promise<NonNullable<Data>> {
  const { data, error, response } = await call;
  assert.ok(
    response.ok,
    `${response.url} answered ${response.status}: ${JSON.stringify(data ?? error)?.slice(0, 500)}`,
  );
  return ok(call);
}

/** The address that a call leads to; the call must not follow it. */
export async function expectFound(
  call: Promise<{ readonly response: Response; readonly error?: unknown }>,
): Promise<string> {
  const { response, error } = await call;
  assert.equal(response.status, 302, JSON.stringify(error));
  return present(response.headers.get('location'), 'location');
}

/** What a call is refused with, by its status and code, as `404 NOT_FOUND`, and, where one is named, its field. */
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

/** What a field has that the contract lets be absent. */
export function present<T>(value: T | undefined | null, name: string): T {
  assert.ok(value !== undefined && value !== null, `no ${name}`);
  return value;
}

/** Compares JSON. Under jest, what `fetch` parses has other prototypes than what a test writes. */
export const expectSame = (came: unknown, expected: unknown, message?: string): void =>
  assert.deepEqual(asJson(came), asJson(expected), message);

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** The tokens that a client is signed in with. */
export const tokensOf = ({ session }: Fleet): Tokens => present(session, 'session').tokens;

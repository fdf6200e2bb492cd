import assert from 'node:assert/strict';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The JSON body. An empty object when the answer has no body or is CSV. */
  readonly body: Record<string, unknown>;
  /** The unparsed body. */
  readonly text: string;
}

export interface Call {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Send = (route: string, call?: Call) => Promise<Answer>;

/** Returns a function that sends `METHOD /path` to one server. */
export const sender =
  (baseUrl: string): Send =>
  async (route, { token, body, headers = {} } = {}) => {
    const [method = '', path = ''] = route.split(' ');
    const response = await fetch(`${baseUrl.replace(/\/$/, '')}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isTable = response.headers.get('content-type')?.startsWith('text/csv');
    const parsed: unknown = text === '' || isTable ? {} : JSON.parse(text);
    assert.ok(isRecord(parsed), `${route} answered no object: ${text.slice(0, 200)}`);
    return { status: response.status, headers: response.headers, body: parsed, text };
  };

/** Returns the answer's body. Fails with the answer when the status is another one. */
export async function expectStatus(status: number, sent: Promise<Answer>): Promise<Record<string, unknown>> {
  const answer = await sent;
  assert.equal(
    answer.status,
    status,
    `expected ${status}, got ${answer.status}: ${JSON.stringify(answer.body).slice(0, 500)}`,
  );
  return answer.body;
}

/** Expects an error with this status and code, such as `404 NOT_FOUND`, and with this `field` if given. */
export async function expectRefused(expected: string, sent: Promise<Answer>, field?: string): Promise<void> {
  const { status, body } = await sent;
  const told = JSON.stringify(body).slice(0, 500);
  assert.equal(`${status} ${valueAt(body, 'error')}`, expected, told);
  if (field !== undefined) assert.equal(valueAt(body, 'field'), field, told);
}

/** The text at a path of a body: `textAt(body, 'tokens.accessToken')`. */
export function textAt(body: unknown, path: string): string {
  const value = valueAt(body, path);
  assert.equal(typeof value, 'string', `no text at ${path} in ${JSON.stringify(body).slice(0, 300)}`);
  return String(value);
}

/** The list at a path of a body. */
export function listAt(body: unknown, path: string): readonly unknown[] {
  const value = valueAt(body, path);
  assert.ok(Array.isArray(value), `no list at ${path} in ${JSON.stringify(body).slice(0, 300)}`);
  return value;
}

/** The value at a path of a body, such as `stops.0.order`. Undefined when it is absent. */
export const valueAt = (body: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
      body,
    );

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

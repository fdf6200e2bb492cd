import { Agent, request } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The values of `Set-Cookie`. */
  readonly cookies: readonly string[];
  /** The JSON body. An empty object when the answer has no JSON object. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly text: string;
}

export interface Call {
  readonly token?: string | undefined;
  /** Sent unchanged when it is a text or bytes, else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const agent = new Agent({ keepAlive: true });

/** Sends one request to an absolute address, from the given address of this machine. */
export function sendFrom(
  localAddress: string,
  method: string,
  url: string,
  { token, body, headers = {} }: Call = {},
): Promise<Answer> {
  const bytes = bytesOf(body);
  const sent = {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(bytes !== undefined && { 'content-length': String(bytes.length) }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const call = request(url, { method, headers: sent, localAddress, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const { statusCode: status = 0, headers: answered } = response;
        resolve({ status, headers: answered, cookies: answered['set-cookie'] ?? [], body: objectOf(text), text });
      });
    });
    call.on('error', reject);
    call.end(bytes);
  });
}

function bytesOf(body: unknown): Buffer | undefined {
  if (body === undefined) return undefined;
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

function objectOf(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    return isRecord(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a path of a body, such as `tokens.accessToken`. Undefined when it is absent. */
export const valueAt = (body: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
      body,
    );

export function textAt(body: unknown, path: string): string {
  const value = valueAt(body, path);
  if (typeof value === 'string') return value;
  throw new Error(`no text at ${path} in ${JSON.stringify(body).slice(0, 300)}`);
}

export function listAt(body: unknown, path: string): readonly unknown[] {
  const value = valueAt(body, path);
  if (Array.isArray(value)) return value;
  throw new Error(`no list at ${path} in ${JSON.stringify(body).slice(0, 300)}`);
}

/** Returns the answer. Throws when its status is another one: a step of the set-up, or of the rightful person, failed. */
export async function must(status: number, sent: Promise<Answer>): Promise<Answer> {
  const answer = await sent;
  if (answer.status === status) return answer;
  throw new Error(`expected ${status}, got ${answer.status}: ${answer.text.slice(0, 300)}`);
}

/** Throws unless the condition holds. */
export function mustHold(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

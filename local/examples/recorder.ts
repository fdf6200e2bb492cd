import assert from 'node:assert/strict';
import { OPERATIONS } from '../../functions/catalog';
import { entriesOf } from '../../scripts/openapi-operation';
import { poolAuthOf, teamPlaceOf } from '../../shared/identity/caller';
import type { Operation } from '../../shared/operation/define';
import { pathParameters } from '../../shared/operation/validate';
import { ERRORS, type ErrorCode } from '../../shared/platform/errors';
import { DEMO } from '../seed/demo';
import { fixedId } from '../seed/identifiers';
import { goOn } from './clock';
import { marked } from './marks';

/** What a call sends beyond what follows from its operation: the demo's team, its first record of each kind, the demo's people. */
export interface Asked {
  /** Whose access token; the owner's or the demo driver's unless said. */
  readonly token?: string | undefined;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Example {
  readonly parameters: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly status: number;
  readonly answer: unknown;
}

export interface Examples {
  readonly operations: Record<string, Example>;
  readonly errors: Partial<Record<ErrorCode, unknown>>;
}

const BY_ID = new Map(Object.entries(OPERATIONS).map(([file, operation]) => [operation.id, { file, operation }]));

/** The demo's first record of each kind, by the parameter that names it; `{id}` is one of the operation's own folder. */
const FIRST: Readonly<Record<string, string>> = {
  teamId: DEMO.team.id,
  driverId: fixedId('driver', 1),
  vehicleId: fixedId('vehicle', 1),
  tripId: fixedId('trip', 1),
  boxId: fixedId('box', 1),
  reservationId: fixedId('reservation', 2),
  paymentId: fixedId('payment', 1),
  fileId: fixedId('file', 1),
  clients: fixedId('client', 1),
  routes: fixedId('route', 1),
  'route-points': fixedId('routePoint', 1),
  invoices: fixedId('invoice', 1),
};

const BETWEEN_CALLS_MS = 1_000;

export type Body = Readonly<Record<string, unknown>>;

/** Calls the running server, and keeps what it answered as the example of the operation or of the error. */
export class Recorder {
  private readonly told: Record<string, Example> = {};
  private readonly attempted: Record<string, Example> = {};
  private readonly errors: Examples['errors'] = {};

  constructor(
    private readonly url: string,
    private readonly tokens: { staff?: string; drivers?: string } = {},
  ) {}

  /** From now on these people call. */
  signedIn(tokens: { staff?: string; drivers?: string }): void {
    Object.assign(this.tokens, tokens);
  }

  /** Makes a call that succeeds, and answers its body. Of an operation's calls the first is its example. */
  async call(id: string, asked: Asked = {}): Promise<Body> {
    const { operation, parameters, body, answer } = await this.send(id, asked);
    assert.ok(answer.status < 400, `${id} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    this.told[id] ??= {
      parameters,
      ...(body && operation.input?.body && { body: marked(body) }),
      status: answer.status,
      answer: marked(answer.body),
    };
    return bodyOf(answer.body);
  }

  /** Makes a call that is refused by this code. */
  async refused(code: ErrorCode, id: string, asked: Asked = {}): Promise<void> {
    const { answer } = await this.send(id, asked);
    const { error } = bodyOf(answer.body);
    assert.equal(answer.status, ERRORS[code].status, `${id}: ${JSON.stringify(answer.body)}`);
    if (code !== 'PROVIDER_ERROR') assert.equal(error, code);
    this.errors[code] ??= marked(answer.body);
  }

  /** Makes a call whose outcome is open: an example if it succeeds, and the legs have no better one. Of a list two records are enough. */
  async attempt(id: string): Promise<void> {
    const isList = 'limit' in entriesOf(BY_ID.get(id)?.operation.input?.query);
    const { answer, parameters } = await this.send(id, isList ? { query: { limit: '2' } } : {});
    if (answer.status < 400) this.attempted[id] = { parameters, status: answer.status, answer: marked(answer.body) };
  }

  get examples(): Examples {
    return { operations: { ...this.attempted, ...this.told }, errors: this.errors };
  }

  private async send(id: string, asked: Asked) {
    goOn(BETWEEN_CALLS_MS);
    const { file, operation } = BY_ID.get(id) ?? assert.fail(`There is no operation ${id}.`);
    const [method = '', template = ''] = operation.route.split(' ');
    const path = Object.fromEntries(
      pathParameters(operation.route).map((name) => {
        const folder = name === 'id' ? file.slice(0, file.indexOf('/')) : name;
        return [name, asked.path?.[name] ?? FIRST[folder] ?? ''];
      }),
    );
    const place = teamPlaceOf(operation.auth);
    const team = { teamId: DEMO.team.id };
    const query = { ...(place === 'query.teamId' && team), ...asked.query };
    const hasBody = asked.body || (place === 'body.teamId' && method !== 'GET');
    const body = hasBody ? { ...(place === 'body.teamId' && team), ...asked.body } : undefined;
    const token = 'token' in asked ? asked.token : this.tokenFor(operation);
    const address = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
    const response = await fetch(`${this.url}${address}${queryText(query)}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...asked.headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
    return { operation, parameters: { ...path, ...query }, body, answer };
  }

  private tokenFor({ auth }: Operation): string | undefined {
    const asked = poolAuthOf(auth);
    return asked && this.tokens[asked.pool];
  }
}

const queryText = (query: Readonly<Record<string, string>>): string => {
  const text = new URLSearchParams(query).toString();
  return text && `?${text}`;
};

const bodyOf = (value: unknown): Body => (typeof value === 'object' && value !== null ? { ...value } : {});

/** The text at a path of an answer, as `tokens.accessToken`. */
export function textIn(body: Body, path: string): string {
  const value = path
    .split('.')
    .reduce<unknown>((at, key) => (Array.isArray(at) ? at[Number(key)] : bodyOf(at)[key]), body);
  assert.ok(typeof value === 'string', `There is no text at ${path} in ${JSON.stringify(body).slice(0, 300)}`);
  return value;
}

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import type { Cost, Costs } from '../results';

export interface Call {
  readonly token?: string;
  readonly body?: object;
  /** The name of a call with its own figure, such as `by status`. */
  readonly as?: string;
}

type Body = Record<string, unknown>;

/** The line that each request logs (shared/operation/request-log.ts). */
const Line = v.object({
  operation: v.string(),
  function_request_id: v.string(),
  status: v.number(),
  calls: v.number(),
  rru: v.number(),
  wru: v.number(),
});
type Line = v.InferOutput<typeof Line>;

/** Sends the requests of a tour and reads their table costs from the log. Failed requests throw. */
export class Recorder {
  private readonly labels = new Map<string, string | undefined>();

  private read = 0;

  /** `logged` returns the server's output, `baseUrl` is its address. */
  constructor(
    private readonly baseUrl: string,
    private readonly logged: () => string,
  ) {}

  /** Sends a request that must succeed, and returns its body. */
  async send(route: string, { token, body, as }: Call = {}): Promise<Body> {
    const [method = '', path = ''] = route.split(' ');
    const answer = await fetch(`${this.baseUrl}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    assert.ok(answer.status < 400, `${route} answered ${answer.status} ${text.slice(0, 300)}`);
    this.labels.set(answer.headers.get('x-request-id') ?? '', as);
    return text === '' ? {} : v.parse(v.record(v.string(), v.unknown()), JSON.parse(text));
  }

  /**
   * The costs of all requests since the last call, by operation, or by operation and name. Of several calls, the most
   * expensive counts.
   */
  async costs(): Promise<Costs> {
    await this.flushed();
    const costs: Record<string, Cost> = {};
    for (const text of this.lines()) {
      const line = lineOf(text);
      // Webhook requests come from the provider's stand-in.
      if (line === undefined || !(this.labels.has(line.function_request_id) || line.operation === 'stamping')) continue;
      const label = this.labels.get(line.function_request_id);
      const name = label === undefined ? line.operation : `${line.operation}, ${label}`;
      costs[name] = dearer(costs[name], costOf(line, text));
    }
    this.read = this.logged().length;
    this.labels.clear();
    return costs;
  }

  private lines(): string[] {
    return this.logged().slice(this.read).split('\n');
  }

  /** Waits for the log lines, which may arrive after the answers. */
  private async flushed(): Promise<void> {
    for (let tries = 0; tries < 100; tries += 1) {
      const logged = this.logged().slice(this.read);
      if ([...this.labels.keys()].every((id) => id === '' || logged.includes(id))) return;
      await sleep(50);
    }
    throw new Error('The server did not log every request within 5 seconds.');
  }
}

function lineOf(text: string): Line | undefined {
  if (!text.startsWith('{')) return undefined;
  const parsed = v.safeParse(Line, JSON.parse(text));
  return parsed.success && parsed.output.status < 400 ? parsed.output : undefined;
}

const costOf = (line: Line, text: string): Cost => ({
  readUnits: line.rru,
  writeUnits: line.wru,
  calls: line.calls,
  logBytes: Buffer.byteLength(text) + 1,
});

const dearer = (before: Cost | undefined, cost: Cost): Cost =>
  before && weightOf(before) >= weightOf(cost) ? before : cost;

/** In dollars, one write unit costs as much as five read units. */
const weightOf = ({ readUnits, writeUnits }: Cost): number => readUnits + 5 * writeUnits;

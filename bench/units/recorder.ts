import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import type { Cost, Costs } from '../results';

/** The one line that each request logs (shared/operation/request-log.ts). */
const Line = v.object({
  operation: v.string(),
  function_request_id: v.string(),
  status: v.number(),
  calls: v.number(),
  rru: v.number(),
  wru: v.number(),
});
type Line = v.InferOutput<typeof Line>;

/** A creation in the two seconds after a deletion reads twice (docs/decisions/0119). The figures are those of one attempt. */
const AFTER_DELETION_MS = 2_100;
const NAMING = /\/(trips|box-reservations)$/;

/** Sends the requests of a story, and tells afterwards what each cost at the table. Only what succeeds counts. */
export class Recorder {
  private readonly names = new Map<string, string | undefined>();
  private name: string | undefined;
  private read = 0;
  private lastDeletion = 0;

  /** `logged` is all that the server wrote. */
  constructor(private readonly logged: () => string) {}

  /** Sends a request of a story. */
  readonly send = async (request: Request): Promise<Response> => {
    // A key costs an item more: the figures are of the creation alone.
    request.headers.delete('idempotency-key');
    const { method, url } = request;
    if (method === 'POST' && NAMING.test(new URL(url).pathname))
      await sleep(this.lastDeletion + AFTER_DELETION_MS - Date.now());
    const answer = await fetch(request);
    if (method === 'DELETE') this.lastDeletion = Date.now();
    if (answer.status < 400) this.names.set(answer.headers.get('x-request-id') ?? '', this.name);
    return answer;
  };

  /** Gives calls a figure of their own, beside their operation: `by status`. */
  readonly named = async <T>(name: string, calls: () => Promise<T>): Promise<T> => {
    this.name = name;
    return calls().finally(() => {
      this.name = undefined;
    });
  };

  /**
   * The costs of all requests since the last call, by operation, or by operation and name. Of several calls, the most
   * expensive counts.
   */
  async costs(): Promise<Costs> {
    await this.flushed();
    const costs: Record<string, Cost> = {};
    for (const text of this.lines()) {
      const line = lineOf(text);
      // Webhooks are the stand-in's own requests.
      if (line === undefined || !(this.names.has(line.function_request_id) || line.operation === 'stamping')) continue;
      const named = this.names.get(line.function_request_id);
      const name = named === undefined ? line.operation : `${line.operation}, ${named}`;
      costs[name] = dearer(costs[name], costOf(line, text));
    }
    this.read = this.logged().length;
    this.names.clear();
    return costs;
  }

  private lines(): string[] {
    return this.logged().slice(this.read).split('\n');
  }

  /** Waits for the log lines, which may arrive after the answers. */
  private async flushed(): Promise<void> {
    for (let tries = 0; tries < 100; tries += 1) {
      const logged = this.logged().slice(this.read);
      if ([...this.names.keys()].every((id) => id === '' || logged.includes(id))) return;
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

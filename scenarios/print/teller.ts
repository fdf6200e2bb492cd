import { type Call, createFleet, type FailureCode, type Fleet, FleetError, ok } from '../../client/src/index';
import type { Server } from '../server';
import type { Answered, Screen } from './screen';

/** An amount as the story says it. */
export const pesos = (amount: number): string => `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2 })}`;

/** An answer that the story does not go on from. */
export class Unexpected extends Error {}

/** Makes the calls of the story one after the other, shows each, and keeps what all of them cost. */
export class Teller {
  private calls = 0;
  private counted = 0;
  private readUnits = 0;
  private writeUnits = 0;
  private milliseconds = 0;
  private readonly sent = new WeakMap<Response, Pick<Answered, 'call' | 'milliseconds'>>();

  constructor(
    private readonly baseUrl: string,
    readonly server: Server,
    private readonly screen: Screen,
  ) {}

  chapter(title: string): void {
    this.screen.heading(title);
  }

  remark(text: string): void {
    this.screen.remark(text);
  }

  /** The client of a new person of the story. */
  somebody(): Fleet {
    return createFleet({ baseUrl: this.baseUrl, fetch: this.send });
  }

  /** Answers what a call answers; throws {@link Unexpected} when it has another status than the story needs. */
  async tell<Data>(
    status: number,
    call: Call<Data>,
    tells: (data: NonNullable<Data>) => string,
  ): Promise<NonNullable<Data>> {
    const { response } = await call;
    const answered = await this.count(response);
    const data = await ok(call).catch((failure: unknown) => this.stop(answered, String(status), failure));
    if (response.status !== status) return this.stop(answered, String(status), data);
    this.screen.answer(answered, tells(data));
    return data;
  }

  /** A call that is refused with a code. */
  async tellRefused(code: FailureCode, call: Call<unknown>, tells: (failure: FleetError) => string): Promise<void> {
    const answered = await this.count((await call).response);
    const failure: unknown = await ok(call).catch((thrown: unknown) => thrown);
    if (!(failure instanceof FleetError) || failure.code !== code) return this.stop(answered, code, failure);
    this.screen.answer(answered, tells(failure));
  }

  /** A call that leads elsewhere, which is not gone after. */
  async tellFound(call: Promise<{ readonly response: Response }>, told: string): Promise<void> {
    const { response } = await call;
    const answered = await this.count(response);
    if (response.status !== FOUND || !response.headers.has('location'))
      return this.stop(answered, String(FOUND), response.statusText);
    this.screen.answer(answered, told);
  }

  summary(): string {
    const units = `${this.readUnits.toFixed(1)} read and ${this.writeUnits.toFixed(1)} write request units at the table`;
    const cost = this.counted === 0 ? 'request units not counted here' : units;
    return `${this.calls} calls in ${(this.milliseconds / 1000).toFixed(1)} s, ${cost}.`;
  }

  private stop(answered: Answered, needed: string, came: unknown): never {
    const told = came instanceof FleetError ? `${came.code}: ${came.message}` : JSON.stringify(came);
    this.screen.answer(answered, told.slice(0, 400));
    throw new Unexpected(
      `${answered.call} answered ${answered.status} where the story needs ${needed} (request ${answered.requestId}).`,
    );
  }

  /** Sends a request, and keeps its time: that of the whole answer. */
  private readonly send = async (request: Request): Promise<Response> => {
    const startedAt = performance.now();
    const response = await fetch(request);
    await response.clone().arrayBuffer();
    const call = `${request.method} ${request.url.slice(this.baseUrl.length)}`;
    this.sent.set(response, { call, milliseconds: performance.now() - startedAt });
    return response;
  };

  private async count(response: Response): Promise<Answered> {
    const requestId = response.headers.get('x-request-id') ?? '';
    const units = await this.server.unitsOf?.(requestId);
    const { call, milliseconds } = this.sent.get(response) ?? { call: response.url, milliseconds: 0 };
    this.calls += 1;
    this.milliseconds += milliseconds;
    this.counted += units ? 1 : 0;
    this.readUnits += units?.read ?? 0;
    this.writeUnits += units?.write ?? 0;
    return { call, milliseconds, status: response.status, requestId, units };
  }
}

const FOUND = 302;

/** What an answer may leave out and the story cannot go on without. */
export function needed<T>(value: T | undefined | null, name: string): T {
  if (value === undefined || value === null) throw new Unexpected(`The story needs ${name}, and the answer has none.`);
  return value;
}

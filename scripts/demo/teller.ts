import * as v from 'valibot';
import type { Answered, Api, Request } from './api';
import type { Screen } from './screen';

/** One call of the story: what it must answer, and the line that says what it changed. */
export interface Step<S extends v.GenericSchema> extends Request {
  readonly status: number;
  readonly answer: S;
  readonly tells: (body: v.InferOutput<S>) => string;
}

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

  constructor(
    readonly api: Api,
    private readonly screen: Screen,
  ) {}

  chapter(title: string): void {
    this.screen.heading(title);
  }

  remark(text: string): void {
    this.screen.remark(text);
  }

  /** Makes a call and answers its body; throws {@link Unexpected} when it is not what the story needs. */
  async tell<S extends v.GenericSchema>(step: Step<S>): Promise<v.InferOutput<S>> {
    const answered = await this.api.send(step);
    this.count(answered);
    const read = v.safeParse(step.answer, answered.body);
    if (answered.status === step.status && read.success) {
      this.screen.answer(step.call, answered, step.tells(read.output));
      return read.output;
    }
    this.screen.answer(step.call, answered, JSON.stringify(answered.body).slice(0, 400));
    throw new Unexpected(
      `${step.call} answered ${answered.status} where the story needs ${step.status} (request ${answered.requestId}).`,
    );
  }

  summary(): string {
    const units = `${this.readUnits.toFixed(1)} read and ${this.writeUnits.toFixed(1)} write request units at the table`;
    const cost = this.counted === 0 ? 'request units not counted here' : units;
    return `${this.calls} calls in ${(this.milliseconds / 1000).toFixed(1)} s, ${cost}.`;
  }

  private count({ milliseconds, units }: Answered): void {
    this.calls += 1;
    this.milliseconds += milliseconds;
    if (units === undefined) return;
    this.counted += 1;
    this.readUnits += units.read;
    this.writeUnits += units.write;
  }
}

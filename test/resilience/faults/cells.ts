import { OPERATIONS, TRIGGERS } from '../../../functions/catalog';
import type { Bench } from './bench';
import {
  difference,
  isDocument,
  isFailedStamp,
  isOpenCancellation,
  isOpenStamp,
  isPart,
  isSame,
  outlines,
} from './differences';
import type { Ended, Executor } from './execution';
import { KINDS, type Kind } from './kinds';
import { newCode } from './new-code';
import { newSession } from './new-session';
import type { Sample } from './samples';
import { changes } from './shape';

/** One fault at one call of one good request. */
export interface Cell {
  readonly name: string;
  readonly kind: Kind;
  readonly at: number;
}

/** A sample that ended well here too: what it sends out, and what it changes. */
export interface Known {
  readonly sample: Sample;
  readonly name: string;
  readonly cells: readonly Cell[];
  readonly clean: readonly string[];
  readonly said: string;
  /** How many calls it sends out. */
  readonly calls: number;
  /** It asks the stamping provider: where that was uncertain meanwhile, another way may lead to the same. */
  readonly stamps: boolean;
}

/** What became of a cell: how it ended, and what is wrong with that. */
export interface Verdict {
  readonly first: Ended['outcome'];
  readonly again: Ended['outcome'] | undefined;
  readonly wrong: string | undefined;
}

/** Longer than a stamp may be uncertain before it is recovered. */
const LATER_MS = 11 * 60_000;
const A_MOMENT_MS = 1_000;
const MOST_ROUNDS = 2;
const ROUNDS_OF_RECOVERY = 10;

/** Tries cells, each from the state that its sample was taken at. */
export class Trial {
  private settledClean = new Map<string, readonly string[]>();

  constructor(
    private readonly bench: Bench,
    private readonly executor: Executor,
  ) {}

  /** Runs the sample without any fault; what it answers instead of ending well is said. */
  async learn(sample: Sample, name: string): Promise<Known | string> {
    await this.begin(sample);
    const ended = await this.executor.run(sample.file, sample.event);
    if (ended.outcome !== 'well') return `${name}: its good request answers ${ended.said} when it is sent again.`;
    const clean = await this.changed(sample);
    const cells = ended.calls.flatMap((call, at) =>
      KINDS.filter((kind) => kind.befalls(call)).map((kind) => ({
        name: `${name}, call ${at + 1} (${call.action} on ${call.resource}) ${kind.name}`,
        kind,
        at,
      })),
    );
    const stamps = ended.calls.some(({ resource }) => resource === 'stampingProvider');
    return { sample, name, cells, clean, said: ended.said, calls: ended.calls.length, stamps };
  }

  async try(known: Known, cell: Cell): Promise<Verdict> {
    const { sample, clean } = known;
    await this.begin(sample);
    const first = await this.executor.run(sample.file, sample.event, cell);
    const changed = await this.changed(sample);
    const wrong = first.wrong ?? wrongAtOnce(first, changed, cell);
    if (wrong !== undefined) return { first: first.outcome, again: undefined, wrong };
    if (first.outcome === 'well' && isSame(clean, changed))
      return { first: 'well', again: undefined, wrong: undefined };
    if (first.outcome === 'well')
      return { first: 'well', again: undefined, wrong: await this.comesByItself(known, first, changed) };
    this.executor.pass(A_MOMENT_MS);
    return { first: first.outcome, ...(await this.again(known, first)) };
  }

  /** Nobody sends again what was answered well: what is not there yet, the service itself must see to. */
  private async comesByItself(known: Known, { said }: Ended, changed: readonly string[]): Promise<string | undefined> {
    const story = `It was answered ${said}, and nobody sends it again`;
    for (let rounds = 1; rounds <= MOST_ROUNDS; rounds += 1) {
      await this.settle();
      if (await this.isSettled(known, rounds)) return undefined;
    }
    const left = await this.changed(known.sample);
    if (left.some(isOpenStamp) || left.some(isOpenCancellation)) return this.leftOpen(known, story, changed);
    return `${story}; what is there is not what one request makes: ${difference(known.clean, changed)}`;
  }

  /** Whether so much time after the request there is what the request alone would have come to by then. */
  private async isSettled(known: Known, rounds: number): Promise<boolean> {
    const settled = await this.changed(known.sample);
    const wanted = await this.cleanAndSettled(known, rounds);
    // A second request, or a stamp that was uncertain, leaves its own way behind it; but nothing that one request tells is missing.
    const isAllTold = known.stamps || isPart(wanted, settled);
    return isSame(wanted, settled) || (isAllTold && isSame(outlines(wanted), outlines(settled)));
  }

  /** The same request once more, and, where only time helps, what the service does by itself meanwhile. */
  private async again(known: Known, first: Ended): Promise<Omit<Verdict, 'first'>> {
    const { sample } = known;
    const second = await this.executor.run(sample.file, sample.event);
    const again = second.outcome;
    if (second.wrong !== undefined) return { again, wrong: `When it was sent again: ${second.wrong}` };
    const story = `It was answered ${first.said}; sent again, ${second.said}`;
    if (again === 'failed' && OPERATIONS[sample.file]) return { again, wrong: `${story}.` };
    const changed = await this.changed(sample);
    if (isSame(known.clean, changed)) return { again, wrong: undefined };
    const withNewCode = await newCode(sample, this.executor, this.bench);
    if (withNewCode !== undefined) {
      const third = await this.executor.run(sample.file, withNewCode);
      const isAllThere = isPart(known.clean, await this.changed(sample));
      return {
        again,
        wrong: isAllThere ? undefined : `${story}; with a new code ${third.said}, and something is missing.`,
      };
    }
    for (let rounds = 1; rounds <= MOST_ROUNDS; rounds += 1) {
      await this.settle();
      if (await this.isSettled(known, rounds)) return { again, wrong: undefined };
      // Who was told to wait, because the first request might still be under way, asks once more.
      if (rounds === 1 && again === 'refused')
        await this.executor.run(sample.file, await newSession(sample.event, this.bench.dataDir));
    }
    return { again, wrong: await this.leftOpen(known, story, changed) };
  }

  /** What only recovery can end, which may take longer than a session. */
  private async leftOpen(known: Known, story: string, changed: readonly string[]): Promise<string | undefined> {
    const left = await this.changed(known.sample);
    if (left.some(isOpenStamp)) return this.stampLeftOpen(known, story);
    if (left.some(isOpenCancellation)) return this.cancellationLeftOpen(known, story);
    return `${story}, and what is there then is not what one request makes: ${difference(known.clean, changed)}`;
  }

  /**
   * A stamp that was cut off is nobody's to send again before recovery knows what became of it, which may take an hour: longer than a session.
   * It ends with its one document, or with none and an invoice that may be stamped anew.
   */
  private async stampLeftOpen(known: Known, story: string): Promise<string | undefined> {
    for (let rounds = 1; rounds <= ROUNDS_OF_RECOVERY; rounds += 1) {
      await this.settle();
      const settled = await this.changed(known.sample);
      if (settled.some(isOpenStamp)) continue;
      if (settled.some(isFailedStamp) && !settled.some(isDocument)) return undefined;
      const wanted = await this.cleanAndSettled(known, MOST_ROUNDS);
      if (isSame(outlines(wanted), outlines(settled))) return undefined;
      return `${story}, and recovery leaves ${difference(wanted, settled)}`;
    }
    return `${story}, and after ${ROUNDS_OF_RECOVERY} rounds of recovery the invoice is still PENDING.`;
  }

  /** A cancellation of which the provider knows nothing is given up within an hour or two; then the same request cancels. */
  private async cancellationLeftOpen(known: Known, story: string): Promise<string | undefined> {
    const { sample } = known;
    for (let rounds = 1; rounds <= ROUNDS_OF_RECOVERY; rounds += 1) {
      await this.settle();
      if ((await this.changed(sample)).some(isOpenCancellation)) continue;
      const { said } = await this.executor.run(sample.file, await newSession(sample.event, this.bench.dataDir));
      await this.settle();
      const wanted = outlines(await this.cleanAndSettled(known, MOST_ROUNDS));
      const cancelled = outlines(await this.changed(sample));
      if (isSame(wanted, cancelled)) return undefined;
      return `${story}, after recovery ${said}, and there is ${difference(wanted, cancelled)}`;
    }
    return `${story}, and after ${ROUNDS_OF_RECOVERY} rounds of recovery the invoice is still CANCELLED_PENDING.`;
  }

  private async begin({ before, at }: Sample): Promise<void> {
    await this.bench.quiet();
    await this.bench.keeper.putBack(before);
    this.executor.setClock(at);
  }

  private async changed({ before }: Sample): Promise<string[]> {
    await this.bench.quiet();
    return changes(before, await this.bench.keeper.state());
  }

  /** Time goes by, in which the schedules run. */
  private async settle(): Promise<void> {
    this.executor.pass(LATER_MS);
    for (const [file, { source }] of Object.entries(TRIGGERS)) {
      if (source === 'schedule') await this.executor.run(file, {});
    }
  }

  /** What one request makes when as much time goes by after it. */
  private async cleanAndSettled({ sample, name }: Known, rounds: number): Promise<readonly string[]> {
    const key = `${name} ${rounds}`;
    const known = this.settledClean.get(key);
    if (known) return known;
    const present = await this.bench.keeper.state();
    const now = Date.now();
    await this.begin(sample);
    await this.executor.run(sample.file, sample.event);
    for (let round = 0; round < rounds; round += 1) await this.settle();
    const settled = await this.changed(sample);
    this.settledClean.set(key, settled);
    await this.bench.keeper.putBack(present);
    this.executor.setClock(now);
    return settled;
  }
}

function wrongAtOnce({ outcome, said, calls }: Ended, changed: readonly string[], { kind }: Cell): string | undefined {
  const isBusy = said.startsWith('429') && kind.name.startsWith('throttled');
  if (outcome === 'refused' && !isBusy) return `It was answered ${said}, which is not why it failed.`;
  if (kind.passes && said.startsWith('500')) return `It was answered ${said}, as if it could not pass.`;
  if (kind.isOvercome && outcome !== 'well') return `It was answered ${said}: it did not try again.`;
  const hasWritten = calls.some(({ action }) => !isReading(action));
  if (outcome === 'failed' && changed.length > 0 && !hasWritten)
    return `It was answered ${said} before anything was written, yet there is: ${changed[0]}`;
  return undefined;
}

const isReading = (action: string): boolean =>
  /^(Get|BatchGet|Query|Head|List|Retrieve|Describe|Download)/.test(action);

import { OPERATIONS, TRIGGERS } from '../../../functions/catalog';
import type { Bench } from './bench';
import {
  difference,
  isDocument,
  isDraftGivenUp,
  isFailedStamp,
  isOpenCancellation,
  isOpenStamp,
  isPart,
  isSame,
  outlines,
} from './differences';
import type { Ended, Executor } from './execution';
import { followUp, SIGN_INS_BY_CODE } from './follow-up';
import { KINDS, type Kind } from './kinds';
import { newSession } from './new-session';
import { remains } from './remains';
import type { Sample } from './samples';
import { changes, isExported } from './shape';

/** One fault at one outbound call of one valid request. */
export interface Cell {
  readonly name: string;
  readonly kind: Kind;
  readonly at: number;
}

/** A sample that succeeded without faults, with its outbound calls and changes. */
export interface Known {
  readonly sample: Sample;
  readonly name: string;
  readonly cells: readonly Cell[];
  readonly clean: readonly string[];
  readonly said: string;
  /** The number of outbound calls. */
  readonly calls: number;
  /** True when it calls the stamping provider. After an uncertain call, the same result may be reached with other intermediate items. */
  readonly stamps: boolean;
}

/** The result of a cell: how it ended, and the violation, if any. */
export interface Verdict {
  readonly first: Ended['outcome'];
  readonly again: Ended['outcome'] | undefined;
  readonly wrong: string | undefined;
}

/** Longer than the time for which a stamp may be uncertain before recovery handles it. */
const LATER_MS = 11 * 60_000;
const A_MOMENT_MS = 1_000;
const MOST_ROUNDS = 2;
const ROUNDS_OF_RECOVERY = 10;
const EXPORTER = 'triggers/export-accounts';
const CLOSE_OF_RENTAL = 'box-reservations/close-reservation';

/** Runs cells. Before each cell it restores the state that the sample's request needs. */
export class Trial {
  private settledClean = new Map<string, readonly string[]>();

  constructor(
    private readonly bench: Bench,
    private readonly executor: Executor,
  ) {}

  /** Runs the sample without faults. Returns a message when it does not succeed. */
  async learn(sample: Sample, name: string): Promise<Known | string> {
    await this.begin(sample);
    const ended = await this.executor.run(sample.file, sample.event);
    if (ended.outcome !== 'well')
      return `${name}: its sample request is answered ${ended.said} when it is replayed without faults.`;
    const clean = await this.changed(sample);
    const left = await this.remains(sample);
    if (left !== undefined) return `${name}: ${left}`;
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

  /** An erasure also leaves no value of its person, in no record. */
  async try(known: Known, cell: Cell): Promise<Verdict> {
    const verdict = await this.tryCell(known, cell);
    return { ...verdict, wrong: verdict.wrong ?? (await this.remains(known.sample)) };
  }

  private async remains(sample: Sample): Promise<string | undefined> {
    const left = remains(sample, await this.bench.keeper.state());
    return left.length === 0 ? undefined : `After the erasure these places name the person: ${left.join(', ')}.`;
  }

  private async tryCell(known: Known, cell: Cell): Promise<Verdict> {
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

  /** The client does not send a request again after a success. The service itself must complete the missing changes. */
  private async comesByItself(known: Known, { said }: Ended, changed: readonly string[]): Promise<string | undefined> {
    const story = `The request was answered ${said} and is not sent again`;
    if (known.sample.file === CLOSE_OF_RENTAL && isDraftGivenUp(known.clean, changed)) return undefined;
    for (let rounds = 1; rounds <= MOST_ROUNDS; rounds += 1) {
      await this.settle();
      if (await this.isSettled(known, rounds)) return undefined;
    }
    const left = await this.changed(known.sample);
    if (left.some(isOpenStamp) || left.some(isOpenCancellation)) return this.leftOpen(known, story, changed);
    return `${story}; the state differs from that after one request: ${difference(known.clean, changed)}`;
  }

  /** True when the present state equals the state that the same request reaches without a fault after the same time. */
  private async isSettled(known: Known, rounds: number): Promise<boolean> {
    const isSeen = (line: string): boolean => known.sample.file === EXPORTER || !isExported(line);
    const settled = (await this.changed(known.sample)).filter(isSeen);
    const wanted = (await this.cleanAndSettled(known, rounds)).filter(isSeen);
    // A repeated request or an uncertain stamp may leave additional audit entries and alerts. The entries of a single request must all
    // exist.
    const isAllTold = known.stamps || isPart(wanted, settled);
    return isSame(wanted, settled) || (isAllTold && isSame(outlines(wanted), outlines(settled)));
  }

  /** Sends the same request again. Where time is needed, also runs the service's schedules. */
  private async again(known: Known, first: Ended): Promise<Omit<Verdict, 'first'>> {
    const { sample } = known;
    const second = await this.executor.run(sample.file, sample.event);
    const again = second.outcome;
    if (second.wrong !== undefined) return { again, wrong: `The second answer: ${second.wrong}` };
    const story = `The request was answered ${first.said}, and when sent again ${second.said}`;
    if (again === 'failed' && OPERATIONS[sample.file]) return { again, wrong: `${story}.` };
    const changed = await this.changed(sample);
    if (isSame(known.clean, changed)) return { again, wrong: undefined };
    if (again === 'refused' && isUsedUp(known, changed)) return { again, wrong: undefined };
    const next = await followUp(sample, this.executor, this.bench);
    if (next !== undefined) {
      const wanted = known.clean.filter((line) => !next.lost?.test(line));
      const present = await this.changed(sample);
      return {
        again,
        wrong: isPart(wanted, present)
          ? undefined
          : `${story}; the next request was answered ${next.ended.said}, and changes are missing: ${difference(wanted, present)}`,
      };
    }
    for (let rounds = 1; rounds <= MOST_ROUNDS; rounds += 1) {
      await this.settle();
      if (await this.isSettled(known, rounds)) return { again, wrong: undefined };
      // The first request may still have been running. Therefore the client repeats a refused request once.
      if (rounds === 1 && again === 'refused')
        await this.executor.run(sample.file, await newSession(sample.event, this.bench.dataDir));
    }
    return { again, wrong: await this.leftOpen(known, story, changed) };
  }

  /** Handles work that only recovery can complete, which may take longer than a session. */
  private async leftOpen(known: Known, story: string, changed: readonly string[]): Promise<string | undefined> {
    const left = await this.changed(known.sample);
    if (left.some(isOpenStamp)) return this.stampLeftOpen(known, story);
    if (left.some(isOpenCancellation)) return this.cancellationLeftOpen(known, story);
    const settled = difference(await this.cleanAndSettled(known, MOST_ROUNDS), left);
    return `${story}; the state then differs from that after one request: ${difference(known.clean, changed)}; and after the schedules: ${settled}`;
  }

  /**
   * A client cannot send an interrupted stamp again before recovery knows the outcome. This may take an hour, which is longer than a
   * session. The stamp ends with exactly one document, or with none and an invoice that can be stamped again.
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

  /** When the provider has not received a cancellation, recovery gives it up within two hours. Then a repeated request cancels the invoice. */
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
      return `${story}; after recovery it was answered ${said}, with the difference ${difference(wanted, cancelled)}`;
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

  /** Lets time pass, and runs the schedules. */
  private async settle(): Promise<void> {
    this.executor.pass(LATER_MS);
    for (const [file, { source }] of Object.entries(TRIGGERS)) {
      if (source === 'schedule') await this.executor.run(file, {});
    }
  }

  /** The changes that the sample's request makes without a fault, after the same number of rounds. */
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
  if (outcome === 'refused' && !isBusy) return `It was answered ${said}, which does not match the fault.`;
  if (kind.passes && said.startsWith('500')) return `It was answered ${said}, although a later request may succeed.`;
  if (kind.isOvercome && outcome !== 'well') return `It was answered ${said}: the function did not retry.`;
  const hasWritten = calls.some(({ action }) => !isReading(action));
  if (outcome === 'failed' && changed.length > 0 && !hasWritten)
    return `It was answered ${said} before any write, but this changed: ${changed[0]}`;
  return undefined;
}

/**
 * True when the refusal of a repetition leaves nothing to do: all but the person's security entry is there, or the sign-in left nothing and
 * the person signs in anew.
 */
const isUsedUp = ({ sample, clean }: Known, changed: readonly string[]): boolean =>
  isSame(clean.filter(isNoEntry), changed.filter(isNoEntry)) ||
  (SIGN_INS_BY_CODE.includes(sample.file) && changed.every(isOfSignIn));

/** The person's security entry is the last write. When it alone is missing, the line of the request has the event. */
const isNoEntry = (line: string): boolean => !/ \/ SECURITY#/.test(line);

/** The user, the memberships and the attempts: the next sign-in writes them again. */
const isOfSignIn = (line: string): boolean =>
  /^table . (USER|TEAM|ATTEMPTS|EMAIL)#/.test(line) || line.startsWith('cognito-');

const isReading = (action: string): boolean =>
  /^(Get|BatchGet|Query|Head|List|Retrieve|Describe|Download)/.test(action);

import * as v from 'valibot';
import { OPERATIONS } from '../../../functions/catalog';
import { Uuid } from '../../../shared/platform/values/fields';
import { Chance } from '../../load/chance';
import { sample } from '../../support/sample';
import { type Bench, openBench } from '../faults/bench';
import { type Known, Trial } from '../faults/cells';
import { difference, isSame } from '../faults/differences';
import { type Ended, Executor } from '../faults/execution';
import { KINDS } from '../faults/kinds';
import { recordSamples } from '../faults/samples';
import { changes, isMail } from '../faults/shape';
import { type HardPart, isInFocus, type Settings } from '../part';
import { secretsIn } from './secrets';

const AT_ONCE = 10;
const AFTER_HOLD_MS = 61_000;
const KEYS = { short: 50, long: 1_000 };
const TOLD_EVERY = 100;
const KILLS = KINDS.filter(({ name }) => name.startsWith('killed'));

/**
 * Sends every creation ten times at once with one Idempotency-Key, and kills executions at random steps. The result is one record, and all
 * answers are equal. The operations that answer a repeat with the record as it is by then go on after their first transaction: the proof of
 * stamping and test/operations/stamp-once.test.ts have them.
 */
export const part: HardPart = {
  id: 'idempotency',
  title: 'Idempotency-Key',
  run: async (settings) => {
    const bench = await openBench();
    try {
      const creations = Object.entries(OPERATIONS).flatMap(([file, { idempotencyKey }]) =>
        idempotencyKey === true && isInFocus(file, settings.focus) ? [file] : [],
      );
      const samples = (await recordSamples(bench)).filter(({ file }) => creations.includes(file));
      const executor = new Executor(bench);
      const trial = new Trial(bench, executor);
      const learned = await Promise.resolve(samples).then(async (all) => {
        const known: (Known | string)[] = [];
        for (const sample of all) known.push(await trial.learn(sample, sample.file));
        return known;
      });
      const known = learned.filter((one) => typeof one !== 'string');
      const failures = [
        ...learned.filter((one) => typeof one === 'string'),
        ...creations
          .filter((file) => !known.some(({ sample }) => sample.file === file))
          .map((file) => `${file}: no good request.`),
      ];
      const tried = await tryKeys(new Keys(bench, executor), known, settings);
      return {
        rows: [
          {
            tried: `A creation sent ${AT_ONCE} times at once with one key, of ${creations.length} operations`,
            times: tried.keys,
            held: `one record each; ${tried.killed} executions killed, ${tried.answered} answered, all answers of a key equal`,
          },
          { tried: 'The same key with another body', times: tried.others, held: '409 IDEMPOTENCY_KEY_REUSED' },
          {
            tried: 'Stored answers of keys, searched for passwords, tokens and keys',
            times: tried.rows,
            held: 'none found',
          },
        ],
        failures: [...failures, ...tried.failures],
        passed: tried.keys - tried.failures.length,
      };
    } finally {
      await bench.stop();
    }
  },
};

async function tryKeys(keys: Keys, known: readonly Known[], { form, seed, until, progress }: Settings) {
  const chance = new Chance(seed);
  // Not `Date`, because a test clock has replaced it.
  const end = until - performance.timeOrigin;
  const tried = { keys: 0, killed: 0, answered: 0, rows: 0, others: 0, failures: [] as string[] };
  const refusing = new Set<string>();
  while (tried.keys < KEYS[form] && performance.now() < end) {
    const one = known[tried.keys % known.length];
    if (one === undefined) throw new Error('No operation takes an Idempotency-Key.');
    const outcome = await keys.try(one, chance);
    tried.keys += 1;
    tried.killed += outcome.killed;
    tried.answered += outcome.answered;
    tried.rows += outcome.rows;
    if (outcome.isOtherRefused) {
      tried.others += 1;
      refusing.add(one.sample.file);
    }
    tried.failures.push(
      ...outcome.failures.map((failure) => `${one.name}, key ${tried.keys} of seed ${seed}: ${failure}`),
    );
    if (tried.keys % TOLD_EVERY === 0) progress(`${tried.keys} keys`);
  }
  const files = new Set(known.slice(0, tried.keys).map(({ sample }) => sample.file));
  for (const file of files)
    if (OPERATIONS[file]?.input?.body && !refusing.has(file))
      tried.failures.push(`${file}: no other body was refused.`);
  return tried;
}

class Keys {
  constructor(
    private readonly bench: Bench,
    private readonly executor: Executor,
  ) {}

  async try({ sample, clean, calls }: Known, chance: Chance) {
    const { file, event, before, at } = sample;
    await this.bench.quiet();
    await this.bench.keeper.putBack(before);
    this.executor.setClock(at);
    const sent = Array.from({ length: AT_ONCE }, () => {
      const kind = KILLS[chance.below(KILLS.length)];
      const isKilled = chance.below(2) === 0 && kind !== undefined;
      return this.executor.run(file, event, isKilled ? { kind, at: chance.below(calls) } : undefined);
    });
    const ended = await Promise.all(sent);
    const last = await this.executor.run(file, event);
    // A killed call may hold its record for a minute, so that no second one repeats it meanwhile. The next call completes it.
    this.executor.setClock(at + AFTER_HOLD_MS);
    await this.executor.run(file, event);
    this.executor.setClock(at);
    const answers = [...ended, last].filter(({ outcome }) => outcome === 'well');
    const failures = wrongAnswers(ended, last);
    await this.bench.quiet();
    const after = await this.bench.keeper.state();
    const made = changes(before, after);
    const [wanted, present] = [clean, made].map((lines) => comparedOf(file, lines));
    if (!isSame(present ?? [], wanted ?? []))
      failures.push(
        `${made.length} records changed instead of ${clean.length}: ${difference(wanted ?? [], present ?? [])}.`,
      );
    const expected = recipients(clean);
    const strangers = recipients(made).filter((one) => !expected.includes(one));
    failures.push(...strangers.map((one) => `A mail went to ${one}.`));
    const rows = [...after.items].filter(([name]) => /\nIDEMPOTENCY#/.test(name) && !before.items.has(name));
    failures.push(
      ...rows.flatMap(([name, row]) => secretsIn(row).map((secret) => `${name.replace('\n', ' / ')} keeps ${secret}.`)),
    );
    const other = await this.anotherBody(file, event);
    if (typeof other === 'string') failures.push(other);
    const killed = ended.filter(({ outcome }) => outcome === 'killed').length;
    return { failures, killed, answered: answers.length, rows: rows.length, isOtherRefused: other === true };
  }

  /**
   * Sends the first valid body with another meaning under the same key, which must be refused. Returns false when no such body exists: the
   * upload determines the body of a file's registration.
   */
  private async anotherBody(file: string, event: unknown): Promise<boolean | string> {
    for (const other of otherBodies(file, event)) {
      const { said } = await this.executor.run(file, other);
      if (said === '409 IDEMPOTENCY_KEY_REUSED') return true;
      // 400, 403 and 404: the body, or the trip that it names, is refused before its key is read.
      if (!/^(2|400|403|404)/.test(said)) return `Another body was answered ${said}.`;
    }
    return false;
  }
}

/**
 * Of an import only its record is compared. The import goes on after the answer, when the queue or the schedule continues it; and each call copies the upload before the
 * transaction that one of them wins. The bucket deletes the other copies. A call that is killed after the provider took its request for a zip leaves that zip, when the
 * provider has ended it before the next call asks.
 */
function comparedOf(file: string, lines: readonly string[]): string[] {
  if (file === 'imports/create-import')
    return lines.filter((line) => /^table .* \/ IMPORT#<id> /.test(line)).map((line) => line.split('{')[0] ?? '');
  if (file === 'archives/create-archive') {
    const zips = lines.filter((line) => ZIP.test(line));
    return [...lines.filter((line) => !ZIP.test(line)), ...zips.slice(0, 1)];
  }
  const isOwn = (line: string) => !file.startsWith('webhook-endpoints/') || !ATTEMPTED.test(line);
  return withoutMails(lines).filter(isOwn);
}

/** A request for a zip at the provider. */
const ZIP = /facturapi-zip-requests/;

/** An attempt to send, of a delivery that became due meanwhile. */
const ATTEMPTED = /\/ DELIVERY#.*"attempts":[1-9]/;

/**
 * The mails are left out: ten killed executions each counted a mail. Beyond the recipient's daily limits a mail has no names, or is not sent.
 */
const withoutMails = (lines: readonly string[]): string[] => lines.filter((line) => !isMail(line));

const recipients = (lines: readonly string[]): string[] =>
  lines.filter(isMail).flatMap((line) => /\\?"to\\?":\\?"([^"\\]+)/.exec(line)?.[1] ?? []);

/** The draft of a rental is made after the close, so that a repeat may answer its identifier first. */
const lasting = (body: string | undefined): string | undefined => body?.replace(/,"invoiceId":"[^"]+"/, '');

function wrongAnswers(ended: readonly Ended[], last: Ended): string[] {
  const answers = ended.filter(({ outcome }) => outcome !== 'killed');
  const different = answers.filter(({ outcome, body }) => outcome !== 'well' || lasting(body) !== lasting(last.body));
  return [
    ...(last.outcome === 'well' ? [] : [`Sent once more, it is answered ${last.said}.`]),
    ...different.slice(0, 1).map(({ said, body }) => `One was answered ${said} ${body}, the last ${last.body}.`),
  ];
}

/** The request with one value of its body changed, removed or added, one variant at a time. */
function* otherBodies(file: string, event: unknown): Generator<unknown> {
  const given: object = JSON.parse(Object(event).body ?? '{}');
  const schema = OPERATIONS[file]?.input?.body;
  const full = Object.entries(schema ? Object(sample(schema)) : {});
  const longer = full.filter(([name]) => !(name in given)).map(([name, member]) => ({ ...given, [name]: member }));
  // The last resort, for a body of identifiers alone.
  const foreign = Object.entries(given).flatMap(([name, member]) =>
    v.is(Uuid, member) ? [{ ...given, [name]: member.replace(/.$/, (last) => (last === '0' ? '1' : '0')) }] : [],
  );
  for (const other of [...others(given), ...longer, ...foreign])
    yield { ...Object(event), body: JSON.stringify(other) };
}

function* others(value: unknown): Generator<unknown> {
  if (typeof value === 'string') yield `${value} bis`;
  if (typeof value === 'number') yield value + 1;
  if (typeof value === 'boolean') yield !value;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
    for (const other of others(member)) yield Object.assign(structuredClone(value), { [name]: other });
  }
}

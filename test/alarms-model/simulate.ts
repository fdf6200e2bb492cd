import { Chance } from '../load/chance';
import { type MetricKey, metricKey, type Schedule, type Schedules } from './definitions';
import { CALL_KINDS, type CallKind, type RunKind } from './kinds';
import { Recorded } from './metric-store';
import type { Recordings, Sample } from './recordings';

export const DAY = 24 * 60;
/** The time at which a simulation begins, in minutes since Monday at midnight: six hours before noon, or before three at night. */
export const BEGINNINGS = { noon: 6 * 60, night: 21 * 60 };
export type TimeOfDay = keyof typeof BEGINNINGS;
/** The minutes of a simulation before its fault. */
export const BEFORE = 6 * 60;

/** What is wrong while a fault lasts. All parts are optional. */
export interface Fault {
  /** The share of the calls that end in a situation. */
  readonly calls?: Partial<Readonly<Record<CallKind, number>>>;
  /** Single calls at the first minute of the fault. */
  readonly once?: Partial<Readonly<Record<CallKind, number>>>;
  /** They come again after this number of minutes. */
  readonly againEvery?: number;
  /** The factor of the calls: a busy day. */
  readonly busier?: number;
  /** The factor by which functions take longer. */
  readonly slower?: number;
  /** The gateway answers 5xx and calls no function. */
  readonly isGatewayDown?: boolean;
  /** The gateway answers 429 to this many calls for each one that it passes on. */
  readonly refusedAtGateway?: number;
  /** No caller reaches the service. */
  readonly isUnreachable?: boolean;
  /** What the runs of a schedule do, or that they are not called or never end. */
  readonly runs?: Partial<Readonly<Record<ScheduleName, RunKind | 'silent' | 'hung'>>>;
  /** Only the first run of the fault, and no retry, is affected. */
  readonly onlyFirstRun?: boolean;
  readonly lambdaThrottles?: number;
  /** The metric of the throttles that the calls' exceptions name. */
  readonly throttles?: MetricKey;
  /** Mails wait and are not sent, are tried and given up, or are refused by SES for good. */
  readonly mails?: 'wait' | 'fail' | 'refused';
  /** EventBridge puts the event of a failed backup into the queue of missed work. */
  readonly isBackupFailing?: boolean;
  /** The copies that the backup plan does not start: both, or the second one. */
  readonly copies?: 'none' | 'one';
  /** A person looks into the empty dead-letter queues, and SQS then writes their length for some hours. */
  readonly looksIntoQueues?: boolean;
  /** The records of the table's stream wait. */
  readonly isStreamStanding?: boolean;
  /** A delivery of a webhook is given up: its message lies in the last queue. */
  readonly isDeliveryLost?: boolean;
  /** A message of an import is given up. The schedule continues the import. */
  readonly isImportLost?: boolean;
  /** An event that cannot be read is left out of the deliveries. */
  readonly isEventUnreadable?: boolean;
  readonly bounces?: number;
  readonly complaints?: number;
}
export const HOURLY = ['hourly 1', 'hourly 2', 'hourly 3', 'hourly 4', 'hourly 5', 'hourly 6', 'hourly 7'] as const;
export type HourlyName = (typeof HOURLY)[number];
type ScheduleName = 'recovery' | HourlyName | 'canary';

interface Spell {
  readonly fault: Fault;
  readonly from: number;
  readonly until: number;
}

/** The calls of a minute: a carrier with 50 trucks, from 6 to 20 h on working days, fewer at night and on weekends. */
function callsOf(time: number): number {
  const hour = Math.floor((time % DAY) / 60);
  const isWeekend = Math.floor(time / DAY) % 7 >= 5;
  const working = hour >= 6 && hour < 20 ? 40 : 3;
  return isWeekend ? Math.ceil(working / 4) : working;
}

/** The rare failures of a normal day, per call. */
const NORMAL: readonly (readonly [CallKind, number])[] = [
  ['refused', 0.03],
  ['busy', 0.0005],
  ['fault', 0.00005],
  ['provider', 0.00002],
  ['hung', 0.00005],
];

const sharesOf = (shares: Partial<Readonly<Record<CallKind, number>>>): (readonly [CallKind, number])[] =>
  CALL_KINDS.flatMap((kind) => {
    const share = shares[kind];
    return share === undefined ? [] : [[kind, share] as const];
  });

/** A call's time at the gateway, in milliseconds: some for itself, some for each outbound call, and more when it starts cold. */
const TIMES = { own: 25, outbound: 8, cold: 450, coldShare: 0.07, hung: 28_000 };

/** Lambda tries a run that throws three times, after one and two more minutes. Then the call goes to the dead-letter queue. */
const TRIES_AT = [0, 1, 3];
/** A mail is tried five times, 168 seconds apart. */
const GIVEN_UP_AFTER = 14;
const CANARY_CALLS = 3;
const CANARY_MINUTES = 5;

/** Simulates minutes of a stage with faults. Every log line is one that a handler wrote. */
export function simulate(
  minutes: number,
  spells: readonly Spell[],
  { recordings, schedules, seed, at }: { recordings: Recordings; schedules: Schedules; seed: number; at: TimeOfDay },
): Recorded {
  return new Simulation(minutes, spells, recordings, schedules, new Chance(seed), BEGINNINGS[at]).run();
}

const GATEWAY = {
  calls: metricKey('AWS/ApiGateway', 'Count', { ApiId: 'api' }),
  errors: metricKey('AWS/ApiGateway', '5xx', { ApiId: 'api' }),
  time: metricKey('AWS/ApiGateway', 'IntegrationLatency', { ApiId: 'api' }),
};
const visible = (QueueName: string) => metricKey('AWS/SQS', 'ApproximateNumberOfMessagesVisible', { QueueName });
const AGE = metricKey('AWS/SQS', 'ApproximateAgeOfOldestMessage', { QueueName: 'mails' });
const RECORDS_AGE = metricKey('AWS/Lambda', 'IteratorAge', { FunctionName: 'fleet-prod-fanOutEvents' });
const COPIES_AT = 2 * 60;
const COMPLETED = metricKey('AWS/Backup', 'NumberOfBackupJobsCompleted', { BackupVaultName: 'fleet-prod' });
const [MISSED, UNDELIVERED] = [visible('missed'), visible('undelivered')];
/** What is given up, by the fault that gives it up. */
const GIVEN_UP = { isDeliveryLost: visible('lost'), isImportLost: visible('lost imports') } as const;

class Simulation {
  private readonly recorded: Recorded;
  private missed = 0;
  private readonly affected = new Set<Spell>();
  /** The part of the next call of each situation that is due. */
  private readonly due = new Map<CallKind, number>();

  constructor(
    private readonly minutes: number,
    private readonly spells: readonly Spell[],
    private readonly recordings: Recordings,
    private readonly schedules: Schedules,
    private readonly chance: Chance,
    private readonly begins: number,
  ) {
    this.recorded = new Recorded(minutes);
  }

  run(): Recorded {
    for (let minute = 0; minute < this.minutes; minute += 1) {
      const spells = this.spells.filter(({ from, until }) => from <= minute && minute < until);
      this.requests(minute, spells);
      this.canary(minute, spells);
      this.schedule(minute, 'recovery', this.schedules.recovery, spells);
      this.schedules.hourly.forEach((hourly, index) => {
        const name = HOURLY.find((one) => RECORDED_AS[one] === hourly.id) ?? HOURLY[index];
        if (name === undefined) throw new Error(`The model has no name for the hourly schedule ${hourly.id}.`);
        this.schedule(minute, name, hourly, spells);
      });
      this.queues(minute, spells);
      this.backups(minute, spells);
    }
    return this.recorded;
  }

  private requests(minute: number, spells: readonly Spell[]): void {
    const faults = spells.map(({ fault }) => fault);
    if (!faults.some(({ isUnreachable }) => isUnreachable)) {
      const busier = faults.reduce((factor, fault) => factor * (fault.busier ?? 1), 1);
      const calls = Math.round(busier * callsOf(this.begins + minute) * (0.7 + this.chance.below(600) / 1_000));
      for (let call = 0; call < calls; call += 1) this.call(minute, faults);
    }
    for (const { fault, from } of spells) {
      if ((minute - from) % (fault.againEvery ?? this.minutes) !== 0) continue;
      for (const [kind, count] of sharesOf(fault.once ?? {}))
        for (let one = 0; one < count; one += 1) this.answer(minute, this.sample(kind), 1);
    }
    const throttles = faults.reduce((sum, { lambdaThrottles = 0 }) => sum + lambdaThrottles, 0);
    if (throttles > 0) this.recorded.measure(minute, metricKey('AWS/Lambda', 'Throttles'), 1, throttles);
  }

  private call(minute: number, faults: readonly Fault[]): void {
    const refused = faults.reduce((sum, { refusedAtGateway = 0 }) => sum + refusedAtGateway, 0);
    if (refused > 0) this.recorded.measure(minute, GATEWAY.calls, 1, refused);
    if (faults.some(({ isGatewayDown }) => isGatewayDown)) {
      this.recorded.measure(minute, GATEWAY.calls, 1);
      this.recorded.measure(minute, GATEWAY.errors, 1);
      return;
    }
    const slower = faults.reduce((factor, fault) => factor * (fault.slower ?? 1), 1);
    const throttles = faults.find((fault) => fault.throttles)?.throttles;
    this.answer(minute, this.sample(this.kind(faults)), slower, throttles);
  }

  /** The situations of a fault come evenly: 1 in 250 is each 250th call. Those of a normal day come at random. */
  private kind(faults: readonly Fault[]): CallKind {
    for (const { calls = {} } of faults)
      for (const [kind, share] of sharesOf(calls)) {
        const due = (this.due.get(kind) ?? 0) + share;
        this.due.set(kind, due >= 1 ? due - 1 : due);
        if (due >= 1) return kind;
      }
    let place = this.chance.below(1_000_000) / 1_000_000;
    for (const [kind, share] of NORMAL) {
      if (place < share) return kind;
      place -= share;
    }
    return 'well';
  }

  private sample(kind: CallKind): Sample {
    const samples = this.recordings.calls[kind];
    const chosen = samples[this.chance.below(samples.length)];
    if (chosen === undefined) throw new Error(`No call was recorded as ${kind}.`);
    return chosen;
  }

  /** Writes what AWS sees of a call: the lines, the gateway's metrics, and the throttles that its lines report. */
  private answer(minute: number, sample: Sample, slower: number, throttles?: MetricKey): void {
    const { id, lines, status, outboundCalls } = sample;
    for (const line of lines) this.recorded.log(minute, line);
    this.recorded.measure(minute, GATEWAY.calls, 1);
    if (status === 0 || status >= 500) this.recorded.measure(minute, GATEWAY.errors, 1);
    const cold = this.chance.below(1_000) < 1_000 * TIMES.coldShare ? TIMES.cold : 0;
    const time = status === 0 ? TIMES.hung : slower * (TIMES.own + TIMES.outbound * outboundCalls + cold);
    this.recorded.measure(minute, GATEWAY.time, time);
    if (this.says(lines, 'ProvisionedThroughputExceededException')) this.throttledTable(minute, lines, throttles);
    // Cognito counts a call that it refused, with any answer of ours.
    if (status >= 429 && this.recordings.calls.throttledSignIn.includes(sample))
      this.throttledSignIn(minute, id, throttles);
  }

  /** Whether a fault line names the exception. Only failed calls have more than one line. */
  private says(lines: readonly string[], exception: string): boolean {
    return lines.length > 1 && lines.some((line) => line.includes(`"${exception}"`));
  }

  /** The SDK tries a refused call three times. A Query that is refused is one of the first index. */
  private throttledTable(minute: number, lines: readonly string[], throttles?: MetricKey): void {
    const isQuery = this.recordings.calls.throttledIndex.some((sample) => sample.lines === lines);
    const place = isQuery ? { TableName: 'table', GlobalSecondaryIndexName: 'gsi1' } : { TableName: 'table' };
    this.recorded.measure(minute, throttles ?? metricKey('AWS/DynamoDB', 'ReadThrottleEvents', place), 1, 3);
  }

  private throttledSignIn(minute: number, id: string, throttles?: MetricKey): void {
    const pool = /driver/i.test(id) ? 'drivers' : 'staff';
    const name = /refresh/i.test(id) ? 'TokenRefreshThrottles' : 'SignInThrottles';
    const place = { UserPool: `${pool} pool`, UserPoolClient: `${pool} client` };
    this.recorded.measure(minute, throttles ?? metricKey('AWS/Cognito', name, place), 1);
  }

  /** The canary's calls are calls like others. Its run succeeds when all of them do. */
  private canary(minute: number, spells: readonly Spell[]): void {
    const fate = this.fate('canary', spells);
    if (minute % CANARY_MINUTES !== 0 || fate === 'silent') return;
    const faults = spells.map(({ fault }) => fault);
    const isCut = faults.some(({ isGatewayDown, isUnreachable }) => isGatewayDown === true || isUnreachable === true);
    if (!faults.some(({ isUnreachable }) => isUnreachable))
      for (let call = 0; call < CANARY_CALLS; call += 1) this.call(minute, faults);
    this.write(minute, 'canary', isCut || fate !== undefined ? 'leaves' : 'well');
  }

  private fate(name: ScheduleName, spells: readonly Spell[]): RunKind | 'silent' | 'hung' | undefined {
    for (const spell of spells) {
      const fate = spell.fault.runs?.[name];
      if (fate === undefined || (spell.fault.onlyFirstRun && this.affected.has(spell))) continue;
      return fate;
    }
    return undefined;
  }

  private schedule(minute: number, name: ScheduleName, { id, minutes }: Schedule, spells: readonly Spell[]): void {
    // The schedules do not run at the same minute.
    const offset = {
      canary: 0,
      recovery: 2,
      'hourly 1': 17,
      'hourly 2': 41,
      'hourly 3': 29,
      'hourly 4': 53,
      'hourly 5': 3,
      'hourly 6': 0,
      'hourly 7': 0,
    }[name];
    if (minute % minutes !== offset % minutes) return;
    const fate = this.fate(name, spells);
    const isSingle = spells.some(({ fault }) => fault.onlyFirstRun && fault.runs?.[name] !== undefined);
    for (const spell of spells) if (spell.fault.runs?.[name] !== undefined) this.affected.add(spell);
    if (fate === 'silent') return;
    const recorded = RECORDED_AS[name];
    if (fate !== 'throws' && fate !== 'hung') {
      this.write(minute, recorded, fate ?? 'well');
      return;
    }
    for (const [index, after] of TRIES_AT.entries()) {
      if (isSingle && index > 0) {
        this.write(minute + after, recorded, 'well');
        return;
      }
      if (fate === 'hung') this.recorded.log(minute + after, this.hungLine());
      else this.write(minute + after, recorded, 'throws');
      this.recorded.measure(minute + after, metricKey('AWS/Lambda', 'Errors', { FunctionName: `fleet-prod-${id}` }), 1);
    }
    this.missed += 1;
  }

  /** The daily copies begin at two in the night of Mexico. On Wednesdays the copy of the documents takes eight hours, because many files have changed. */
  private backups(minute: number, spells: readonly Spell[]): void {
    if ((this.begins + minute) % DAY !== COPIES_AT) return;
    const copies = spells.find(({ fault }) => fault.copies)?.fault.copies;
    if (copies === 'none') return;
    this.recorded.measure(minute + 10, COMPLETED, 1);
    const isSlow = Math.floor((this.begins + minute) / DAY) % 7 === 2;
    if (copies === undefined) this.recorded.measure(minute + (isSlow ? 8 * 60 : 20), COMPLETED, 1);
  }

  private hungLine(): string {
    const [line] = this.recordings.calls.hung[0]?.lines.slice(-1) ?? [];
    if (line === undefined) throw new Error('No run was recorded that hung.');
    return line;
  }

  private write(minute: number, id: string, kind: RunKind): void {
    const sample = this.recordings.runs[id]?.[kind];
    if (sample === undefined) throw new Error(`No run of ${id} was recorded as ${kind}.`);
    for (const line of sample.lines) this.recorded.log(minute, line);
  }

  private givenUp(minute: number, spells: readonly Spell[], isLookedInto: boolean): void {
    for (const fault of ['isDeliveryLost', 'isImportLost'] as const) {
      const lost = spells.filter((spell) => spell.fault[fault]).length;
      if (lost > 0 || isLookedInto) this.recorded.measure(minute, GIVEN_UP[fault], lost);
    }
  }

  private queues(minute: number, spells: readonly Spell[]): void {
    // SQS and SES write nothing about an idle queue and without mails. A queue is idle six hours after its last use.
    this.missed += spells.filter(({ fault, from }) => fault.isBackupFailing && from === minute).length;
    const isLookedInto = spells.some(({ fault }) => fault.looksIntoQueues);
    if (this.missed > 0 || isLookedInto) this.recorded.measure(minute, MISSED, this.missed);
    if (isLookedInto) this.recorded.measure(minute, UNDELIVERED, 0);
    this.givenUp(minute, spells, isLookedInto);
    if (spells.some(({ fault }) => fault.mails === 'refused')) this.write(minute, 'sendMail', 'refused');
    if (spells.some(({ fault, from }) => fault.isEventUnreadable && from === minute))
      this.write(minute, 'fanOutEvents', 'leaves');
    const spell = spells.find(({ fault }) => fault.mails === 'wait' || fault.mails === 'fail');
    const waits = spell ? minute - spell.from : 0;
    const isGivenUp = spell?.fault.mails === 'fail' && waits >= GIVEN_UP_AFTER;
    if (isGivenUp) this.recorded.measure(minute, UNDELIVERED, 1);
    if (waits > 0) this.recorded.measure(minute, AGE, 60 * (isGivenUp ? waits % GIVEN_UP_AFTER : waits));
    const standing = spells.find(({ fault }) => fault.isStreamStanding);
    if (standing) this.recorded.measure(minute, RECORDS_AGE, 60_000 * (minute - standing.from));
    if (minute % 60 !== 0) return;
    const highest = (of: 'bounces' | 'complaints') => Math.max(0, ...spells.map(({ fault }) => fault[of] ?? 0));
    if (highest('bounces') > 0)
      this.recorded.measure(minute, metricKey('AWS/SES', 'Reputation.BounceRate'), highest('bounces'));
    if (highest('complaints') > 0)
      this.recorded.measure(minute, metricKey('AWS/SES', 'Reputation.ComplaintRate'), highest('complaints'));
  }
}

/** The recordings that each schedule plays: those of the present triggers, also for alarms that watch earlier ones. */
const RECORDED_AS: Readonly<Record<ScheduleName, string>> = {
  canary: 'canary',
  recovery: 'recoverStamping',
  'hourly 1': 'raiseExpiringPapers',
  'hourly 2': 'deleteDueErasures',
  'hourly 3': 'raiseReceiptAlerts',
  'hourly 4': 'reconcileDeliveries',
  'hourly 5': 'watchTrips',
  'hourly 6': 'sweepDeliveries',
  'hourly 7': 'sweepImports',
};

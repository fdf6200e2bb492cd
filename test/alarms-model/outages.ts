import { metricKey } from './definitions';
import { DAY, type Fault, type HourlyName, type TimeOfDay } from './simulate';

/** An outage, with the alarm that must go off and the most minutes until then. */
export interface Outage {
  readonly name: string;
  /** True for an outage beyond the 23: it shows that one more alarm goes off. */
  readonly isMore?: true;
  readonly injects: string;
  readonly fault: Fault;
  readonly at: TimeOfDay;
  readonly alarm: string;
  readonly within: number;
  /** Other alarms that are right in this outage. Any further one is a false alarm. */
  readonly also?: readonly string[];
  /** The minutes that are simulated before the fault, and after the alarm is due, where the alarm looks at days. */
  readonly before?: number;
  readonly longer?: number;
}

const outage = (
  name: string,
  injects: string,
  fault: Fault,
  [alarm, within]: readonly [string, number],
  more: Partial<Pick<Outage, 'also' | 'at' | 'isMore' | 'before' | 'longer'>> = {},
): Outage => ({ name, injects, fault, alarm, within, at: 'noon', ...more });

const BURNS = ['slo-burn-fast', 'slo-burn-slow'];
/** Some minutes of an outage may pass the five in a hundred of these alarms. */
const REFUSED = ['busy', 'unreachable', 'down', ...BURNS];
const THROWN = ['crashes', 'down', 'dead-letters'];

const hourly = (name: HourlyName, id: string): Outage[] => [
  outage(`${id} throws`, 'its reads fail', { runs: { [name]: 'throws' } }, ['hourly-failing', 120], {
    also: ['dead-letters'],
  }),
  outage(`${id} leaves work undone`, 'one item fails in each run', { runs: { [name]: 'leaves' } }, [
    'hourly-failing',
    120,
  ]),
  outage(`${id} is not called`, 'no event', { runs: { [name]: 'silent' } }, ['hourly-silent', 120]),
];

/** The outages of the requests. */
const REQUESTS: readonly Outage[] = [
  outage('the gateway is down', 'each call gets 5xx before a function', { isGatewayDown: true }, ['unreachable', 10], {
    also: ['down', 'canary', ...BURNS],
  }),
  outage('a tenth of the calls time out', 'runs that never end', { calls: { hung: 0.1 } }, ['unreachable', 10], {
    also: ['down', 'crashes', 'slow', ...BURNS],
  }),
  outage('a hundredth of the calls time out', 'runs that never end', { calls: { hung: 0.01 } }, ['crashes', 30], {
    also: ['down', ...BURNS],
  }),
  outage('a tenth of the calls get 503', 'the table refuses', { calls: { busy: 0.1 } }, ['busy', 10], {
    also: ['unreachable', 'down', 'throttles', ...BURNS],
  }),
  outage('the provider is down', '35 stamps an hour get 500, as with 500 trucks', { calls: { provider: 0.015 } }, [
    'provider',
    30,
  ]),
  outage('everything is ten times slower', 'the times of all calls', { slower: 10 }, ['slow', 15]),
  outage('1 in 50 calls is a fault', 'an unknown exception of the table', { calls: { fault: 0.02 } }, ['faults', 10], {
    also: REFUSED,
  }),
  outage('1 in 250 calls is a fault', 'the same, all day', { calls: { fault: 0.004 } }, ['slo-burn-slow', 480], {
    also: ['faults'],
  }),
  outage(
    'Cognito refuses sign-ins',
    'TooManyRequestsException',
    { calls: { throttledSignIn: 0.04 } },
    ['sign-in-throttled', 10],
    { also: REFUSED },
  ),
  outage(
    'an index refuses',
    'ProvisionedThroughputExceededException of Query',
    { calls: { throttledIndex: 0.04 } },
    ['throttles', 10],
    { also: REFUSED },
  ),
  outage('silence at noon', 'no caller reaches the service', { isUnreachable: true }, ['canary', 15], {
    also: ['down'],
  }),
];

/** The outages of schedules and mails. */
const WORK: readonly Outage[] = [
  ...hourly('hourly 1', 'raiseExpiringPapers'),
  ...hourly('hourly 2', 'deleteDueErasures'),
  outage('the recovery throws', 'it lacks a setting', { runs: { recovery: 'throws' } }, ['recovery-failing', 45], {
    also: THROWN,
  }),
  outage(
    'the recovery leaves work undone',
    'a record that cannot be read',
    { runs: { recovery: 'leaves' } },
    ['recovery-failing', 45],
    { also: ['stamping-backlog'] },
  ),
  outage('the recovery is not called', 'no event', { runs: { recovery: 'silent' } }, ['recovery-silent', 45]),
  outage(
    'stamps wait',
    'no run has time for an invoice that is PENDING for 45 minutes',
    { runs: { recovery: 'waits' } },
    ['stamping-backlog', 45],
  ),
  outage('mails stand still', 'no function reads the queue', { mails: 'wait' }, ['mails-late', 20]),
  outage('mails bounce', 'a bounce rate of 6 %', { bounces: 0.06 }, ['mail-reputation', 60]),
];

const more = (...given: Parameters<typeof outage>): Outage => ({ ...outage(...given), isMore: true });

const table = (name: string, index?: string) =>
  metricKey('AWS/DynamoDB', name, { TableName: 'table', ...(index && { GlobalSecondaryIndexName: index }) });
const cognito = (name: string, pool: string) =>
  metricKey('AWS/Cognito', name, { UserPool: `${pool} pool`, UserPoolClient: `${pool} client` });

/** Each place at which AWS can throttle, alone. */
const throttledPlaces = (): Outage[] => [
  ...['ReadThrottleEvents', 'WriteThrottleEvents'].flatMap((name) =>
    [undefined, 'gsi1', 'gsi2'].map((index) =>
      more(
        `${name} of ${index ?? 'the table'}`,
        'ProvisionedThroughputExceededException',
        { calls: { busy: 0.04 }, throttles: table(name, index) },
        ['throttles', 10],
        { also: REFUSED },
      ),
    ),
  ),
  ...['SignInThrottles', 'TokenRefreshThrottles'].flatMap((name) =>
    ['staff', 'drivers'].map((pool) =>
      more(
        `${name} of ${pool}`,
        'TooManyRequestsException',
        { calls: { throttledSignIn: 0.045 }, throttles: cognito(name, pool) },
        ['sign-in-throttled', 10],
        { also: REFUSED },
      ),
    ),
  ),
];

const OF_DAYS = { before: 4 * DAY, longer: 5 * DAY };

/** Outages that show that each further alarm goes off, and that each part of it is needed. */
const MORE: readonly Outage[] = [
  ...hourly('hourly 4', 'reconcileDeliveries').map((one) => ({ ...one, isMore: true as const })),
  more('the stream stands still', 'no function reads it', { isStreamStanding: true }, ['events-late', 20]),
  ...hourly('hourly 3', 'raiseReceiptAlerts').map((one) => ({ ...one, isMore: true as const })),
  more('the look at trips leaves work undone', 'one item fails in each run', { runs: { 'hourly 5': 'leaves' } }, [
    'hourly-failing',
    120,
  ]),
  more('the look at trips is not called', 'no event', { runs: { 'hourly 5': 'silent' } }, ['hourly-silent', 120]),
  more(
    'the look at trips never ends',
    'each run times out',
    { runs: { 'hourly 5': 'hung' } },
    ['hourly-failing', 120],
    {
      also: ['hourly-silent', ...THROWN],
    },
  ),
  more(
    'the sweep of deliveries leaves work undone',
    'one shard fails in each run',
    { runs: { 'hourly 6': 'leaves' } },
    ['hourly-failing', 120],
  ),
  more('the sweep of deliveries is not called', 'no event', { runs: { 'hourly 6': 'silent' } }, ['hourly-silent', 120]),
  more(
    'the sweep of deliveries never ends',
    'each run times out',
    { runs: { 'hourly 6': 'hung' } },
    ['hourly-failing', 120],
    { also: ['hourly-silent', ...THROWN] },
  ),
  more('the sweep of imports throws', 'its read fails', { runs: { 'hourly 7': 'throws' } }, ['hourly-failing', 120], {
    also: ['hourly-silent', ...THROWN],
  }),
  more('the sweep of imports is not called', 'no event', { runs: { 'hourly 7': 'silent' } }, ['hourly-silent', 120]),
  more(
    'a call of a schedule is given up',
    'three tries throw',
    { runs: { 'hourly 1': 'throws' } },
    ['dead-letters', 30],
    {
      also: ['hourly-failing'],
    },
  ),
  more('the table refuses', 'ProvisionedThroughputExceededException', { calls: { busy: 0.04 } }, ['throttles', 10], {
    also: REFUSED,
  }),
  more('functions are throttled', '4 throttles a minute', { lambdaThrottles: 4 }, ['throttles', 10]),
  more('2 of 100 calls time out', 'runs that never end', { calls: { hung: 0.02 } }, ['slo-burn-fast', 60], {
    also: ['crashes', 'down', 'slo-burn-slow'],
  }),
  more('an invoice is stuck', 'PENDING for three hours', { runs: { recovery: 'stuck' } }, ['invoices-stuck', 15]),
  more('the recovery never ends', 'each run times out', { runs: { recovery: 'hung' } }, ['recovery-silent', 45], {
    also: ['recovery-failing', ...THROWN],
  }),
  more('the recovery times out', 'each run times out', { runs: { recovery: 'hung' } }, ['recovery-failing', 45], {
    also: ['recovery-silent', ...THROWN],
  }),
  more(
    'no hourly schedule is called',
    'no event',
    {
      runs: {
        'hourly 1': 'silent',
        'hourly 2': 'silent',
        'hourly 3': 'silent',
        'hourly 4': 'silent',
        'hourly 5': 'silent',
        'hourly 6': 'silent',
        'hourly 7': 'silent',
      },
    },
    ['hourly-silent', 120],
  ),
  more(
    'an hourly schedule never ends',
    'each run times out',
    { runs: { 'hourly 1': 'hung' } },
    ['hourly-silent', 120],
    {
      also: ['hourly-failing', 'dead-letters'],
    },
  ),
  more('mails are given up', 'each try fails', { mails: 'fail' }, ['dead-letters', 20]),
  more('a webhook delivery is given up', 'its message lies in the last queue', { isDeliveryLost: true }, [
    'repeated-work-lost',
    5,
  ]),
  more('an event cannot be read', 'its record of the stream is left out', { isEventUnreadable: true }, [
    'repeated-work-lost',
    5,
  ]),
  more('a message of an import is given up', 'it lies in the last queue', { isImportLost: true }, [
    'repeated-work-lost',
    5,
  ]),
  more(
    'mails are given up after a webhook delivery',
    'each try of a mail fails, and the message of a delivery lies in the last queue',
    { mails: 'fail', isDeliveryLost: true },
    ['dead-letters', 20],
    { also: ['repeated-work-lost'] },
  ),
  more('a backup fails', 'an event with the state FAILED', { isBackupFailing: true }, ['dead-letters', 5]),
  more('no copy is started', 'the plan has no job', { copies: 'none' }, ['backups-silent', 3 * DAY], OF_DAYS),
  more(
    'one of two copies is not started',
    'a job for the table alone',
    { copies: 'one' },
    ['backups-silent', 3 * DAY],
    OF_DAYS,
  ),
  more('SES refuses mails for good', 'MessageRejected', { mails: 'refused' }, ['dead-letters', 10]),
  more('mails bring complaints', 'a complaint rate of 0.09 %', { complaints: 0.0009 }, ['mail-reputation', 60]),
  more('the canary fails', 'its sign-in fails', { runs: { canary: 'leaves' } }, ['canary', 15], { also: ['down'] }),
  more('the canary is not called at night', 'no event', { runs: { canary: 'silent' } }, ['canary', 15], {
    also: ['down'],
    at: 'night',
  }),
  more('the whole stage is silent at night', 'no call and no event', NOTHING(), ['canary', 15], {
    also: ['down', 'recovery-silent', 'hourly-silent'],
    at: 'night',
  }),
  more(
    'a storm with 503',
    'the gateway refuses half of the calls; 9 % of the others get 503',
    { refusedAtGateway: 1, calls: { busy: 0.09 } },
    ['busy', 10],
    {
      also: ['throttles', ...REFUSED],
    },
  ),
];

function NOTHING(): Fault {
  return {
    isUnreachable: true,
    runs: {
      canary: 'silent',
      recovery: 'silent',
      'hourly 1': 'silent',
      'hourly 2': 'silent',
      'hourly 3': 'silent',
      'hourly 4': 'silent',
      'hourly 5': 'silent',
      'hourly 6': 'silent',
      'hourly 7': 'silent',
    },
  };
}

export const OUTAGES: readonly Outage[] = [...REQUESTS, ...WORK, ...MORE, ...throttledPlaces()];

interface SingleFault {
  readonly name: string;
  readonly fault: Fault;
  /** The minutes for which it lasts. */
  readonly lasts: number;
}

const single = (name: string, fault: Fault, lasts = 1): SingleFault => ({ name, fault, lasts });

/** Faults that end by themselves and must not raise an alarm, at noon and at night. */
export const SINGLE_FAULTS: readonly SingleFault[] = [
  single('one call is a fault', { once: { fault: 1 } }),
  single('one call times out', { once: { hung: 1 } }),
  single('two calls get 503', { once: { busy: 2 } }),
  single('eight calls get 503 within a minute', { once: { busy: 8 } }),
  single('six sign-ins are throttled within a minute', { once: { throttledSignIn: 6 } }),
  single('three calls get 502 within a minute', { once: { provider: 3 } }),
  single('two calls get 502', { once: { provider: 2 } }),
  single('one sign-in is throttled', { once: { throttledSignIn: 1 } }),
  single('three calls wait for an index', { once: { throttledIndex: 2 } }),
  single('six calls are faults within a minute', { once: { fault: 6 } }),
  single('all is eight times slower for four minutes', { slower: 8 }, 4),
  single('one run of the canary fails', { runs: { canary: 'leaves' } }, 5),
  single('two runs of the canary are left out', { runs: { canary: 'silent' } }, 10),
  single('nine throttles', { lambdaThrottles: 9 }),
  single(
    'one run of the recovery throws, and its retry succeeds',
    { runs: { recovery: 'throws' }, onlyFirstRun: true },
    15,
  ),
  single('one run of the recovery leaves work', { runs: { recovery: 'leaves' } }, 15),
  single('one run of the recovery is left out', { runs: { recovery: 'silent' } }, 15),
  single('stamps wait for one run', { runs: { recovery: 'waits' } }, 5),
  single('one hourly run throws, and its retry succeeds', { runs: { 'hourly 1': 'throws' }, onlyFirstRun: true }, 60),
  single('one hourly run leaves work', { runs: { 'hourly 2': 'leaves' } }, 60),
  single('one hourly run is left out', { runs: { 'hourly 2': 'silent' } }, 60),
  single('mails wait for ten minutes', { mails: 'wait' }, 10),
  single('the stream stands still for eight minutes', { isStreamStanding: true }, 8),
  single('3 % of the mails bounce', { bounces: 0.03 }, 600),
  single('1 mail in 2,000 brings a complaint', { complaints: 0.0005 }, 600),
  // Two spells in two periods: at night they are one call in ten.
  single('two calls time out, twice', { once: { hung: 2 }, againEvery: 5 }, 10),
  single('two calls get 503, twice', { once: { busy: 2 }, againEvery: 5 }, 10),
  single('one call is a fault, twice', { once: { fault: 1 }, againEvery: 5 }, 10),
  single('on a busy day 1 call in 250 is a fault', { busier: 5, calls: { fault: 0.004 } }, 10),
  single('3 of 100 calls get no answer of the table', { calls: { unanswered: 0.03 } }, 10),
  single('stamps of the last minutes wait', { runs: { recovery: 'recent' } }, 180),
  single('the empty queues are looked into', { looksIntoQueues: true }, 60),
];

/** The quiet time: two weekdays are not enough to see a weekend. */
export const QUIET_MINUTES = 7 * DAY;

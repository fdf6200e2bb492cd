import type { Results, Units } from '../results';
import { contend, hottestPartition } from './simulate';
import { figure, markdownTable } from './table';

const RATES = [1, 5, 10, 20, 40, 80];
/** A new table on demand begins with so many: 4,000 write units, 1,000 for each. */
const FIRST_PARTITIONS = 4;
const PARTITION_WRITES = 1_000;

/**
 * AWS's published limits, with their pages, as its documentation had them on 2026-11-21 (Cognito's 120 was not shown there; its page names the quota,
 * and says that it is bought).
 */
const LIMITS: readonly (readonly [string, string, string])[] = [
  [
    'DynamoDB, one partition',
    '1,000 write and 3,000 read units a second; fixed',
    'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html',
  ],
  [
    'DynamoDB, a new table on demand',
    '4,000 write and 12,000 read units a second; then twice the peak before within 30 minutes',
    'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/on-demand-capacity-mode.html',
  ],
  [
    'DynamoDB, a table',
    '40,000 write and 40,000 read units a second',
    'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html',
  ],
  [
    'Cognito, UserAuthentication',
    '120 requests a second of all pools of an account and region; a refresh is one',
    'https://docs.aws.amazon.com/cognito/latest/developerguide/quotas.html',
  ],
  [
    'Cognito, UserCreation',
    '50 requests a second',
    'https://docs.aws.amazon.com/cognito/latest/developerguide/quotas.html',
  ],
  [
    'API Gateway',
    '10,000 requests a second of an account and region, 5,000 at once; in Mexico (Central) 2,500 and 1,250; raised by asking, the second number not',
    'https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html',
  ],
  [
    'API Gateway, one HTTP API',
    '300 routes, raised by asking, and 300 integrations, which are fixed',
    'https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html',
  ],
  [
    'Lambda',
    '1,000 calls at once of an account and region; each function 1,000 more every 10 seconds',
    'https://docs.aws.amazon.com/lambda/latest/dg/scaling-behavior.html',
  ],
  [
    'SES',
    '200 mails a day, one a second, to verified addresses alone, until AWS takes the account out of its sandbox',
    'https://docs.aws.amazon.com/ses/latest/dg/quotas.html',
  ],
];

const TRUCKS_OF_A_TEAM = 50;
const PING_SECONDS = 180;
/** Access tokens live 15 minutes. */
const REFRESH_SECONDS = 900;
const BUSY_MILLISECONDS = 15;

interface Load {
  readonly teams: number;
  readonly trucks: number;
  readonly requests: number;
  readonly writes: number;
  readonly refreshes: number;
  readonly atOnce: number;
}

/** All trucks on the road at once, and the office looking as often as they tell. */
function loadOf(teams: number, pingUnits: number): Load {
  const trucks = teams * TRUCKS_OF_A_TEAM;
  const pings = trucks / PING_SECONDS;
  const refreshes = (trucks * 1.1) / REFRESH_SECONDS;
  const requests = 2 * pings + refreshes;
  return {
    teams,
    trucks,
    requests,
    writes: pings * pingUnits,
    refreshes,
    atOnce: (requests * BUSY_MILLISECONDS) / 1000,
  };
}

/** `docs/scale.md`: the bench's units, a simulation that is the same in every run, and AWS's limits. */
export function scaleDocument({ bySize }: Units, machine: Results['machine']): string {
  const costs = Object.values(bySize).at(-1) ?? {};
  const ping = costs.pingLocation?.writeUnits ?? 0;
  const loads = [1, 100, 1_000, 10_000].map((teams) => loadOf(teams, ping));
  return `# Scale

Made by \`npm run bench\` on ${machine.date}, from its request units, from simulations that are the same in every run (\`bench/report/simulate.ts\`), and from AWS’s
published limits; do not edit it. Nothing here was run at AWS.

## Limits

${markdownTable(['What', 'Limit', 'Page'], LIMITS)}

## What a number of teams asks for

${TRUCKS_OF_A_TEAM} trucks in each team, all on the road at once, a position every ${PING_SECONDS / 60} minutes (${figure(ping)} write unit, no read), the office looking as often, and tokens
that live 15 minutes.

${markdownTable(
  ['Teams', 'Trucks', 'Requests/s', 'Write units/s', 'Cognito refreshes/s', 'Functions at once'],
  loads.map(({ teams, trucks, requests, writes, refreshes, atOnce }) =>
    [teams, trucks, Math.ceil(requests), Math.ceil(writes), Math.ceil(refreshes), Math.ceil(atOnce)].map(figure),
  ),
)}

**At 100 teams** nothing of AWS’s is near its limit. The first limit is not traffic: a new account’s SES is in its sandbox and mails only verified addresses.
Ask for production access before the first team; nothing else need change.

**At 10,000 teams** Cognito broke first, at about 2,000: refreshes pass its 120 a second, and drivers are signed out on the road. In this order:

1. Cognito: raise the quota of UserAuthentication (it is bought), or let drivers’ access tokens live an hour, which quarters the refreshes; the
   read of the caller’s permission detects ended sessions anyway ([decision 8](decisions/0008-recovery-and-registration.md)).
2. API Gateway: more than half of its 10,000 requests a second, and all of it when telephones come back from a dead spot at once. Raise it, and let the
   telephone wait a chance part of the interval before a ping. In Mexico (Central) its 2,500 are passed at about 4,000 teams.
3. Lambda: few functions run at once, because each is done in milliseconds; but a stall of Cognito or the provider multiplies that. Reserve a part of the
   account’s 1,000 for pings, or raise the limit.
4. The recovery of stamps runs alone, every five minutes: its work lies in shards, so that more than one can run.
5. One account for all: a second deployment beside the first, with teams of its own, is the way past every limit of an account. A team lies in one
   table alone and nothing joins two.

## Hot partitions: 5,000 trucks

A position lies in a partition key of its own trip (\`TEAM#t#TRIP#trip\`), so that a fleet spreads over all partitions. The most that one of them sees in a
second, of ${figure(PARTITION_WRITES)} that it takes:

${markdownTable(
  ['Pings come within', `of ${FIRST_PARTITIONS} partitions, as a new table has`, 'of 20'],
  [180, 10, 1].map((seconds) => [
    `${seconds} s`,
    figure(hottestPartition(5_000, seconds, FIRST_PARTITIONS) * ping),
    figure(hottestPartition(5_000, seconds, 20) * ping),
  ]),
)}

Only telephones that all tell their position in one second pass the limit of a new table, for that second; the SDK tries again. Had a position lain with its
team, one carrier of 5,000 trucks would have had all of them on one key.

## A hot counter

A team’s invoices are counted by one item, moved in the transaction of each change, and two transactions on one item cannot both be. Transactions that come
by chance on one team, ${MAXIMUM}:

${markdownTable(
  ['Invoices made or changed a second, of one team', 'Given up', 'Tries in the middle', '99 of 100 are done within'],
  RATES.map(contend).map(({ perSecond, refused, tries, p99 }) => [
    figure(perSecond),
    `${figure(refused)} %`,
    tries.toFixed(2),
    `${figure(Math.round(p99))} ms`,
  ]),
)}

A carrier of 500 trucks ends a trip every three minutes. Where one team would make tens of invoices a second, as an import would, the counter would be cut into
shards that a page adds up: one read unit more for ten of them. A request that gives up answers 503 with \`Retry-After\` and writes nothing.

The other hot key is the team’s own partition (\`TEAM#t\`): members, drivers, vehicles, trips and invoices lie in it, 3,000 read units a second. Every request of
the office reads its membership there at one unit, so that a team of 1,000 people at their screens, one request a second each, stays below it with
what they read; DynamoDB moves an item collection that is hot to partitions of its own, except where it has a local index, and this table has none.
`;
}

const MAXIMUM = 'each tried up to ten times with full jitter';

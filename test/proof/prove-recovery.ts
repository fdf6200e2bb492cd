import { type OutageGiven, type OutageResult, recoverFromOutage } from './outage';

const MINUTE = 60_000;
/** The setting's default. */
const CALLS_PER_SECOND = 5;
const RUN_MINUTES = 15;

interface Case {
  readonly name: string;
  readonly given: OutageGiven;
  /** The most minutes from the first run until each invoice with a document is settled. */
  readonly minutes: number;
}

const CASES: readonly Case[] = [
  {
    // production 6.2: 350 stamps an hour for six hours, and those that come during the 25 minutes of the recovery.
    name: '2,246 invoices of 5,000 trucks',
    given: { documents: 2246, lost: 0 },
    minutes: 25,
  },
  { name: '500 invoices with a document', given: { documents: 500, lost: 0 }, minutes: RUN_MINUTES },
  {
    name: '2,000 invoices, 200 of them without a document, a kill after 4 minutes, and six 429',
    given: { documents: 1800, lost: 200, killedAfter: 4 * MINUTE, refused: [100, 101, 102, 700, 1500, 1501] },
    minutes: 3 * RUN_MINUTES,
  },
];

/** Runs the outages and prints what it counted. */
export async function proveRecovery(): Promise<boolean> {
  let failed = 0;
  for (const one of CASES) {
    const result = await recoverFromOutage(one.given);
    const faults = faultsOf(one, result);
    tell(one.name, result);
    for (const fault of faults) console.log(`  FAULT: ${fault}`);
    if (faults.length > 0) failed += 1;
  }
  console.log(`${CASES.length - failed} passed, ${failed} failed`);
  return failed === 0;
}

function tell(name: string, { runs, documentMinutes, allMinutes, valid, failed, left, twice, ...calls }: OutageResult) {
  const worked = runs.map((run) => (run === 'killed' ? run : `${run.worked} (${run.open} open)`)).join(', ');
  console.log(`${name}: with a document settled after ${documentMinutes} min, all after ${allMinutes} min.`);
  console.log(
    `  ${valid} VALID, ${failed} ERROR, ${twice} twice, ${left} look-ups of ERROR go on. Items by run: ${worked}.`,
  );
  console.log(
    `  ${calls.calls} calls, ${calls.mostInASecond} at most in a second, ${calls.refused} answered 429, ` +
      `${calls.overLimit} of these beyond the provider's limit.`,
  );
}

function faultsOf({ given, minutes }: Case, result: OutageResult): string[] {
  const rules: readonly (readonly [string, boolean])[] = [
    ['an invoice with a document is not VALID', result.valid === given.documents],
    ['an invoice without a document is not ERROR', result.failed === given.lost],
    ['invoices with a document waited too long', result.documentMinutes <= minutes],
    ['an invoice was settled twice', result.twice === 0],
    ['calls exceeded the rate', result.mostInASecond <= CALLS_PER_SECOND && result.overLimit === 0],
    ['the provider did not refuse as planned', result.refused === (given.refused?.length ?? 0)],
    ['the first run was not killed', given.killedAfter === undefined || result.runs[0] === 'killed'],
  ];
  return rules.flatMap(([fault, holds]) => (holds ? [] : [fault]));
}

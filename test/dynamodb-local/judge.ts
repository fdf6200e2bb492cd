import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import * as v from 'valibot';
import { projectRoot } from '../../local/root';

const Result = v.object({ fullName: v.string(), status: v.string(), failureMessages: v.array(v.string()) });
/** The part of Jest's report (`--json`) that is judged. */
const Report = v.object({
  testResults: v.array(
    v.object({ name: v.string(), status: v.string(), message: v.string(), assertionResults: v.array(Result) }),
  ),
});

/** Tests by file that must fail, and the text that the failing lines must have. */
export interface Expected {
  readonly tests: Readonly<Record<string, readonly string[]>>;
  readonly about: RegExp;
}

export interface Judged {
  readonly passed: number;
  /** Tests that failed as expected. */
  readonly listed: number;
  /** A line for each test that failed, was skipped, or passed against the list. */
  readonly failures: readonly string[];
}

/** Reads Jest's report and compares it with the list. A skipped test counts as failed, and so does a listed test that did not run. */
export function judgedReport(path: string, { tests, about }: Expected): Judged {
  const report = v.parse(Report, JSON.parse(readFileSync(path, 'utf8')));
  const verdicts = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(projectRoot(), name);
    if (status === 'failed' && assertionResults.length === 0) return [{ name: file, verdict: message }];
    const listed = new Set(tests[file] ?? []);
    return assertionResults.map((one) => ({
      name: `${file}: ${one.fullName}`,
      verdict: listed.has(one.fullName) ? verdictOfListed(file, one, about) : verdictOf(one),
    }));
  });
  const ran = new Set(verdicts.map(({ name }) => name));
  const missing = Object.entries(tests)
    .flatMap(([file, names]) => names.map((name) => `${file}: ${name}`))
    .filter((name) => !ran.has(name));
  const count = (wanted: string) => verdicts.filter(({ verdict }) => verdict === wanted).length;
  return {
    passed: count(PASSED),
    listed: count(LISTED),
    failures: [
      ...verdicts.flatMap(({ name, verdict }) =>
        verdict === PASSED || verdict === LISTED ? [] : [`${name}: ${verdict}`],
      ),
      ...missing.map((name) => `${name}: listed, but it did not run.`),
    ],
  };
}

const PASSED = 'passed';
const LISTED = 'failed as listed';

type Result = v.InferOutput<typeof Result>;

const verdictOf = ({ status, failureMessages }: Result): string =>
  status === 'passed' ? PASSED : `${status}. ${failureMessages.join('\n')}`;

function verdictOfListed(file: string, one: Result, about: RegExp): string {
  if (one.status === 'passed') return 'listed, but it passes now. Remove it from the list.';
  const failure = one.failureMessages.join('\n');
  return about.test(failingLines(file, failure)) ? LISTED : verdictOf(one);
}

/** The lines of the test file up to the one that the failure's stack names. */
function failingLines(file: string, failure: string): string {
  const line = Number(new RegExp(`${file}:(\\d+):`).exec(failure)?.[1] ?? 0);
  const source = readFileSync(join(projectRoot(), file), 'utf8').split('\n');
  return source.slice(Math.max(0, line - 3), line).join('\n');
}

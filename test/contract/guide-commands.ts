import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { createTableInput } from '../../shared/platform/table/table-definition';
import { pythonProgram } from '../support/python';

const GUIDE = join(__dirname, '..', '..', 'docs', 'operations.md');
const PARSER = join(__dirname, 'aws-commands.py');
const REQUIREMENTS = join(__dirname, 'requirements.txt');

/** The answer of every command. Later commands take it as an address, and the AWS CLI checks its length. */
const ANSWER = 'arn:aws:dynamodb:us-east-1:123456789012:table/fleet-prod/export/01234567890123-abcdefgh';

/** Programs of the guide that must not run here. Each does nothing and succeeds. */
const STOPPED = ['curl', 'git', 'npm', 'npx', 'tsx'];

/** A part of the guide that a shell runs, and the commands that it sent to the AWS CLI. */
interface Ran {
  readonly snippet: string;
  readonly commands: readonly (readonly string[])[];
}

/**
 * Runs every command of the guide in a shell, with a program in the place of the AWS CLI that records its arguments. Then the parser of the AWS
 * CLI takes them. Throws the commands that it refuses. Throws too when it takes one of the wrong commands below.
 */
export async function parseGuideCommands(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-guide-'));
  try {
    const python = await pythonProgram(REQUIREMENTS, 'python', join(folder, 'install.log'));
    const wrong = faultsOf(python, run(folder, WRONG));
    assert.deepEqual(
      WRONG.filter((snippet) => !wrong.some((fault) => fault.startsWith(snippet))),
      [],
      'the check takes wrong commands',
    );
    const ran = run(folder, snippetsOf(readFileSync(GUIDE, 'utf8')));
    assert.deepEqual(faultsOf(python, ran), []);
    console.log(`      ${ran.flatMap(({ commands }) => commands).length} calls of ${ran.length} snippets`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One command for each kind of fault that the check must find. */
const WRONG = [
  'aws sqs purge-queues --queue-url x',
  'aws sqs purge-queue',
  'aws sqs purge-queue --queue-url x --max-number 10',
  'aws sqs receive-message --queue-url x --max-number-of-messages ten',
  'aws cloudwatch describe-alarms --state-value ALARMED',
  "aws cloudwatch describe-alarms --query 'MetricAlarms[].Name'",
  "aws cloudwatch describe-alarms --query 'MetricAlarms[?Status==`ALARM`].AlarmName'",
  'aws dynamodb update-time-to-live --table-name fleet --time-to-live-specification Enabled=true,Attribute=expires',
  'aws s3 sync s3://my-exports/one export --recursively',
  'aws dynamodb wait table-there --table-name fleet',
];

/** The blocks of shell, in their order, and then the commands within sentences. */
const snippetsOf = (guide: string): string[] => {
  const blocks = [...guide.matchAll(/^ *```sh\n(.*?)^ *```$/gms)].map(([, block = '']) => block);
  const prose = guide.replace(/^ *```.*?^ *```$/gms, '');
  return [...blocks, ...[...prose.matchAll(/`(aws [^`]+)`/g)].map(([, command = '']) => command)];
};

/** Runs the snippets one after the other in one shell, because later blocks use the variables of earlier ones. */
function run(folder: string, snippets: readonly string[]): Ran[] {
  const record = join(folder, 'record');
  writePrograms(folder, record);
  writeFileSync(record, '');
  const script = snippets.map((snippet) => `printf '\\2' >> '${record}'\n${snippet}`).join('\n');
  const PATH = `${join(folder, 'programs')}:/usr/bin:/bin`;
  execFileSync('sh', ['-euc', script], { cwd: folder, env: { PATH }, stdio: 'pipe' });
  const recorded = readFileSync(record, 'utf8').split('\u0002').slice(1);
  return snippets.map((snippet, index) => {
    const calls = recorded[index]?.split('\u0001').slice(0, -1) ?? [];
    // A function runs when a later command calls it.
    const written = snippet.replace(/^\w+\(\) \{.*\}$/gm, '').match(/\baws [a-z]/g)?.length ?? 0;
    assert.ok(calls.length >= written, `the shell ran ${calls.length} of ${written} commands of: ${snippet}`);
    return { snippet, commands: calls.map((call) => call.split('\0').slice(0, -1)) };
  });
}

function writePrograms(folder: string, record: string): void {
  const programs = join(folder, 'programs');
  mkdirSync(programs, { recursive: true });
  const write = (name: string, lines: string) => {
    writeFileSync(join(programs, name), `#!/bin/sh\n${lines}\n`);
    chmodSync(join(programs, name), 0o755);
  };
  for (const name of STOPPED) write(name, 'exit 0');
  writeFileSync(join(folder, 'table.json'), JSON.stringify(createTableInput('fleet-restored')));
  write('npx', `case "$*" in *table-definition*) cat '${folder}/table.json';; esac`);
  write(
    'aws',
    `printf '%s\\0' "$@" >> '${record}'; printf '\\1' >> '${record}'; case "$*" in *BucketName*) echo fleet-documents;; *) echo '${ANSWER}';; esac`,
  );
}

const Faults = v.array(v.nullable(v.string()));

/** The refused commands, each with its snippet and the reason. */
function faultsOf(python: string, ran: readonly Ran[]): string[] {
  const all = ran.flatMap(({ snippet, commands }) => commands.map((command) => ({ snippet, command })));
  const answer = execFileSync(python, [PARSER], {
    input: JSON.stringify(all.map(({ command }) => command)),
    encoding: 'utf8',
    env: {
      AWS_REGION: 'us-east-1',
      AWS_DEFAULT_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'none',
      AWS_SECRET_ACCESS_KEY: 'none',
      AWS_CONFIG_FILE: '/dev/null',
      AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
      AWS_EC2_METADATA_DISABLED: 'true',
    },
  });
  return v
    .parse(Faults, JSON.parse(answer))
    .flatMap((fault, index) => (fault === null ? [] : [`${all[index]?.snippet}: ${fault}`]));
}

import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { prefixOf } from '../../lib/names';
import { DEFAULT_STAGE } from '../../lib/settings';
import type { Aws } from '../aws-cli';

/** CloudFormation rolls an update of `prod` back when one of these alarms goes off. It takes five at most, and no composite alarm. */
export const ROLLBACK_ALARMS = ['unreachable', 'crashes', 'faults', 'canary', 'slow'] as const;

/** "slow" and "canary" need 15 minutes to go off. */
const MONITORING_MINUTES = 20;

/** The arguments of the CDK's command line. `stackId` is that of the deployed stack, if there is one. */
export function deployArguments(given: readonly string[], stackId: string | undefined): string[] {
  const args = ['deploy', '--no-notices', ...given];
  const stage = stageOf(given);
  // The first deploy creates the alarms.
  if (stage !== 'prod' || stackId === undefined) return args;
  const triggers = ROLLBACK_ALARMS.map((name) => `--rollback-trigger-alarm-arns=${alarmArn(stackId, stage, name)}`);
  return [...args, ...triggers, `--monitoring-time-minutes=${MONITORING_MINUTES}`];
}

/** The stage that the CDK reads from these arguments. */
export const stageOf = (given: readonly string[]): string => contextOf(given).stage ?? DEFAULT_STAGE;

/** The context that the CDK reads from these arguments. */
export function contextOf(given: readonly string[]): Readonly<Record<string, string>> {
  const { values } = parseArgs({
    args: [...given],
    strict: false,
    allowPositionals: true,
    options: { context: { type: 'string', short: 'c', multiple: true } },
  });
  const pairs = (values.context ?? []).map((pair) => /^(\w+)=(.*)$/.exec(String(pair)));
  return Object.fromEntries(pairs.flatMap((pair) => (pair ? [[pair[1], pair[2]]] : [])));
}

/** An alarm is in the account and region of its stack, which are in the stack's id. */
function alarmArn(stackId: string, stage: string, name: string): string {
  const [arn, partition, , region, account] = stackId.split(':');
  return [arn, partition, 'cloudwatch', region, account, 'alarm', `${prefixOf({ stage })}-${name}`].join(':');
}

const Stacks = v.object({ Stacks: v.tuple([v.object({ StackId: v.string(), StackStatus: v.string() })]) });

/** In these states the stack was never deployed, and its alarms do not exist. */
const NEVER_DEPLOYED = ['REVIEW_IN_PROGRESS', 'ROLLBACK_COMPLETE', 'ROLLBACK_FAILED', 'CREATE_FAILED'];

/** The id of a stage's deployed stack. */
export async function deployedStackId(aws: Aws, stage: string): Promise<string | undefined> {
  const answer = aws(['cloudformation', 'describe-stacks', '--stack-name', prefixOf({ stage })]);
  const found = await answer.catch((failure: unknown) => {
    if (String(failure).includes('does not exist')) return undefined;
    throw failure;
  });
  if (found === undefined) return undefined;
  const [{ StackId, StackStatus }] = v.parse(Stacks, found).Stacks;
  return NEVER_DEPLOYED.includes(StackStatus) ? undefined : StackId;
}

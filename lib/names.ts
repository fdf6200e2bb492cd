import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Settings } from './settings';

/** The prefix of all names of a stage. */
export const prefixOf = ({ stage }: Pick<Settings, 'stage'>): string => `fleet-${stage}`;

/** The name of the common log group. Other stacks refer to it by name, without an export. */
export const functionsLogName = (settings: Pick<Settings, 'stage'>): string => `/${prefixOf(settings)}/functions`;

/** The two nested stacks of functions. */
export type FunctionStack = 'access' | 'work';

/**
 * A part of the names of a stack's functions. A function that moves to the other stack gets another name, because CloudFormation
 * creates the new one before it deletes the old one (docs/decisions/0106). Ids and stages have no hyphen.
 */
const NAME_PARTS: Readonly<Record<FunctionStack, string>> = { access: '', work: 'work-' };

/**
 * A function's name, from the id of its operation or trigger. Triggers are in the stack `access`. Other stacks refer to it by
 * name, without an export.
 */
export function functionName(settings: Pick<Settings, 'stage'>, id: string, stack: FunctionStack = 'access'): string {
  const name = `${prefixOf(settings)}-${NAME_PARTS[stack]}${id}`;
  if (name.length > 64) throw new Error(`The function name ${name} is longer than Lambda's 64 characters.`);
  return name;
}

/** A function's ARN from its name. A plain string creates no dependency between stacks. */
export const functionArn = (scope: Construct, name: string): string =>
  Stack.of(scope).formatArn({
    service: 'lambda',
    resource: 'function',
    resourceName: name,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });

/**
 * A log group's ARN from its name. When the emulator updates a nested stack, it does not know the attribute `Arn` of a log
 * group that was there before.
 */
export const logArn = (logGroup: ILogGroup): string =>
  Stack.of(logGroup).formatArn({
    service: 'logs',
    resource: 'log-group',
    resourceName: logGroup.logGroupName,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });

/** A construct id that depends only on the operation's id: adding or removing operations must not rename others. */
export const constructId = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1);

/** The id of the function that posts to the addresses of webhook endpoints. */
export const SEND_OUT = 'sendOut';

/**
 * The id of the function for requests without a matching route. It is not an operation, because it has no method and
 * path.
 */
export const UNKNOWN_ROUTE = 'answerUnknownRoute';

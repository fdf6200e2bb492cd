import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Settings } from './settings';

/** What every name of a stage begins with. */
export const prefixOf = ({ stage }: Pick<Settings, 'stage'>): string => `fleet-${stage}`;

/** The log that all functions share, by name: other stacks read it without an export. */
export const functionsLogName = (settings: Pick<Settings, 'stage'>): string => `/${prefixOf(settings)}/functions`;

/** The name of a function, by the id of what it runs. Known before the function is: other stacks address it without an export. */
export function functionName(settings: Pick<Settings, 'stage'>, id: string): string {
  const name = `${prefixOf(settings)}-${id}`;
  if (name.length > 64) throw new Error(`The function name ${name} is longer than Lambda's 64 characters.`);
  return name;
}

/** The address of a function by its name, as a string: no reference, and so no dependency between stacks. */
export const functionArn = (scope: Construct, name: string): string =>
  Stack.of(scope).formatArn({
    service: 'lambda',
    resource: 'function',
    resourceName: name,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });

/** A construct id for what CloudFormation must find again after other operations came or went: from the id alone, never its place. */
export const constructId = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1);

/** The id of the function that answers a request no route matches; no operation, since it has neither method nor path. */
export const UNKNOWN_ROUTE = 'answerUnknownRoute';

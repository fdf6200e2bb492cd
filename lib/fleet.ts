import type { App } from 'aws-cdk-lib';
import { ApiStack } from './api-stack';
import { DataStack } from './data-stack';
import type { FleetProps } from './fleet-props';
import { FunctionsStack } from './functions-stack';
import { type FunctionStack, prefixOf } from './names';

/** One stage of the service. The functions and the API are nested stacks of the stack that keeps data. */
export interface Fleet {
  readonly data: DataStack;
  /** The two stacks of functions, in the order of their creation. */
  readonly functions: Readonly<Record<FunctionStack, FunctionsStack>>;
  readonly api: ApiStack;
}

/** Makes the stage's one stack, so that one `cdk deploy` updates all of it or rolls all of it back. */
export function makeFleet(app: App, props: FleetProps): Fleet {
  const data = new DataStack(app, prefixOf(props.settings), props);
  const access = new FunctionsStack(data, 'Functions', { ...props, data, stack: 'access' });
  const work = new FunctionsStack(data, 'WorkFunctions', { ...props, data, stack: 'work' });
  const api = new ApiStack(data, 'Api', { ...props, data });
  // They refer to each other's resources by name only, so CloudFormation must be told the order.
  work.addStackDependency(access);
  api.addStackDependency(access);
  api.addStackDependency(work);
  return { data, functions: { access, work }, api };
}

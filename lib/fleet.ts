import type { App } from 'aws-cdk-lib';
import { ApiStack } from './api-stack';
import { DataStack } from './data-stack';
import type { FleetProps } from './fleet-props';
import { FunctionsStack } from './functions-stack';
import { prefixOf } from './names';

/** One stage of the service. The functions and the API are nested stacks of the stack that keeps data. */
export interface Fleet {
  readonly data: DataStack;
  readonly functions: FunctionsStack;
  readonly api: ApiStack;
}

/** Makes the stage's one stack, so that one `cdk deploy` updates all of it or rolls all of it back. */
export function makeFleet(app: App, props: FleetProps): Fleet {
  const data = new DataStack(app, prefixOf(props.settings), props);
  const functions = new FunctionsStack(data, 'Functions', { ...props, data });
  const api = new ApiStack(data, 'Api', { ...props, data });
  // The API refers to functions by name only, so CloudFormation must be told to create them first.
  api.addStackDependency(functions);
  return { data, functions, api };
}

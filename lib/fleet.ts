import type { App } from 'aws-cdk-lib';
import { ApiStack } from './api-stack';
import { DataStack } from './data-stack';
import type { FleetProps } from './fleet-props';
import { FunctionsStack } from './functions-stack';
import { prefixOf } from './names';

/** One stage of the service in three stacks: resources that keep data, functions, and the API. */
export interface Fleet {
  readonly data: DataStack;
  readonly functions: FunctionsStack;
  readonly api: ApiStack;
}

export function makeFleet(app: App, props: FleetProps): Fleet {
  const prefix = prefixOf(props.settings);
  const data = new DataStack(app, `${prefix}-data`, props);
  const functions = new FunctionsStack(app, `${prefix}-functions`, { ...props, data });
  const api = new ApiStack(app, `${prefix}-api`, { ...props, data });
  // The API refers to functions by name only, so CloudFormation must be told to create them first.
  api.addStackDependency(functions);
  return { data, functions, api };
}

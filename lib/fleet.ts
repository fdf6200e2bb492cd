import type { App } from 'aws-cdk-lib';
import { ApiStack } from './api-stack';
import { DataStack } from './data-stack';
import type { FleetProps } from './fleet-props';
import { FunctionsStack } from './functions-stack';
import { prefixOf } from './names';

/** One stage of the service, in three stacks: what must outlive a deploy, the functions, and the API before them. */
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
  // The API knows the functions by name alone, so that it must be told that they come first.
  api.addStackDependency(functions);
  return { data, functions, api };
}

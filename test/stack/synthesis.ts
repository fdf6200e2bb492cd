import { App } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { DISABLE_CREATION_STACK_TRACES } from 'aws-cdk-lib/cx-api';
import { context as FLAGS } from '../../cdk.json';
import { OPERATIONS, TRIGGERS } from '../../functions/catalog';
import { makeFleet, type Fleet as Stacks } from '../../lib/fleet';
import type { FleetProps } from '../../lib/fleet-props';
import { readSettings } from '../../lib/settings';
import { Template } from './template';

export interface Fleet {
  readonly data: Template;
  readonly functions: Template;
  readonly api: Template;
}

/**
 * Synthesizes the service as `cdk synth` does, but for its code: that is not bundled here. The context is the one of `-c`, and the
 * declarations may be others than the service's own.
 */
export function synthesize(
  context: Readonly<Record<string, string>> = {},
  declarations: Partial<Pick<FleetProps, 'operations' | 'triggers'>> = {},
): Fleet {
  const app = makeApp();
  const stacks = stacksIn(app, context, declarations);
  return templatesOf(app.synth(), stacks);
}

/** An app whose synthesis makes templates alone: what else the CDK makes takes as long again. */
export const makeApp = (): App =>
  new App({
    context: { ...FLAGS, [DISABLE_CREATION_STACK_TRACES]: true },
    // The CDK's own check of the templates takes three times as long as all the rest: the deploy test's synthesis has it.
    builtinCloudFormationValidation: false,
    stackTraces: false,
    treeMetadata: false,
  });

/** The service's stacks in an app that is to be synthesized. */
export const stacksIn = (
  app: App,
  context: Readonly<Record<string, string>>,
  declarations: Partial<Pick<FleetProps, 'operations' | 'triggers'>> = {},
): Stacks =>
  makeFleet(app, {
    settings: readSettings((name) => context[name]),
    operations: OPERATIONS,
    triggers: TRIGGERS,
    codeOf: () => Code.fromInline('exports.handler = () => {}'),
    ...declarations,
  });

/** The templates of a fleet that was synthesized. */
export function templatesOf(assembly: ReturnType<App['synth']>, { data, functions, api }: Stacks): Fleet {
  const contentOf = (stackName: string): unknown => assembly.getStackByName(stackName).template;
  const dataTemplate = new Template(contentOf(data.stackName));
  return {
    data: dataTemplate,
    functions: new Template(contentOf(functions.stackName), dataTemplate),
    api: new Template(contentOf(api.stackName), dataTemplate),
  };
}

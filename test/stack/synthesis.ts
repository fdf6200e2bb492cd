import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, type NestedStack, type Stack } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { DISABLE_CREATION_STACK_TRACES } from 'aws-cdk-lib/cx-api';
import { context as FLAGS } from '../../cdk.json';
import { OPERATIONS, TRIGGERS } from '../../functions/catalog';
import { makeFleet, type Fleet as Stacks } from '../../lib/fleet';
import type { FleetProps } from '../../lib/fleet-props';
import { readSettings } from '../../lib/settings';
import { Template, Templates } from './template';

export interface Fleet {
  readonly data: Template;
  /** All functions. */
  readonly functions: Templates;
  /** The two stacks of functions, one by one. */
  readonly access: Template;
  readonly work: Template;
  readonly api: Template;
}

/**
 * Synthesizes the service as `cdk synth` does, without bundling its code. The context is that of `-c`. Tests may pass other declarations.
 */
export function synthesize(
  context: Readonly<Record<string, string>> = {},
  declarations: Partial<Pick<FleetProps, 'operations' | 'triggers'>> = {},
): Fleet {
  const app = makeApp();
  const stacks = stacksIn(app, context, declarations);
  return templatesOf(app.synth(), stacks);
}

/** An app that writes only templates, because the CDK's other outputs double the time. */
export const makeApp = (): App =>
  new App({
    context: { ...FLAGS, [DISABLE_CREATION_STACK_TRACES]: true },
    // The CDK's validation of the templates takes three times as long as all the rest. The deploy test runs it.
    builtinCloudFormationValidation: false,
    stackTraces: false,
    treeMetadata: false,
  });

/** The service's stacks in an app, before synthesis. */
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
    reference: () => mkdtempSync(join(tmpdir(), 'reference-')),
    ...declarations,
  });

/** The templates of a synthesized service. */
export function templatesOf(assembly: ReturnType<App['synth']>, { data, functions, api }: Stacks): Fleet {
  const contentOf = ({ templateFile }: Stack): unknown =>
    JSON.parse(readFileSync(join(assembly.directory, templateFile), 'utf8'));
  const dataTemplate = new Template(contentOf(data));
  const nested = (stack: NestedStack): Template =>
    new Template(
      contentOf(stack),
      dataTemplate.parametersOf(String(data.resolve(stack.nestedStackResource?.logicalId))),
    );
  const [access, work] = [nested(functions.access), nested(functions.work)];
  return { data: dataTemplate, functions: new Templates([access, work]), access, work, api: nested(api) };
}

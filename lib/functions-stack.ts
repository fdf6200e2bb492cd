import { NestedStack } from 'aws-cdk-lib';
import { type ILogGroup, LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { signatureOf } from '../shared/identity/caller';
import type { Operation } from '../shared/operation/define';
import { environmentOfTrigger, permissionsOfTrigger, type Trigger } from '../shared/operation/define-trigger';
import { environmentOf, permissionsOf } from '../shared/operation/requirements';
import { EDGE_ENVIRONMENT, type EnvironmentKey } from '../shared/platform/runtime/env';
import { stackOf } from './areas';
import { asTheEmulatorAsks } from './emulator';
import type { FleetProps } from './fleet-props';
import { type Grantables, grantablesOf, statementsFor } from './grants';
import { inlineCode } from './inline-code';
import { constructId, type FunctionStack, functionName, functionsLogName, UNKNOWN_ROUTE } from './names';
import { OperationFunction, type OperationFunctionProps } from './operation-function';
import type { Settings } from './settings';
import { removalPolicy } from './storage';
import { type StageProps, TRIGGER_SOURCES } from './trigger-sources';
import { variablesOf } from './variables';

/** An outside service decides how often it calls, and its calls must not take all of the account's concurrency. */
const WEBHOOKS_AT_ONCE = 20;

/** The properties that all functions of a stage share. */
type Shared = 'name' | 'logGroup' | 'tracing';

type FunctionsProps = StageProps & { readonly stack: FunctionStack };

/**
 * One function with its exact role for each operation of the stack's areas (areas.ts). The stack `access` also has the triggers, and what
 * both stacks use: the log, the function that reads the pools, and the origin's secrets.
 */
export class FunctionsStack extends NestedStack {
  private readonly stack: FunctionStack;
  private readonly settings: Settings;
  private readonly codeOf: FleetProps['codeOf'];
  private readonly grantables: Grantables;
  private readonly variables: Readonly<Record<EnvironmentKey, string>>;
  private readonly logGroup: ILogGroup;

  constructor(scope: Construct, id: string, props: FunctionsProps) {
    super(scope, id);
    const { settings, operations, codeOf, data, stack } = props;
    const hasCommonParts = stack === 'access';
    this.stack = stack;
    this.settings = settings;
    this.codeOf = codeOf;
    const grantables = grantablesOf(data, settings);
    this.grantables = settings.emulator ? asTheEmulatorAsks(grantables) : grantables;
    this.logGroup = hasCommonParts
      ? this.makeLog()
      : LogGroup.fromLogGroupName(this, 'Log', functionsLogName(settings));
    this.variables = variablesOf(this, { settings, data, logGroup: this.logGroup, hasCommonParts });
    for (const [file, operation] of Object.entries(operations))
      if (stackOf(file) === stack) this.addOperation(file, operation);
    if (hasCommonParts) this.addTriggers(props);
  }

  private makeLog(): LogGroup {
    const { settings } = this;
    return new LogGroup(this, 'Log', {
      logGroupName: functionsLogName(settings),
      retention: settings.logDays satisfies RetentionDays,
      removalPolicy: removalPolicy(settings),
    });
  }

  private addTriggers(props: StageProps): void {
    for (const [file, trigger] of Object.entries(props.triggers)) this.addTrigger(file, trigger, props);
    this.addFunction(UNKNOWN_ROUTE, {
      description: 'Answer a request that no route matches',
      code: inlineCode('answer-unknown-route'),
      answersHttp: true,
      environment: {},
      statements: [],
    });
  }

  private addOperation(file: string, operation: Operation): void {
    this.addFunction(operation.id, {
      description: operation.summary,
      code: this.codeOf(file),
      answersHttp: true,
      environment: this.valuesOf([...environmentOf(operation), ...(this.settings.edge ? EDGE_ENVIRONMENT : [])]),
      statements: statementsFor(permissionsOf(operation), this.grantables),
      atOnce: this.reserved(operation.atOnce ?? (signatureOf(operation.auth) && WEBHOOKS_AT_ONCE)),
    });
  }

  private addTrigger(file: string, trigger: Trigger, props: StageProps): void {
    const { statements, wire, atOnce } = TRIGGER_SOURCES[trigger.source];
    const made = this.addFunction(trigger.id, {
      description: trigger.summary,
      code: this.codeOf(file),
      environment: this.valuesOf(environmentOfTrigger(trigger)),
      statements: [...statementsFor(permissionsOfTrigger(trigger), this.grantables), ...statements(props.data)],
      atOnce: this.reserved(atOnce),
      seconds: trigger.seconds,
      megabytes: trigger.megabytes,
    });
    wire(made.function, props, trigger);
  }

  private reserved(atOnce: number | undefined): number | undefined {
    return this.settings.reserve ? atOnce : undefined;
  }

  private addFunction(id: string, props: Omit<OperationFunctionProps, Shared>): OperationFunction {
    const name = functionName(this.settings, id, this.stack);
    const { logGroup } = this;
    const { tracing } = this.settings;
    return new OperationFunction(this, constructId(id), { ...props, name, logGroup, tracing });
  }

  private valuesOf(keys: readonly EnvironmentKey[]): Record<string, string> {
    return Object.fromEntries(keys.map((key) => [key, this.variables[key]]));
  }
}

import { Duration } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  ApplicationLogLevel,
  Architecture,
  CfnFunction,
  type Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { explained } from './explained';
import { logArn } from './names';
import type { Settings } from './settings';

/** Shorter than the gateway's 30 seconds, so that a slow request ends with our own answer. */
export const FUNCTION_TIMEOUT_SECONDS = 28;
/** Lambda assigns processor time by memory. Twice of it halves the first call's processor time (docs/decisions/0041). */
const ANSWERING_MEGABYTES = 1024;
const MEGABYTES = 512;

export interface OperationFunctionProps {
  readonly name: string;
  readonly description: string;
  readonly code: Code;
  readonly environment: Readonly<Record<string, string>>;
  /** All permissions of the function except writing its log. */
  readonly statements: readonly PolicyStatement[];
  readonly logGroup: ILogGroup;
  readonly tracing: Settings['tracing'];
  /** A client of the gateway waits for the function's answer. */
  readonly answersHttp?: true;
  /** The most calls at once. AWS also reserves them for this function. */
  readonly atOnce?: number | undefined;
  /** The longest time of one call. */
  readonly seconds?: number | undefined;
  /** The memory, instead of the default. */
  readonly megabytes?: number | undefined;
}

/**
 * Lambda adds no field to a line that is JSON already. At WARN it writes a report for calls that did not succeed only; without the setting it writes
 * three lines for each call. Source: Lambda developer guide, "Configuring JSON and plain text log formats" and "Log-level filtering".
 */
const LOGGING = {
  loggingFormat: LoggingFormat.JSON,
  applicationLogLevelV2: ApplicationLogLevel.INFO,
  systemLogLevelV2: SystemLogLevel.WARN,
};

/** X-Ray has no resources that a policy could name. Source: service authorization reference, "Actions defined by AWS X-Ray". */
const SEND_TRACES = { actions: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'], resources: ['*'] };

/** A function with its exact role, and the settings that all functions share. */
export class OperationFunction extends Construct {
  readonly function: LambdaFunction;

  constructor(scope: Construct, id: string, props: OperationFunctionProps) {
    super(scope, id);
    const { name, description, code, environment, statements, logGroup, tracing, answersHttp, atOnce } = props;
    const writeLog = new PolicyStatement({
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resources: [`${logArn(logGroup)}:*`],
    });
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: {
        exact: new PolicyDocument({
          statements: [...statements, writeLog, ...(tracing === 'active' ? [new PolicyStatement(SEND_TRACES)] : [])],
        }),
      },
    });
    if (tracing === 'active') explained(role, { 'AwsSolutions-IAM5': 'Traces of X-Ray have no resource to name.' });
    explained(role, {
      'AwsSolutions-IAM5':
        'The log’s streams and the keys of a bucket’s objects are not known at the deploy; each action on them is named.',
    });
    this.function = new LambdaFunction(this, 'Function', {
      functionName: name,
      description,
      code,
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: props.megabytes ?? (answersHttp ? ANSWERING_MEGABYTES : MEGABYTES),
      timeout: Duration.seconds(props.seconds ?? FUNCTION_TIMEOUT_SECONDS),
      environment: { ...environment },
      ...(atOnce !== undefined && { reservedConcurrentExecutions: atOnce }),
      logGroup,
      ...LOGGING,
      role,
    });
    this.setTracing(tracing);
  }

  /**
   * On the resource itself: the CDK's own property adds a policy of its own to each role, and no mode at all when traces are off. An absent mode
   * leaves open whether an update turns traces off.
   */
  private setTracing(tracing: Settings['tracing']): void {
    const resource = this.function.node.defaultChild;
    if (!(resource instanceof CfnFunction)) throw new Error('The function has no resource of its own.');
    resource.tracingConfig = { mode: tracing === 'active' ? 'Active' : 'PassThrough' };
  }
}

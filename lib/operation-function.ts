import { Duration } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, type Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { explained } from './explained';

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
  /** A client of the gateway waits for the function's answer. */
  readonly answersHttp?: true;
  /** The most calls at once. AWS also reserves them for this function. */
  readonly atOnce?: number | undefined;
}

/** A function with its exact role, and the settings that all functions share. */
export class OperationFunction extends Construct {
  readonly function: LambdaFunction;

  constructor(scope: Construct, id: string, props: OperationFunctionProps) {
    super(scope, id);
    const { name, description, code, environment, statements, logGroup, answersHttp, atOnce } = props;
    const writeLog = new PolicyStatement({
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resources: [logGroup.logGroupArn],
    });
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { exact: new PolicyDocument({ statements: [...statements, writeLog] }) },
    });
    if (statements.some(({ resources }) => resources.some((resource) => resource.endsWith('/*')))) {
      explained(role, {
        'AwsSolutions-IAM5': 'The keys of the bucket’s objects are only known at upload; each action on them is named.',
      });
    }
    this.function = new LambdaFunction(this, 'Function', {
      functionName: name,
      description,
      code,
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: answersHttp ? ANSWERING_MEGABYTES : MEGABYTES,
      timeout: Duration.seconds(FUNCTION_TIMEOUT_SECONDS),
      environment: { ...environment },
      ...(atOnce !== undefined && { reservedConcurrentExecutions: atOnce }),
      logGroup,
      role,
    });
  }
}

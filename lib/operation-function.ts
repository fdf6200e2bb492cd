import { Duration } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, type Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { explained } from './explained';

/** Below the gateway's 30 seconds, so that it is our own answer that ends a slow request. */
export const FUNCTION_TIMEOUT_SECONDS = 28;
const MEMORY_MEGABYTES = 512;

export interface OperationFunctionProps {
  readonly name: string;
  readonly description: string;
  readonly code: Code;
  readonly environment: Readonly<Record<string, string>>;
  /** All that it may do, beside writing its log. */
  readonly statements: readonly PolicyStatement[];
  readonly logGroup: ILogGroup;
}

/** A function and its exact role: what is the same for all of them is set here, once. */
export class OperationFunction extends Construct {
  readonly function: LambdaFunction;

  constructor(scope: Construct, id: string, props: OperationFunctionProps) {
    super(scope, id);
    const { name, description, code, environment, statements, logGroup } = props;
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
        'AwsSolutions-IAM5':
          'The objects of a bucket, whose keys are made as they are uploaded; each action on them is named.',
      });
    }
    this.function = new LambdaFunction(this, 'Function', {
      functionName: name,
      description,
      code,
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: MEMORY_MEGABYTES,
      timeout: Duration.seconds(FUNCTION_TIMEOUT_SECONDS),
      environment: { ...environment },
      logGroup,
      role,
    });
  }
}

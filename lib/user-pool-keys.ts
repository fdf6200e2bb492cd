import { CustomResource, Duration } from 'aws-cdk-lib';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { inlineCode } from './inline-code';
import { OperationFunction } from './operation-function';

export interface UserPoolKeysProps {
  readonly functionName: string;
  readonly logGroup: ILogGroup;
}

/**
 * The pools' public keys at the time of the deploy. CloudFormation cannot read them, so a custom resource does. With
 * the keys in the environment a cold start needs no download. After a rotation the functions fetch the new keys without
 * a deploy.
 */
export class UserPoolKeys extends Construct {
  private readonly serviceToken: string;

  constructor(scope: Construct, id: string, { functionName, logGroup }: UserPoolKeysProps) {
    super(scope, id);
    const reader = new OperationFunction(this, 'Reader', {
      name: functionName,
      description: 'Read the public keys of a user pool while the stack is deployed',
      code: inlineCode('read-user-pool-keys'),
      environment: {},
      statements: [],
      logGroup,
    });
    this.serviceToken = reader.function.functionArn;
  }

  /** The key set of a pool as JSON text. */
  keysOf(id: string, userPoolId: string): string {
    const keys = new CustomResource(this, id, {
      resourceType: 'Custom::UserPoolKeys',
      serviceToken: this.serviceToken,
      serviceTimeout: Duration.minutes(2),
      properties: { UserPoolId: userPoolId },
    });
    return keys.getAttString('Keys');
  }
}

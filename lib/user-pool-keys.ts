import { ArnFormat, CustomResource, Duration, Stack } from 'aws-cdk-lib';
import type { IUserPool, IUserPoolClient } from 'aws-cdk-lib/aws-cognito';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { inlineCode } from './inline-code';
import { functionArn, functionName, prefixOf } from './names';
import { OperationFunction } from './operation-function';
import type { Settings } from './settings';

interface UserPoolKeysProps {
  readonly settings: Settings;
  /** What the reading function needs. Absent in the stack that calls the function of the other stack. */
  readonly reader?: { readonly logGroup: ILogGroup; readonly clients: readonly ReadClient[] } | undefined;
}

/** The id of the reading function. */
const READER = 'readUserPoolKeys';

/** A client of a pool. `name` is a part of the name of its kept secrets. */
interface ReadClient {
  readonly name: string;
  readonly pool: IUserPool;
  readonly client: IUserPoolClient;
}

/**
 * The pools' public keys and the secrets of their clients at the time of the deploy. CloudFormation cannot read them, so
 * custom resources do. With them in the environment a cold start calls no other service. After a rotation of the keys
 * the functions fetch the new ones without a deploy; a new secret needs one (docs/decisions/0042). Each stack of functions reads the
 * values that its functions need: an output, which would carry a secret to the other stack, is shown to readers of the stack.
 */
export class UserPoolKeys extends Construct {
  private readonly settings: Settings;
  private readonly serviceToken: string;
  private readonly made = new Map<string, CustomResource>();

  constructor(scope: Construct, id: string, { settings, reader }: UserPoolKeysProps) {
    super(scope, id);
    this.settings = settings;
    this.serviceToken = reader ? this.makeReader(reader) : functionArn(this, functionName(settings, READER));
  }

  /** Makes the function, and returns its address. */
  private makeReader({ logGroup, clients }: NonNullable<UserPoolKeysProps['reader']>): string {
    const { settings } = this;
    const reader = new OperationFunction(this, 'Reader', {
      name: functionName(settings, READER),
      description: 'Read the keys of a user pool and the secrets of its clients while the stack is deployed',
      code: inlineCode('read-user-pool-keys'),
      environment: {},
      statements: [
        new PolicyStatement({
          actions: ['cognito-idp:DescribeUserPoolClient'],
          resources: [...new Set(clients.map(({ pool }) => pool.userPoolArn))],
        }),
        new PolicyStatement({
          actions: ['secretsmanager:GetSecretValue'],
          resources: clients.map(({ name }) => this.keptArn(name)),
        }),
      ],
      logGroup,
      tracing: settings.tracing,
    });
    return reader.function.functionArn;
  }

  /** The key set of a pool as JSON text. */
  keysOf(id: string, { userPoolId }: IUserPool): string {
    return this.read(id, 'Custom::UserPoolKeys', { UserPoolId: userPoolId }).getAttString('Keys');
  }

  /** The secret of a client. A new `clientSecret` number makes the deploy read it again. */
  secretOf(id: string, { name, pool, client }: ReadClient): string {
    return this.read(id, 'Custom::UserPoolClientSecret', {
      UserPoolId: pool.userPoolId,
      ClientId: client.userPoolClientId,
      Number: String(this.settings.clientSecret),
      SecretName: this.keptName(name),
    }).getAttString('Secret');
  }

  /** The name of the secret that the operator kept under the present number. */
  private keptName(client: string): string {
    return `${prefixOf(this.settings)}-client-${client}-${this.settings.clientSecret}`;
  }

  /** Secrets Manager adds a hyphen and six characters of its own to the name. */
  private keptArn(client: string): string {
    return Stack.of(this).formatArn({
      service: 'secretsmanager',
      resource: 'secret',
      resourceName: `${this.keptName(client)}-??????`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  }

  /** Once for each id, however often its value is asked for. */
  private read(id: string, resourceType: string, properties: Readonly<Record<string, string>>): CustomResource {
    const { serviceToken, made } = this;
    const serviceTimeout = Duration.minutes(2);
    const one =
      made.get(id) ?? new CustomResource(this, id, { resourceType, serviceToken, serviceTimeout, properties });
    made.set(id, one);
    return one;
  }
}

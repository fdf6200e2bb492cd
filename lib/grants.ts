import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { type AwsResource, awsEntries, type GrantedPermissions } from '../shared/platform/runtime/permissions';
import type { DataStack } from './data-stack';
import type { Settings } from './settings';

/** Where a right is granted: the prefix of IAM's actions for the service, and the one resource. */
export interface Grantable {
  readonly service: string;
  readonly arn: string;
  /** Actions granted with any other of the resource. */
  readonly also?: readonly string[];
}
export type Grantables = Readonly<Record<AwsResource, Grantable>>;

/** The only place that knows what a declared resource is at IAM. */
export function grantablesOf(data: DataStack, { mailIdentity }: Settings): Grantables {
  const { storage, identity, mail, stampingKeys } = data;
  const { tableArn } = storage.table;
  return {
    table: { service: 'dynamodb', arn: tableArn },
    gsi1: { service: 'dynamodb', arn: `${tableArn}/index/gsi1` },
    gsi2: { service: 'dynamodb', arn: `${tableArn}/index/gsi2` },
    staffPool: { service: 'cognito-idp', arn: identity.staffPool.userPoolArn },
    driversPool: { service: 'cognito-idp', arn: identity.driversPool.userPoolArn },
    mailQueue: { service: 'sqs', arn: mail.queue.queueArn },
    mailIdentity: {
      service: 'ses',
      arn: data.formatArn({ service: 'ses', resource: 'identity', resourceName: mailIdentity }),
    },
    assetsBucket: { service: 's3', arn: storage.assets.bucketArn },
    assetsObjects: { service: 's3', arn: storage.assets.arnForObjects('*') },
    documentsBucket: { service: 's3', arn: storage.documents.bucketArn },
    documentsObjects: { service: 's3', arn: storage.documents.arnForObjects('*') },
    stampingSecret: { service: 'secretsmanager', arn: stampingKeys.userKey.secretArn },
    dataKey: { service: 'secretsmanager', arn: stampingKeys.dataKey.secretArn },
  };
}

/** One statement for each resource, with exactly the actions that were declared. */
export const statementsFor = (permissions: GrantedPermissions, grantables: Grantables): PolicyStatement[] =>
  awsEntries(permissions).map(([resource, actions]) => {
    const { service, arn, also = [] } = grantables[resource];
    return new PolicyStatement({
      actions: [...actions, ...also].map((action) => `${service}:${action}`),
      resources: [arn],
    });
  });

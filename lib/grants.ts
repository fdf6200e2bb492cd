import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { type AwsResource, awsEntries, type GrantedPermissions, keysOf } from '../shared/platform/runtime/permissions';
import type { DataStack } from './data-stack';
import { functionArn, functionName, SEND_OUT } from './names';
import type { Settings } from './settings';

/** The target of a permission: the service's prefix for IAM actions, and one resource. */
export interface Grantable {
  readonly service: string;
  readonly arn: string;
  /** Further resources that each call with the permission names. */
  readonly further?: readonly string[];
  /** Actions that are granted in addition to any declared one. */
  readonly also?: readonly string[];
  /** Requests may come without their partition keys. Never at AWS: without keys, the condition on them would hold. */
  readonly mayLackKeys?: true;
}
export type Grantables = Readonly<Record<AwsResource, Grantable>>;

/** Maps each declared resource to its ARN. No other code does this. */
export function grantablesOf(data: DataStack, settings: Settings): Grantables {
  const { mailIdentity } = settings;
  const { storage, identity, mail, deliveries, imports, stampingKeys, canary } = data;
  const { tableArn } = storage.table;
  return {
    table: { service: 'dynamodb', arn: tableArn },
    apiKeyUses: { service: 'dynamodb', arn: tableArn },
    gsi1: { service: 'dynamodb', arn: `${tableArn}/index/gsi1` },
    gsi2: { service: 'dynamodb', arn: `${tableArn}/index/gsi2` },
    staffPool: { service: 'cognito-idp', arn: identity.staffPool.userPoolArn },
    driversPool: { service: 'cognito-idp', arn: identity.driversPool.userPoolArn },
    mailQueue: { service: 'sqs', arn: mail.queue.queueArn },
    deliveryQueue: { service: 'sqs', arn: deliveries.queue.queueArn },
    importQueue: { service: 'sqs', arn: imports.queue.queueArn },
    sendOut: { service: 'lambda', arn: functionArn(data, functionName(settings, SEND_OUT)) },
    mailIdentity: {
      service: 'ses',
      arn: data.formatArn({ service: 'ses', resource: 'identity', resourceName: mailIdentity }),
      further: [
        data.formatArn({
          service: 'ses',
          resource: 'configuration-set',
          resourceName: mail.configurationSet.configurationSetName,
        }),
      ],
    },
    assetsBucket: { service: 's3', arn: storage.assets.bucketArn },
    assetsObjects: { service: 's3', arn: storage.assets.arnForObjects('*') },
    documentsBucket: { service: 's3', arn: storage.documents.bucketArn },
    documentsObjects: { service: 's3', arn: storage.documents.arnForObjects('*') },
    stampingSecret: { service: 'secretsmanager', arn: stampingKeys.userKey.secretArn },
    dataKey: { service: 'secretsmanager', arn: stampingKeys.dataKey.secretArn },
    canarySecret: { service: 'secretsmanager', arn: canary.account.secretArn },
  };
}

/**
 * One statement per resource, with exactly the declared actions and those of `also`. On the table and its indexes it
 * holds for the declared families of partition keys only.
 */
export const statementsFor = (permissions: GrantedPermissions, grantables: Grantables): PolicyStatement[] =>
  awsEntries(permissions).map(([resource, actions]) => {
    const { service, arn, further = [], also = [], mayLackKeys } = grantables[resource];
    const families = keysOf(permissions, resource);
    return new PolicyStatement({
      actions: [...actions, ...also].map((action) => `${service}:${action}`),
      resources: [arn, ...further],
      ...(families && { conditions: conditionsFor(families, mayLackKeys) }),
    });
  });

/** `ForAllValues` holds when the request has no key at all, so `Null` requires one. Source: IAM user guide, "Set operators". */
const conditionsFor = (families: readonly string[], mayLackKeys: true | undefined) => ({
  'ForAllValues:StringLike': { [LEADING_KEYS]: families.map((family) => family.replace(/#$/, '#*')) },
  ...(mayLackKeys ? {} : { Null: { [LEADING_KEYS]: 'false' } }),
});

const LEADING_KEYS = 'dynamodb:LeadingKeys';

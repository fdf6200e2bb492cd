import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, type ITable, ProjectionType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { BlockPublicAccess, Bucket, BucketEncryption, HttpMethods, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { TABLE } from '../shared/platform/table/table-definition';
import { explained } from './explained';
import type { Settings } from './settings';

export class Storage extends Construct {
  /** The table in use: the stage's own or a restored one. */
  readonly table: Pick<ITable, 'tableArn' | 'tableName'>;
  /** Pictures and logos, which pages show by their address. */
  readonly assets: Bucket;
  /** Licences, certificates and insurance policies. */
  readonly documents: Bucket;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    const own = makeTable(this, settings);
    this.table = settings.tableName === undefined ? own : Table.fromTableName(this, 'Restored', settings.tableName);
    keepExports(own);
    this.assets = makeBucket(this, 'Assets', settings);
    this.documents = makeBucket(this, 'Documents', settings);
    const reason =
      'Every grant and every registered file is in the audit; objects are reached by presigned addresses and CloudFront alone.';
    explained(this, { 'AwsSolutions-S1': reason });
  }
}

function makeTable(scope: Construct, settings: Settings): Table {
  const table = new Table(scope, 'Table', {
    ...keysOf(TABLE),
    billingMode: BillingMode.PAY_PER_REQUEST,
    timeToLiveAttribute: TABLE.timeToLive,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: settings.pointInTimeRecovery },
    deletionProtection: settings.keepData,
    removalPolicy: removalPolicy(settings),
  });
  for (const index of TABLE.indexes) {
    table.addGlobalSecondaryIndex({
      indexName: index.name,
      ...keysOf(index),
      projectionType: ProjectionType[index.projection],
    });
  }
  return table;
}

/**
 * Keeps the exports of the own table while a restored one is in use. Otherwise CloudFormation would refuse to switch,
 * because it cannot remove an export that another stack still imports.
 */
function keepExports({ stack, tableArn, tableName }: Table): void {
  stack.exportValue(tableArn);
  stack.exportValue(tableName);
}

const keysOf = ({ partitionKey, sortKey }: { partitionKey: string; sortKey: string }) => ({
  partitionKey: { name: partitionKey, type: AttributeType.STRING },
  sortKey: { name: sortKey, type: AttributeType.STRING },
});

/**
 * Versioned, because a registered file refers to its version: a second upload with the same key must not replace it.
 */
const makeBucket = (scope: Construct, id: string, settings: Settings): Bucket =>
  new Bucket(scope, id, {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: !settings.emulator,
    versioned: true,
    removalPolicy: removalPolicy(settings),
    cors: [
      {
        allowedOrigins: settings.allowedOrigins,
        allowedMethods: [HttpMethods.GET, HttpMethods.PUT],
        allowedHeaders: ['content-type'],
        maxAge: 3600,
      },
    ],
    // Objects do not expire by age, because an older version may be a registered file. A schedule deletes unregistered
    // uploads (docs/decisions/0090).
    lifecycleRules: [{ abortIncompleteMultipartUploadAfter: Duration.days(1), expiredObjectDeleteMarker: true }],
  });

export const removalPolicy = ({ keepData }: Settings): RemovalPolicy =>
  keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;

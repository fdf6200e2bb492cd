import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  AttributeType,
  BillingMode,
  type ITable,
  ProjectionType,
  StreamViewType,
  Table,
} from 'aws-cdk-lib/aws-dynamodb';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  CfnBucket,
  HttpMethods,
  type LifecycleRule,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { WAITING_DAYS, WAITING_PREFIX } from '../shared/files/file';
import { HOURS_PDF_DAYS, HOURS_PREFIX } from '../shared/files/hours-files';
import { PROOF_DAYS, PROOFS_PREFIX } from '../shared/files/proof-files';
import { ACCOUNT_EXPORTS_KEPT_DAYS, ACCOUNT_EXPORTS_PREFIX } from '../shared/identity/account-exports';
import { IMPORT_DAYS, IMPORTS_PREFIX } from '../shared/imports/import';
import { TABLE } from '../shared/platform/table/table-definition';
import { PERSON_EXPORT_DAYS, PERSON_EXPORTS_PREFIX } from '../shared/privacy/export-files';
import { ARCHIVE_DAYS, ARCHIVES_PREFIX } from '../shared/stamping/archives/archive';
import { explained } from './explained';
import type { Settings } from './settings';

export class Storage extends Construct {
  /** The table in use: the stage's own or a restored one. */
  readonly table: Pick<ITable, 'tableArn' | 'tableName'> & { readonly tableStreamArn?: string | undefined };
  /** Pictures and logos, which pages show by their address. */
  readonly assets: Bucket;
  /** Licences, certificates and insurance policies, and uploads of both kinds until they are registered. */
  readonly documents: Bucket;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    const own = makeTable(this, settings);
    this.table = settings.tableName === undefined ? own : restored(this, settings.tableName, settings.tableStreamArn);
    this.assets = makeBucket(this, 'Assets', settings);
    this.documents = makeBucket(this, 'Documents', settings);
    this.documents.addLifecycleRule(WAITING_UPLOADS);
    this.documents.addLifecycleRule(ACCOUNT_EXPORTS);
    this.documents.addLifecycleRule(DOCUMENT_ARCHIVES);
    this.documents.addLifecycleRule(IMPORT_FILES);
    this.documents.addLifecycleRule(PROOF_PDFS);
    this.documents.addLifecycleRule(HOURS_PDFS);
    this.documents.addLifecycleRule(PERSON_EXPORTS);
    tellEvents(this.documents);
    const reason =
      'Every registered, replaced and deleted file is in the audit, and every upload grant in the log; objects are reached by presigned addresses and CloudFront alone.';
    explained(this, { 'AwsSolutions-S1': reason });
  }
}

/** A restored table has another stream, which is turned on by hand (docs/operations.md). Without its ARN only the reconciler finds events. */
const restored = (scope: Construct, tableName: string, tableStreamArn: string | undefined): ITable =>
  Table.fromTableAttributes(scope, 'Restored', { tableName, ...(tableStreamArn && { tableStreamArn }) });

function makeTable(scope: Construct, settings: Settings): Table {
  const table = new Table(scope, 'Table', {
    ...keysOf(TABLE),
    billingMode: BillingMode.PAY_PER_REQUEST,
    ...mostUnits(settings),
    timeToLiveAttribute: TABLE.timeToLive,
    // The events of webhooks are new entries, so that the new items are enough.
    stream: StreamViewType.NEW_IMAGE,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: settings.pointInTimeRecovery },
    deletionProtection: settings.keepData,
    removalPolicy: removalPolicy(settings),
  });
  for (const index of TABLE.indexes) {
    table.addGlobalSecondaryIndex({
      indexName: index.name,
      ...keysOf(index),
      projectionType: ProjectionType[index.projection],
      ...mostUnits(settings),
    });
  }
  return table;
}

/** Without a limit one loop could cost any sum. The dearest operations take more, but they are few among the requests. */
const UNITS_PER_REQUEST = { read: 20, write: 10 };

const mostUnits = ({ requestsPerSecond }: Settings) => ({
  maxReadRequestUnits: UNITS_PER_REQUEST.read * requestsPerSecond,
  maxWriteRequestUnits: UNITS_PER_REQUEST.write * requestsPerSecond,
});

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
        allowedMethods: [HttpMethods.PUT],
        allowedHeaders: ['content-type', 'x-amz-checksum-sha256'],
        maxAge: 3600,
      },
      // A browser that follows the redirect of an operation from another origin sends `Origin: null`. The signed address is the permission.
      { allowedOrigins: ['*'], allowedMethods: [HttpMethods.GET] },
    ],
    // Objects do not expire by age, because an older version may be a registered file.
    lifecycleRules: [{ abortIncompleteMultipartUploadAfter: Duration.days(1), expiredObjectDeleteMarker: true }],
  });

/** Uploads that are not registered, and what stays of registered ones, are deleted with all their versions. */
const WAITING_UPLOADS: LifecycleRule = {
  prefix: WAITING_PREFIX,
  expiration: Duration.days(WAITING_DAYS),
  noncurrentVersionExpiration: Duration.days(WAITING_DAYS),
};

/** The exports of the user pools contain addresses of persons, so they are deleted with the daily backups. */
const ACCOUNT_EXPORTS: LifecycleRule = {
  prefix: ACCOUNT_EXPORTS_PREFIX,
  expiration: Duration.days(ACCOUNT_EXPORTS_KEPT_DAYS),
  noncurrentVersionExpiration: Duration.days(1),
};

/** The documents themselves stay; only a zip of them is deleted, after its archive can no longer be read. */
const DOCUMENT_ARCHIVES: LifecycleRule = {
  prefix: ARCHIVES_PREFIX,
  expiration: Duration.days(ARCHIVE_DAYS),
  noncurrentVersionExpiration: Duration.days(1),
};

/** The record makes the PDF of a proof again. An erasure does not look into them. */
const PROOF_PDFS: LifecycleRule = {
  prefix: PROOFS_PREFIX,
  expiration: Duration.days(PROOF_DAYS),
  noncurrentVersionExpiration: Duration.days(1),
};

/** The record makes the PDF of a driver's working time again. An erasure does not look into them. */
const HOURS_PDFS: LifecycleRule = {
  prefix: HOURS_PREFIX,
  expiration: Duration.days(HOURS_PDF_DAYS),
  noncurrentVersionExpiration: Duration.days(1),
};

/** An export of a person's data that was too large for one answer. An erasure does not look into them. */
const PERSON_EXPORTS: LifecycleRule = {
  prefix: PERSON_EXPORTS_PREFIX,
  expiration: Duration.days(PERSON_EXPORT_DAYS),
  noncurrentVersionExpiration: Duration.days(1),
};

/** The files of an import are kept as long as the import. */
const IMPORT_FILES: LifecycleRule = {
  prefix: IMPORTS_PREFIX,
  expiration: Duration.days(IMPORT_DAYS),
  noncurrentVersionExpiration: Duration.days(1),
};

/**
 * Sends the bucket's events to EventBridge. The bucket's own property is set, because the CDK's `eventBridgeEnabled`
 * would deploy a function that sets it by a call.
 */
function tellEvents({ node }: Bucket): void {
  const { defaultChild } = node;
  if (!(defaultChild instanceof CfnBucket)) throw new Error('The CDK made a bucket without its resource.');
  defaultChild.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } };
}

export const removalPolicy = ({ keepData }: Settings): RemovalPolicy =>
  keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;

import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { EnvironmentKey } from '../shared/platform/runtime/env';
import type { DataStack } from './data-stack';
import { functionName, SEND_OUT } from './names';
import { acceptedOriginSecrets, OriginSecrets } from './origin-secrets';
import type { Settings } from './settings';
import { UserPoolKeys } from './user-pool-keys';

interface VariablesProps {
  readonly settings: Settings;
  readonly data: DataStack;
  readonly logGroup: ILogGroup;
  /** This stack makes what both stacks of functions use. */
  readonly hasCommonParts: boolean;
}

/**
 * All variables of a stack's functions. The compiler requires a value for every key that a declaration can use. The stack gets a resource
 * that reads a pool when a function first asks for its value.
 */
export function variablesOf(scope: Construct, props: VariablesProps): Readonly<Record<EnvironmentKey, string>> {
  const { settings, data, logGroup, hasCommonParts } = props;
  const { storage, delivery, identity, mail, deliveries, imports, stampingKeys, canary } = data;
  const {
    stage,
    mailSender,
    mailsPerSecond,
    frontEndUrl,
    allowedOrigins,
    cookieSameSite,
    stampingProvider,
    testSeals,
    stampsPerDay,
    stampingCallsPerSecond,
    retentionMonths,
    edge,
  } = settings;
  const { staffPool, staffClient, selfServiceClient, driversPool, driversClient } = identity;
  const staff = { name: 'staff', pool: staffPool, client: staffClient };
  const selfService = { name: 'self-service', pool: staffPool, client: selfServiceClient };
  const drivers = { name: 'drivers', pool: driversPool, client: driversClient };
  const keys = new UserPoolKeys(scope, 'UserPoolKeys', {
    settings,
    reader: hasCommonParts ? { logGroup, clients: [staff, selfService, drivers] } : undefined,
  });
  const originSecrets = edge ? acceptedSecrets(scope, props) : '';
  return {
    STAGE: stage,
    STAGE_KEY: stampingKeys.stageKey.secretValue.unsafeUnwrap(),
    TABLE_NAME: storage.table.tableName,
    STAFF_USER_POOL_ID: staffPool.userPoolId,
    STAFF_CLIENT_ID: staffClient.userPoolClientId,
    get STAFF_CLIENT_SECRET() {
      return keys.secretOf('StaffClientSecret', staff);
    },
    STAFF_SELF_SERVICE_CLIENT_ID: selfServiceClient.userPoolClientId,
    get STAFF_SELF_SERVICE_CLIENT_SECRET() {
      return keys.secretOf('SelfServiceClientSecret', selfService);
    },
    get STAFF_JWKS() {
      return keys.keysOf('Staff', staffPool);
    },
    DRIVERS_USER_POOL_ID: driversPool.userPoolId,
    DRIVERS_CLIENT_ID: driversClient.userPoolClientId,
    get DRIVERS_CLIENT_SECRET() {
      return keys.secretOf('DriversClientSecret', drivers);
    },
    get DRIVERS_JWKS() {
      return keys.keysOf('Drivers', driversPool);
    },
    MAIL_QUEUE_URL: mail.queue.queueUrl,
    DELIVERY_QUEUE_URL: deliveries.queue.queueUrl,
    IMPORT_QUEUE_URL: imports.queue.queueUrl,
    SEND_OUT_FUNCTION: functionName(settings, SEND_OUT),
    MAIL_SENDER: mailSender,
    MAIL_CONFIGURATION_SET: mail.configurationSet.configurationSetName,
    MAILS_PER_SECOND: String(mailsPerSecond),
    FRONT_END_URL: frontEndUrl ?? 'none',
    ALLOWED_ORIGINS: allowedOrigins.join(','),
    COOKIE_SAME_SITE: cookieSameSite,
    ASSETS_BUCKET_NAME: storage.assets.bucketName,
    ASSETS_URL: delivery.url,
    DOCUMENTS_BUCKET_NAME: storage.documents.bucketName,
    STAMPING_SECRET_ARN: stampingKeys.userKey.secretArn,
    DATA_KEY_ARN: stampingKeys.dataKey.secretArn,
    CANARY_SECRET_ARN: canary.account.secretArn,
    STAMPING_PROVIDER_URL: stampingProvider,
    ACCEPT_TEST_SEALS: String(testSeals),
    STAMPS_PER_DAY: String(stampsPerDay),
    STAMPING_CALLS_PER_SECOND: String(stampingCallsPerSecond),
    RETENTION_MONTHS: String(retentionMonths),
    ORIGIN_SECRETS: originSecrets,
  };
}

const acceptedSecrets = (scope: Construct, { settings, hasCommonParts }: VariablesProps): string =>
  hasCommonParts ? new OriginSecrets(scope, 'Origin', settings).accepted : acceptedOriginSecrets(settings);

import { type GrantedPermissions, permissionEntries, type Resource } from './permissions';

/** All environment variables of the functions. The stack sets them under these names. */
export const ENVIRONMENT_KEYS = [
  'STAGE',
  'STAGE_KEY',
  'TABLE_NAME',
  'STAFF_USER_POOL_ID',
  'STAFF_CLIENT_ID',
  'STAFF_CLIENT_SECRET',
  'STAFF_SELF_SERVICE_CLIENT_ID',
  'STAFF_SELF_SERVICE_CLIENT_SECRET',
  'STAFF_JWKS',
  'DRIVERS_USER_POOL_ID',
  'DRIVERS_CLIENT_ID',
  'DRIVERS_CLIENT_SECRET',
  'DRIVERS_JWKS',
  'MAIL_QUEUE_URL',
  'DELIVERY_QUEUE_URL',
  'IMPORT_QUEUE_URL',
  'SEND_OUT_FUNCTION',
  'MAIL_SENDER',
  'MAIL_CONFIGURATION_SET',
  'MAILS_PER_SECOND',
  'FRONT_END_URL',
  'ALLOWED_ORIGINS',
  'COOKIE_SAME_SITE',
  'ASSETS_BUCKET_NAME',
  'ASSETS_URL',
  'DOCUMENTS_BUCKET_NAME',
  'STAMPING_SECRET_ARN',
  'DATA_KEY_ARN',
  'CANARY_SECRET_ARN',
  'STAMPING_PROVIDER_URL',
  'ACCEPT_TEST_SEALS',
  'STAMPS_PER_DAY',
  'STAMPING_CALLS_PER_SECOND',
  'RETENTION_MONTHS',
  'ORIGIN_SECRETS',
] as const;

export type EnvironmentKey = (typeof ENVIRONMENT_KEYS)[number];

export type Environment = Readonly<Partial<Record<string, string>>>;

/** The variables that a permission on each resource needs. */
const RESOURCE_ENVIRONMENT: Readonly<Record<Resource, readonly EnvironmentKey[]>> = {
  // The key of the stage signs the cursors of lists, and hides addresses in the log.
  table: ['TABLE_NAME', 'STAGE_KEY'],
  apiKeyUses: ['TABLE_NAME', 'STAGE_KEY'],
  gsi1: ['TABLE_NAME', 'STAGE_KEY'],
  gsi2: ['TABLE_NAME', 'STAGE_KEY'],
  staffPool: ['STAFF_USER_POOL_ID', 'STAFF_CLIENT_ID'],
  driversPool: ['DRIVERS_USER_POOL_ID', 'DRIVERS_CLIENT_ID'],
  mailQueue: ['MAIL_QUEUE_URL'],
  deliveryQueue: ['DELIVERY_QUEUE_URL'],
  importQueue: ['IMPORT_QUEUE_URL'],
  sendOut: ['SEND_OUT_FUNCTION'],
  mailIdentity: ['MAIL_SENDER', 'MAIL_CONFIGURATION_SET'],
  assetsBucket: ['ASSETS_BUCKET_NAME'],
  assetsObjects: ['ASSETS_BUCKET_NAME'],
  documentsBucket: ['DOCUMENTS_BUCKET_NAME'],
  documentsObjects: ['DOCUMENTS_BUCKET_NAME'],
  stampingSecret: ['STAMPING_SECRET_ARN'],
  dataKey: ['DATA_KEY_ARN'],
  canarySecret: ['CANARY_SECRET_ARN'],
  stampingProvider: ['STAMPING_PROVIDER_URL'],
  functions: [],
  publicApi: [],
  webhookTarget: [],
};

/** The variables that a function with these permissions needs. The list may contain duplicates. */
export const environmentOfPermissions = (permissions: GrantedPermissions): EnvironmentKey[] =>
  permissionEntries(permissions).flatMap(([resource]) => RESOURCE_ENVIRONMENT[resource]);

/**
 * The variables that token verification needs. Both pools are needed because a token of the wrong pool gets another
 * answer than an invalid token.
 */
export const TOKEN_ENVIRONMENT: readonly EnvironmentKey[] = [
  'STAFF_USER_POOL_ID',
  'STAFF_CLIENT_ID',
  'STAFF_JWKS',
  'DRIVERS_USER_POOL_ID',
  'DRIVERS_CLIENT_ID',
  'DRIVERS_JWKS',
];

/** The variables that every operation needs behind an edge, and none without one. */
export const EDGE_ENVIRONMENT: readonly EnvironmentKey[] = ['ORIGIN_SECRETS'];

/** The variables that session cookies need. */
export const SESSION_ENVIRONMENT: readonly EnvironmentKey[] = ['ALLOWED_ORIGINS', 'COOKIE_SAME_SITE', 'STAGE_KEY'];

/** Reads one variable. A missing variable is a deployment fault (INTERNAL); there is no default. */
export function readEnvironment(environment: Environment, key: EnvironmentKey): string {
  const value = environment[key];
  if (value === undefined || value === '') {
    throw new Error(`The environment variable ${key} is not set. Deploy the stack again.`);
  }
  return value;
}

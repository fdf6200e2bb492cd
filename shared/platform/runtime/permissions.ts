import type { KeyFamily } from './key-families';

/**
 * The IAM actions of a capability by resource, without the service prefix. `Scan` and `*` are not available on purpose.
 * Source: the service authorization reference of each service. The stamping provider is not an AWS resource: its
 * actions are declared and checked at run time like all others, but no role contains them.
 */
export interface Permissions {
  readonly table?: readonly TableAction[];
  /** The families of the partition keys that the capability reaches, of the table and of each index. Default: `TEAM#`. */
  readonly tableKeys?: readonly KeyFamily[];
  /**
   * The days on which API keys were used. They are in the table too, but in a statement of their own: every function that a key may call
   * writes them, and a function that only reads may write nothing else.
   */
  readonly apiKeyUses?: readonly 'PutItem'[];
  readonly apiKeyUsesKeys?: readonly 'API_KEY_USE#'[];
  readonly gsi1?: readonly 'Query'[];
  readonly gsi1Keys?: readonly KeyFamily[];
  readonly gsi2?: readonly 'Query'[];
  readonly gsi2Keys?: readonly KeyFamily[];
  readonly staffPool?: readonly UserPoolAction[];
  readonly driversPool?: readonly UserPoolAction[];
  readonly mailQueue?: readonly 'SendMessage'[];
  /** The queue of the webhooks' deliveries. */
  readonly deliveryQueue?: readonly 'SendMessage'[];
  /** The queue of the imports that have work to do. */
  readonly importQueue?: readonly 'SendMessage'[];
  readonly mailIdentity?: readonly 'SendEmail'[];
  readonly assetsBucket?: readonly BucketAction[];
  readonly assetsObjects?: readonly ObjectAction[];
  readonly documentsBucket?: readonly BucketAction[];
  readonly documentsObjects?: readonly ObjectAction[];
  /** The service's own key for the stamping provider. */
  readonly stampingSecret?: readonly 'GetSecretValue'[];
  /** The key that encrypts the teams' keys. */
  readonly dataKey?: readonly 'GetSecretValue'[];
  /** The account of the canary. */
  readonly canarySecret?: readonly 'GetSecretValue'[];
  readonly stampingProvider?: readonly StampingAction[];
  /** The public address of this service. Its own checks protect it, so that no role names it. */
  readonly publicApi?: readonly 'Fetch'[];
  /** The one function that calls the addresses of webhooks. */
  readonly sendOut?: readonly 'InvokeFunction'[];
  /** The address that a team entered for its webhooks. No AWS resource, so that no role names it. */
  readonly webhookTarget?: readonly 'Post'[];
  /** The functions of operations. The source of the trigger grants it by their names, which no declaration knows. */
  readonly functions?: readonly 'InvokeFunction'[];
}

/**
 * Without `ListBucket` S3 answers 403 for a missing object, and a missing object would look like a missing permission.
 */
type BucketAction = 'ListBucket';

/** A request that names a version needs the `…Version` action instead of the plain one. */
type ObjectAction = 'GetObject' | 'GetObjectVersion' | 'PutObject' | 'DeleteObjectVersion';

export type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem';

/** Calls with the user's own access token (AssociateSoftwareToken…) need no IAM permission and are not listed. */
export type UserPoolAction =
  | 'AdminInitiateAuth'
  | 'AdminRespondToAuthChallenge'
  | 'AdminCreateUser'
  | 'AdminDeleteUser'
  | 'AdminDisableUser'
  | 'AdminEnableUser'
  | 'AdminGetUser'
  | 'AdminSetUserMFAPreference'
  | 'AdminSetUserPassword'
  | 'AdminUpdateUserAttributes'
  | 'AdminUserGlobalSignOut'
  | 'ListUsers';

/** The requests that we send to the stamping provider. */
export type StampingAction =
  | 'CancelInvoice'
  | 'CreateCustomer'
  | 'CreateInvoice'
  | 'CreateOrganization'
  | 'CreateWebhook'
  | 'CreateZipRequest'
  | 'DeleteCustomer'
  | 'DeleteDraftInvoice'
  | 'DeleteLiveApiKey'
  | 'DeleteWebhook'
  | 'DownloadInvoice'
  | 'DownloadZipRequest'
  | 'GetTestApiKey'
  | 'ListInvoices'
  | 'ListLiveApiKeys'
  | 'ListOrganizations'
  | 'ListWebhooks'
  | 'RenewLiveApiKey'
  | 'RetrieveInvoice'
  | 'RetrieveOrganization'
  | 'RetrieveZipRequest'
  | 'SendInvoiceByEmail'
  | 'StampDraftInvoice'
  | 'UpdateDraftInvoice'
  | 'UpdateInvoiceStatus'
  | 'UpdateOrganizationLegal'
  | 'UploadOrganizationCertificate'
  | 'ValidateCustomer';

/** The resources that a role can have permissions on. */
export type AwsResource = (typeof AWS_RESOURCES)[number];

export type Resource = AwsResource | 'functions' | 'publicApi' | 'stampingProvider' | 'webhookTarget';

/** The table and its indexes. A permission on them is limited to families of partition keys. */
export type TableResource = 'table' | 'apiKeyUses' | 'gsi1' | 'gsi2';
/** A resource without partition keys. */
export type ServiceResource = Exclude<Resource, TableResource>;

/** The list of families of each table resource. */
export type KeyScope = `${TableResource}Keys`;

/** Merged permissions: the same shape, but with actions and key families as plain strings. */
export type GrantedPermissions = { readonly [R in Resource | KeyScope]?: readonly string[] };

/** Most records belong to a team, so a capability names its families only if it needs other ones. */
const DEFAULT_FAMILIES: readonly KeyFamily[] = ['TEAM#'];

/** The permissions with their families, also where the declaration leaves the default. */
export function withKeyFamilies(permissions: Permissions): GrantedPermissions {
  const families = TABLE_RESOURCES.flatMap((resource) =>
    permissions[resource] ? [[`${resource}Keys`, permissions[`${resource}Keys`] ?? DEFAULT_FAMILIES]] : [],
  );
  return { ...permissions, ...Object.fromEntries(families) };
}

/** The union of permissions, without duplicates and sorted: two syntheses of the same code must be equal. */
export function unionOfPermissions(all: readonly GrantedPermissions[]): GrantedPermissions {
  const union: { [R in Resource | KeyScope]?: string[] } = {};
  for (const [resource, actions] of all.flatMap((one) => [...permissionEntries(one), ...keyEntries(one)])) {
    union[resource] = [...new Set([...(union[resource] ?? []), ...actions])].sort();
  }
  return union;
}

export function permissionEntries(permissions: GrantedPermissions): [Resource, readonly string[]][] {
  return RESOURCES.flatMap((resource) => (permissions[resource] ? [[resource, permissions[resource]]] : []));
}

/** The families of partition keys by the table and its indexes. */
export const keyEntries = (permissions: GrantedPermissions): [KeyScope, readonly string[]][] =>
  TABLE_RESOURCES.flatMap((resource) => {
    const families = permissions[`${resource}Keys`];
    return families ? [[`${resource}Keys` as const, families]] : [];
  });

/** The families of the table or an index. Undefined for another resource, which has no partition keys. */
export const keysOf = (permissions: GrantedPermissions, resource: Resource): readonly string[] | undefined =>
  isTableResource(resource) ? (permissions[`${resource}Keys`] ?? []) : undefined;

export const isTableResource = (resource: Resource): resource is TableResource =>
  resource === 'table' || resource === 'apiKeyUses' || resource === 'gsi1' || resource === 'gsi2';

/** The entries of {@link permissionEntries} that an AWS role can contain. */
export const awsEntries = (atAws: GrantedPermissions): [AwsResource, readonly string[]][] =>
  AWS_RESOURCES.flatMap((resource) => (atAws[resource] ? [[resource, atAws[resource]]] : []));

/** The type derives from the list: a right on a resource that the list left out would be missing from every role, without an error. */
const AWS_RESOURCES = [
  'apiKeyUses',
  'assetsBucket',
  'assetsObjects',
  'canarySecret',
  'dataKey',
  'deliveryQueue',
  'documentsBucket',
  'documentsObjects',
  'driversPool',
  'gsi1',
  'gsi2',
  'importQueue',
  'mailIdentity',
  'mailQueue',
  'sendOut',
  'staffPool',
  'stampingSecret',
  'table',
] as const satisfies readonly (keyof Permissions)[];

const TABLE_RESOURCES: readonly TableResource[] = ['table', 'apiKeyUses', 'gsi1', 'gsi2'];

const RESOURCES: readonly Resource[] = [
  ...AWS_RESOURCES,
  'functions',
  'publicApi',
  'stampingProvider',
  'webhookTarget',
];

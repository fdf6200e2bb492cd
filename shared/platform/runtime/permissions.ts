/**
 * What a capability may do at AWS, by resource: the IAM actions of its role, without their service prefix.
 * `Scan` and `*` do not exist here. Source: the service authorization reference of each service. The stamping provider is no resource of
 * AWS: its actions are declared and enforced at run time like all others, and no role knows them.
 */
export interface Permissions {
  readonly table?: readonly TableAction[];
  readonly gsi1?: readonly 'Query'[];
  readonly gsi2?: readonly 'Query'[];
  readonly staffPool?: readonly UserPoolAction[];
  readonly driversPool?: readonly UserPoolAction[];
  readonly mailQueue?: readonly 'SendMessage'[];
  readonly mailIdentity?: readonly 'SendEmail'[];
  readonly assetsBucket?: readonly BucketAction[];
  readonly assetsObjects?: readonly ObjectAction[];
  readonly documentsBucket?: readonly BucketAction[];
  readonly documentsObjects?: readonly ObjectAction[];
  /** The service's own key at the stamping provider. */
  readonly stampingSecret?: readonly 'GetSecretValue'[];
  /** What the teams' keys are encrypted with. */
  readonly dataKey?: readonly 'GetSecretValue'[];
  readonly stampingProvider?: readonly StampingAction[];
}

/** Without `ListBucket` S3 answers 403 for an object that is not there, and a role that lacks a right would look the same. */
export type BucketAction = 'ListBucket' | 'ListBucketVersions';

/** A request that names a version asks the right of that name, and not the plain one. */
export type ObjectAction = 'GetObject' | 'GetObjectVersion' | 'PutObject' | 'DeleteObjectVersion';

export type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem';

/** Calls that carry the user's own access token (AssociateSoftwareToken…) ask no IAM right and so do not stand here. */
export type UserPoolAction =
  | 'AdminInitiateAuth'
  | 'AdminRespondToAuthChallenge'
  | 'AdminCreateUser'
  | 'AdminDisableUser'
  | 'AdminEnableUser'
  | 'AdminGetUser'
  | 'AdminSetUserMFAPreference'
  | 'AdminSetUserPassword'
  | 'AdminUserGlobalSignOut'
  | 'DescribeUserPoolClient';

/** The requests of the provider's interface that we send, by what they do. */
export type StampingAction =
  | 'CancelInvoice'
  | 'CreateInvoice'
  | 'CreateOrganization'
  | 'CreateWebhook'
  | 'DeleteDraftInvoice'
  | 'DeleteLiveApiKey'
  | 'DeleteWebhook'
  | 'DownloadInvoice'
  | 'GetTestApiKey'
  | 'ListInvoices'
  | 'ListLiveApiKeys'
  | 'ListOrganizations'
  | 'ListWebhooks'
  | 'RenewLiveApiKey'
  | 'RetrieveInvoice'
  | 'RetrieveOrganization'
  | 'StampDraftInvoice'
  | 'UpdateDraftInvoice'
  | 'UpdateInvoiceStatus'
  | 'UpdateOrganizationLegal'
  | 'UploadOrganizationCertificate';

/** The resources that a role can be given rights on. */
export type AwsResource = (typeof AWS_RESOURCES)[number];

export type Resource = AwsResource | 'stampingProvider';

/** Rights after they were put together: the same shape, its actions no longer told apart by the compiler. */
export type GrantedPermissions = { readonly [R in Resource]?: readonly string[] };

/** Every right of all of them, each once and sorted, so that two syntheses of one tree are equal. */
export function unionOfPermissions(all: readonly GrantedPermissions[]): GrantedPermissions {
  const union: { [R in Resource]?: string[] } = {};
  for (const [resource, actions] of all.flatMap(permissionEntries)) {
    union[resource] = [...new Set([...(union[resource] ?? []), ...actions])].sort();
  }
  return union;
}

/** The pairs of resource and actions, sorted by resource. */
export function permissionEntries(permissions: GrantedPermissions): [Resource, readonly string[]][] {
  return RESOURCES.flatMap((resource) => (permissions[resource] ? [[resource, permissions[resource]]] : []));
}

/** The pairs of {@link rightEntries} that a role knows. */
export const awsEntries = ({ stampingProvider: _, ...atAws }: GrantedPermissions): [AwsResource, readonly string[]][] =>
  AWS_RESOURCES.flatMap((resource) => (atAws[resource] ? [[resource, atAws[resource]]] : []));

/** The type derives from the list: a right on a resource that the list left out would be missing from every role, without an error. */
const AWS_RESOURCES = [
  'assetsBucket',
  'assetsObjects',
  'dataKey',
  'documentsBucket',
  'documentsObjects',
  'driversPool',
  'gsi1',
  'gsi2',
  'mailIdentity',
  'mailQueue',
  'staffPool',
  'stampingSecret',
  'table',
] as const satisfies readonly (keyof Permissions)[];

const RESOURCES: readonly Resource[] = [...AWS_RESOURCES, 'stampingProvider'];

import { OPERATIONS } from '../../functions/catalog';
import { permissionsOf } from '../../shared/operation/requirements';
import type { Resource } from '../../shared/platform/runtime/permissions';

/** Sources of credentials that cannot answer in Lambda, and the HTTP client that costs a cold start 30 ms. */
const NEVER =
  /credential-provider-(?:ini|sso|process|web-identity|imds|node\/dist)|client-sso|token-providers|nested-clients|node_modules\/undici/;

/** A class with every command of a service: all of its commands would come with it. */
const AGGREGATED = /@aws-sdk\/(?:client|lib)-[\w-]+\/dist-es\/(?!\w*Client\.js)[A-Z]\w*\.js$/;

const CLIENT = /@aws-sdk\/client-([\w-]+)\/|node_modules\/(facturapi)\//;

/** Which client serves a resource. The table's is everybody's: it is how a caller's right is read. */
const CLIENTS: Readonly<Record<Resource, string>> = {
  table: 'dynamodb',
  gsi1: 'dynamodb',
  gsi2: 'dynamodb',
  staffPool: 'cognito-identity-provider',
  driversPool: 'cognito-identity-provider',
  mailQueue: 'sqs',
  mailIdentity: 'sesv2',
  assetsBucket: 's3',
  assetsObjects: 's3',
  documentsBucket: 's3',
  documentsObjects: 's3',
  stampingSecret: 'secrets-manager',
  dataKey: 'secrets-manager',
  stampingProvider: 'facturapi',
};

/** Operations that call a pool by their caller's own token, for which there is no right. */
const BY_USER_TOKEN = /^users\//;

/** What the rules find broken in what went into a function's bundle: each a sentence. */
export function brokenRules(file: string, inputs: readonly string[]): string[] {
  const never = inputs.filter((input) => NEVER.test(input)).slice(0, 1);
  const aggregated = inputs.filter((input) => AGGREGATED.test(input));
  const foreign = clientsIn(inputs).filter((client) => !allowedClients(file).includes(client));
  return [
    ...never.map((input) => `${file} holds ${input}, which no function needs`),
    ...aggregated.map((input) => `${file} holds ${input}, a class with all commands of its service`),
    ...foreign.map((client) => `${file} holds the client of ${client}, which its \`uses\` does not name`),
  ];
}

const clientsIn = (inputs: readonly string[]): string[] => [
  ...new Set(
    inputs.flatMap((input) => {
      const [, service, provider] = CLIENT.exec(input) ?? [];
      return service ?? provider ?? [];
    }),
  ),
];

function allowedClients(file: string): string[] {
  const operation = OPERATIONS[file];
  // Triggers declare no `uses` that is read here; their bundles are held by their size.
  if (operation === undefined) return Object.values(CLIENTS);
  const resources = Object.keys(permissionsOf(operation));
  return [
    'dynamodb',
    ...(BY_USER_TOKEN.test(file) ? ['cognito-identity-provider'] : []),
    ...Object.entries(CLIENTS).flatMap(([resource, client]) => (resources.includes(resource) ? [client] : [])),
  ];
}

/** Whether the function may load the global fetch: the provider's own SDK calls it. */
export const mayFetch = (file: string): boolean => {
  const operation = OPERATIONS[file];
  return operation !== undefined && 'stampingProvider' in permissionsOf(operation);
};

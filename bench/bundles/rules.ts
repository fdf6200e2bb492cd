import { OPERATIONS } from '../../functions/catalog';
import { callsCognito } from '../../lib/bundling/connects';
import { permissionsOf } from '../../shared/operation/requirements';
import type { Resource } from '../../shared/platform/runtime/permissions';

/** Credential sources that do not work in Lambda, and an HTTP client that adds 30 ms to a cold start. */
const NEVER =
  /credential-provider-(?:ini|sso|process|web-identity|imds|node\/dist)|client-sso|token-providers|nested-clients|node_modules\/undici/;

/** A class with every command of a service, which would pull all of them into the bundle. */
const AGGREGATED = /@aws-sdk\/(?:client|lib)-[\w-]+\/dist-es\/(?!\w*Client\.js)[A-Z]\w*\.js$/;

const CLIENT = /@aws-sdk\/client-([\w-]+)\/|node_modules\/(facturapi)\//;

/** The client of each resource. Every function may use the table's client, because permission checks read the table. */
const CLIENTS: Readonly<Record<Resource, string>> = {
  table: 'dynamodb',
  apiKeyUses: 'dynamodb',
  gsi1: 'dynamodb',
  gsi2: 'dynamodb',
  staffPool: 'cognito-identity-provider',
  driversPool: 'cognito-identity-provider',
  mailQueue: 'sqs',
  deliveryQueue: 'sqs',
  importQueue: 'sqs',
  sendOut: 'lambda',
  mailIdentity: 'sesv2',
  assetsBucket: 's3',
  assetsObjects: 's3',
  documentsBucket: 's3',
  documentsObjects: 's3',
  stampingSecret: 'secrets-manager',
  dataKey: 'secrets-manager',
  canarySecret: 'secrets-manager',
  stampingProvider: 'facturapi',
  functions: 'lambda',
  // Node's own fetch.
  publicApi: '',
  webhookTarget: '',
};

/** The broken rules of a function's bundle, as sentences. */
export function brokenRules(file: string, inputs: readonly string[]): string[] {
  const never = inputs.filter((input) => NEVER.test(input)).slice(0, 1);
  const aggregated = inputs.filter((input) => AGGREGATED.test(input));
  const foreign = clientsIn(inputs).filter((client) => !allowedClients(file).includes(client));
  return [
    ...never.map((input) => `${file} contains ${input}, which no function needs`),
    ...aggregated.map((input) => `${file} contains ${input}, a class with all commands of its service`),
    ...foreign.map((client) => `${file} contains the client of ${client}, which its \`uses\` does not name`),
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
  // Triggers have no `uses` that this rule could read; only their size is limited.
  if (operation === undefined) return Object.values(CLIENTS);
  const resources = Object.keys(permissionsOf(operation));
  return [
    'dynamodb',
    // Calls with the user's own token have no permission.
    ...(callsCognito(operation) ? [CLIENTS.staffPool] : []),
    ...Object.entries(CLIENTS).flatMap(([resource, client]) => (resources.includes(resource) ? [client] : [])),
  ];
}

/** Whether the function may load the global fetch, which the provider's SDK uses. */
export const mayFetch = (file: string): boolean => {
  const operation = OPERATIONS[file];
  return operation !== undefined && 'stampingProvider' in permissionsOf(operation);
};

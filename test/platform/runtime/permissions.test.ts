import { clientEnvironment, DRIVERS_POOL, SELF_SERVICE, STAFF_POOL } from '../../../shared/identity/cognito/user-pool';
import {
  EDGE_ENVIRONMENT,
  ENVIRONMENT_KEYS,
  environmentOfPermissions,
  readEnvironment,
  SESSION_ENVIRONMENT,
  TOKEN_ENVIRONMENT,
} from '../../../shared/platform/runtime/env';
import {
  awsEntries,
  type GrantedPermissions,
  permissionEntries,
  unionOfPermissions,
} from '../../../shared/platform/runtime/permissions';

const NEEDS = {
  apiKeyUses: ['TABLE_NAME', 'STAGE_KEY'],
  assetsBucket: ['ASSETS_BUCKET_NAME'],
  assetsObjects: ['ASSETS_BUCKET_NAME'],
  canarySecret: ['CANARY_SECRET_ARN'],
  dataKey: ['DATA_KEY_ARN'],
  deliveryQueue: ['DELIVERY_QUEUE_URL'],
  documentsBucket: ['DOCUMENTS_BUCKET_NAME'],
  documentsObjects: ['DOCUMENTS_BUCKET_NAME'],
  driversPool: ['DRIVERS_USER_POOL_ID', 'DRIVERS_CLIENT_ID'],
  gsi1: ['TABLE_NAME', 'STAGE_KEY'],
  gsi2: ['TABLE_NAME', 'STAGE_KEY'],
  importQueue: ['IMPORT_QUEUE_URL'],
  mailIdentity: ['MAIL_SENDER', 'MAIL_CONFIGURATION_SET'],
  mailQueue: ['MAIL_QUEUE_URL'],
  sendOut: ['SEND_OUT_FUNCTION'],
  staffPool: ['STAFF_USER_POOL_ID', 'STAFF_CLIENT_ID'],
  stampingSecret: ['STAMPING_SECRET_ARN'],
  table: ['TABLE_NAME', 'STAGE_KEY'],
  stampingProvider: ['STAMPING_PROVIDER_URL'],
};
const ALL: GrantedPermissions = Object.fromEntries(Object.keys(NEEDS).map((resource) => [resource, ['Do']]));

test('rights stand in the order of their resources, however they were written; a role knows all but the provider’s', () => {
  const turned: GrantedPermissions = Object.fromEntries(Object.entries(ALL).reverse());
  expect(permissionEntries(turned).map(([resource]) => resource)).toEqual(Object.keys(NEEDS));
  expect(awsEntries(turned).map(([resource]) => resource)).toEqual(Object.keys(NEEDS).slice(0, -1));
  expect(awsEntries({ table: ['Query'], stampingProvider: ['CreateInvoice'] })).toEqual([['table', ['Query']]]);
});

test('of several rights there is each once, sorted', () => {
  const all = [{ table: ['PutItem', 'GetItem'] }, { gsi1: ['Query'] }, {}, { table: ['GetItem', 'DeleteItem'] }];
  expect(unionOfPermissions(all)).toEqual({ gsi1: ['Query'], table: ['DeleteItem', 'GetItem', 'PutItem'] });
});

test.each(Object.entries(NEEDS))('who has a right on %s needs %j', (resource, variables) => {
  expect(environmentOfPermissions({ [resource]: ['Do'] })).toEqual(variables);
});

test('there is no variable that nothing reads, nor one that is not among them', () => {
  const read = [
    ...environmentOfPermissions(ALL),
    ...TOKEN_ENVIRONMENT,
    ...SESSION_ENVIRONMENT,
    'STAGE',
    'ASSETS_URL',
    'ACCEPT_TEST_SEALS',
    'STAMPS_PER_DAY',
    'STAMPING_CALLS_PER_SECOND',
    'MAILS_PER_SECOND',
    'FRONT_END_URL',
    'RETENTION_MONTHS',
    ...EDGE_ENVIRONMENT,
    ...[STAFF_POOL, SELF_SERVICE, DRIVERS_POOL].flatMap(clientEnvironment),
  ];
  expect([...ENVIRONMENT_KEYS].sort()).toEqual([...new Set(read)].sort());
  expect(TOKEN_ENVIRONMENT).toEqual(
    ['STAFF', 'DRIVERS'].flatMap((pool) => [`${pool}_USER_POOL_ID`, `${pool}_CLIENT_ID`, `${pool}_JWKS`]),
  );
  expect(SESSION_ENVIRONMENT).toEqual(['ALLOWED_ORIGINS', 'COOKIE_SAME_SITE', 'STAGE_KEY']);
});

test.each([{}, { STAGE: '' }, { STAGE: undefined }])('of %j a variable is missed, and named', (environment) => {
  expect(() => readEnvironment(environment, 'STAGE')).toThrow('STAGE');
});

test('a variable is read as it stands', () => {
  expect(readEnvironment({ STAGE: ' test' }, 'STAGE')).toBe(' test');
});

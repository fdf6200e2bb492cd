import { operation as loginDriver } from '../../functions/auth/login-driver';
import { OPERATIONS, TRIGGERS } from '../../functions/catalog';
import { stackOf } from '../../lib/areas';
import { poolAuthOf, scopeOf, teamPlaceOf } from '../../shared/identity/caller';
import type { Operation } from '../../shared/operation/define';
import { environmentOfTrigger, permissionsOfTrigger } from '../../shared/operation/define-trigger';
import { environmentOf, permissionsOf } from '../../shared/operation/requirements';
import {
  type AwsResource,
  awsEntries,
  type GrantedPermissions,
  isTableResource,
} from '../../shared/platform/runtime/permissions';
import { PRODUCTION } from '../support/production';
import { namedBy } from './named';
import { synthesize } from './synthesis';
import { statementsIn } from './template';

const { data, functions } = synthesize();
const [table] = data.resources('AWS::DynamoDB::Table');
const queueOf = (construct: string) =>
  data
    .resources('AWS::SQS::Queue')
    .find(({ id, properties }) => id.startsWith(construct) && 'RedrivePolicy' in properties);
const [queue, deliveryQueue, importQueue] = [queueOf('Mail'), queueOf('Deliveries'), queueOf('Imports')];
const poolArn = (name: string) => `<${data.resource('AWS::Cognito::UserPool', 'UserPoolName', name).id}.Arn>`;
const bucketArn = (name: string) =>
  `<${data.resources('AWS::S3::Bucket').find(({ id }) => id.startsWith(`Storage${name}`))?.id}.Arn>`;
const secretArn = (name: string) =>
  `<${data.resources('AWS::SecretsManager::Secret').find(({ id }) => id.startsWith(`StampingKeys${name}`))?.id}>`;
const [log] = functions.resources('AWS::Logs::LogGroup');
const logArn = (name: string) => `arn:aws:logs:us-east-1:123456789012:log-group:${name}:*`;
/** The second stack of functions knows the log by its name. */
const logOf = (file: string) => (stackOf(file) === 'work' ? '/fleet-dev/functions' : `<${log?.id}>`);

/** The IAM names of each resource, repeated here independently of the code under test. */
const [configurationSet] = data.resources('AWS::SES::ConfigurationSet');
const AT_IAM: Readonly<Record<AwsResource, { service: string; arn: string; further?: readonly string[] }>> = {
  table: { service: 'dynamodb', arn: `<${table?.id}.Arn>` },
  apiKeyUses: { service: 'dynamodb', arn: `<${table?.id}.Arn>` },
  gsi1: { service: 'dynamodb', arn: `<${table?.id}.Arn>/index/gsi1` },
  gsi2: { service: 'dynamodb', arn: `<${table?.id}.Arn>/index/gsi2` },
  staffPool: { service: 'cognito-idp', arn: poolArn('fleet-dev-staff') },
  driversPool: { service: 'cognito-idp', arn: poolArn('fleet-dev-drivers') },
  mailQueue: { service: 'sqs', arn: `<${queue?.id}.Arn>` },
  deliveryQueue: { service: 'sqs', arn: `<${deliveryQueue?.id}.Arn>` },
  importQueue: { service: 'sqs', arn: `<${importQueue?.id}.Arn>` },
  sendOut: { service: 'lambda', arn: 'arn:aws:lambda:us-east-1:123456789012:function:fleet-dev-sendOut' },
  mailIdentity: {
    service: 'ses',
    arn: 'arn:aws:ses:us-east-1:123456789012:identity/fleet.example',
    further: [`arn:aws:ses:us-east-1:123456789012:configuration-set/<${configurationSet?.id}>`],
  },
  assetsBucket: { service: 's3', arn: bucketArn('Assets') },
  assetsObjects: { service: 's3', arn: `${bucketArn('Assets')}/*` },
  documentsBucket: { service: 's3', arn: bucketArn('Documents') },
  documentsObjects: { service: 's3', arn: `${bucketArn('Documents')}/*` },
  stampingSecret: { service: 'secretsmanager', arn: secretArn('UserKey') },
  dataKey: { service: 'secretsmanager', arn: secretArn('DataKey') },
  canarySecret: {
    service: 'secretsmanager',
    arn: `<${data.resources('AWS::SecretsManager::Secret').find(({ id }) => id.startsWith('Canary'))?.id}>`,
  },
};

const logGrants = (log: string) => [`logs:CreateLogStream on ${logArn(log)}`, `logs:PutLogEvents on ${logArn(log)}`];

const missedArn = `<${data.resources('AWS::SQS::Queue').find(({ id }) => id.startsWith('Schedules'))?.id}.Arn>`;

const lostArn = `<${data.resources('AWS::SQS::Queue').find(({ id }) => id.startsWith('DeliveriesLost'))?.id}.Arn>`;

/** The rights that a trigger's source needs in addition to the declaration. */
const SOURCE_GRANTS: Readonly<Record<string, readonly string[]>> = {
  driversPoolPreTokenGeneration: [],
  staffPoolPreTokenGeneration: [],
  mailQueue: ['DeleteMessage', 'GetQueueAttributes', 'ReceiveMessage'].map(
    (action) => `sqs:${action} on <${queue?.id}.Arn>`,
  ),
  deliveryQueue: ['DeleteMessage', 'GetQueueAttributes', 'ReceiveMessage'].map(
    (action) => `sqs:${action} on <${deliveryQueue?.id}.Arn>`,
  ),
  importQueue: ['DeleteMessage', 'GetQueueAttributes', 'ReceiveMessage'].map(
    (action) => `sqs:${action} on <${importQueue?.id}.Arn>`,
  ),
  tableStream: [
    ...['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map(
      (action) => `dynamodb:${action} on <${table?.id}.StreamArn>`,
    ),
    `sqs:SendMessage on ${lostArn}`,
  ],
  outRequests: [],
  schedule: [`sqs:SendMessage on ${missedArn}`],
  hours: [],
  oversizedUpload: [`sqs:SendMessage on ${missedArn}`],
};

/** Selects uploads of more than 25 MB among the waiting ones, and no other object. */
const OVERSIZED = {
  source: ['aws.s3'],
  'detail-type': ['Object Created'],
  detail: {
    bucket: { name: [bucketArn('Documents').replace('.Arn', '')] },
    object: { key: [{ prefix: 'uploads/' }], size: [{ numeric: ['>', 26_214_400] }] },
  },
};

/** The condition of a statement on the table or an index, repeated here independently of the code under test. */
const conditionOf = (families: readonly string[]) =>
  JSON.stringify({
    'ForAllValues:StringLike': {
      'dynamodb:LeadingKeys': families.map((one) => (one.endsWith('#') ? `${one}*` : one)),
    },
    Null: { 'dynamodb:LeadingKeys': 'false' },
  });

const grantsOf = (permissions: GrantedPermissions): string[] =>
  awsEntries(permissions).flatMap(([resource, actions]) => {
    const families = isTableResource(resource) ? permissions[`${resource}Keys`] : undefined;
    const condition = families ? ` if ${conditionOf(families)}` : '';
    const { service, arn, further = [] } = AT_IAM[resource];
    return actions.flatMap((action) => [arn, ...further].map((one) => `${service}:${action} on ${one}${condition}`));
  });

const DECLARED = [
  ...Object.entries(OPERATIONS).map(([file, operation]) => ({
    id: operation.id,
    environment: environmentOf(operation),
    grants: [...grantsOf(permissionsOf(operation)), ...logGrants(logOf(file))],
  })),
  ...Object.values(TRIGGERS).map((trigger) => ({
    id: trigger.id,
    environment: environmentOfTrigger(trigger),
    grants: [
      ...grantsOf(permissionsOfTrigger(trigger)),
      ...(SOURCE_GRANTS[trigger.source] ?? []),
      ...logGrants(`<${log?.id}>`),
    ],
  })),
];

/** A role with the names of all operations' functions holds them in managed policies. */
const callsFunctions = (id: string): boolean =>
  Object.values(TRIGGERS).some((trigger) => trigger.id === id && trigger.source === 'hours');

const nameOf = namedBy();
const functionOf = (id: string) => functions.resource('AWS::Lambda::Function', 'FunctionName', nameOf(id));

describe.each(DECLARED)('the function of $id', ({ id, environment, grants }) => {
  const { properties } = functionOf(id);
  const role = functions.resources('AWS::IAM::Role').find((one) => `<${one.id}.Arn>` === properties.Role);

  test('has a role of its own with exactly the declared rights, and its log', () => {
    const granted = statementsIn(role?.properties.Policies).flatMap(({ actions, resources, condition }) =>
      actions.flatMap((action) =>
        resources.map((resource) => `${action} on ${resource}${condition ? ` if ${JSON.stringify(condition)}` : ''}`),
      ),
    );
    expect(granted.sort()).toEqual([...grants].sort());
    if (!callsFunctions(id)) expect(role?.properties.ManagedPolicyArns).toBeUndefined();
    const sharing = functions
      .resources('AWS::Lambda::Function')
      .filter((one) => one.properties.Role === properties.Role);
    expect(sharing).toHaveLength(1);
  });

  test('has exactly the environment that its declaration needs', () => {
    const { Variables = {} } = Object(properties.Environment);
    expect(Object.keys(Variables).sort()).toEqual([...environment].sort());
    for (const value of Object.values(Variables)) expect(value).toEqual(expect.stringMatching(/./));
  });
});

/** The families of a role on the table and on each index, from its policy. */
const familiesOf = (id: string): string[] => {
  const { Role } = functionOf(id).properties;
  const role = functions.resources('AWS::IAM::Role').find((one) => `<${one.id}.Arn>` === Role);
  const lists = statementsIn(role?.properties.Policies).flatMap(({ condition }) =>
    condition ? Object(condition['ForAllValues:StringLike'])['dynamodb:LeadingKeys'] : [],
  );
  return [...new Set(lists.map(String))].sort();
};

const STAMPING = ['STAMPING_WORK#*'];
/** The holder of the object key, the caller's grant, and the team's count of grants. */
const UPLOADS = ['OBJECT#*', 'UPLOAD#*', 'UPLOAD_COUNT#*'];

/** The days of use of API keys, which every function that a key may call writes. */
const KEY_USES = 'API_KEY_USE#*';
const RECEIPTS_DUE = 'RECEIPTS_DUE#*';

/** The families beyond a team's records and the caller's idempotency keys, by operation of members and of drivers. Others need none. */
const BEYOND_THE_TEAM: Readonly<Record<string, readonly string[]>> = {
  // The hour's count of imports, and the grant of the upload.
  createImport: ['QUOTA#*', 'UPLOAD#*'],
  ...Object.fromEntries(
    ['cancelInvoice', 'deleteInvoice', 'deleteTrip', 'refreshInvoice', 'stampInvoice'].map((id) => [
      id,
      // The last receipt of a month ends its alert.
      [RECEIPTS_DUE, ...STAMPING],
    ]),
  ),
  closeReservation: STAMPING,
  // The watch of a trip that starts, and of the files of one that has ended.
  ...Object.fromEntries(
    ['startTrip', 'syncFacts', 'updateOwnTripStatus', 'updateTripStatus'].map((id) => [id, ['ROAD_WATCH#*']]),
  ),
  createTrackingLink: ['TRACKING#*'],
  deleteTrackingLink: ['TRACKING#*'],
  listApiKeys: [KEY_USES],
  listDueReceipts: [RECEIPTS_DUE],
  createUploadUrl: UPLOADS,
  registerFile: UPLOADS,
  createOwnUploadUrl: UPLOADS,
  registerOwnFile: UPLOADS,
  deleteFile: ['OBJECT#*'],
  eraseDriver: ['ATTEMPTS#*', 'DRIVER#*', 'ERASURES#*', 'HOME_NETWORK#*', 'OBJECT#*'],
  exportDriver: ['ATTEMPTS#*', 'DRIVER#*'],
  exportOwnDriver: ['ATTEMPTS#*', 'DRIVER#*'],
  // The mails of a team and day.
  emailInvoice: ['QUOTA#*'],
  // A new organization counts against the daily limit of the account that creates it.
  configureOrganization: ['ORGANIZATION#*', 'QUOTA#*', 'WEBHOOK_TOKEN#*'],
  // A new password clears the failed sign-ins of the driver.
  changeDriverAccess: ['ATTEMPTS#*'],
  // A hand-over counts the team for its new owner instead of the old one.
  changeMemberRole: ['QUOTA#*'],
  // A closed team closes its join code.
  changePolicies: ['JOIN_CODE#*'],
  // The sessions are the user's, each of the user's teams gets a new join code, and the ends of a day are counted.
  endMemberSessions: ['JOIN_CODE#*', 'QUOTA#*', 'USER#*'],
  // Test events an hour.
  testWebhookEndpoint: ['QUOTA#*'],
  createInvitations: ['EMAIL#*', 'MAIL_QUOTA#*', 'USER#*'],
  removeMember: ['JOIN_CODE#*'],
  rotateJoinCode: ['JOIN_CODE#*'],
};

/**
 * Operations without a team in their declaration that reach the records of teams: they read or write memberships, create
 * a team, or need the driver's record, which belongs to a team.
 */
const BY_MEMBERSHIP = [
  ...['login', 'recoverMfa', 'resetPassword', 'respondToMfa'],
  ...['createTeam', 'joinTeam', 'listTeams', 'updateOwnUser', 'stamping', 'deleteOwnUser', 'exportOwnUser'],
  // The end of sessions is written to each membership, and to the driver's record.
  ...['changePassword', 'confirmMfa', 'endOtherSessions', 'endSession', 'logout', 'changeDriverPassword'],
  // The token of a tracking link leads to the trip.
  'getTracking',
  // Each membership has the address of the user.
  'confirmEmail',
  // Each membership notes whether the user has a second factor.
  'removeMfa',
  // The driver's record tells whether the challenge is older than the driver's last new password.
  'setDriverPassword',
];

describe('doors 25: a role reaches key families and not the whole table', () => {
  const ofTeam = ({ auth }: Operation) => teamPlaceOf(auth) !== undefined || poolAuthOf(auth)?.pool === 'drivers';
  const all = Object.values(OPERATIONS);

  test.each(all.filter(ofTeam))(
    '$id, of members or drivers, reaches the team and what is named here',
    ({ id, auth }) => {
      const beyond = familiesOf(id).filter((family) => family !== 'TEAM#*' && family !== 'CALLER#*');
      const ofKeys = scopeOf(auth) === undefined ? [] : [KEY_USES];
      expect(beyond).toEqual([...ofKeys, ...(BEYOND_THE_TEAM[id] ?? [])]);
    },
  );

  test('integrations 3: what a key may call writes the day of a use, and no other item by that right', () => {
    const forKeys = all.filter(({ auth }) => scopeOf(auth) !== undefined);
    expect(forKeys.length).toBeGreaterThan(100);
    for (const { id } of forKeys) {
      const { Role } = functionOf(id).properties;
      const role = functions.resources('AWS::IAM::Role').find((one) => `<${one.id}.Arn>` === Role);
      const ofUses = statementsIn(role?.properties.Policies).filter(({ condition }) =>
        JSON.stringify(condition ?? '').includes(KEY_USES),
      );
      expect(ofUses).toEqual([
        expect.objectContaining({
          actions: ['dynamodb:PutItem'],
          condition: JSON.parse(conditionOf(['API_KEY_USE#'])),
        }),
      ]);
    }
  });

  test('of the other operations, those that read memberships reach the records of teams', () => {
    const reaching = all.filter((one) => !ofTeam(one) && familiesOf(one.id).includes('TEAM#*'));
    expect(reaching.map(({ id }) => id).sort()).toEqual([...BY_MEMBERSHIP].sort());
  });

  test('the webhook reaches the token of its address, the team, the open work, and the receipts that are due', () => {
    expect(familiesOf('stamping')).toEqual([RECEIPTS_DUE, 'STAMPING_WORK#*', 'TEAM#*', 'WEBHOOK_TOKEN#*']);
  });

  test('no role reaches more than six of the families', () => {
    // An erasure reaches every family that holds data of the person. The schedule completes both kinds of erasure.
    const wide = ['deleteOwnUser', 'eraseDriver', 'deleteDueErasures', 'createTeam'];
    const others = DECLARED.filter(({ id }) => !wide.includes(id));
    for (const { id } of others)
      expect(familiesOf(id).filter((family) => family !== KEY_USES).length).toBeLessThanOrEqual(6);
    expect(familiesOf('deleteOwnUser')).toHaveLength(11);
    expect(familiesOf('eraseDriver')).toHaveLength(7);
    expect(familiesOf('deleteDueErasures')).toHaveLength(12);
    // A new team counts against the account's quota, gets a join code, and invites by address within the quota of mails.
    expect(familiesOf('createTeam')).toEqual(
      ['CALLER#', 'EMAIL#', 'JOIN_CODE#', 'MAIL_QUOTA#', 'QUOTA#', 'TEAM#', 'USER#'].map((family) => `${family}*`),
    );
  });
});

test('production 2.1: only the deploy describes a client, so no cold start waits for it', () => {
  const describing = functions
    .resources('AWS::IAM::Role')
    .filter(({ properties }) => JSON.stringify(properties).includes('DescribeUserPoolClient'));
  const reader = functions.resource('AWS::Lambda::Function', 'FunctionName', 'fleet-dev-readUserPoolKeys');
  expect(describing.map(({ id }) => `<${id}.Arn>`)).toEqual([reader.properties.Role]);
});

/** The schedules with a share of work that grows with the carrier (production 6.1, 7.3), and functions that another one waits for. */
function timeoutOf(name: string): number {
  if (/-(recoverStamping|exportAccounts|reconcileDeliveries|deleteDueErasures)$/.test(name)) return 900;
  if (/-(sweepDeliveries|runImports)$/.test(name)) return 55;
  if (name.endsWith('-watchTrips')) return 240;
  return name.endsWith('-sendOut') ? 14 : 28;
}

describe('every function', () => {
  const all = functions.resources('AWS::Lambda::Function').map(({ properties }) => properties);

  test.each(all)(
    '$FunctionName runs as all of them do, and its log is kept for a time (production 7.7)',
    (properties) => {
      expect(properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Timeout: timeoutOf(String(properties.FunctionName)),
        LoggingConfig: { LogGroup: expect.stringMatching(`^(<${log?.id}>|/fleet-dev/functions)$`) },
      });
      expect(log?.properties.RetentionInDays).toBe(30);
      expect(String(properties.FunctionName).length).toBeLessThanOrEqual(64);
    },
  );

  test('production 1.2: has 1,024 MB when a client waits for its answer', () => {
    const answering = all.filter(({ MemorySize }) => MemorySize === 1024).map(({ FunctionName }) => FunctionName);
    const ids = [...Object.values(OPERATIONS).map(({ id }) => id), 'answerUnknownRoute'];
    expect(answering.sort()).toEqual(ids.map(nameOf).sort());
    const small = all.filter(({ MemorySize }) => MemorySize === 256).map(({ FunctionName }) => FunctionName);
    expect(small.sort()).toEqual(['fleet-dev-dispatchEvents', 'fleet-dev-sendOut']);
    expect(new Set(all.map(({ MemorySize }) => MemorySize))).toEqual(new Set([256, 512, 1024]));
  });

  test('belongs to a declaration, or is one of the two of the infrastructure itself', () => {
    const names = all.map(({ FunctionName }) => FunctionName);
    const declared = [...DECLARED.map(({ id }) => id), 'answerUnknownRoute', 'readUserPoolKeys'];
    expect(names.sort()).toEqual(declared.map(nameOf).sort());
  });

  test('is paid for only while it runs', () => {
    expect(functions.resources('AWS::Lambda::Alias')).toEqual([]);
    expect(functions.text).not.toContain('ProvisionedConcurrency');
  });
});

describe('doors 6: in production the functions that others set off have a most at once', () => {
  const production = synthesize(PRODUCTION).functions;
  const MOST: Readonly<Record<string, number>> = {
    sendMail: 2,
    stamping: 20,
    keepWarm: 1,
    loginDriver: 50,
    refreshDriver: 50,
    login: 20,
    refresh: 20,
    stampInvoice: 50,
  };
  const schedules = Object.values(TRIGGERS).filter(({ source }) => source === 'schedule');

  test.each(DECLARED)('$id', ({ id }) => {
    const { properties } = production.resource(
      'AWS::Lambda::Function',
      'FunctionName',
      namedBy(OPERATIONS, 'prod')(id),
    );
    const most = schedules.some((one) => one.id === id) ? 1 : MOST[id];
    expect(properties.ReservedConcurrentExecutions).toBe(most);
    expect(functionOf(id).properties.ReservedConcurrentExecutions).toBeUndefined();
  });

  test.each([
    ['true', 'dev', 50],
    ['false', 'prod', undefined],
  ])('production 2.5: the setting reserve=%s decides in %s', (reserve, stage, most) => {
    const context = stage === 'prod' ? PRODUCTION : {};
    const { functions: reserving } = synthesize(
      { ...context, reserve },
      { operations: { 'auth/login-driver': loginDriver } },
    );
    const { properties } = reserving.resource('AWS::Lambda::Function', 'FunctionName', `fleet-${stage}-loginDriver`);
    expect(properties.ReservedConcurrentExecutions).toBe(most);
  });

  test('and the queue’s reader asks for no more at once than its function may run', () => {
    const mapping = production.resources('AWS::Lambda::EventSourceMapping').find(({ id }) => id.startsWith('SendMail'));
    expect(mapping?.properties).toMatchObject({ BatchSize: 5, ScalingConfig: { MaximumConcurrency: 2 } });
  });
});

describe('what sets a trigger off', () => {
  const triggersOf = (source: string) => Object.values(TRIGGERS).filter((trigger) => trigger.source === source);

  const mappingOf = (id: string) =>
    functions
      .resources('AWS::Lambda::EventSourceMapping')
      .find(({ properties }) => properties.FunctionName === `<${functionOf(id).id}>`);

  test('integrations 2: the stream of the table calls fanOutEvents for audit entries alone, for an hour at most', () => {
    expect(table?.properties.StreamSpecification).toEqual({ StreamViewType: 'NEW_IMAGE' });
    expect(mappingOf('fanOutEvents')?.properties).toEqual({
      EventSourceArn: `<${table?.id}.StreamArn>`,
      FunctionName: `<${functionOf('fanOutEvents').id}>`,
      StartingPosition: 'TRIM_HORIZON',
      BatchSize: 100,
      MaximumBatchingWindowInSeconds: 1,
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      MaximumRecordAgeInSeconds: 3600,
      DestinationConfig: { OnFailure: { Destination: lostArn } },
      FilterCriteria: { Filters: [{ Pattern: '{"dynamodb":{"Keys":{"sk":{"S":[{"prefix":"EVENT#"}]}}}}' }] },
    });
    const readers = functions
      .resources('AWS::Lambda::EventSourceMapping')
      .filter(({ properties }) => String(properties.EventSourceArn).includes('StreamArn'));
    expect(readers).toHaveLength(1);
  });

  test('integrations 2: the delivery queue keeps messages for 14 days, gives up after five receives, and calls dispatchEvents', () => {
    const dead = data.resources('AWS::SQS::Queue').find(({ id }) => id.startsWith('DeliveriesLost'));
    expect(deliveryQueue?.properties).toMatchObject({
      MessageRetentionPeriod: 14 * 24 * 60 * 60,
      VisibilityTimeout: 6 * 28,
      RedrivePolicy: { deadLetterTargetArn: `<${dead?.id}.Arn>`, maxReceiveCount: 5 },
    });
    expect(mappingOf('dispatchEvents')?.properties).toEqual({
      EventSourceArn: `<${deliveryQueue?.id}.Arn>`,
      FunctionName: `<${functionOf('dispatchEvents').id}>`,
      BatchSize: 10,
      ScalingConfig: { MaximumConcurrency: 50 },
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
  });

  test('integrations 5: the import queue keeps messages for 14 days, gives up after five receives, and calls runImports', () => {
    const dead = data.resources('AWS::SQS::Queue').find(({ id }) => id.startsWith('ImportsLost'));
    expect(importQueue?.properties).toMatchObject({
      MessageRetentionPeriod: 14 * 24 * 60 * 60,
      VisibilityTimeout: 6 * 28,
      RedrivePolicy: { deadLetterTargetArn: `<${dead?.id}.Arn>`, maxReceiveCount: 5 },
    });
    expect(mappingOf('runImports')?.properties).toEqual({
      EventSourceArn: `<${importQueue?.id}.Arn>`,
      FunctionName: `<${functionOf('runImports').id}>`,
      BatchSize: 1,
      ScalingConfig: { MaximumConcurrency: 5 },
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
  });

  test('integrations 2: sendOut has no right but its log, no variable, and one caller', () => {
    const { properties } = functionOf('sendOut');
    const role = functions.resources('AWS::IAM::Role').find((one) => `<${one.id}.Arn>` === properties.Role);
    const actions = statementsIn(role?.properties.Policies).flatMap((statement) => statement.actions);
    expect(actions).toEqual(['logs:CreateLogStream', 'logs:PutLogEvents']);
    expect(properties.Environment).toBeUndefined();
    const callers = functions
      .resources('AWS::IAM::Role')
      .filter((one) =>
        statementsIn(one.properties.Policies).some(({ resources }) =>
          resources.some((arn) => arn.endsWith('-sendOut')),
        ),
      );
    expect(callers.map(({ id }) => id)).toEqual([expect.stringMatching(/^DispatchEvents/)]);
  });

  test.each(triggersOf('mailQueue'))(
    'the mail queue calls $id, and takes back only the messages that failed',
    ({ id }) => {
      const mapping = mappingOf(id);
      expect(mapping?.properties).toMatchObject({
        EventSourceArn: `<${queue?.id}.Arn>`,
        FunctionName: `<${functionOf(id).id}>`,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
      });
    },
  );

  test.each(
    ['drivers', 'staff'].flatMap((pool) => triggersOf(`${pool}PoolPreTokenGeneration`).map(({ id }) => ({ id, pool }))),
  )('doors 11: only the pool of the $pool may call $id, and it names it', ({ id, pool: name }) => {
    const permissions = functions
      .resources('AWS::Lambda::Permission')
      .map(({ properties }) => properties)
      .filter(({ Principal }) => Principal !== 'events.amazonaws.com');
    expect(permissions).toHaveLength(2);
    expect(permissions).toContainEqual({
      Action: 'lambda:InvokeFunction',
      FunctionName: `<${functionOf(id).id}.Arn>`,
      Principal: 'cognito-idp.amazonaws.com',
      SourceArn: poolArn(`fleet-dev-${name}`),
    });
    const pool = data.resource('AWS::Cognito::UserPool', 'UserPoolName', `fleet-dev-${name}`);
    expect(pool.properties.LambdaConfig).toEqual({
      PreTokenGenerationConfig: {
        LambdaArn: `arn:aws:lambda:us-east-1:123456789012:function:fleet-dev-${id}`,
        LambdaVersion: 'V2_0',
      },
    });
  });

  const RULED = [
    ...triggersOf('schedule').map(({ id, rate }) => ({ id, when: { ScheduleExpression: rate } })),
    ...triggersOf('oversizedUpload').map(({ id }) => ({ id, when: { EventPattern: OVERSIZED } })),
  ];
  for (const { id, when } of RULED) {
    test(`a rule of its own calls ${id}, and what it missed is kept`, () => {
      const target = functionOf(id);
      const [rule] = functions
        .resources('AWS::Events::Rule')
        .filter(({ properties }) => JSON.stringify(properties.Targets).includes(target.id));
      expect(rule?.properties).toEqual({
        ...when,
        State: 'ENABLED',
        Targets: [{ Id: 'Function', Arn: `<${target.id}.Arn>`, DeadLetterConfig: { Arn: missedArn } }],
      });
      const only = { FunctionName: `<${target.id}.Arn>`, SourceArn: `<${rule?.id}.Arn>` };
      const permissions = functions.resources('AWS::Lambda::Permission').map(({ properties }) => properties);
      expect(permissions).toContainEqual(expect.objectContaining({ ...only, Principal: 'events.amazonaws.com' }));
      const retries = functions.resources('AWS::Lambda::EventInvokeConfig').map(({ properties }) => properties);
      expect(retries).toContainEqual({
        FunctionName: `<${target.id}>`,
        Qualifier: '$LATEST',
        MaximumRetryAttempts: 2,
        DestinationConfig: { OnFailure: { Destination: missedArn } },
      });
    });
  }
});

import { OPERATIONS, TRIGGERS } from '../../functions/catalog';
import { environmentOfTrigger, permissionsOfTrigger } from '../../shared/operation/define-trigger';
import { environmentOf, permissionsOf } from '../../shared/operation/requirements';
import { type AwsResource, awsEntries, type GrantedPermissions } from '../../shared/platform/runtime/permissions';
import { synthesize } from './synthesis';
import { statementsIn } from './template';

const { data, functions } = synthesize();
const [table] = data.resources('AWS::DynamoDB::Table');
const [queue] = data.resources('AWS::SQS::Queue').filter(({ properties }) => 'RedrivePolicy' in properties);
const poolArn = (name: string) => `<${data.resource('AWS::Cognito::UserPool', 'UserPoolName', name).id}.Arn>`;
const bucketArn = (name: string) =>
  `<${data.resources('AWS::S3::Bucket').find(({ id }) => id.startsWith(`Storage${name}`))?.id}.Arn>`;
const secretArn = (name: string) =>
  `<${data.resources('AWS::SecretsManager::Secret').find(({ id }) => id.startsWith(`StampingKeys${name}`))?.id}>`;
const [log] = functions.resources('AWS::Logs::LogGroup');
const logArn = `<${log?.id}.Arn>`;

/** Said again here, apart from the code under test: what each declared right is at IAM. */
const AT_IAM: Readonly<Record<AwsResource, { service: string; arn: string }>> = {
  table: { service: 'dynamodb', arn: `<${table?.id}.Arn>` },
  gsi1: { service: 'dynamodb', arn: `<${table?.id}.Arn>/index/gsi1` },
  gsi2: { service: 'dynamodb', arn: `<${table?.id}.Arn>/index/gsi2` },
  staffPool: { service: 'cognito-idp', arn: poolArn('fleet-dev-staff') },
  driversPool: { service: 'cognito-idp', arn: poolArn('fleet-dev-drivers') },
  mailQueue: { service: 'sqs', arn: `<${queue?.id}.Arn>` },
  mailIdentity: { service: 'ses', arn: 'arn:aws:ses:us-east-1:123456789012:identity/fleet.example' },
  assetsBucket: { service: 's3', arn: bucketArn('Assets') },
  assetsObjects: { service: 's3', arn: `${bucketArn('Assets')}/*` },
  documentsBucket: { service: 's3', arn: bucketArn('Documents') },
  documentsObjects: { service: 's3', arn: `${bucketArn('Documents')}/*` },
  stampingSecret: { service: 'secretsmanager', arn: secretArn('UserKey') },
  dataKey: { service: 'secretsmanager', arn: secretArn('DataKey') },
};

const LOG_GRANTS = [`logs:CreateLogStream on ${logArn}`, `logs:PutLogEvents on ${logArn}`];

const missedArn = `<${data.resources('AWS::SQS::Queue').find(({ id }) => id.startsWith('Schedules'))?.id}.Arn>`;

/** What a trigger's source asks beyond the declaration. */
const SOURCE_GRANTS: Readonly<Record<string, readonly string[]>> = {
  driversPoolPreTokenGeneration: [],
  mailQueue: ['DeleteMessage', 'GetQueueAttributes', 'ReceiveMessage'].map(
    (action) => `sqs:${action} on <${queue?.id}.Arn>`,
  ),
  schedule: [`sqs:SendMessage on ${missedArn}`],
};

const grantsOf = (permissions: GrantedPermissions): string[] =>
  awsEntries(permissions).flatMap(([resource, actions]) =>
    actions.map((action) => `${AT_IAM[resource].service}:${action} on ${AT_IAM[resource].arn}`),
  );

const DECLARED = [
  ...Object.values(OPERATIONS).map((operation) => ({
    id: operation.id,
    environment: environmentOf(operation),
    grants: [...grantsOf(permissionsOf(operation)), ...LOG_GRANTS],
  })),
  ...Object.values(TRIGGERS).map((trigger) => ({
    id: trigger.id,
    environment: environmentOfTrigger(trigger),
    grants: [...grantsOf(permissionsOfTrigger(trigger)), ...(SOURCE_GRANTS[trigger.source] ?? []), ...LOG_GRANTS],
  })),
];

const functionOf = (id: string) => functions.resource('AWS::Lambda::Function', 'FunctionName', `fleet-dev-${id}`);

describe.each(DECLARED)('the function of $id', ({ id, environment, grants }) => {
  const { properties } = functionOf(id);
  const role = functions.resources('AWS::IAM::Role').find((one) => `<${one.id}.Arn>` === properties.Role);

  test('has a role of its own with exactly the declared rights, and its log', () => {
    const granted = statementsIn(role?.properties.Policies).flatMap(({ actions, resources }) =>
      actions.flatMap((action) => resources.map((resource) => `${action} on ${resource}`)),
    );
    expect(granted.sort()).toEqual([...grants].sort());
    expect(role?.properties.ManagedPolicyArns).toBeUndefined();
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

describe('every function', () => {
  const all = functions.resources('AWS::Lambda::Function').map(({ properties }) => properties);

  test.each(all)('$FunctionName runs as all of them do, and its log is kept for a time', (properties) => {
    expect(properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      MemorySize: 512,
      Timeout: 28,
      LoggingConfig: { LogGroup: `<${log?.id}>` },
    });
    expect(log?.properties.RetentionInDays).toBe(30);
    expect(String(properties.FunctionName).length).toBeLessThanOrEqual(64);
  });

  test('belongs to a declaration, or is one of the two of the infrastructure itself', () => {
    const names = all.map(({ FunctionName }) => FunctionName);
    const declared = [...DECLARED.map(({ id }) => id), 'answerUnknownRoute', 'readUserPoolKeys'];
    expect(names.sort()).toEqual(declared.map((id) => `fleet-dev-${id}`).sort());
  });

  test('is paid for only while it runs', () => {
    expect(functions.resources('AWS::Lambda::Alias')).toEqual([]);
    expect(functions.text).not.toContain('ProvisionedConcurrency');
  });
});

describe('what sets a trigger off', () => {
  const triggersOf = (source: string) => Object.values(TRIGGERS).filter((trigger) => trigger.source === source);

  test.each(triggersOf('mailQueue'))(
    'the mail queue calls $id, and takes back only the messages that failed',
    ({ id }) => {
      const [mapping] = functions.resources('AWS::Lambda::EventSourceMapping');
      expect(mapping?.properties).toMatchObject({
        EventSourceArn: `<${queue?.id}.Arn>`,
        FunctionName: `<${functionOf(id).id}>`,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
      });
    },
  );

  test.each(triggersOf('driversPoolPreTokenGeneration'))(
    'only the drivers’ pool may call $id, and it names it',
    ({ id }) => {
      const permissions = functions
        .resources('AWS::Lambda::Permission')
        .map(({ properties }) => properties)
        .filter(({ Principal }) => Principal !== 'events.amazonaws.com');
      expect(permissions).toEqual([
        {
          Action: 'lambda:InvokeFunction',
          FunctionName: `<${functionOf(id).id}.Arn>`,
          Principal: 'cognito-idp.amazonaws.com',
          SourceArn: poolArn('fleet-dev-drivers'),
        },
      ]);
      const pool = data.resource('AWS::Cognito::UserPool', 'UserPoolName', 'fleet-dev-drivers');
      expect(pool.properties.LambdaConfig).toEqual({
        PreTokenGenerationConfig: {
          LambdaArn: `arn:aws:lambda:us-east-1:123456789012:function:fleet-dev-${id}`,
          LambdaVersion: 'V2_0',
        },
      });
    },
  );

  for (const { id, rate } of triggersOf('schedule')) {
    test(`a rule of its own calls ${id}, and what it missed is kept`, () => {
      const target = functionOf(id);
      const [rule] = functions
        .resources('AWS::Events::Rule')
        .filter(({ properties }) => JSON.stringify(properties.Targets).includes(target.id));
      expect(rule?.properties).toEqual({
        ScheduleExpression: rate,
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

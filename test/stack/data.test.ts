import { OPERATIONS } from '../../functions/catalog';
import { limitsWithEnded } from '../../shared/platform/values/session-limits';
import { PRODUCTION } from '../support/production';
import { makeApp, stacksIn, synthesize } from './synthesis';
import type { Template } from './template';

/** This stack does not depend on operations, and synthesis without them is faster. */
const dataStack = (context?: Readonly<Record<string, string>>) => synthesize(context, { operations: {} }).data;
const data = dataStack();
const production = dataStack(PRODUCTION);
const only = <T>(all: readonly T[]): T => {
  expect(all).toHaveLength(1);
  return all[0] as T;
};

describe('the table', () => {
  const { properties } = only(data.resources('AWS::DynamoDB::Table'));

  test('production 7.1: is paid by request, can be restored to any second, and forgets what has expired', () => {
    expect(properties).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      TimeToLiveSpecification: { AttributeName: 'expires', Enabled: true },
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
    });
  });

  test('has two indexes that hold keys only', () => {
    expect(properties.GlobalSecondaryIndexes).toEqual(
      ['gsi1', 'gsi2'].map((name) => ({
        IndexName: name,
        KeySchema: [
          { AttributeName: `${name}pk`, KeyType: 'HASH' },
          { AttributeName: `${name}sk`, KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'KEYS_ONLY' },
        OnDemandThroughput: { MaxReadRequestUnits: 4000, MaxWriteRequestUnits: 2000 },
      })),
    );
  });
});

describe('the pools', () => {
  const pool = (name: string) => data.resource('AWS::Cognito::UserPool', 'UserPoolName', `fleet-dev-${name}`);
  const clientsOf = (name: string) =>
    data
      .resources('AWS::Cognito::UserPoolClient')
      .filter(({ properties }) => properties.UserPoolId === `<${pool(name).id}>`);
  const isSelfService = ({ id }: { id: string }) => id.includes('SelfService');
  const clientOf = (name: string) => only(clientsOf(name).filter((one) => !isSelfService(one)));

  test('staff sign in by e-mail, may register, and may have a second factor', () => {
    expect(pool('staff').properties).toMatchObject({
      UserPoolTier: 'ESSENTIALS',
      UsernameAttributes: ['email'],
      UsernameConfiguration: { CaseSensitive: false },
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: false },
      MfaConfiguration: 'OPTIONAL',
      EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
      UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
    });
    expect(clientOf('staff').properties.WriteAttributes).toEqual(['email']);
  });

  test('drivers are made by an administrator, and nobody can change whose record they are', () => {
    const { properties } = pool('drivers');
    expect(properties).toMatchObject({
      UserPoolTier: 'ESSENTIALS',
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
      Schema: ['teamId', 'driverId'].map((Name) => ({ Name, AttributeDataType: 'String', Mutable: false })),
    });
    expect(properties.UsernameAttributes).toBeUndefined();
    expect(clientOf('drivers').properties.WriteAttributes).toEqual(['locale']);
  });

  test.each([
    ['staff', 15],
    ['drivers', 60],
  ])(
    'production 2.4: the client of the %s takes its secret and the administrator’s flow alone, and its tokens live %d minutes',
    (name, minutes) => {
      expect(data.resources('AWS::Cognito::UserPoolClient')).toHaveLength(3);
      expect(clientOf(name).properties).toMatchObject({
        GenerateSecret: true,
        ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH'],
        RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 30 },
        AllowedOAuthFlowsUserPoolClient: false,
        PreventUserExistenceErrors: 'ENABLED',
        EnableTokenRevocation: true,
        AccessTokenValidity: minutes,
        IdTokenValidity: minutes,
        RefreshTokenValidity: 30 * 24 * 60,
        TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'minutes' },
      });
      // shared/platform/values/session-limits.ts forgets an ended session after the longest of them.
      const ended = limitsWithEnded({}, 'a-session', new Date(0))?.endedSessions?.[0]?.until ?? '';
      expect(Date.parse(ended)).toBeGreaterThanOrEqual(minutes * 60_000);
    },
  );

  test('production 2.3: every client names the attributes that it reads, and those of a driver are not writable', () => {
    expect(clientOf('drivers').properties).toMatchObject({
      ReadAttributes: ['custom:driverId', 'custom:teamId'],
      WriteAttributes: ['locale'],
    });
    for (const { properties } of clientsOf('staff'))
      expect(properties.ReadAttributes).toEqual(['email', 'email_verified', 'name', 'phone_number']);
  });
});

test.each(['staff', 'drivers'])('doors 22: the pool of the %s checks the length of a password alone', (name) => {
  const { properties } = data.resource('AWS::Cognito::UserPool', 'UserPoolName', `fleet-dev-${name}`);
  expect(Object(properties.Policies).PasswordPolicy).toEqual({
    MinimumLength: 10,
    RequireLowercase: false,
    RequireUppercase: false,
    RequireNumbers: false,
    RequireSymbols: false,
    TemporaryPasswordValidityDays: 7,
  });
});

describe('doors 11: the tokens of the staff’s clients', () => {
  const clients = data.resources('AWS::Cognito::UserPoolClient').filter(({ id }) => id.includes('SelfService'));

  test('are short-lived at the client for self-service, which takes its secret and one flow, and writes nothing', () => {
    expect(only(clients).properties).toMatchObject({
      GenerateSecret: true,
      ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
      AllowedOAuthFlowsUserPoolClient: false,
      PreventUserExistenceErrors: 'ENABLED',
      EnableTokenRevocation: true,
      AccessTokenValidity: 5,
      IdTokenValidity: 5,
      RefreshTokenValidity: 60,
      WriteAttributes: ['locale'],
    });
  });

  test.each(['staff', 'drivers'])('are changed by a trigger of the pool of the %s', (name) => {
    const { properties } = data.resource('AWS::Cognito::UserPool', 'UserPoolName', `fleet-dev-${name}`);
    expect(properties.LambdaConfig).toMatchObject({ PreTokenGenerationConfig: { LambdaVersion: 'V2_0' } });
  });

  test('are deployed without a user', () => {
    expect(data.resources('AWS::Cognito::UserPoolUser')).toEqual([]);
  });
});

describe('the buckets', () => {
  const buckets = data.resources('AWS::S3::Bucket');

  test('are two', () => expect(buckets).toHaveLength(2));

  test.each(buckets)(
    '$id takes uploads from the front ends, and lets every page read at a signed address',
    ({ properties }) => {
      expect(properties).toMatchObject({
        CorsConfiguration: {
          CorsRules: [
            { AllowedMethods: ['PUT'], AllowedOrigins: ['http://localhost:5173'] },
            { AllowedMethods: ['GET'], AllowedOrigins: ['*'] },
          ],
        },
      });
    },
  );

  test.each(buckets)('$id is private, encrypted, versioned, and refuses plain HTTP', ({ id, properties }) => {
    expect(properties).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
      VersioningConfiguration: { Status: 'Enabled' },
      OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
    });
    const policy = data.resource('AWS::S3::BucketPolicy', 'Bucket', `<${id}>`);
    expect(Object(policy.properties.PolicyDocument).Statement).toContainEqual(
      expect.objectContaining({
        Effect: 'Deny',
        Action: 's3:*',
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      }),
    );
  });

  const PARTS = {
    AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
    ExpiredObjectDeleteMarker: true,
    Status: 'Enabled',
  };
  /** Of waiting uploads alone. A rule with a number of days cannot also remove delete markers. */
  const WAITING = {
    Prefix: 'uploads/',
    ExpirationInDays: 1,
    NoncurrentVersionExpiration: { NoncurrentDays: 1 },
    Status: 'Enabled',
  };
  const ACCOUNTS = {
    Prefix: 'account-exports/',
    ExpirationInDays: 35,
    NoncurrentVersionExpiration: { NoncurrentDays: 1 },
    Status: 'Enabled',
  };
  /** tax 6.6: as long as an archive can be read. */
  const ARCHIVES = {
    Prefix: 'archives/',
    ExpirationInDays: 30,
    NoncurrentVersionExpiration: { NoncurrentDays: 1 },
    Status: 'Enabled',
  };
  /** integrations 5: the files of an import are kept for 30 days. */
  const IMPORTS = { ...ARCHIVES, Prefix: 'import-jobs/' };
  /** road 4: the record makes the PDF of a proof again. */
  const PROOFS = { ...ARCHIVES, Prefix: 'proofs/' };
  /** road 8: the PDF of working time is made again from the record, so it is kept for a day. */
  const HOURS = { ...ARCHIVES, Prefix: 'hours/', ExpirationInDays: 1 };
  /** The export of a person's data that was too large for one answer. */
  const EXPORTS = { ...ARCHIVES, Prefix: 'person-exports/', ExpirationInDays: 1 };
  const isDocuments = (id: string) => id.startsWith('StorageDocuments');

  test.each(buckets)(
    '$id forgets uploads in parts that were never ended, and no version by its age',
    ({ id, properties }) => {
      expect(properties.LifecycleConfiguration).toEqual({
        Rules: isDocuments(id) ? [PARTS, WAITING, ACCOUNTS, ARCHIVES, IMPORTS, PROOFS, HOURS, EXPORTS] : [PARTS],
      });
    },
  );

  test('doors 5: only the documents forget waiting uploads, and tell EventBridge of new objects', () => {
    const said = buckets.map(({ id, properties }) => [
      ...[isDocuments(id), JSON.stringify(properties).includes('uploads/')],
      properties.NotificationConfiguration,
    ]);
    expect(said).toEqual([
      [false, false, undefined],
      [true, true, { EventBridgeConfiguration: { EventBridgeEnabled: true } }],
    ]);
  });

  test('doors 5: CloudFront has no right to the documents, and caches by version for five minutes', () => {
    const documents = buckets.find(({ id }) => isDocuments(id))?.id ?? '';
    const distribution = only(data.resources('AWS::CloudFront::Distribution'));
    expect(JSON.stringify(distribution.properties)).not.toContain(documents);
    const policy = data.resource('AWS::S3::BucketPolicy', 'Bucket', `<${documents}>`);
    expect(JSON.stringify(policy.properties)).not.toContain('"Allow"');
    const { id, properties } = only(data.resources('AWS::CloudFront::CachePolicy'));
    expect(properties.CachePolicyConfig).toMatchObject({
      MinTTL: 0,
      DefaultTTL: 300,
      MaxTTL: 300,
      ParametersInCacheKeyAndForwardedToOrigin: {
        CookiesConfig: { CookieBehavior: 'none' },
        HeadersConfig: { HeaderBehavior: 'none' },
        QueryStringsConfig: { QueryStringBehavior: 'whitelist', QueryStrings: ['v'] },
      },
    });
    expect(distribution.properties).toMatchObject({
      DistributionConfig: { DefaultCacheBehavior: { CachePolicyId: `<${id}>` } },
    });
  });

  test('production 9.4: the distribution of the assets passes Origin on, by the managed policy CORS-S3Origin', () => {
    const { properties } = only(data.resources('AWS::CloudFront::Distribution'));
    expect(properties).toMatchObject({
      DistributionConfig: { DefaultCacheBehavior: { OriginRequestPolicyId: '88a5eaf4-2fd4-4709-b370-b4c650ea3fcf' } },
    });
  });

  test('of them only the assets are shown, through CloudFront alone, and without letting a page run', () => {
    const distribution = only(data.resources('AWS::CloudFront::Distribution'));
    const allowing = data
      .statements()
      .filter(({ effect, actions }) => effect === 'Allow' && actions.includes('s3:GetObject'));
    expect(allowing).toHaveLength(1);
    expect(allowing[0]?.resources).toEqual([expect.stringMatching(/^<StorageAssets\w+\.Arn>\/\*$/)]);
    expect(JSON.stringify(data.resources('AWS::S3::BucketPolicy'))).toContain(`distribution/<${distribution.id}>`);
    expect(distribution.properties).toMatchObject({
      DistributionConfig: { DefaultCacheBehavior: { ViewerProtocolPolicy: 'redirect-to-https' } },
    });
    const { properties: headers } = only(data.resources('AWS::CloudFront::ResponseHeadersPolicy'));
    expect(JSON.stringify(headers)).toContain("default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox");
    expect(JSON.stringify(headers)).toContain(
      '"StrictTransportSecurity":{"AccessControlMaxAgeSec":63072000,"IncludeSubdomains":true',
    );
  });
});

describe('the mail queue', () => {
  const [queue] = data.resources('AWS::SQS::Queue').filter(({ properties }) => 'RedrivePolicy' in properties);

  test('production 5.4: tries a message for more than an hour, six times its reader’s timeout apart, and keeps it then', () => {
    expect(queue?.properties).toMatchObject({
      VisibilityTimeout: 6 * 28,
      RedrivePolicy: { maxReceiveCount: 24 },
      SqsManagedSseEnabled: true,
    });
    expect(24 * 6 * 28).toBeGreaterThan(3600);
  });
});

describe('the configuration set of the stage', () => {
  const [set] = production.resources('AWS::SES::ConfigurationSet');

  test('production 5.3: has reputation metrics, and suppresses addresses that bounced or complained', () => {
    expect(set?.properties).toEqual({
      Name: 'fleet-prod',
      ReputationOptions: { ReputationMetricsEnabled: true },
      SuppressionOptions: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
    });
  });

  test('production 5.3: reports bounces and complaints to the recipients of tickets', () => {
    const topic = production.resource('AWS::SNS::Topic', 'TopicName', 'fleet-prod-mail-events');
    const { properties } = only(production.resources('AWS::SES::ConfigurationSetEventDestination'));
    expect(properties).toEqual({
      ConfigurationSetName: `<${set?.id}>`,
      EventDestination: {
        Enabled: true,
        MatchingEventTypes: ['bounce', 'complaint'],
        SnsDestination: { TopicARN: `<${topic.id}>` },
      },
    });
    const told = production
      .resources('AWS::SNS::Subscription')
      .map(({ properties: { Endpoint, TopicArn } }) => [Endpoint, TopicArn]);
    expect(told).toEqual((PRODUCTION.alarmMail ?? '').split(',').map((recipient) => [recipient, `<${topic.id}>`]));
    expect(data.resources('AWS::SNS::Topic')).toEqual([]);
  });
});

test('production 5.4: the queues stay where the table stays', () => {
  const policies = (template: Template) =>
    template.resources('AWS::SQS::Queue').map(({ id, deletionPolicy }) => [id.startsWith('Mail'), deletionPolicy]);
  expect(policies(data).filter(([isMail]) => isMail)).toEqual(Array(2).fill([true, 'Delete']));
  expect(policies(production)).toEqual(policies(production).map(([isMail]) => [isMail, 'Retain']));
});

describe('every queue', () => {
  const queues = data.resources('AWS::SQS::Queue');

  test.each(queues)('$id keeps what it holds for 14 days, encrypted, and refuses plain HTTP', ({ id, properties }) => {
    expect(properties).toMatchObject({ MessageRetentionPeriod: 14 * 24 * 60 * 60, SqsManagedSseEnabled: true });
    const [policy] = data
      .resources('AWS::SQS::QueuePolicy')
      .filter((one) => JSON.stringify(one.properties.Queues) === JSON.stringify([`<${id}>`]));
    expect(policy?.properties.PolicyDocument).toMatchObject({
      Statement: expect.arrayContaining([
        expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
      ]),
    });
  });
});

describe('the data key', () => {
  const [secret] = data
    .resources('AWS::SecretsManager::Secret')
    .filter(({ id }) => id.startsWith('StampingKeysDataKey'));

  test('is 32 random bytes in hexadecimal digits', () => {
    const { PasswordLength, ExcludeCharacters, ...flags } = Object(secret?.properties.GenerateSecretString);
    expect([PasswordLength, flags]).toEqual([64, { ExcludePunctuation: true, ExcludeUppercase: true }]);
    const printable = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index));
    const left = printable.filter((character) => !String(ExcludeCharacters).includes(character)).join('');
    expect(left).toBe('0123456789abcdef');
  });

  test('stays where the table stays', () => {
    const secrets = (text: string) => text.match(/"Type":"AWS::SecretsManager::Secret".*?"DeletionPolicy":"(\w+)"/gs);
    expect(secrets(data.text)?.every((one) => one.endsWith('"Delete"'))).toBe(true);
    expect(secrets(production.text)?.every((one) => one.endsWith('"Retain"'))).toBe(true);
  });
});

describe('doors 6, production 7.6: the cost that one account can cause', () => {
  test('at the table and at each index is limited to 20 read and 10 write units for each request that the gateway passes on', () => {
    const [table] = production.resources('AWS::DynamoDB::Table');
    const most = { MaxReadRequestUnits: 4000, MaxWriteRequestUnits: 2000 };
    expect(table?.properties).toMatchObject({
      OnDemandThroughput: most,
      GlobalSecondaryIndexes: [{ OnDemandThroughput: most }, { OnDemandThroughput: most }],
    });
  });

  const poolOf = (stack: Template, stage: string) =>
    stack.resource('AWS::Cognito::UserPool', 'UserPoolName', `fleet-${stage}-staff`).properties;

  test('production 5.1: is no mail of Cognito’s own fifty: in production SES sends the codes', () => {
    expect(poolOf(production, 'prod').EmailConfiguration).toEqual({
      ConfigurationSet: 'fleet-prod',
      EmailSendingAccount: 'DEVELOPER',
      From: 'Flota <avisos@fleet.example>',
      SourceArn: 'arn:aws:ses:us-east-1:123456789012:identity/fleet.example',
    });
    expect(poolOf(data, 'dev').EmailConfiguration).toBeUndefined();
    const own = dataStack({ ...PRODUCTION, mailIdentity: PRODUCTION.mailSender ?? '' });
    expect(poolOf(own, 'prod').EmailConfiguration).toMatchObject({
      SourceArn: 'arn:aws:ses:us-east-1:123456789012:identity/avisos@fleet.example',
    });
  });

  test('production 5.1: SES of another region mails the codes where Cognito needs that', () => {
    const elsewhere = dataStack({ ...PRODUCTION, mailRegion: 'us-west-2' });
    expect(poolOf(elsewhere, 'prod').EmailConfiguration).toMatchObject({
      SourceArn: 'arn:aws:ses:us-west-2:123456789012:identity/fleet.example',
    });
    expect(() => dataStack({ ...PRODUCTION, mailRegion: 'Mexico' })).toThrow('mailRegion');
    const { mailSender: _, ...without } = PRODUCTION;
    expect(() => dataStack(without)).toThrow('needs "mailSender"');
  });

  test('production 5.2: the mails of codes are in Spanish with an English line, and one text serves both codes', () => {
    expect(poolOf(production, 'prod').VerificationMessageTemplate).toMatchObject({
      DefaultEmailOption: 'CONFIRM_WITH_CODE',
      EmailSubject: 'Su código de Flota',
      EmailMessage: expect.stringMatching(
        /^Código: \{####\}\. Sirve para .*no haga nada\.<br><br>Your code is \{####\}\./,
      ),
    });
    // A function of ours between Cognito and the mails would stop all codes when it fails.
    for (const { properties } of production.resources('AWS::Cognito::UserPool'))
      expect(Object.keys(Object(properties.LambdaConfig)).sort()).toEqual(['PreTokenGenerationConfig']);
  });
});

test('it is told where everything is', () => {
  expect(data.outputs.sort()).toEqual([
    'ApiId',
    'ApiUrl',
    'AssetsBucketName',
    'AssetsUrl',
    'CanarySecretArn',
    'DocumentsBucketName',
    'DriversClientId',
    'DriversUserPoolId',
    'LostDeliveriesQueueUrl',
    'LostImportsQueueUrl',
    'MailQueueUrl',
    'MissedQueueUrl',
    'StaffClientId',
    'StaffUserPoolId',
    'StampingSecretArn',
    'TableName',
    'UndeliveredQueueArn',
  ]);
});

test('a restored table takes the place of the stage’s own, which stays as it is', () => {
  const operations = Object.fromEntries(Object.entries(OPERATIONS).slice(0, 5));
  const restored = synthesize({ tableName: 'fleet-restored' }, { operations });
  expect(restored.data.resources('AWS::DynamoDB::Table')).toHaveLength(1);
  const TableName = /"TABLE_NAME":"([^"]*)"/.exec(restored.functions.text)?.[1];
  expect(TableName).toBe('fleet-restored');
  const granted = restored.functions.statements().flatMap(({ resources }) => resources);
  expect(granted.filter((arn) => arn.includes(':table/') && !arn.includes('fleet-restored'))).toEqual([]);
});

const DATA_TYPES = ['AWS::DynamoDB::Table', 'AWS::Cognito::UserPool', 'AWS::S3::Bucket'];

test('production keeps its data when the stack goes, and other stages do not', () => {
  const policiesOf = (stack: Template) =>
    DATA_TYPES.flatMap((type) => stack.resources(type).map(({ deletionPolicy }) => deletionPolicy));
  expect(new Set(policiesOf(production))).toEqual(new Set(['Retain']));
  expect(new Set(policiesOf(data))).toEqual(new Set(['Delete']));
});

test('for the emulator alone plain HTTP is let through', () => {
  expect(
    dataStack({ emulator: 'true' })
      .statements()
      .filter(({ effect }) => effect === 'Deny'),
  ).toEqual([]);
});

test('production 4.5: prod refuses to be deleted, and its nested stacks with it', () => {
  const stacks = (context: Readonly<Record<string, string>>) => stacksIn(makeApp(), context, { operations: {} });
  expect(stacks(PRODUCTION).data.terminationProtection).toBe(true);
  expect(stacks({}).data.terminationProtection).toBe(false);
});

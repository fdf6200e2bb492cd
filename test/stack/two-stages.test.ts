import { PRODUCTION } from '../support/production';
import { synthesize } from './synthesis';
import type { Resource, Template } from './template';

/**
 * Two stages of one account and region, with everything that a setting can turn on. The name of one begins with that of the
 * other, so that a pattern such as `fleet-cell1*` would hold for both.
 */
const stageOf = (stage: string) => {
  const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/one';
  const { data, access, work, api } = synthesize({
    ...PRODUCTION,
    stage,
    keepData: 'true',
    backups: 'true',
    backupRegion: 'us-west-2',
    reserve: 'true',
    edge: 'true',
    domainName: `${stage}.transportes.mx`,
    certificateArn,
    assetsDomainName: `fotos-${stage}.transportes.mx`,
    assetsCertificateArn: certificateArn,
    defaultDomains: 'no',
  });
  return [data, access, work, api];
};
const [one, other] = [stageOf('cell1'), stageOf('cell10')];

/**
 * The property with the physical name, by type. Without the property CloudFormation makes a name from that of the stack. A name
 * of a part lies in its parent: it is compared with the parent's.
 */
const NAME: Readonly<Record<string, string>> = {
  'AWS::ApiGatewayV2::Api': 'Name',
  'AWS::ApiGatewayV2::DomainName': 'DomainName',
  'AWS::Backup::BackupPlan': 'BackupPlan.BackupPlanName',
  'AWS::Backup::BackupVault': 'BackupVaultName',
  'AWS::Budgets::Budget': 'Budget.BudgetName',
  'AWS::CloudFront::CachePolicy': 'CachePolicyConfig.Name',
  'AWS::CloudFront::Distribution': 'DistributionConfig.Aliases',
  'AWS::CloudFront::OriginAccessControl': 'OriginAccessControlConfig.Name',
  'AWS::CloudFront::OriginRequestPolicy': 'OriginRequestPolicyConfig.Name',
  'AWS::CloudFront::ResponseHeadersPolicy': 'ResponseHeadersPolicyConfig.Name',
  'AWS::CloudWatch::Alarm': 'AlarmName',
  'AWS::CloudWatch::CompositeAlarm': 'AlarmName',
  'AWS::CloudWatch::Dashboard': 'DashboardName',
  'AWS::Cognito::UserPool': 'UserPoolName',
  'AWS::Cognito::UserPoolDomain': 'Domain',
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::Events::Rule': 'Name',
  'AWS::IAM::ManagedPolicy': 'ManagedPolicyName',
  'AWS::IAM::Role': 'RoleName',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::Logs::LogGroup': 'LogGroupName',
  'AWS::Logs::MetricFilter': 'FilterName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::SES::ConfigurationSet': 'Name',
  'AWS::SNS::Topic': 'TopicName',
  'AWS::SQS::Queue': 'QueueName',
  'AWS::Scheduler::Schedule': 'Name',
  'AWS::SecretsManager::Secret': 'Name',
  'AWS::WAFv2::WebACL': 'Name',
};

/** Types without a physical name: parts of another resource, and rules about it. */
const PARTS = [
  'AWS::ApiGatewayV2::ApiMapping',
  'AWS::ApiGatewayV2::Integration',
  'AWS::ApiGatewayV2::Route',
  'AWS::ApiGatewayV2::Stage',
  'AWS::Backup::BackupSelection',
  'AWS::CloudFormation::Stack',
  'AWS::Cognito::UserPoolClient',
  'AWS::IAM::Policy',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::Lambda::EventSourceMapping',
  'AWS::Lambda::Permission',
  'AWS::S3::BucketPolicy',
  'AWS::SES::ConfigurationSetEventDestination',
  'AWS::SNS::Subscription',
  'AWS::SNS::TopicPolicy',
  'AWS::SQS::QueuePolicy',
  'Custom::UserPoolClientSecret',
  'Custom::UserPoolKeys',
];

const resourcesOf = (stage: readonly Template[]): Resource[] =>
  stage.flatMap((template) => [...new Set(template.types())].flatMap((type) => template.resources(type)));

const valueAt = (properties: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => Object(value)[name], properties);

/** The physical names that the templates fix. */
const namesOf = (stage: readonly Template[]): string[] =>
  resourcesOf(stage).flatMap(({ type, properties }) => {
    const path = NAME[type];
    const value = path === undefined ? undefined : valueAt(properties, path);
    return [value ?? []].flat().map((name) => `${type} ${name}`);
  });

test('production 9.6: the names of all types are known here', () => {
  const unknown = resourcesOf(one).filter(({ type }) => NAME[type] === undefined && !PARTS.includes(type));
  expect([...new Set(unknown.map(({ type }) => type))]).toEqual([]);
});

test('production 9.6: two stages in one account have no name in common, and each fixed name says its stage', () => {
  const names = [one, other].map(namesOf);
  expect(names[0]?.length).toBeGreaterThan(150);
  for (const own of names) expect(new Set(own).size).toBe(own.length);
  const others = new Set(names[1]);
  expect(names[0]?.filter((name) => others.has(name))).toEqual([]);
  for (const name of names[0] ?? []) expect(name).toMatch(/fleet-?cell1(?!0)|cell1\.transportes\.mx$/);
});

test('production 9.6: the metrics of the log lines are in a namespace of the stage', () => {
  const namespaces = resourcesOf(one)
    .filter(({ type }) => type === 'AWS::Logs::MetricFilter')
    .flatMap(({ properties }) => [properties.MetricTransformations].flat())
    .map((transformation) => Object(transformation).MetricNamespace);
  expect(new Set(namespaces)).toEqual(new Set(['fleet-cell1']));
});

test('production 9.6: buckets, tables, queues, roles and clients get their names from CloudFormation, and no pool has a domain', () => {
  const left = ['S3::Bucket', 'DynamoDB::Table', 'SQS::Queue', 'IAM::Role', 'IAM::ManagedPolicy', 'Events::Rule'];
  for (const type of left) expect(namesOf(one).filter((name) => name.startsWith(`AWS::${type} `))).toEqual([]);
  expect(resourcesOf(one).filter(({ type }) => type === 'AWS::Cognito::UserPoolDomain')).toEqual([]);
});

test('production 9.6: nothing is exported, and no template names the other stage', () => {
  for (const { text } of [...one, ...other]) expect(text).not.toMatch(/Fn::ImportValue|"Export"/);
  for (const { text } of one) expect(text).not.toContain('cell10');
  for (const { text } of other) expect(text).not.toMatch(/cell1(?!0)/);
});

test('production 9.6: no permission of a stage holds for a name of the other', () => {
  const patterns = one
    .flatMap((template) => template.statements())
    .filter(({ effect }) => effect === 'Allow')
    .flatMap(({ resources }) => resources)
    .filter((resource) => /fleet-cell1/.test(resource) && /[*?]/.test(resource));
  expect(patterns.length).toBeGreaterThan(0);
  const nameOf = (arn: string) => arn.slice(arn.indexOf('fleet-cell1'));
  for (const pattern of patterns) {
    const source = nameOf(pattern).replace(/[.+^${}()|[\]\\]/g, '\\$&');
    const matcher = new RegExp(`^${source.replace(/\*/g, '.*').replace(/\?/g, '.')}`);
    for (const name of namesOf(other)) expect(name.replace(/^\S+ \/?/, '')).not.toMatch(matcher);
  }
});

/** Metrics that AWS keeps for the account alone: two stages in one account see each other's. */
const OF_THE_ACCOUNT = [
  'AWS/Lambda Throttles',
  'AWS/SES Bounce',
  'AWS/SES Complaint',
  'AWS/SES Reputation.BounceRate',
  'AWS/SES Reputation.ComplaintRate',
];

test('production 9.6: an alarm watches its own stage, except for limits that belong to the account', () => {
  const metrics = resourcesOf(one)
    .filter(({ type }) => type === 'AWS::CloudWatch::Alarm')
    .flatMap(({ properties }) => [
      properties,
      ...[properties.Metrics ?? []].flat().map((query) => valueAt(query, 'MetricStat.Metric')),
    ])
    .map(Object)
    .filter(
      ({ MetricName, Namespace, Dimensions = [] }) => MetricName && Namespace !== 'fleet-cell1' && !Dimensions.length,
    );
  const names = metrics.map(({ Namespace, MetricName }) => `${Namespace} ${MetricName}`);
  expect([...new Set(names)].sort()).toEqual(OF_THE_ACCOUNT);
});

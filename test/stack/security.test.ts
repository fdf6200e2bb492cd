import { Aspects } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { OPERATIONS } from '../../functions/catalog';
import type { Operation } from '../../shared/operation/define';
import { permissionsOf } from '../../shared/operation/requirements';
import { awsEntries } from '../../shared/platform/runtime/permissions';
import { PRODUCTION } from '../support/production';
import { makeApp, stacksIn, templatesOf } from './synthesis';
import type { Attributes, Resource } from './template';

/**
 * One operation per kind of resource is enough: all resources are made alike, and functions.test.ts compares each role with its
 * declaration.
 */
const SOME_OPERATIONS = Object.fromEntries(
  [...new Map(Object.entries(OPERATIONS).flatMap(byResource))].map(([, entry]) => entry),
);

function byResource(entry: readonly [string, Operation]): [string, readonly [string, Operation]][] {
  return awsEntries(permissionsOf(entry[1])).map(([resource]) => [resource, entry]);
}

const app = makeApp();
const fleet = stacksIn(app, PRODUCTION, { operations: SOME_OPERATIONS });
Aspects.of(app).add(new AwsSolutionsChecks());
const { data, functions, api } = templatesOf(app.synth(), fleet);

/** The annotations of the root stack include those of the stacks nested in it. */
test('the stack has no finding of AwsSolutions that is not explained', () => {
  const findings = [
    ...Annotations.fromStack(fleet.data).findError('*', Match.stringLikeRegexp('AwsSolutions-.*')),
    ...Annotations.fromStack(fleet.data).findWarning('*', Match.stringLikeRegexp('AwsSolutions-.*')),
  ];
  expect(findings.map(({ id, entry }) => `${id}: ${String(entry.data).slice(0, 120)}`)).toEqual([]);
});

const stacks = [data, functions, api];
const idOf = (type: string, part: string): string => {
  const found = stacks.flatMap((stack) => stack.resources(type)).filter(({ id }) => id.startsWith(part));
  expect(found).toHaveLength(1);
  return found[0]?.id ?? '';
};

const ACCOUNT = { StringEquals: { 'aws:SourceAccount': '123456789012' } };

/**
 * All permissions on our resources except those of the functions' roles. The list is complete: a missing or an additional permission fails
 * the test.
 */
const ALLOWED = {
  'AWS::S3::BucketPolicy': [
    {
      Principal: { Service: 'cloudfront.amazonaws.com' },
      Action: 's3:GetObject',
      Resource: `<${idOf('AWS::S3::Bucket', 'StorageAssets')}.Arn>/*`,
      Condition: {
        StringEquals: {
          'AWS:SourceArn': `arn:aws:cloudfront::123456789012:distribution/<${idOf('AWS::CloudFront::Distribution', 'Delivery')}>`,
        },
      },
    },
  ],
  'AWS::SQS::QueuePolicy': [
    {
      Principal: { Service: 'events.amazonaws.com' },
      Action: 'sqs:SendMessage',
      Resource: `<${idOf('AWS::SQS::Queue', 'SchedulesMissed')}.Arn>`,
      Condition: ACCOUNT,
    },
  ],
  'AWS::SNS::TopicPolicy': [
    {
      Principal: { Service: 'ses.amazonaws.com' },
      Action: 'sns:Publish',
      Resource: `<${idOf('AWS::SNS::Topic', 'MailMailevents')}>`,
      Condition: {
        StringEquals: {
          'AWS:SourceAccount': '123456789012',
          'AWS:SourceArn': `arn:aws:ses:us-east-1:123456789012:configuration-set/<${idOf('AWS::SES::ConfigurationSet', 'Mail')}>`,
        },
      },
    },
    ...['ObservabilityPage', 'ObservabilityTicket'].map((topic) => ({
      Principal: { Service: 'cloudwatch.amazonaws.com' },
      Action: 'sns:Publish',
      Resource: `<${idOf('AWS::SNS::Topic', topic)}>`,
      Condition: ACCOUNT,
    })),
  ],
};

const policiesOf = (resources: readonly Resource[]): Attributes[] =>
  resources.flatMap(({ properties }) => Object(properties.PolicyDocument).Statement);

test.each(Object.entries(ALLOWED))('by each %s exactly those are let in that must be', (type, allowed) => {
  const statements = policiesOf(stacks.flatMap((stack) => stack.resources(type)));
  expect(statements.filter(({ Effect }) => Effect === 'Allow')).toEqual(
    allowed.map((statement) => expect.objectContaining(statement)),
  );
});

/** The other tests would not see a new kind of policy or permission. */
test('rights are given in no other way than the tests of the stacks look at', () => {
  const KNOWN = [
    ...Object.keys(ALLOWED),
    // Checked in functions.test.ts and api.test.ts.
    'AWS::IAM::Role',
    'AWS::IAM::ManagedPolicy',
    'AWS::Lambda::Permission',
  ];
  const types = new Set(stacks.flatMap((stack) => stack.types()));
  const giving = [...types].filter((type) => /Policy$|Permission$|::IAM::/.test(type) && !GRANTS_NONE.includes(type));
  expect(giving.sort()).toEqual(KNOWN.sort());
});

/** These policies grant no right: one adds headers to CloudFront's answers, the other says how long it stores them. */
const GRANTS_NONE = ['AWS::CloudFront::ResponseHeadersPolicy', 'AWS::CloudFront::CachePolicy'];

test('each role can be taken by the one service that it is for', () => {
  const trusts = (roles: readonly Resource[]) =>
    new Set(roles.map(({ properties }) => JSON.stringify(Object(properties.AssumeRolePolicyDocument).Statement)));
  const only = (Service: string, condition = {}) =>
    new Set([JSON.stringify([{ Action: 'sts:AssumeRole', ...condition, Effect: 'Allow', Principal: { Service } }])]);
  const scheduler = only('scheduler.amazonaws.com', { Condition: ACCOUNT });
  expect(trusts(functions.resources('AWS::IAM::Role'))).toEqual(
    new Set([...only('lambda.amazonaws.com'), ...scheduler]),
  );
  expect(trusts(api.resources('AWS::IAM::Role'))).toEqual(only('apigateway.amazonaws.com'));
  expect(trusts(data.resources('AWS::IAM::Role'))).toEqual(only('backup.amazonaws.com'));
});

test('functions are called by the services that must, and by the gateway through its role', () => {
  const permissions = functions.resources('AWS::Lambda::Permission').map(({ properties }) => properties);
  const rules = functions.resources('AWS::Events::Rule');
  expect(permissions.map(({ Principal }) => Principal).sort()).toEqual(
    [...['staff', 'drivers'].map(() => 'cognito-idp.amazonaws.com'), ...rules.map(() => 'events.amazonaws.com')].sort(),
  );
  for (const { Action, SourceArn } of permissions)
    expect([Action, SourceArn]).toEqual(['lambda:InvokeFunction', expect.stringMatching(/^</)]);
});

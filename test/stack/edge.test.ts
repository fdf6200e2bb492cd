import { Aspects } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { operation as login } from '../../functions/auth/login';
import { OPERATIONS } from '../../functions/catalog';
import { stackOf } from '../../lib/areas';
import { PRODUCTION } from '../support/production';
import { namedBy } from './named';
import { type Fleet, makeApp, stacksIn, synthesize, templatesOf } from './synthesis';

const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/one';
const NAMED = {
  ...PRODUCTION,
  domainName: 'api.transportes.mx',
  certificateArn,
  assetsDomainName: 'fotos.transportes.mx',
  assetsCertificateArn: certificateArn,
  defaultDomains: 'no',
};
/** Some of each stack of functions. */
const operations = Object.fromEntries(Object.entries(OPERATIONS).slice(0, 4));
const app = makeApp();
const stacks = stacksIn(app, { ...NAMED, edge: 'true', originSecret: '4' }, { operations });
Aspects.of(app).add(new AwsSolutionsChecks());
const { data, functions, api } = templatesOf(app.synth(), stacks);
const named = synthesize(NAMED, { operations });
const plain = synthesize({}, { operations });

const sentSecret = '{{resolve:secretsmanager:fleet-prod-origin-4:SecretString:::}}';
const [distribution] = api.resources('AWS::CloudFront::Distribution');
const config = Object(distribution?.properties.DistributionConfig);

describe('doors 31: the edge', () => {
  test('is CloudFront under the API’s name, before the gateway’s regional name, by TLS 1.2 only', () => {
    const [domain] = api.resources('AWS::ApiGatewayV2::DomainName');
    expect(config.Aliases).toEqual(['api.transportes.mx']);
    expect(config.ViewerCertificate).toMatchObject({
      AcmCertificateArn: certificateArn,
      MinimumProtocolVersion: 'TLSv1.2_2021',
    });
    expect(config.Origins).toEqual([
      expect.objectContaining({
        DomainName: `<${domain?.id}.RegionalDomainName>`,
        CustomOriginConfig: expect.objectContaining({
          OriginProtocolPolicy: 'https-only',
          OriginSSLProtocols: ['TLSv1.2'],
          OriginReadTimeout: 35,
        }),
        OriginCustomHeaders: [{ HeaderName: 'x-origin-secret', HeaderValue: sentSecret }],
      }),
    ]);
  });

  test('caches nothing, and passes on every header, cookie and query, and its viewer’s address', () => {
    const [policy] = api.resources('AWS::CloudFront::OriginRequestPolicy');
    expect(config.DefaultCacheBehavior).toMatchObject({
      // The managed policy CachingDisabled.
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      OriginRequestPolicyId: `<${policy?.id}>`,
      AllowedMethods: expect.arrayContaining(['DELETE', 'GET', 'PATCH', 'POST', 'PUT']),
      ViewerProtocolPolicy: 'https-only',
    });
    expect(policy?.properties.OriginRequestPolicyConfig).toMatchObject({
      HeadersConfig: { HeaderBehavior: 'allViewerAndWhitelistCloudFront', Headers: ['CloudFront-Viewer-Address'] },
      CookiesConfig: { CookieBehavior: 'all' },
      QueryStringsConfig: { QueryStringBehavior: 'all' },
    });
  });

  test('refuses 2,000 requests of one address in five minutes, and known attacks', () => {
    const [acl] = api.resources('AWS::WAFv2::WebACL');
    expect(config.WebACLId).toBe(`<${acl?.id}.Arn>`);
    expect(acl?.properties).toMatchObject({
      Scope: 'CLOUDFRONT',
      Rules: [
        {
          Action: { Block: {} },
          Statement: { RateBasedStatement: { Limit: 2000, EvaluationWindowSec: 300, AggregateKeyType: 'IP' } },
        },
        {
          Statement: {
            ManagedRuleGroupStatement: {
              Name: 'AWSManagedRulesCommonRuleSet',
              RuleActionOverrides: [{ Name: 'SizeRestrictions_BODY', ActionToUse: { Count: {} } }],
            },
          },
        },
        { Statement: { ManagedRuleGroupStatement: { Name: 'AWSManagedRulesKnownBadInputsRuleSet' } } },
      ],
    });
  });

  test('shares a secret with each operation, which accepts that one and the one before', () => {
    const secrets = functions.resources('AWS::SecretsManager::Secret');
    const names = new Map(secrets.map(({ id, properties }) => [properties.Name, id]));
    expect([...names.keys()].sort()).toEqual(['fleet-prod-origin-3', 'fleet-prod-origin-4']);
    const accepted = ['fleet-prod-origin-4', 'fleet-prod-origin-3'].map(
      (name) => `{{resolve:secretsmanager:<${names.get(name)}>:SecretString:::}}`,
    );
    // The second stack does not keep the secrets, and reads them by name.
    const byName =
      '{{resolve:secretsmanager:fleet-prod-origin-4:SecretString:::}},{{resolve:secretsmanager:fleet-prod-origin-3:SecretString:::}}';
    const nameOf = namedBy(operations, 'prod');
    expect(new Set(Object.keys(operations).map(stackOf))).toEqual(new Set(['access', 'work']));
    for (const [file, { id }] of Object.entries(operations)) {
      const { properties } = functions.resource('AWS::Lambda::Function', 'FunctionName', nameOf(id));
      const secret = stackOf(file) === 'access' ? accepted.join(',') : byName;
      expect(Object(properties.Environment).Variables).toMatchObject({ ORIGIN_SECRETS: secret });
    }
  });

  test('is the target of the name, and no nested stack gets its secret from another', () => {
    expect(data.output('DomainTarget')).toMatch(/^<ApiNestedStack\w+\.Outputs\.\w+ApiEdgeDistribution\w+DomainName>$/);
    expect(functions.outputs).toEqual([]);
  });

  test('is not there without its setting, and no function asks for a secret', () => {
    for (const fleet of [named, plain]) {
      expect(fleet.api.types()).not.toContain('AWS::CloudFront::Distribution');
      expect(fleet.functions.text).not.toContain('ORIGIN_SECRETS');
    }
  });

  test('leaves no finding of AwsSolutions unexplained', () => {
    const findings = [
      ...Annotations.fromStack(stacks.data).findError('*', Match.stringLikeRegexp('AwsSolutions-.*')),
      ...Annotations.fromStack(stacks.data).findWarning('*', Match.stringLikeRegexp('AwsSolutions-.*')),
    ];
    expect(findings.map(({ id, entry }) => `${id}: ${String(entry.data).slice(0, 120)}`)).toEqual([]);
  });
});

test('doors 31: with a name of its own the API has no other address (production 9.2)', () => {
  const closed = (fleet: { readonly api: typeof api }) =>
    fleet.api.resources('AWS::ApiGatewayV2::Api').map(({ properties }) => properties.DisableExecuteApiEndpoint);
  expect([closed(named), closed({ api }), closed(plain)]).toEqual([[true], [true], [false]]);
});

test('production 9.3: with a name on the front end’s site the cookies are Strict, and None on a name of AWS', () => {
  const sameSite = ({ functions }: Pick<Fleet, 'functions'>) =>
    new Set(
      functions
        .resources('AWS::Lambda::Function')
        .flatMap(({ properties }) => Object(properties.Environment).Variables?.COOKIE_SAME_SITE ?? []),
    );
  const signIn = { operations: { signIn: login } };
  expect(sameSite(synthesize(NAMED, signIn))).toEqual(new Set(['Strict']));
  expect(sameSite(synthesize({ ...NAMED, cookieSameSite: 'None' }, signIn))).toEqual(new Set(['None']));
  expect(sameSite(synthesize(PRODUCTION, signIn))).toEqual(new Set(['None']));
});

test('doors 26: the assets have a name of their own with TLS 1.2, and it is told where the name must point', () => {
  const [assets] = data.resources('AWS::CloudFront::Distribution');
  expect(Object(assets?.properties.DistributionConfig)).toMatchObject({
    Aliases: ['fotos.transportes.mx'],
    ViewerCertificate: { AcmCertificateArn: certificateArn, MinimumProtocolVersion: 'TLSv1.2_2021' },
  });
  expect(data.outputs).toContain('AssetsDomainTarget');
  expect(data.text).toContain('"AssetsUrl":{"Value":"https://fotos.transportes.mx"}');
});

import { runInNewContext } from 'node:vm';
import { Aspects } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { OPERATIONS } from '../../functions/catalog';
import { readSettings } from '../../lib/settings';
import { makeApp, stacksIn, synthesize, templatesOf } from './synthesis';

const NAMED = {
  domainName: 'api.transportes.mx',
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/one',
};
const operations = Object.fromEntries(Object.entries(OPERATIONS).slice(0, 3));
const app = makeApp();
const stacks = stacksIn(app, { ...NAMED, publishReference: 'true' }, { operations });
Aspects.of(app).add(new AwsSolutionsChecks());
const { data } = templatesOf(app.synth(), stacks);

const [distribution] = data.resources('AWS::CloudFront::Distribution');
const behaviors: readonly object[] = Object(distribution?.properties.DistributionConfig).CacheBehaviors;

describe('desk 6.3: the published reference', () => {
  test('is copied to docs/ of the assets bucket, and what is no longer of it is deleted there', () => {
    const [copy] = data.resources('Custom::CDKBucketDeployment');
    expect(copy?.properties).toMatchObject({
      DestinationBucketKeyPrefix: 'docs/',
      DistributionPaths: ['/docs/*'],
      Prune: true,
    });
  });

  test('has a policy that lets it run its own scripts, and no script of the page’s text', () => {
    const [headers] = data
      .resources('AWS::CloudFront::ResponseHeadersPolicy')
      .filter(({ id }) => id.includes('ReferenceHeaders'));
    const shown = expect.objectContaining({ ResponseHeadersPolicyId: `<${headers?.id}>` });
    expect(behaviors).toEqual([
      expect.objectContaining({ PathPattern: 'docs' }),
      expect.objectContaining({ PathPattern: 'docs/*' }),
    ]);
    expect(behaviors).toEqual([shown, shown]);
    const { ContentSecurityPolicy } = Object(headers?.properties.ResponseHeadersPolicyConfig).SecurityHeadersConfig;
    expect(ContentSecurityPolicy.ContentSecurityPolicy.split('; ')).toEqual(
      expect.arrayContaining(["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"]),
    );
  });

  test.each([
    ['/docs', expect.objectContaining({ statusCode: 301, headers: { location: { value: '/docs/' } } })],
    ['/docs/', { uri: '/docs/index.html' }],
    ['/docs/reference.js', { uri: '/docs/reference.js' }],
  ])('a request for %s', (uri, expected) => {
    const [code] = data.resources('AWS::CloudFront::Function');
    const answer: unknown = runInNewContext(`${code?.properties.FunctionCode}; handler({ request: { uri } })`, { uri });
    expect(answer).toEqual(expected);
  });

  test('leaves no finding of cdk-nag without a reason', () => {
    const found = Annotations.fromStack(stacks.data).findError('*', Match.stringLikeRegexp('AwsSolutions-.*'));
    expect(found.map(({ id, entry }) => `${id}: ${entry.data}`)).toEqual([]);
  });

  test('is not there unless the stage asks for it, and needs the API’s name for its samples', () => {
    const plain = synthesize(NAMED, { operations }).data;
    expect(plain.resources('Custom::CDKBucketDeployment')).toEqual([]);
    expect(() => readSettings((name) => ({ publishReference: 'true' })[name])).toThrow(
      /"publishReference" needs "domainName"/,
    );
  });
});

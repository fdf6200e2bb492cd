import recommended from 'aws-cdk-lib/recommended-feature-flags.json';
import { context } from '../../cdk.json';
import { OPERATIONS } from '../../functions/catalog';
import type { Operation } from '../../shared/operation/define';
import { PRODUCTION } from '../support/production';
import { synthesize } from './synthesis';

/** The flags that differ from the CDK's list. docs/decisions/0047 has the reason of each. */
const DIFFERING: Readonly<Record<string, unknown>> = {
  '@aws-cdk/core:target-partitions': ['aws'],
  '@aws-cdk/core:enableAdditionalMetadataCollection': false,
};

/** CloudFormation takes templates of 1 MB. With indentation the functions' template had 98 % of it. */
const BESIDE = { '@aws-cdk/core:suppressTemplateIndentation': true };

test('production 4.6: every feature flag that the CDK recommends is set', () => {
  expect(context).toEqual({ ...recommended, ...DIFFERING, ...BESIDE });
  for (const flag of Object.keys(DIFFERING)) expect(Object.keys(recommended)).toContain(flag);
});

/** Values that only the deploy knows, as long as they can be: the two keys of a pool, an ARN, and the name or URL of a resource. */
const KEY_SET = 'k'.repeat(1_000);
const ARN = 'a'.repeat(130);
const REFERENCE = 'r'.repeat(90);

const stages = Object.entries({ dev: synthesize(), prod: synthesize(PRODUCTION) });

describe.each(stages)('the stage %s', (stage, { data, functions, access, work, api }) => {
  test('production 4.0: is one stack with three nested ones, and exports nothing', () => {
    expect(data.types().filter((type) => type === 'AWS::CloudFormation::Stack')).toHaveLength(3);
    for (const { text } of [data, functions, api]) expect(text).not.toMatch(/Fn::ImportValue|"Export"/);
    expect(data.resources('AWS::CloudFormation::Stack').map(({ dependsOn }) => dependsOn.length)).toEqual([0, 1, 2]);
  });

  test('production 1.5, production 4.2: has no provisioned concurrency, and no version, alias or deployment of a function', () => {
    const types = [data, functions, api].flatMap((one) => one.types());
    for (const type of ['AWS::Lambda::Version', 'AWS::Lambda::Alias', 'AWS::CodeDeploy::DeploymentGroup'])
      expect(types).not.toContain(type);
    expect(functions.text).not.toMatch(/ProvisionedConcurren|SnapStart/);
  });

  test('production 7.8: stays below 480 of 500 resources in a stack, 250 roles and 3.5 kB of environment', () => {
    const sizes = [data, access, work, api].map(({ size }) => size);
    const roles = [data, functions, api].flatMap((one) => one.resources('AWS::IAM::Role')).length;
    const environments = functions
      .resources('AWS::Lambda::Function')
      .map(({ properties }) => JSON.stringify(Object(properties.Environment).Variables ?? {}))
      .map(
        (text) =>
          text
            .replace(/<\w+\.Keys>/g, KEY_SET)
            .replace(/<\w+\.Arn>|<StampingKeys\w+>/g, ARN)
            .replace(/<[^>]+>|{{[^}]+}}/g, REFERENCE).length,
      );
    console.log(
      `${stage}: ${sizes.join(' + ')} resources, ${roles} roles, ${Math.max(...environments)} B of environment`,
    );
    expect(Math.max(...sizes)).toBeLessThanOrEqual(480);
    // An operation is two resources: one of the stacks of functions has room for 50 more.
    expect(Math.min(access.size, work.size)).toBeLessThanOrEqual(480 - 2 * 50);
    expect(roles).toBeLessThanOrEqual(250);
    expect(Math.max(...environments)).toBeLessThanOrEqual(3_500);
  });
});

test('production 4.0: a change of the operations changes nothing that lasts', () => {
  const some: Record<string, Operation> = Object.fromEntries(Object.entries(OPERATIONS).slice(0, 3));
  const withoutNested = (operations: Record<string, Operation>) => synthesize({}, { operations }).data.types().sort();
  expect(withoutNested(some)).toEqual(withoutNested(OPERATIONS));
});

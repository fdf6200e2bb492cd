import { OPERATIONS } from '../../functions/catalog';
import { operationsUpTo } from './many-operations';
import { namedBy } from './named';
import { synthesize } from './synthesis';
import { statementsIn } from './template';

const { functions } = synthesize();
const target = functions.resource('AWS::Lambda::Function', 'FunctionName', 'fleet-dev-keepWarm');
const [schedule] = functions.resources('AWS::Scheduler::Schedule');
const roles = functions.resources('AWS::IAM::Role');
const names = Object.values(OPERATIONS)
  .map(({ id }) => namedBy()(id))
  .sort();

const { Target: aimed, ...when } = Object(schedule?.properties);

describe('production 1.4: one function keeps the others warm', () => {
  test('every five minutes of the office’s hours in Mexico, on the days on which trucks drive', () => {
    expect(functions.resources('AWS::Scheduler::Schedule')).toHaveLength(1);
    expect(when).toEqual({
      ScheduleExpression: 'cron(0/5 6-19 ? * MON-SAT *)',
      ScheduleExpressionTimezone: 'America/Mexico_City',
      FlexibleTimeWindow: { Mode: 'OFF' },
      State: 'ENABLED',
    });
  });

  test('the schedule names the function of each operation, and no other', () => {
    expect(aimed).toMatchObject({
      Arn: `<${target.id}.Arn>`,
      RetryPolicy: { MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 },
    });
    const { functions: called } = JSON.parse(aimed.Input);
    expect([...called].sort()).toEqual(names);
  });

  test('the role of the schedule may call this function, and nothing else', () => {
    const role = roles.find(({ id }) => aimed.RoleArn === `<${id}.Arn>`);
    expect(role?.properties.AssumeRolePolicyDocument).toMatchObject({
      Statement: [
        {
          Principal: { Service: 'scheduler.amazonaws.com' },
          Condition: { StringEquals: { 'aws:SourceAccount': '123456789012' } },
        },
      ],
    });
    expect(role?.properties.ManagedPolicyArns).toBeUndefined();
    expect(statementsIn(role?.properties.Policies)).toEqual([
      {
        effect: 'Allow',
        actions: ['lambda:InvokeFunction'],
        resources: [`<${target.id}.Arn>`],
        condition: undefined,
      },
    ]);
  });

  test('its own role may invoke each operation’s function by name: no trigger, no wildcard', () => {
    expect(invokedBy(functions).sort()).toEqual(
      names.map((name) => `lambda:InvokeFunction on arn:aws:lambda:us-east-1:123456789012:function:${name}`),
    );
  });

  test('a call that failed is not repeated', () => {
    const retries = functions.resources('AWS::Lambda::EventInvokeConfig').map(({ properties }) => properties);
    expect(retries).toContainEqual({
      FunctionName: `<${target.id}>`,
      Qualifier: '$LATEST',
      MaximumRetryAttempts: 0,
      MaximumEventAgeInSeconds: 60,
    });
  });

  test('with 200 operations and the longest name of a stage its role holds', () => {
    const large = synthesize({ stage: 'abcdefghijkl' }, { operations: operationsUpTo(200) }).functions;
    expect(invokedBy(large)).toHaveLength(200);
    const policies = large.resources('AWS::IAM::ManagedPolicy');
    expect(policies.length).toBeLessThanOrEqual(10);
    for (const { properties } of policies) {
      // Shorter than the real text at AWS by the number of the account and the region, which are as long here.
      expect(JSON.stringify(properties.PolicyDocument).length).toBeLessThan(6144);
    }
    const [one] = large.resources('AWS::Scheduler::Schedule');
    expect(Object(one?.properties.Target).Input.length).toBeLessThan(256_000);
  });
});

/** What the function may invoke, from the policies of its role. */
function invokedBy(stack: typeof functions): string[] {
  const keeper = stack.resources('AWS::Lambda::Function').find(({ id }) => id.startsWith('KeepWarm'));
  const role = stack.resources('AWS::IAM::Role').find(({ id }) => keeper?.properties.Role === `<${id}.Arn>`);
  const attached = [role?.properties.ManagedPolicyArns].flat().map(String);
  const policies = stack.resources('AWS::IAM::ManagedPolicy').filter(({ id }) => attached.includes(`<${id}>`));
  const invoking = [...policies.map(({ properties }) => properties.PolicyDocument), role?.properties.Policies]
    .flatMap(statementsIn)
    .filter(({ actions }) => actions.some((action) => !action.startsWith('logs:')));
  return invoking.flatMap(({ actions, resources }) =>
    actions.flatMap((action) => resources.map((one) => `${action} on ${one}`)),
  );
}

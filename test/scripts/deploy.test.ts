import { deployArguments, deployedStackId, stageOf } from '../../scripts/deploy/arguments';

const STACK = 'arn:aws:cloudformation:us-east-1:123456789012:stack/fleet-prod/0a1b';
const alarm = (name: string) =>
  `--rollback-trigger-alarm-arns=arn:aws:cloudwatch:us-east-1:123456789012:alarm:fleet-prod-${name}`;

test('production 4.1: an update of prod rolls back on five alarms, which are watched for 20 minutes', () => {
  expect(deployArguments(['-c', 'stage=prod'], STACK)).toEqual([
    'deploy',
    '--no-notices',
    '-c',
    'stage=prod',
    ...['unreachable', 'crashes', 'faults', 'canary', 'slow'].map(alarm),
    '--monitoring-time-minutes=20',
  ]);
});

test('production 4.1: the first deploy of prod has no triggers, because it creates the alarms', () => {
  expect(deployArguments(['-c', 'stage=prod'], undefined)).toEqual(['deploy', '--no-notices', '-c', 'stage=prod']);
});

test('production 4.1: another stage is deployed without triggers', () => {
  expect(deployArguments(['-c', 'stage=staging'], STACK)).toEqual(['deploy', '--no-notices', '-c', 'stage=staging']);
});

test.each([
  [[], 'dev'],
  [['-c', 'stage=prod'], 'prod'],
  [['--context', 'stage=prod', '--require-approval', 'never'], 'prod'],
  [['--context=stage=prod'], 'prod'],
  [['-c', 'mailSender=stage=prod@transportes.mx'], 'dev'],
  [['-c', 'stage=staging', '-c', 'stage=prod'], 'prod'],
])('the stage of %j is %s', (given, stage) => {
  expect(stageOf(given)).toBe(stage);
});

describe('the deployed stack', () => {
  const described = (StackStatus: string) => async () => ({ Stacks: [{ StackId: STACK, StackStatus }] });

  test.each(['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'UPDATE_ROLLBACK_COMPLETE'])(
    'of the state %s has alarms',
    async (state) => {
      expect(await deployedStackId(described(state), 'prod')).toBe(STACK);
    },
  );

  test.each(['REVIEW_IN_PROGRESS', 'ROLLBACK_COMPLETE', 'CREATE_FAILED'])('of the state %s has none', async (state) => {
    expect(await deployedStackId(described(state), 'prod')).toBeUndefined();
  });

  test('is asked for by its name, and may be missing', async () => {
    const asked: (readonly string[])[] = [];
    const missing = async (args: readonly string[]) => {
      asked.push(args);
      throw new Error('ValidationError: Stack with id fleet-prod does not exist');
    };
    expect(await deployedStackId(missing, 'prod')).toBeUndefined();
    expect(asked).toEqual([['cloudformation', 'describe-stacks', '--stack-name', 'fleet-prod']]);
  });

  test('ends the deploy when AWS refuses the question', async () => {
    const refused = async () => Promise.reject(new Error('ExpiredToken'));
    await expect(deployedStackId(refused, 'prod')).rejects.toThrow('ExpiredToken');
  });
});

import { readSettings } from '../../lib/settings';
import { PRODUCTION } from '../support/production';
import { synthesize } from './synthesis';

/** The data stack does not depend on operations, and synthesis without them is faster. */
const dataStack = (context?: Readonly<Record<string, string>>) => synthesize(context, { operations: {} }).data;
const production = dataStack(PRODUCTION);

const backupTypes = (context?: Readonly<Record<string, string>>) =>
  dataStack(context)
    .types()
    .filter((type) => type.startsWith('AWS::Backup'));

/** Whether an event matches a pattern of exact values. Source: EventBridge user guide, "Creating event patterns". */
const matches = (pattern: unknown, event: unknown): boolean =>
  Object.entries(Object(pattern)).every(([name, wanted]) => {
    const found: unknown = Object(event)[name];
    return Array.isArray(wanted) ? wanted.includes(found) : matches(wanted, found);
  });

describe('production 7.2: AWS Backup', () => {
  const [table] = production.resources('AWS::DynamoDB::Table');
  const documents = production.resources('AWS::S3::Bucket').find(({ id }) => id.startsWith('StorageDocuments'));
  const [vault] = production.resources('AWS::Backup::BackupVault');
  const [plan] = production.resources('AWS::Backup::BackupPlan');
  const [selection] = production.resources('AWS::Backup::BackupSelection');

  test('keeps its copies in a vault in governance mode, at least 7 days, also after the stack', () => {
    expect(vault?.properties).toEqual({ BackupVaultName: 'fleet-prod', LockConfiguration: { MinRetentionDays: 7 } });
    expect(vault?.deletionPolicy).toBe('Retain');
  });

  test('makes a daily copy for 35 days and a monthly copy for five years', () => {
    expect(plan?.properties.BackupPlan).toEqual({
      BackupPlanName: 'fleet-prod',
      BackupPlanRule: [
        {
          RuleName: 'daily',
          ScheduleExpression: 'cron(0 8 * * ? *)',
          Lifecycle: { DeleteAfterDays: 35 },
          TargetBackupVault: `<${vault?.id}.BackupVaultName>`,
        },
        {
          RuleName: 'monthly',
          ScheduleExpression: 'cron(0 9 1 * ? *)',
          Lifecycle: { DeleteAfterDays: 1827 },
          TargetBackupVault: `<${vault?.id}.BackupVaultName>`,
        },
      ],
    });
  });

  test('copies the table and the documents, by their names', () => {
    expect(selection?.properties).toMatchObject({
      BackupPlanId: `<${plan?.id}.BackupPlanId>`,
      BackupSelection: { Resources: [`<${table?.id}.Arn>`, `<${documents?.id}.Arn>`] },
    });
  });

  test('copies the restored table while a stage uses one', () => {
    const restored = dataStack({ ...PRODUCTION, tableName: 'fleet-restored' });
    const [chosen] = restored.resources('AWS::Backup::BackupSelection');
    const { Resources } = Object(chosen?.properties.BackupSelection);
    expect(Resources[0]).toMatch(/:table\/fleet-restored$/);
  });

  test('copies each copy to the vault of the second region, for the same time', () => {
    const copied = dataStack({ ...PRODUCTION, backupRegion: 'us-west-2' });
    const [both] = copied.resources('AWS::Backup::BackupPlan');
    const rules: unknown[] = Object(both?.properties.BackupPlan).BackupPlanRule;
    expect(rules.map((rule) => Object(rule).CopyActions)).toEqual(
      [35, 1827].map((DeleteAfterDays) => [
        {
          DestinationBackupVaultArn: 'arn:aws:backup:us-west-2:123456789012:backup-vault:fleet-prod',
          Lifecycle: { DeleteAfterDays },
        },
      ]),
    );
  });

  test('production 7.2: a copy that failed is kept where the alarm dead-letters looks, with the name of its resource', () => {
    const missed = production.resources('AWS::SQS::Queue').find(({ id }) => id.startsWith('SchedulesMissed'));
    const rules = production.resources('AWS::Events::Rule').map(({ properties }) => properties);
    expect(rules).toHaveLength(1);
    const { EventPattern, Targets, State } = Object(rules[0]);
    expect([State, Targets]).toEqual(['ENABLED', [{ Id: 'Missed', Arn: `<${missed?.id}.Arn>` }]]);
    // The fields of the events in the AWS Backup developer guide, "Monitoring AWS Backup events using Amazon EventBridge".
    const event = (type: string, state: string, resourceArn: string) => ({
      'detail-type': type,
      source: 'aws.backup',
      detail: { state, resourceArn, resourceType: 'DynamoDB', statusMessage: 'Access denied' },
    });
    const own = [`<${table?.id}.Arn>`, `<${documents?.id}.Arn>`];
    for (const type of ['Backup Job State Change', 'Copy Job State Change']) {
      for (const state of ['ABORTED', 'EXPIRED', 'FAILED'])
        for (const arn of own) expect(matches(EventPattern, event(type, state, arn))).toBe(true);
      for (const state of ['CREATED', 'RUNNING', 'COMPLETED'])
        expect(matches(EventPattern, event(type, state, own[0] ?? ''))).toBe(false);
      expect(
        matches(EventPattern, event(type, 'FAILED', 'arn:aws:dynamodb:us-east-1:123456789012:table/another')),
      ).toBe(false);
    }
    // EventBridge may write there.
    expect(production.statements()).toContainEqual(
      expect.objectContaining({ effect: 'Allow', actions: ['sqs:SendMessage'], resources: [`<${missed?.id}.Arn>`] }),
    );
  });

  test('production 7.5: replicates the data key alone to the second region, because the copied table needs it', () => {
    const replicated = dataStack({ ...PRODUCTION, backupRegion: 'us-west-2' })
      .resources('AWS::SecretsManager::Secret')
      .filter(({ properties }) => properties.ReplicaRegions !== undefined);
    expect(replicated.map(({ id, properties }) => [id.replace(/[0-9A-F]{8}$/, ''), properties.ReplicaRegions])).toEqual(
      [['StampingKeysDataKey', [{ Region: 'us-west-2' }]]],
    );
    expect(production.text).not.toContain('ReplicaRegions');
  });

  test('is in stages that keep their data, or by its setting, and never on the emulator', () => {
    expect(backupTypes()).toEqual([]);
    expect(backupTypes({ keepData: 'true' })).toHaveLength(3);
    expect(backupTypes({ backups: 'true' })).toHaveLength(3);
    expect(backupTypes({ ...PRODUCTION, backups: 'false' })).toEqual([]);
    expect(backupTypes({ backups: 'true', emulator: 'true' })).toEqual([]);
    expect(dataStack({ ...PRODUCTION, backups: 'false' }).types()).not.toContain('AWS::Events::Rule');
  });

  test('a second region without copies ends the synthesis', () => {
    const given = (context: Readonly<Record<string, string>>) => () => readSettings((name) => context[name]);
    expect(given({ ...PRODUCTION, backups: 'false', backupRegion: 'us-west-2' })).toThrow('"backupRegion"');
    expect(given({ backupRegion: 'us-west-2' })).toThrow('"backupRegion"');
    expect(given({ ...PRODUCTION, backupRegion: 'Oregon' })).toThrow('"backupRegion"');
    expect(given({ ...PRODUCTION, backupRegion: 'us-west-2' })).not.toThrow();
  });
});

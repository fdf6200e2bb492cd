import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault, type IBackupVault } from 'aws-cdk-lib/aws-backup';
import { CfnRule, Schedule } from 'aws-cdk-lib/aws-events';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { explained } from './explained';
import { prefixOf } from './names';
import type { Schedules } from './schedules';
import type { Settings } from './settings';
import { removalPolicy, type Storage } from './storage';

/** The least age at which a copy can be deleted, also by an administrator of the account by mistake. */
const LEAST_DAYS = 7;
const DAILY_KEPT_DAYS = 35;
/** Five years with their leap days: the fiscal term of stamped documents (Código Fiscal de la Federación, art. 30). */
const MONTHLY_KEPT_DAYS = 5 * 365 + 2;

/** The plan copies two resources a day: the table and the documents. */
export const COPIES_A_DAY = 2;

interface BackupsProps {
  readonly settings: Settings;
  readonly storage: Storage;
  readonly schedules: Schedules;
}

/**
 * The daily and monthly copies of the table in use and of the documents, in a vault of their own (docs/decisions/0046).
 * The vault's lock is in governance mode: a role with the permission can remove it. Compliance mode could never be undone.
 */
export class Backups extends Construct {
  constructor(scope: Construct, id: string, { settings, storage, schedules }: BackupsProps) {
    super(scope, id);
    const vault = new BackupVault(this, 'Vault', {
      backupVaultName: prefixOf(settings),
      lockConfiguration: { minRetention: Duration.days(LEAST_DAYS) },
      removalPolicy: removalPolicy(settings),
    });
    const elsewhere = this.vaultElsewhere(settings);
    const resources = [storage.table.tableArn, storage.documents.bucketArn];
    const plan = new BackupPlan(this, 'Plan', {
      backupPlanName: prefixOf(settings),
      backupVault: vault,
      backupPlanRules: [
        ruleFor('daily', Schedule.cron({ hour: '8', minute: '0' }), DAILY_KEPT_DAYS, elsewhere),
        ruleFor('monthly', Schedule.cron({ day: '1', hour: '9', minute: '0' }), MONTHLY_KEPT_DAYS, elsewhere),
      ],
    });
    plan.addSelection('Data', {
      role: this.makeRole(),
      resources: resources.map((arn) => BackupResource.fromArn(arn)),
    });
    this.keepFailures(resources, schedules);
  }

  /**
   * A copy that failed becomes a message in the queue of missed work, which has the alarm `dead-letters`. The event names the
   * job and its cause. A restore by hand is watched by the person who started it.
   */
  private keepFailures(resourceArn: readonly string[], { missed }: Schedules): void {
    new CfnRule(this, 'Failed', {
      state: 'ENABLED',
      eventPattern: {
        source: ['aws.backup'],
        'detail-type': ['Backup Job State Change', 'Copy Job State Change'],
        detail: { state: ['ABORTED', 'EXPIRED', 'FAILED'], resourceArn },
      },
      targets: [{ id: 'Missed', arn: missed.queueArn }],
    });
  }

  /** A stack cannot make a vault in another region. The operator makes it once (docs/operations.md). */
  private vaultElsewhere(settings: Settings): IBackupVault | undefined {
    if (settings.backupRegion === undefined) return undefined;
    const arn = Stack.of(this).formatArn({
      service: 'backup',
      region: settings.backupRegion,
      resource: 'backup-vault',
      resourceName: prefixOf(settings),
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    return BackupVault.fromBackupVaultArn(this, 'Elsewhere', arn);
  }

  private makeRole(): Role {
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('backup.amazonaws.com'),
      managedPolicies: [
        'service-role/AWSBackupServiceRolePolicyForBackup',
        'AWSBackupServiceRolePolicyForS3Backup',
      ].map((name) => ManagedPolicy.fromAwsManagedPolicyName(name)),
    });
    explained(role, {
      'AwsSolutions-IAM4':
        'AWS keeps these two policies in step with the calls of AWS Backup. Only that service can take the role, and the plan names the two resources.',
    });
    return role;
  }
}

function ruleFor(
  ruleName: string,
  scheduleExpression: Schedule,
  keptDays: number,
  elsewhere: IBackupVault | undefined,
): BackupPlanRule {
  const deleteAfter = Duration.days(keptDays);
  return new BackupPlanRule({
    ruleName,
    scheduleExpression,
    deleteAfter,
    ...(elsewhere && { copyActions: [{ destinationBackupVault: elsewhere, deleteAfter }] }),
  });
}

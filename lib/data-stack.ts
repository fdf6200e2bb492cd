import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { TriggerSource } from '../shared/operation/define-trigger';
import { Backups } from './backups';
import { Canary } from './canary';
import { Deliveries } from './deliveries';
import { Delivery } from './delivery';
import { type FleetProps, triggerFor } from './fleet-props';
import { Identity } from './identity';
import { Imports } from './imports';
import { Mail } from './mail';
import { functionArn, functionName } from './names';
import { Schedules } from './schedules';
import type { Settings } from './settings';
import { StampingKeys } from './stamping-keys';
import { Storage } from './storage';

/**
 * The stack of a stage: the resources that keep data (table, buckets, user pools, queues and secrets), and all outputs.
 * The nested stacks of the functions and of the API are made inside it (fleet.ts).
 */
export class DataStack extends Stack {
  readonly storage: Storage;
  readonly delivery: Delivery;
  readonly identity: Identity;
  readonly mail: Mail;
  readonly deliveries: Deliveries;
  readonly imports: Imports;
  readonly schedules: Schedules;
  readonly stampingKeys: StampingKeys;
  readonly canary: Canary;

  constructor(scope: Construct, id: string, { settings, triggers, reference }: FleetProps) {
    // Nested stacks are protected by the outer one.
    super(scope, id, { terminationProtection: settings.stage === 'prod' });
    this.storage = new Storage(this, 'Storage', settings);
    this.delivery = new Delivery(this, 'Delivery', { assets: this.storage.assets, settings, reference });
    const arnOf = (source: TriggerSource) => functionArn(this, functionName(settings, triggerFor(triggers, source).id));
    this.identity = new Identity(this, 'Identity', {
      settings,
      preTokenGenerationArns: {
        staff: arnOf('staffPoolPreTokenGeneration'),
        drivers: arnOf('driversPoolPreTokenGeneration'),
      },
    });
    this.mail = new Mail(this, 'Mail', settings);
    this.deliveries = new Deliveries(this, 'Deliveries', settings);
    this.imports = new Imports(this, 'Imports', settings);
    this.schedules = new Schedules(this, 'Schedules', settings);
    // ministack 1.5.33 refuses it: "Template format error: Unrecognized resource types: [AWS::Backup::BackupSelection]".
    if (settings.backups && !settings.emulator)
      new Backups(this, 'Backups', { settings, storage: this.storage, schedules: this.schedules });
    this.stampingKeys = new StampingKeys(this, 'StampingKeys', settings);
    this.canary = new Canary(this, 'Canary', settings);
    this.writeOutputs(settings);
  }

  private writeOutputs(settings: Settings): void {
    const { table, assets, documents } = this.storage;
    const { staffPool, staffClient, driversPool, driversClient } = this.identity;
    const outputs = {
      TableName: table.tableName,
      AssetsBucketName: assets.bucketName,
      AssetsUrl: this.delivery.url,
      DocumentsBucketName: documents.bucketName,
      StaffUserPoolId: staffPool.userPoolId,
      StaffClientId: staffClient.userPoolClientId,
      DriversUserPoolId: driversPool.userPoolId,
      DriversClientId: driversClient.userPoolClientId,
      MailQueueUrl: this.mail.queue.queueUrl,
      StampingSecretArn: this.stampingKeys.userKey.secretArn,
      CanarySecretArn: this.canary.account.secretArn,
      UndeliveredQueueArn: this.mail.undelivered.queueArn,
      MissedQueueUrl: this.schedules.missed.queueUrl,
      LostDeliveriesQueueUrl: this.deliveries.lost.queueUrl,
      LostImportsQueueUrl: this.imports.lost.queueUrl,
    };
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value });
    if (settings.assetsDomainName !== undefined && this.delivery.target !== undefined)
      new CfnOutput(this, 'AssetsDomainTarget', { value: this.delivery.target });
  }
}

import { type IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Grantable, Grantables } from './grants';

/**
 * Permissions that ministack 1.5.33 checks differently from AWS, observed with its role enforcement: it has an action
 * `SendMessageBatch`, which `SendMessage` includes at AWS, and it checks sending mail on `*` instead of an identity. A
 * reference to a secret is its name there and its ARN at AWS, and it checks the ARN. It does not know the partition keys
 * of a request, so a role that requires them could not use the table.
 */
export const asTheEmulatorAsks = (grantables: Grantables): Grantables => ({
  ...grantables,
  table: { ...grantables.table, mayLackKeys: true },
  apiKeyUses: { ...grantables.apiKeyUses, mayLackKeys: true },
  gsi1: { ...grantables.gsi1, mayLackKeys: true },
  gsi2: { ...grantables.gsi2, mayLackKeys: true },
  mailQueue: { ...grantables.mailQueue, also: ['SendMessageBatch'] },
  deliveryQueue: { ...grantables.deliveryQueue, also: ['SendMessageBatch'] },
  importQueue: { ...grantables.importQueue, also: ['SendMessageBatch'] },
  mailIdentity: { ...grantables.mailIdentity, arn: '*' },
  stampingSecret: secretByName(grantables.stampingSecret),
  dataKey: secretByName(grantables.dataKey),
  canarySecret: secretByName(grantables.canarySecret),
});

const secretByName = ({ service, arn }: Grantable): Grantable => ({
  service,
  arn: `arn:aws:secretsmanager:*:*:secret:${arn}-*`,
});

/** The emulator refuses alarms on expressions of several metrics. */
export const takenByTheEmulator = (metric: IMetric): boolean => metric instanceof Metric;

import { type IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Grantable, Grantables } from './grants';

/**
 * What ministack 1.5.33 asks of a role where AWS asks something narrower, seen with its role enforcement on: it wants an action
 * `SendMessageBatch`, which at AWS is covered by `SendMessage`, and it checks the sending of a mail against no identity but against `*`. A
 * reference to a secret is its name there and its address at AWS, and it is the address that it checks.
 */
export const asTheEmulatorAsks = (grantables: Grantables): Grantables => ({
  ...grantables,
  mailQueue: { ...grantables.mailQueue, also: ['SendMessageBatch'] },
  mailIdentity: { ...grantables.mailIdentity, arn: '*' },
  stampingSecret: secretByName(grantables.stampingSecret),
  dataKey: secretByName(grantables.dataKey),
});

const secretByName = ({ service, arn }: Grantable): Grantable => ({
  service,
  arn: `arn:aws:secretsmanager:*:*:secret:${arn}-*`,
});

/** It refuses an alarm on anything computed from several metrics. */
export const takenByTheEmulator = (metric: IMetric): boolean => metric instanceof Metric;

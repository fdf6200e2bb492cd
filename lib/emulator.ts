import { type IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Grantables } from './grants';

/**
 * What ministack 1.5.33 asks of a role where AWS asks something narrower, seen with its role enforcement on: it wants an action
 * `SendMessageBatch`, which at AWS is covered by `SendMessage`, and it checks the sending of a mail against no identity but against `*`.
 */
export const asTheEmulatorAsks = (grantables: Grantables): Grantables => ({
  ...grantables,
  mailQueue: { ...grantables.mailQueue, also: ['SendMessageBatch'] },
  mailIdentity: { ...grantables.mailIdentity, arn: '*' },
});

/** It refuses an alarm on anything computed from several metrics. */
export const takenByTheEmulator = (metric: IMetric): boolean => metric instanceof Metric;

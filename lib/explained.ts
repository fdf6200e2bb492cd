import { NagSuppressions } from 'cdk-nag';
import type { IConstruct } from 'constructs';

/** Answers findings of cdk-nag where what they find is made: by rule, why it is so. */
export function explained(construct: IConstruct, reasons: Readonly<Record<`AwsSolutions-${string}`, string>>): void {
  const suppressions = Object.entries(reasons).map(([id, reason]) => ({ id, reason }));
  NagSuppressions.addResourceSuppressions(construct, suppressions, true);
}

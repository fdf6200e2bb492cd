import { NagSuppressions } from 'cdk-nag';
import type { IConstruct } from 'constructs';

/** Suppresses findings of cdk-nag at the construct that causes them. Each suppression needs a reason. */
export function explained(construct: IConstruct, reasons: Readonly<Record<`AwsSolutions-${string}`, string>>): void {
  const suppressions = Object.entries(reasons).map(([id, reason]) => ({ id, reason }));
  NagSuppressions.addResourceSuppressions(construct, suppressions, true);
}

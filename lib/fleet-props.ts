import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { Operation } from '../shared/operation/define';
import type { Trigger, TriggerSource } from '../shared/operation/define-trigger';
import type { Settings } from './settings';

/** What a stage is made of. */
export interface FleetProps {
  readonly settings: Settings;
  /** By their file below `functions/`. */
  readonly operations: Readonly<Record<string, Operation>>;
  readonly triggers: Readonly<Record<string, Trigger>>;
  /** The code of the function of a file. */
  readonly codeOf: (file: string) => Code;
}

/** The one trigger of a source that can have but one. */
export function triggerFor(triggers: Readonly<Record<string, Trigger>>, source: TriggerSource): Trigger {
  const [trigger, ...others] = Object.values(triggers).filter((one) => one.source === source);
  if (trigger === undefined || others.length > 0) {
    throw new Error(`The source ${source} wants one trigger, and there are ${trigger ? others.length + 1 : 'none'}.`);
  }
  return trigger;
}

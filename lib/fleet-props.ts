import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { Operation } from '../shared/operation/define';
import type { Trigger, TriggerSource } from '../shared/operation/define-trigger';
import type { Settings } from './settings';

/** The parts of a stage. */
export interface FleetProps {
  readonly settings: Settings;
  /** Keyed by the file below `functions/`. */
  readonly operations: Readonly<Record<string, Operation>>;
  readonly triggers: Readonly<Record<string, Trigger>>;
  /** Returns the code of the function in a file. */
  readonly codeOf: (file: string) => Code;
  /** Writes the static reference, and returns its folder. Called only when the stage publishes it. */
  readonly reference: () => string;
}

/** Returns the trigger of a source that must have exactly one. */
export function triggerFor(triggers: Readonly<Record<string, Trigger>>, source: TriggerSource): Trigger {
  const [trigger, ...others] = Object.values(triggers).filter((one) => one.source === source);
  if (trigger === undefined || others.length > 0) {
    throw new Error(
      `The source ${source} needs exactly one trigger, but functions/ declares ${trigger ? others.length + 1 : 'none'}.`,
    );
  }
  return trigger;
}

import { OPERATIONS } from '../../functions/catalog';
import { stackOf } from '../../lib/areas';
import type { Operation } from '../../shared/operation/define';

type Operations = Readonly<Record<string, Operation>>;

/** The name that the function of an operation has, by its id, repeated here independently of the code under test. */
const namesIn = (operations: Operations, stage: string): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(operations).map(([file, { id }]) => [
      id,
      stackOf(file) === 'work' ? `fleet-${stage}-work-${id}` : `fleet-${stage}-${id}`,
    ]),
  );

/** The name of the function of an operation, or of a trigger or of the infrastructure, which have no area. */
export const namedBy = (operations: Operations = OPERATIONS, stage = 'dev') => {
  const names = namesIn(operations, stage);
  return (id: string): string => names.get(id) ?? `fleet-${stage}-${id}`;
};

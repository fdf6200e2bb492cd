import { OPERATIONS } from '../../functions/catalog';
import { areaOf } from '../../lib/areas';
import type { Operation } from '../../shared/operation/define';

/** As many operations as planned for the service, made from the present ones under other names and routes. */
export function operationsUpTo(count: number): Record<string, Operation> {
  const own = Object.entries(OPERATIONS);
  const clones = Array.from({ length: count }, (_, index) => {
    const [file, original] = own[index % own.length] as [string, Operation];
    const clone: Operation = { ...original, id: `${original.id}${index}`, route: `GET /clones/${index}` };
    // In the areas of the originals, so that both stacks of functions grow.
    return [`${areaOf(file)}/clone-${index}`, clone] as const;
  });
  return Object.fromEntries(clones);
}

import { OPERATIONS } from '../../functions/catalog';
import type { Operation } from '../../shared/operation/define';

/** As many operations as planned for the service, made from the present ones under other names and routes. */
export function operationsUpTo(count: number): Record<string, Operation> {
  const own = Object.values(OPERATIONS);
  const clones = Array.from({ length: count }, (_, index) => {
    const original = own[index % own.length] as Operation;
    const clone: Operation = { ...original, id: `${original.id}${index}`, route: `GET /clones/${index}` };
    return [`clones/${index}`, clone] as const;
  });
  return Object.fromEntries(clones);
}

import { sorted } from '../faults/state';
import type { Marshalled } from './export';

const addressOf = ({ pk, sk }: Marshalled): string => `${pk?.S} / ${sk?.S}`;

/** Where two tables are not the same, item for item; whatever order their items and attributes come in. */
export function differences(one: readonly Marshalled[], other: readonly Marshalled[]): string[] {
  const [first, second] = [byAddress(one), byAddress(other)];
  return [
    ...[...first].flatMap(([address, text]) => {
      const found = second.get(address);
      if (found === undefined) return [`${address} is missing.`];
      return found === text ? [] : [`${address} is another item.`];
    }),
    ...[...second.keys()].flatMap((address) => (first.has(address) ? [] : [`${address} is one too many.`])),
  ];
}

const byAddress = (items: readonly Marshalled[]): Map<string, string> =>
  new Map(items.map((item) => [addressOf(item), JSON.stringify(sorted(item))]));

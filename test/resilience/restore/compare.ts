import { sorted } from '../faults/state';
import { asExported, type Marshalled } from './export';

const addressOf = ({ pk, sk }: Marshalled): string => `${pk?.S} / ${sk?.S}`;

/** The items that differ between two tables, regardless of the order of items and attributes. */
export function differences(one: readonly Marshalled[], other: readonly Marshalled[]): string[] {
  const [first, second] = [byAddress(one), byAddress(other)];
  return [
    ...[...first].flatMap(([address, text]) => {
      const found = second.get(address);
      if (found === undefined) return [`${address} is missing.`];
      return found === text ? [] : [`${address} is different.`];
    }),
    ...[...second.keys()].flatMap((address) => (first.has(address) ? [] : [`${address} is an additional item.`])),
  ];
}

const byAddress = (items: readonly Marshalled[]): Map<string, string> =>
  new Map(items.map((item) => [addressOf(item), JSON.stringify(sorted(JSON.parse(asExported(item))))]));

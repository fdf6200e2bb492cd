import { differences } from './check';
import { type Change, changesBetween, isUnchanged, tableOf } from './compare';
import { extractsOf } from './extracts';
import { listed } from './listed';
import { placesOf } from './named-keys';
import { type Packed, pack } from './pack';
import { type PackedNames, packNames } from './pack-names';

/** A version of the catalogues with the day of its source. */
interface Version {
  readonly packed: Packed;
  readonly names: PackedNames;
  readonly date: string;
}

/** The new version, what changed, and the reason why it must not be written. */
interface Renewal extends Version {
  readonly report: string;
  readonly refused: string | undefined;
}

/** Reads the extracts of `folder` and compares them with the version before. */
export function renewal(folder: string, before: Version, askedDate: string | undefined): Renewal {
  const extracts = extractsOf(folder);
  const packed = pack(extracts, before.packed);
  const stated = askedDate ?? extracts.date;
  const changes = changesBetween(listed(before.packed), listed(packed), stated ?? before.date);
  return {
    packed,
    names: packNames(extracts, before.names),
    date: stated ?? before.date,
    report: tableOf(changes),
    refused: refusalOf(differences(extracts, packed), changes, stated),
  };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function refusalOf(wrong: readonly string[], changes: readonly Change[], date: string | undefined): string | undefined {
  if (wrong.length > 0) return `These keys differ after unpacking: ${wrong.slice(0, 10).join(', ')}`;
  if (date === undefined && !changes.every(isUnchanged))
    return 'Keys changed. Add the day of the source: --date YYYY-MM-DD';
  if (date !== undefined && !DAY.test(date)) return 'Send the day of the source as YYYY-MM-DD.';
  const lost = changes.flatMap(({ name, gone, ended }) => [...gone, ...ended].map((key) => ({ name, key })));
  if (lost.length === 0) return undefined;
  const places = placesOf(lost.map(({ key }) => key));
  const named = lost.flatMap(({ name, key }) => {
    const found = places.get(key);
    return found ? [`${key} of ${name}: ${found.join(', ')}`] : [];
  });
  if (named.length === 0) return undefined;
  return ['The code names keys that the catalogues do not have any more. Change these places first:', ...named].join(
    '\n',
  );
}

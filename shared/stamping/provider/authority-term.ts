import { satAuthorities } from './sat-authorities';

const DAY_MS = 86_400_000;
/** A successor was published months before its predecessor ended, and a deployment may be updated only every few months. */
const WARNED_DAYS = 180;

/**
 * The sentence that a deployment prints when the newest authority of the SAT ends within 180 days; undefined before. After that end the SAT
 * issues signing certificates (CSD) by a successor, and the service refuses them until it knows the successor.
 */
export function authorityWarning(now: Date, certificates?: readonly string[]): string | undefined {
  const ends = Math.max(...satAuthorities(certificates).map(({ validTo }) => Date.parse(validTo)));
  if (ends - now.getTime() > WARNED_DAYS * DAY_MS) return undefined;
  return (
    `The SAT's newest known authority ends on ${new Date(ends).toISOString().slice(0, 10)}. Uploads of signing certificates of its successor ` +
    'will be refused. Download the successor from the SAT and add it: npm run authorities -- FILE.cer (docs/operations.md, "The SAT\'s authorities").'
  );
}

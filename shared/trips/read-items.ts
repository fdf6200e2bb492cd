import * as v from 'valibot';
import type { Check, Checked } from '../platform/values/checked';
import {
  type Clocks,
  correctedTime,
  type DutyFact,
  DutyItem,
  FACT_KINDS,
  type Fact,
  FactId,
  isIdOutOfTime,
  isTooOld,
  KINDS,
  KindName,
  Recorded,
} from './fact';
import { PositionItem, type SentPosition } from './position-item';
import { type ItemResult, type Refusal, refusedItem } from './sync-result';

/** A valid item, or the result of one that is not. */
export type ReadItem =
  | { readonly fact: Fact | DutyFact }
  | { readonly position: SentPosition }
  | { readonly result: ItemResult };

const Identified = v.object({ id: FactId });
const Kinded = v.object({ kind: KindName });

/** Checks each item alone: one that is not valid refuses no other. */
export function readItems(items: readonly unknown[], clocks: Clocks, check: Check): ReadItem[] {
  return items.map((item, index) => readItem(item, `items[${index}]`, clocks, check));
}

function readItem(item: unknown, place: string, clocks: Clocks, check: Check): ReadItem {
  const sent = isRecord(item) ? withoutUnknown(item) : {};
  const refused = (id: string | null, { field, ...refusal }: Refusal): ReadItem => ({
    result: refusedItem(id, { ...refusal, ...(field !== undefined && { field: `${place}.${field}` }) }),
  });
  const identified = check(Identified, sent);
  if ('refusal' in identified) return refused(null, invalid(identified.refusal));
  const { id } = identified.value;
  if (isIdOutOfTime(id, clocks)) return refused(id, { error: 'VALIDATION_FAILED', field: 'id', message: OUT_OF_TIME });
  const kinded = check(Kinded, sent);
  if ('refusal' in kinded) return refused(id, invalid(kinded.refusal));
  if (kinded.value.kind === 'PING') {
    const read = timed(check(PositionItem, sent), clocks);
    return 'refusal' in read ? refused(id, read.refusal) : { position: { id, ...read.value } };
  }
  if (kinded.value.kind === 'DUTY') {
    const read = timed(check(DutyItem, sent), clocks);
    return 'refusal' in read ? refused(id, read.refusal) : { fact: { id, kind: 'DUTY', ...read.value } };
  }
  const kind = FACT_KINDS.find((one) => one === kinded.value.kind);
  if (kind === undefined) return refused(id, { error: 'UNKNOWN_KIND', field: 'kind' });
  const recorded = check(Recorded, sent);
  if ('refusal' in recorded) return refused(id, invalid(recorded.refusal));
  const own = check(KINDS[kind], sent);
  if ('refusal' in own) return refused(id, invalid(own.refusal));
  const read = timed(recorded, clocks);
  return 'refusal' in read ? refused(id, read.refusal) : { fact: { id, ...read.value, ...own.value } };
}

/** Adds the corrected time of recording, or says why the item is refused. */
function timed<T extends { readonly recordedAt: string }>(
  checked: Checked<T>,
  clocks: Clocks,
): { readonly value: T & { readonly at: string } } | { readonly refusal: Refusal } {
  if ('refusal' in checked) return { refusal: invalid(checked.refusal) };
  const at = correctedTime(checked.value.recordedAt, clocks);
  if (isTooOld(at, clocks)) return { refusal: { error: 'TOO_OLD' } };
  return { value: { ...checked.value, at: new Date(at).toISOString() } };
}

/**
 * The item without its fields that are not known. A browser reports the speed and the heading of a truck that stands as null (W3C Geolocation), iOS
 * as -1 (CoreLocation), and an app sends them as it got them. To refuse the item would lose the position for ever. A negative accuracy says that
 * the place itself is not valid: a fact then has no place, and a position is refused, because it has nothing else.
 */
function withoutUnknown(item: object): object {
  const known = Object.entries(item).filter(
    ([name, value]) => value !== null && !(MEASURES.has(name) && isNegative(value)),
  );
  const sent = Object.fromEntries(known);
  if (sent.kind === 'PING' || !isNegative(sent.accuracyM)) return sent;
  const { lat: _, lng: __, accuracyM: ___, ...placeless } = sent;
  return placeless;
}

const MEASURES: ReadonlySet<string> = new Set(['speedKmh', 'heading']);
const isNegative = (value: unknown): boolean => typeof value === 'number' && value < 0;

const isRecord = (item: unknown): item is object => typeof item === 'object' && item !== null && !Array.isArray(item);

const invalid = (refusal: Extract<Checked<never>, { refusal: unknown }>['refusal']): Refusal => ({
  error: 'VALIDATION_FAILED',
  ...refusal,
});

const OUT_OF_TIME = {
  en: 'The time in the identifier is more than 8 days ago or more than a day ahead. Correct the clock of the phone.',
  es: 'La hora en el identificador es de hace más de 8 días o de más de un día en el futuro. Corrija el reloj del teléfono.',
};

import * as v from 'valibot';
import { AppError, ERRORS, validationError } from '../errors';
import type { External } from '../values/external-id';
import { Instant, Uuid } from '../values/fields';
import { type Condition, unchanged } from './expression';
import { key, ofTeam } from './keys';
import { create, deleteIfPresent, type Step } from './steps';
import type { SearchedKind } from './word-keys';

/** The kinds of records that can have a key of another system. The key is unique in team and kind. */
export type ExternalKind = SearchedKind | 'INVOICE' | 'PAYMENT';

/** The record that holds a key of another system. A payment is found by its date too. */
export const ExternalIdHolder = v.object({ id: Uuid, paidAt: v.optional(Instant) });
export type ExternalIdHolder = v.InferOutput<typeof ExternalIdHolder>;
export const externalIdKey = (teamId: string, kind: ExternalKind, externalId: string) =>
  key(ExternalIdHolder, ofTeam(teamId), `EXTERNAL#${kind}#${externalId}`);

/** The key is in use: 409. */
export const externalIdTaken = (): AppError => new AppError('EXTERNAL_ID_TAKEN', { field: 'externalId' });

/** The same for an operation that answers no 409: 400. */
const externalIdUsed = (): AppError => validationError('externalId', ERRORS.EXTERNAL_ID_TAKEN.message);

/** Takes the key of a new record. Without a key nothing is written. */
export const newExternalId = (kind: ExternalKind, { teamId, id, externalId }: External, paidAt?: string): Step[] =>
  externalId === undefined
    ? []
    : [create(externalIdKey(teamId, kind, externalId), { id, ...(paidAt && { paidAt }) }, externalIdTaken)];

/** Releases the key of a record that is deleted or voided. The caller requires the key that was read in the condition of the record. */
export const removedExternalId = (kind: ExternalKind, { teamId, externalId }: External): Step[] =>
  externalId === undefined ? [] : [deleteIfPresent(externalIdKey(teamId, kind, externalId))];

interface ExternalIdEdit {
  readonly steps: readonly Step[];
  /** A condition on the record. */
  readonly condition: Condition;
}

/** Moves a record to another key; null releases it. A key that stays costs nothing. */
export function externalIdEdit(
  kind: ExternalKind,
  record: External,
  { externalId: to }: { readonly externalId?: string | null | undefined },
  taken = externalIdUsed,
): ExternalIdEdit {
  if (to === undefined || (to ?? undefined) === record.externalId) return { steps: [], condition: {} };
  const { teamId, id } = record;
  return {
    steps: [
      ...(to === null ? [] : [create(externalIdKey(teamId, kind, to), { id }, taken)]),
      ...removedExternalId(kind, record),
    ],
    condition: unchanged(record, ['externalId']),
  };
}

import * as v from 'valibot';
import type { Context } from '../platform/runtime/context';
import { sealText } from '../platform/secrets/data-key';
import { put, type Step } from '../platform/table/steps';
import {
  dayAfterMonths,
  type ErasedPerson,
  envelopeOwner,
  erasedPersonIndexes,
  erasedPersonKey,
} from './erased-person';

/** The term of the deployment, in months. */
export const RETENTION_ENVIRONMENT = ['RETENTION_MONTHS'] as const;
const Months = v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(1));

/**
 * The step that stores a person's data in its envelope. The term begins with the first erasure: the step keeps an
 * existing record, and fails with the error of `refused`.
 */
export async function sealStep(
  context: Context,
  person: Pick<ErasedPerson, 'teamId' | 'personId' | 'kind'>,
  data: unknown,
  refused: () => Error,
): Promise<{ readonly step: Step; readonly sealed: ErasedPerson }> {
  const { teamId, personId } = person;
  const now = context.now();
  const envelope = await sealText(context, envelopeOwner(teamId, personId), JSON.stringify(data));
  const deleteOn = dayAfterMonths(now, v.parse(Months, context.env('RETENTION_MONTHS')));
  const sealed: ErasedPerson = { ...person, erasedAt: now.toISOString(), deleteOn, envelope };
  const step = put(erasedPersonKey(teamId, personId), sealed, { exists: false }, refused, erasedPersonIndexes(sealed));
  return { step, sealed };
}

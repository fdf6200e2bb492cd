import * as v from 'valibot';
import { type IndexKeys, key, ofTeam } from '../platform/table/keys';
import { Instant, Uuid } from '../platform/values/fields';

/** The personal data of an erased person, sealed. Only the owner's audited read opens it, until the term ends. */
export const ErasedPerson = v.object({
  teamId: Uuid,
  /** The erased driver or account. */
  personId: Uuid,
  /** What the person was. */
  kind: v.picklist(['DRIVER', 'USER']),
  /** The instant, in UTC, of the erasure. */
  erasedAt: Instant,
  /** The day (UTC) on which the schedule deletes this record. */
  deleteOn: v.pipe(v.string(), v.isoDate()),
  /** JSON, encrypted with the data key for this person of this team. */
  envelope: v.string(),
});
export type ErasedPerson = v.InferOutput<typeof ErasedPerson>;

export const erasedPersonKey = (teamId: string, personId: string) =>
  key(ErasedPerson, ofTeam(teamId), `ERASED#${personId}`);

/** All teams' sealed data by the day of its deletion. Erasures are rare, so one partition holds them. */
export const DUE_ERASURES = 'ERASURES#DUE';
export const erasedPersonIndexes = ({
  teamId,
  personId,
  deleteOn,
}: Pick<ErasedPerson, 'teamId' | 'personId' | 'deleteOn'>): IndexKeys => ({
  gsi2pk: DUE_ERASURES,
  gsi2sk: `${deleteOn}#${teamId}#${personId}`,
});
/** Reads the place of a record from a sort key of {@link erasedPersonIndexes}. */
export function erasedPersonAt(position: string) {
  const [deleteOn, teamId, personId] = position.split('#');
  return v.parse(v.pick(ErasedPerson, ['deleteOn', 'teamId', 'personId']), { deleteOn, teamId, personId });
}

/** An envelope of this person of this team cannot be decrypted as that of another one. */
export const envelopeOwner = (teamId: string, personId: string): string => `${teamId}/ERASED/${personId}`;

/** The day on which data that is erased now is deleted. */
export function dayAfterMonths(now: Date, months: number): string {
  const day = new Date(now);
  day.setUTCMonth(day.getUTCMonth() + months);
  return day.toISOString().slice(0, 10);
}

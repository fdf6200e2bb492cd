import type * as v from 'valibot';
import type { PartitionKey } from '../runtime/key-families';

/** The parts from which each feature builds its keys. */

export interface ItemKey<S extends v.GenericSchema = v.GenericSchema> {
  readonly pk: string;
  readonly sk: string;
  /** The schema of the stored item. It also drops the key attributes. */
  readonly schema: S;
}

export interface IndexKeys {
  readonly gsi1pk?: string | undefined;
  readonly gsi1sk?: string | undefined;
  readonly gsi2pk?: string | undefined;
  readonly gsi2sk?: string | undefined;
}

/** The time-to-live attribute of the table, in Unix seconds. */
export const TIME_TO_LIVE = 'expires';

export const key = <S extends v.GenericSchema>(schema: S, pk: PartitionKey, sk: string): ItemKey<S> => ({
  schema,
  pk,
  sk,
});
export const ofTeam = (teamId: string): PartitionKey => `TEAM#${teamId}`;

/** A range of a partition that is read as a list of whole records. */
export const part = <S extends v.GenericSchema>(schema: S, pk: PartitionKey, prefix: string) => ({
  schema,
  pk,
  prefix,
});

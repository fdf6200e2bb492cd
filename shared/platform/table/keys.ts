import type * as v from 'valibot';

/** The parts of which the file of each noun makes its keys. docs/table.md lists all of them. */

export interface ItemKey<S extends v.GenericSchema = v.GenericSchema> {
  readonly pk: string;
  readonly sk: string;
  /** What a stored item must parse as; it also drops the key attributes. */
  readonly schema: S;
}

export interface IndexKeys {
  readonly gsi1pk?: string | undefined;
  readonly gsi1sk?: string | undefined;
  readonly gsi2pk?: string | undefined;
  readonly gsi2sk?: string | undefined;
}

/** The attribute by which the table's time-to-live removes items: Unix seconds. */
export const TIME_TO_LIVE = 'expires';

export const key = <S extends v.GenericSchema>(schema: S, pk: string, sk: string): ItemKey<S> => ({ schema, pk, sk });
export const ofTeam = (teamId: string) => `TEAM#${teamId}`;

/** A part of a partition: what a list of whole records reads. */
export const part = <S extends v.GenericSchema>(schema: S, pk: string, prefix: string) => ({ schema, pk, prefix });

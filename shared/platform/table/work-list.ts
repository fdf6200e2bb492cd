import type * as v from 'valibot';
import { key } from './keys';

/** Open work lies in a few partitions by the last digit of its invoice's identifier, which is chance: recovery reads them and nothing else. */
export const STAMPING_SHARDS = ['STAMPING_WORK#0', 'STAMPING_WORK#1', 'STAMPING_WORK#2', 'STAMPING_WORK#3'] as const;
const shardOf = (id: string) =>
  STAMPING_SHARDS[Number.parseInt(id.slice(-1), 16) % STAMPING_SHARDS.length] ?? STAMPING_SHARDS[0];
export const workKey = <S extends v.GenericSchema>(schema: S, kind: string, id: string) =>
  key(schema, shardOf(id), `WORK#${kind}#${id}`);

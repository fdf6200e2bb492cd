import type * as v from 'valibot';
import { key } from './keys';

/**
 * Open work is spread over these partitions by the last digit of the invoice's identifier, which is random. Recovery
 * reads only them.
 */
export const STAMPING_SHARDS = ['STAMPING_WORK#0', 'STAMPING_WORK#1', 'STAMPING_WORK#2', 'STAMPING_WORK#3'] as const;
const shardOf = (id: string) =>
  STAMPING_SHARDS[Number.parseInt(id.slice(-1), 16) % STAMPING_SHARDS.length] ?? STAMPING_SHARDS[0];
export const workKey = <S extends v.GenericSchema>(schema: S, kind: string, id: string) =>
  key(schema, shardOf(id), `WORK#${kind}#${id}`);

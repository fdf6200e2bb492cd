import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { type Starts, spreadOf } from '../results';
import { READ_A_TRIP, type Stage, withStage } from './stage';
import { buildDefault, buildOurs, buildPeer, DEFAULT, type Variant } from './variants';

const Told = v.object({ status: v.literal(200), processor: v.number(), total: v.number(), megabytes: v.number() });
type Told = v.InferOutput<typeof Told>;

const PEERS = join(__dirname, '..', 'peers', 'node_modules');

/**
 * Starts the read of a trip in fresh processes, each variant once a round, so that other load on the machine affects
 * all variants equally. Processor times are compared within a round; wall-clock times would include other processes.
 */
export async function measureStarts(folder: string, rounds: number, { isShort = false } = {}): Promise<Starts> {
  const variants = [await buildOurs(folder), await buildDefault(folder)];
  if (!isShort && existsSync(PEERS)) {
    variants.push(await buildPeer(folder, 'Powertools router, logger, tracer, zod', 'powertools'));
    variants.push(await buildPeer(folder, 'Express with serverless-http, all routes in one', 'express'));
  }
  return withStage(async (stage) => {
    const told = new Map<string, Told[]>(variants.map(({ name }) => [name, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const one of variants) told.get(one.name)?.push(await started(folder, one, stage));
    }
    return { operation: READ_A_TRIP, rounds, variants: summed(variants, told) };
  });
}

async function started(folder: string, { file }: Variant, { environment, event }: Stage): Promise<Told> {
  const eventFile = join(folder, 'event.json');
  writeFileSync(eventFile, JSON.stringify(event));
  const args = [join(__dirname, 'start.cjs'), file, eventFile];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: environment });
  return v.parse(Told, JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
}

function summed(variants: readonly Variant[], told: ReadonlyMap<string, readonly Told[]>): Starts['variants'] {
  const standard = told.get(DEFAULT) ?? [];
  return Object.fromEntries(
    variants.map(({ name, bytes }) => {
      const all = told.get(name) ?? [];
      const ratios = all.map(({ processor }, round) => processor / (standard[round]?.processor ?? Number.NaN));
      return [
        name,
        {
          bytes,
          processor: spreadOf(all.map(({ processor }) => processor)),
          total: spreadOf(all.map(({ total }) => total)),
          megabytes: spreadOf(all.map(({ megabytes }) => megabytes)),
          ratio: spreadOf(ratios),
        },
      ];
    }),
  );
}

import { execFile, execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { type Starts, spreadOf } from '../results';
import { selfSigned } from './certificate';
import { lambdaNode } from './lambda-node';
import { READ_A_TRIP, type Stage, withStage } from './stage';
import { buildDefault, buildOurs, buildPeer, DEFAULT, type Variant } from './variants';

const Told = v.object({
  status: v.literal(200),
  init: v.number(),
  first: v.number(),
  total: v.number(),
  megabytes: v.number(),
});
type Told = v.InferOutput<typeof Told>;

/** On one core, other threads of V8 do not spin beside the one that is measured. */
const PINNED = existsSync('/usr/bin/taskset');

const PEERS = join(__dirname, '..', 'peers', 'node_modules');

/**
 * Starts the read of a trip in fresh processes, each variant once a round, so that other load on the machine affects
 * all variants equally. Processor times are compared within a round; wall-clock times would include other processes. The
 * processes run Lambda's version of Node and reach the table by HTTPS.
 */
export async function measureStarts(folder: string, rounds: number, { isShort = false } = {}): Promise<Starts> {
  const variants = [await buildOurs(folder), await buildDefault(folder)];
  if (!isShort && existsSync(PEERS)) {
    variants.push(await buildPeer(folder, 'Powertools router, logger, tracer, zod', 'powertools'));
    variants.push(await buildPeer(folder, 'Express with serverless-http, all routes in one', 'express'));
  }
  const node = lambdaNode();
  const trusted = { ...selfSigned(), file: join(folder, 'certificate.pem') };
  writeFileSync(trusted.file, trusted.cert);
  return withStage(async (stage) => {
    const told = new Map<string, Told[]>(variants.map(({ name }) => [name, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const one of variants) told.get(one.name)?.push(await started(node, folder, one, stage));
    }
    const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
    return { operation: READ_A_TRIP, node: version, rounds, variants: summed(variants, told) };
  }, trusted);
}

async function started(node: string, folder: string, { file }: Variant, { environment, event }: Stage): Promise<Told> {
  const eventFile = join(folder, 'event.json');
  writeFileSync(eventFile, JSON.stringify(event));
  const args = [join(__dirname, 'start.cjs'), file, eventFile];
  const command = PINNED ? { program: 'taskset', args: ['-c', '0', node, ...args] } : { program: node, args };
  const { stdout } = await promisify(execFile)(command.program, command.args, { env: environment });
  return v.parse(Told, JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
}

function summed(variants: readonly Variant[], told: ReadonlyMap<string, readonly Told[]>): Starts['variants'] {
  const standard = told.get(DEFAULT) ?? [];
  return Object.fromEntries(
    variants.map(({ name, bytes }) => {
      const all = told.get(name) ?? [];
      const spread = (value: (one: Told) => number) => spreadOf(all.map(value));
      const ratio = (value: (one: Told) => number) =>
        spreadOf(all.map((one, round) => value(one) / value(standard[round] ?? one)));
      return [
        name,
        {
          bytes,
          init: spread(({ init }) => init),
          first: spread(({ first }) => first),
          total: spread(({ total }) => total),
          megabytes: spread(({ megabytes }) => megabytes),
          ratio: ratio(({ init, first }) => init + first),
          firstRatio: ratio(({ first }) => first),
        },
      ];
    }),
  );
}

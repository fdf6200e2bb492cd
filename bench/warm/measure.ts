import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { bundleFunctions } from '../../lib/bundle';
import { spreadOf, type Warm } from '../results';
import { READ_A_TRIP, withStage } from '../starts/stage';
import { buildOurs } from '../starts/variants';

const Profile = v.object({
  nodes: v.array(
    v.object({
      id: v.number(),
      callFrame: v.object({ url: v.string(), lineNumber: v.number(), functionName: v.string() }),
    }),
  ),
  samples: v.array(v.number()),
  timeDeltas: v.array(v.number()),
});
const Told = v.object({ ours: v.array(v.number()), bare: v.array(v.number()), profile: Profile });

const BLOCKS = 15;
const CALLS = 300;

/**
 * Compares the processor time of a warm handler call with the same read by the SDK alone, in alternating blocks of one
 * process.
 */
export async function measureWarm(folder: string): Promise<Warm> {
  const ours = await buildOurs(folder);
  const bare = await built(folder, 'bare', join(__dirname, 'bare.ts'), {});
  const readable = await built(folder, 'readable', `function:${READ_A_TRIP}`, { minify: false });
  return withStage(async ({ environment, event }) => {
    const [eventFile, out] = [join(folder, 'event.json'), join(folder, 'warm.json')];
    writeFileSync(eventFile, JSON.stringify(event));
    const args = [join(__dirname, 'warm.cjs'), ours.bundle, bare, readable, eventFile, out, `${BLOCKS}`, `${CALLS}`];
    await promisify(execFile)(process.execPath, args, { env: environment });
    const told = v.parse(Told, JSON.parse(readFileSync(out, 'utf8')));
    return {
      handler: spreadOf(told.ours),
      bare: spreadOf(told.bare),
      ratio: spreadOf(told.ours.map((one, block) => one / (told.bare[block] ?? Number.NaN))),
      shares: sharesOf(told.profile, readFileSync(readable, 'utf8').split('\n')),
    };
  });
}

async function built(folder: string, name: string, entry: string, options: object): Promise<string> {
  const outdir = join(folder, name);
  await bundleFunctions(outdir, { entryPoints: [{ in: entry, out: 'index' }], ...options });
  return join(outdir, 'index.cjs');
}

/** The module groups of a profile. esbuild writes a module's path above its code in an unminified bundle. */
const GROUPS: readonly (readonly [string, RegExp])[] = [
  ['token', /aws-jwt-verify|operation\/tokens/],
  ['validation', /valibot|operation\/validate|shared\/domain/],
  ['Middy', /@middy/],
  ['marshalling', /util-dynamodb|lib-dynamodb|dynamodb-codec|submodules\/(?:protocols\/json|serde|schema)/],
  ['signing and checksums', /signature-v4|checksum/],
  ['the rest of the SDK', /@aws-sdk|@smithy|@aws\//],
  ['our wrapper and store', /shared\/|functions\//],
];

/** Percentages of the samples by group. The group of Node covers connection, cryptography and garbage collection. */
function sharesOf({ nodes, samples, timeDeltas }: v.InferOutput<typeof Profile>, lines: readonly string[]) {
  const groups = new Map(nodes.map(({ id, callFrame }) => [id, groupOf(callFrame, lines)]));
  const times: Record<string, number> = {};
  let all = 0;
  samples.forEach((id, index) => {
    const group = groups.get(id) ?? NODE;
    const time = timeDeltas[index] ?? 0;
    if (group === IDLE) return;
    times[group] = (times[group] ?? 0) + time;
    all += time;
  });
  return Object.fromEntries(Object.entries(times).map(([group, time]) => [group, Math.round((100 * time) / all)]));
}

const NODE = 'Node: connection, cryptography, collector';
const IDLE = '(idle)';

function groupOf(
  { url, lineNumber, functionName }: v.InferOutput<typeof Profile>['nodes'][number]['callFrame'],
  lines: readonly string[],
) {
  if (functionName === IDLE) return IDLE;
  if (!url.includes('readable')) return NODE;
  for (let line = lineNumber; line >= 0; line -= 1) {
    const [, path] = /^\/\/ (\S+\.(?:m?js|ts|json))$/.exec(lines[line] ?? '') ?? [];
    if (path !== undefined) return GROUPS.find(([, pattern]) => pattern.test(path))?.[0] ?? NODE;
  }
  return NODE;
}

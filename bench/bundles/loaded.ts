import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { OPERATIONS } from '../../functions/catalog';
import { writeStart } from '../../lib/bundling/start';
import { pathParameters } from '../../shared/operation/validate';
import { httpEvent } from '../../test/support/http-event';
import { type Stage, TEAM_ID, withStage } from '../starts/stage';
import { mayFetch } from './rules';

const Loaded = v.array(v.object({ file: v.string(), status: v.number(), undici: v.boolean() }));

/**
 * Calls each function that does not use the provider once, in one process, and reports the first one after which undici
 * is loaded. undici is built into Node, so a bundle's inputs do not show it.
 */
export async function loadedUndici(outdir: string, files: readonly string[]): Promise<string[]> {
  return withStage(async (stage) => {
    const calls = files
      .filter((file) => file in OPERATIONS && !mayFetch(file))
      .map((file) => callOf(outdir, file, stage));
    const list = join(outdir, 'calls.json');
    writeFileSync(list, JSON.stringify(calls));
    const { stdout } = await promisify(execFile)(process.execPath, [join(__dirname, 'load-each.cjs'), list], {
      env: stage.environment,
      maxBuffer: 16 * 1024 * 1024,
    });
    const told = v.parse(Loaded, JSON.parse(stdout.slice(stdout.lastIndexOf('\n[') + 1)));
    const [first] = told.filter(({ undici }) => undici);
    return first ? [`${first.file} loads undici, although it does not call the provider`] : [];
  });
}

/** A call that passes at least the token check, and usually reaches the table. */
function callOf(outdir: string, file: string, { tokens }: Stage) {
  const operation = OPERATIONS[file];
  if (operation === undefined) throw new Error(`The operation ${file} does not exist.`);
  const path = Object.fromEntries(pathParameters(operation.route).map((name) => [name, TEAM_ID]));
  const token = JSON.stringify(operation.auth).includes('drivers') ? tokens.driver : tokens.staff;
  const event = httpEvent(operation.route, {
    path,
    query: { teamId: TEAM_ID },
    headers: { authorization: `Bearer ${token}` },
    ...(operation.route.startsWith('GET') ? {} : { body: { teamId: TEAM_ID } }),
  });
  return { file, bundle: writeStart(join(outdir, file)), event };
}

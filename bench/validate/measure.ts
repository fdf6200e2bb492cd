import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import * as v from 'valibot';
import { bundleFunctions } from '../../lib/bundle';
import { checkReadiness } from '../../shared/carta-porte/readiness';
import { catalogues } from '../../shared/carta-porte/sat/catalogues';
import { readyFreight } from '../../test/support/freight';
import { type Spread, spreadOf } from '../results';
import { lambdaNode } from '../starts/lambda-node';
import { READ_A_TRIP } from '../starts/stage';

const GOODS = 500;
const ROUNDS = 200;

/** The milliseconds of the check of an invoice with 500 goods, once the catalogues are unpacked. */
export function measureValidate(): Spread {
  const given = readyFreight();
  const { cartaPorte } = given.invoice;
  const mercancias = Array.from({ length: GOODS }, () => cartaPorte.mercancias).flat();
  const large = { ...given, invoice: { ...given.invoice, cartaPorte: { ...cartaPorte, mercancias } } };
  if (!checkReadiness(large, catalogues).ready) throw new Error('The invoice of the measurement has errors.');
  return spreadOf(
    Array.from({ length: ROUNDS }, () => {
      const startedAt = performance.now();
      checkReadiness(large, catalogues);
      return performance.now() - startedAt;
    }),
  );
}

/** Looks up one key in each catalogue, so that each is unpacked. */
const EVERYWHERE = `import { catalogues } from './shared/carta-porte/sat/catalogues';
  export function lookEverywhere() {
    for (const look of Object.values(catalogues.on({ departure: '2026-03-03', stamp: '2026-03-03' }))) look('NLE', '039');
  }`;
const STARTS = 25;

/** What the catalogues add to the first stamp of a fresh process, and the load of a bundle without them, as a measure of the machine. */
interface ColdCatalogues {
  readonly milliseconds: Spread;
  readonly ratio: Spread;
}

/**
 * The processor time that the catalogues add to the first stamp of a fresh process: their load, and the unpacking of all of them (a stamp
 * unpacks some). The ratio is to the load of the bundle that reads a trip, measured by turns.
 */
export async function measureCatalogues(folder: string): Promise<ColdCatalogues> {
  const outfile = join(folder, 'catalogues.cjs');
  const stdin = { contents: EVERYWHERE, resolveDir: join(__dirname, '..', '..'), loader: 'ts' as const };
  await build({ stdin, outfile, bundle: true, platform: 'node', target: 'node20', format: 'cjs', minify: true });
  const entryPoints = [{ in: `function:${READ_A_TRIP}`, out: 'read-a-trip' }];
  await bundleFunctions(folder, { entryPoints });
  const pairs: (readonly [number, number])[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    pairs.push([await coldMilliseconds(outfile), await coldMilliseconds(join(folder, 'read-a-trip.cjs'))]);
  }
  return {
    milliseconds: spreadOf(pairs.map(([added]) => added)),
    ratio: spreadOf(pairs.map(([added, reference]) => added / reference)),
  };
}

async function coldMilliseconds(bundle: string): Promise<number> {
  const { stdout } = await promisify(execFile)(lambdaNode(), [join(__dirname, 'cold.cjs'), bundle]);
  return v.parse(v.number(), JSON.parse(stdout));
}

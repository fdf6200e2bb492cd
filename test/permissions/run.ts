import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { FEATURES } from '../support/features';
import { DECLARED_PERMISSIONS, DIRECTORY_VARIABLE } from './declared';

/** The suites in which capabilities act on a table, a storage and a provider: those of operations, and one for each feature. */
const SUITES = ['operations', 'platform', ...FEATURES].map((folder) => `test/${folder}`);

/**
 * Fails for each permission that a capability declares and no test uses. A permission that is missing fails in the test that needs it.
 * Runs the suites, or reads the results of an earlier run from the directory that `EXERCISED_PERMISSIONS` names.
 */
function main(): number {
  const given = process.env[DIRECTORY_VARIABLE];
  const directory = given ?? mkdtempSync(join(tmpdir(), 'fleet-permissions-'));
  try {
    if (given === undefined && !runSuites(directory)) return 1;
    const asked = new Set(readdirSync(directory).flatMap((file) => linesOf(join(directory, file))));
    const lines = [...new Set(DECLARED_PERMISSIONS.map(({ line }) => line))];
    const idle = lines.filter((line) => !asked.has(line));
    for (const line of idle)
      console.log(`  ✕ ${line}: declared, but no test uses it. Remove it, or test the code that needs it.`);
    console.log(`\n${lines.length - idle.length} passed, ${idle.length} failed`);
    return idle.length === 0 ? 0 : 1;
  } finally {
    if (given === undefined) rmSync(directory, { recursive: true, force: true });
  }
}

function runSuites(directory: string): boolean {
  const env = { ...process.env, [DIRECTORY_VARIABLE]: directory };
  const ignored = ['--testPathIgnorePatterns', '/node_modules/', ...mockingSuites()];
  const args = ['jest', ...process.argv.slice(2), '--testPathPatterns', ...SUITES, ...ignored];
  return spawnSync('npx', args, { stdio: 'inherit', env }).status === 0;
}

/**
 * Suites that replace a module of the product. They cannot run here: the watch of permissions imports every capability, and with it the
 * module, before the replacement.
 */
const mockingSuites = (): string[] =>
  SUITES.filter((folder) => existsSync(folder)).flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file}`)
      .filter((file) => file.endsWith('.test.ts') && /jest\.mock\('[./]+\/shared\//.test(readFileSync(file, 'utf8'))),
  );

const linesOf = (file: string): string[] => v.parse(v.array(v.string()), JSON.parse(readFileSync(file, 'utf8')));

process.exitCode = main();

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { declaredPermissions } from './declared';
import { DIRECTORY_VARIABLE, SUITES, Use } from './loaded';

/**
 * Fails for each permission that a capability declares and no test uses. A permission that is missing fails in the test that needs it.
 * Runs the suites, or reads the results of an earlier run from the directory that `EXERCISED_PERMISSIONS` names.
 */
function main(): number {
  const given = process.env[DIRECTORY_VARIABLE];
  const directory = given ?? mkdtempSync(join(tmpdir(), 'fleet-permissions-'));
  try {
    if (given === undefined && !runSuites(directory)) return 1;
    const lines = [...declaredPermissions(readdirSync(directory).flatMap((file) => usesOf(join(directory, file))))];
    const idle = lines.filter(([, used]) => !used);
    for (const [line] of idle)
      console.log(`  ✕ ${line}: declared, but no test uses it. Remove it, or test the code that needs it.`);
    console.log(`\n${lines.length - idle.length} passed, ${idle.length} failed`);
    return idle.length === 0 ? 0 : 1;
  } finally {
    if (given === undefined) rmSync(directory, { recursive: true, force: true });
  }
}

function runSuites(directory: string): boolean {
  const env = { ...process.env, [DIRECTORY_VARIABLE]: directory };
  const args = ['jest', ...process.argv.slice(2), '--testPathPatterns', ...SUITES.map((folder) => `${folder}/`)];
  return spawnSync('npx', args, { stdio: 'inherit', env }).status === 0;
}

const usesOf = (file: string): Use[] => v.parse(v.array(Use), JSON.parse(readFileSync(file, 'utf8')));

process.exitCode = main();

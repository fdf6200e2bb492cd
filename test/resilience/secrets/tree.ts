import { spawnSync } from 'node:child_process';
import { LOCAL_USER_KEY } from '../../../local/facturapi/keys';
import { projectRoot } from '../../../local/root';
import { TEST_SEAL } from '../../../local/seed/seal';

/** Tests and stand-ins have secrets of their own, which are valid only there. */
const OURS = /^(test|local|bench)\//;

/** Patterns of secrets, and the fixed secrets of the tests. */
const SHAPES = [
  'eyJ[A-Za-z0-9_-]{20,}\\.eyJ[A-Za-z0-9_-]{20,}\\.[A-Za-z0-9_-]{20,}',
  'AKIA[A-Z0-9]{16}',
  'sk_(user|test|live)_[A-Za-z0-9]{12,}',
  'whsec_[A-Za-z0-9]{12,}',
  '-----BEGIN [A-Z ]*PRIVATE KEY-----',
  LOCAL_USER_KEY,
];

/** The key of the SAT's public test certificate, which the example of its upload shows. */
const TEST_KEY = TEST_SEAL.keyFile.slice(200, 240);
const SHOWS_TEST_KEY = ['docs/examples.json', 'docs/openapi.json'];

/** The committed files that seem to contain a secret, and the number of searched files. */
export function searchTree(): { readonly files: number; readonly found: string[] } {
  const files = git('ls-files').filter((file) => !OURS.test(file));
  const filesWith = (shape: string) => git('grep', '-lE', '-e', shape).filter((file) => !OURS.test(file));
  const hits = [...SHAPES.flatMap(filesWith), ...filesWith(TEST_KEY).filter((file) => !SHOWS_TEST_KEY.includes(file))];
  return { files: files.length, found: [...new Set(hits)] };
}

function git(...words: readonly string[]): string[] {
  const { stdout, status } = spawnSync('git', words, { cwd: projectRoot(), encoding: 'utf8', maxBuffer: 2 ** 26 });
  // Status 1 means that git found nothing.
  if (status !== 0 && status !== 1) throw new Error(`git ${words[0]} ended with ${status}.`);
  return stdout.split('\n').filter(Boolean);
}

const AUDIT_MS = 60_000;

/** Known vulnerabilities of the deployed packages, from the registry. Undefined when the registry was not asked or did not answer. */
export function auditPackages(): { readonly packages: number; readonly found: string[] } | undefined {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    cwd: projectRoot(),
    encoding: 'utf8',
    timeout: AUDIT_MS,
  });
  const report = parsed(stdout);
  const { metadata, vulnerabilities } = Object(report);
  if (metadata === undefined) return undefined;
  return { packages: Number(metadata.dependencies.prod), found: Object.keys(vulnerabilities ?? {}) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

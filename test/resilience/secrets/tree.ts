import { spawnSync } from 'node:child_process';
import { LOCAL_USER_KEY } from '../../../local/facturapi/keys';
import { projectRoot } from '../../../local/root';
import { TEST_SEAL } from '../../../local/seed/seal';

/** Tests and the stand-ins have secrets of their own, which open nothing elsewhere. */
const OURS = /^(test|local|bench)\//;

/** What a secret looks like, and the fixed ones of the tests. */
const SHAPES = [
  'eyJ[A-Za-z0-9_-]{20,}\\.eyJ[A-Za-z0-9_-]{20,}\\.[A-Za-z0-9_-]{20,}',
  'AKIA[A-Z0-9]{16}',
  'sk_(user|test|live)_[A-Za-z0-9]{12,}',
  'whsec_[A-Za-z0-9]{12,}',
  '-----BEGIN [A-Z ]*PRIVATE KEY-----',
  LOCAL_USER_KEY,
  TEST_SEAL.keyFile.slice(200, 240),
];

/** Files of the committed tree that have what looks like a secret, and how many were looked at. */
export function searchTree(): { readonly files: number; readonly found: string[] } {
  const files = git('ls-files').filter((file) => !OURS.test(file));
  const hits = SHAPES.flatMap((shape) => git('grep', '-lE', '-e', shape).filter((file) => !OURS.test(file)));
  return { files: files.length, found: [...new Set(hits)] };
}

function git(...words: readonly string[]): string[] {
  const { stdout, status } = spawnSync('git', words, { cwd: projectRoot(), encoding: 'utf8', maxBuffer: 2 ** 26 });
  // 1: nothing was found.
  if (status !== 0 && status !== 1) throw new Error(`git ${words[0]} ended with ${status}.`);
  return stdout.split('\n').filter(Boolean);
}

const AUDIT_MS = 60_000;

/** What the registry knows against the packages that are deployed; undefined where it was not asked, or did not answer. */
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

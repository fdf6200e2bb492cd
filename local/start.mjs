// Plain JavaScript that an old Node reads too, so that it can say what is wrong: nothing here may be newer than Node 12.
// biome-ignore-all lint/style/useNodejsImportProtocol: Node 12 does not know the prefix
import { existsSync, rmSync } from 'fs';
import { dirname, join } from 'path';
import { fileURLToPath } from 'url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const output = join(root, 'node_modules', '.cache', 'local');

function problem() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    return `This is Node ${process.versions.node}, and 20.19 or newer is needed: install it, as with nvm install 24`;
  }
  if (!existsSync(join(root, 'node_modules', 'esbuild')) || !existsSync(join(root, 'node_modules', 'find-my-way'))) {
    return 'The packages are not installed, or not all of them: npm ci';
  }
  return undefined;
}

/** One run for the cloud and all functions: the same sources as are deployed, in one file. */
async function bundle() {
  const { build } = await import('esbuild');
  const entry = join(output, `main-${process.pid}.cjs`);
  await build({
    absWorkingDir: root,
    entryPoints: [join(root, 'local', 'main.ts')],
    outfile: entry,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    mainFields: ['module', 'main'],
    alias: { '@aws-sdk/credential-provider-node': join(root, 'lib', 'credential-provider.ts') },
    logLevel: 'warning',
  });
  return entry;
}

async function start() {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  const entry = await bundle();
  await import(entry);
  rmSync(entry);
}

const wrong = problem();
if (wrong === undefined) {
  start().catch((failure) => {
    console.error(failure);
    process.exit(1);
  });
} else {
  console.error(wrong);
  process.exitCode = 1;
}

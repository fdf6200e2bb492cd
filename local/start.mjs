// biome-ignore-all lint/style/useNodejsImportProtocol: an old Node does not know the prefix
// Plain JavaScript that an old Node reads too, so that it can say what is wrong: nothing here may be newer than Node 12.
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'fs';
import * as nodeModule from 'module';
import { dirname, join } from 'path';
import { fileURLToPath } from 'url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const cache = join(root, 'node_modules', '.cache', 'local');
const bundle = join(cache, 'main.cjs');
const inputsOfBundle = join(cache, 'inputs.json');

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

/** A file as far as a change of it shows. */
function stamp(file) {
  const { mtimeMs, size } = statSync(join(root, file));
  return `${mtimeMs} ${size}`;
}

/** True while nothing that the bundle was made of has changed. */
function isCurrent() {
  try {
    const inputs = JSON.parse(readFileSync(inputsOfBundle, 'utf8'));
    return existsSync(bundle) && Object.keys(inputs).every((file) => inputs[file] === stamp(file));
  } catch {
    return false;
  }
}

/** One run for the cloud and all functions: the same sources as are deployed, in one file. */
async function makeBundle() {
  const { build, stop } = await import('esbuild');
  const startedAt = Date.now();
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [join(root, 'local', 'main.ts')],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    mainFields: ['module', 'main'],
    alias: {
      '@aws-sdk/credential-provider-node': join(root, 'lib', 'bundling', 'substitutes', 'credential-provider.ts'),
    },
    logLevel: 'warning',
    metafile: true,
    write: false,
  });
  await stop();
  const inputs = ['package-lock.json', 'local/start.mjs', ...Object.keys(metafile.inputs)];
  mkdirSync(cache, { recursive: true });
  replace(bundle, outputFiles[0].contents);
  // What was written while it was read may be in the bundle or not.
  if (inputs.some((file) => statSync(join(root, file)).mtimeMs >= startedAt)) return;
  replace(inputsOfBundle, JSON.stringify(Object.fromEntries(inputs.map((file) => [file, stamp(file)]))));
}

/** By a rename, because another start may read the file just now. */
function replace(file, contents) {
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, contents);
  renameSync(fresh, file);
}

async function start() {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  if (!isCurrent()) await makeBundle();
  if (nodeModule.enableCompileCache) nodeModule.enableCompileCache(join(cache, 'compiled'));
  await import(bundle);
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

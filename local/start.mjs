// biome-ignore-all lint/style/useNodejsImportProtocol: an old Node does not know the prefix
// This file must run on Node 12, so that an old Node can print the message that it is too old.
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'fs';
import * as nodeModule from 'module';
import { dirname, join } from 'path';
import { fileURLToPath, pathToFileURL } from 'url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const cache = join(root, 'node_modules', '.cache', 'local');
const bundle = join(cache, 'main.cjs');
const inputsOfBundle = join(cache, 'inputs.json');

const MISSING_PACKAGES = 'Some packages are not installed. Install them: npm ci';

function problem() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    return `This is Node ${process.versions.node}, but the service needs 20.19 or newer: install it, for example with nvm install 24`;
  }
  if (!existsSync(join(root, 'node_modules', 'esbuild')) || !existsSync(join(root, 'node_modules', 'find-my-way'))) {
    return MISSING_PACKAGES;
  }
  return undefined;
}

/** The modification time and size of a file, which show whether it changed. */
function stamp(file) {
  const { mtimeMs, size } = statSync(join(root, file));
  return `${mtimeMs} ${size}`;
}

/** True while no input of the bundle has changed. */
function isCurrent() {
  try {
    const inputs = JSON.parse(readFileSync(inputsOfBundle, 'utf8'));
    return existsSync(bundle) && Object.keys(inputs).every((file) => inputs[file] === stamp(file));
  } catch {
    return false;
  }
}

/** Bundles the cloud and all functions into one file, from the same sources that are deployed. */
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
    // It finds its program beside its own file, so it cannot be bundled. The console's driver queue is bundled by it.
    external: ['esbuild'],
    logLevel: 'warning',
    metafile: true,
    write: false,
  });
  await stop();
  const inputs = ['package-lock.json', 'local/start.mjs', ...Object.keys(metafile.inputs)];
  mkdirSync(cache, { recursive: true });
  replace(bundle, outputFiles[0].contents);
  // A file that was written during the build may be in the bundle in its old or its new form, so the bundle must not count as current.
  if (inputs.some((file) => statSync(join(root, file)).mtimeMs >= startedAt)) return;
  replace(inputsOfBundle, JSON.stringify(Object.fromEntries(inputs.map((file) => [file, stamp(file)]))));
}

/**
 * Replaces the file by a rename, because another start may read it now. On Windows a virus scanner can hold the file for a moment: then it is
 * tried again.
 */
function replace(file, contents) {
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, contents);
  for (let tries = 1; ; tries += 1) {
    try {
      return renameSync(fresh, file);
    } catch (failure) {
      if (tries === 5) throw failure;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

async function start() {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  if (!isCurrent()) await makeBundle();
  if (nodeModule.enableCompileCache) nodeModule.enableCompileCache(join(cache, 'compiled'));
  // On Windows an absolute path is no address of a module.
  await import(pathToFileURL(bundle).href);
}

const wrong = problem();
if (wrong === undefined) {
  start().catch((failure) => {
    // esbuild's program is a package of its own for each system: `--omit=optional`, or a folder copied from another system, leaves it out.
    const isProgramMissing = /The package "@esbuild\/|You installed esbuild for another platform/.test(String(failure));
    // For example after an installation by another user.
    const isReadOnly = String(failure.path).startsWith(cache);
    const readOnly = `${cache} cannot be written (${failure.code}): start the service as the user who installed the packages`;
    console.error(isProgramMissing ? MISSING_PACKAGES : isReadOnly ? readOnly : failure);
    process.exit(1);
  });
} else {
  console.error(wrong);
  process.exitCode = 1;
}

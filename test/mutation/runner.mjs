import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import vm from 'node:vm';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
  DryRunStatus,
  determineHitLimitReached,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';

const require = createRequire(join(process.cwd(), 'package.json'));
const circus = require('jest-circus');
const { expect } = require('expect');
const { fn } = require('jest-mock');
const esbuild = require('esbuild');

/** AWS clients that a test file mocked. Modules are loaded once, so the mocks must be removed before the next file. */
const mocks = [];
const clientMocks = require('aws-sdk-client-mock');
const mockClient = (client) => {
  const mock = clientMocks.mockClient(client);
  mocks.push(mock);
  return mock;
};
const requireForTests = (name) => (name === 'aws-sdk-client-mock' ? { ...clientMocks, mockClient } : require(name));

const GLOBALS = ['describe', 'it', 'test', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach'];
const TEST_TIMEOUT = 20_000;

/**
 * Runs the project's Jest tests in this process, with Jest's own test runner and matchers, but without its command line, module registry
 * and environments, which cost seconds per mutant. Each test file is bundled once with all project modules that it uses. Each run evaluates
 * the bundle again, so that code that runs at load time is mutated too. Packages are loaded once.
 */
class CircusRunner {
  static inject = [];
  bundles = [];
  context = {};

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    globalThis.__stryker__ = this.context;
    globalThis[Symbol.for('TEST_TIMEOUT_SYMBOL')] = TEST_TIMEOUT;
    for (const name of GLOBALS) globalThis[name] = circus[name];
    Object.assign(globalThis, { expect, jest: { fn } });
    // A mutant may leave a promise that rejects after its tests. This must not end the process.
    process.on('unhandledRejection', () => {});
    process.on('uncaughtException', () => {});
    process.on('disconnect', () => process.exit());
    this.bundles = await bundled(JSON.parse(process.env.MUTATION_RUN).tests);
  }

  async dryRun({ coverageAnalysis }) {
    this.context.activeMutant = undefined;
    this.context.mutantCoverage = { static: {}, perTest: {} };
    const tests = [];
    for (const bundle of this.bundles) {
      const startedAt = performance.now();
      const { results, error } = await this.play(bundle, { coverageAnalysis });
      bundle.milliseconds = performance.now() - startedAt;
      if (error !== undefined) return { status: DryRunStatus.Error, errorMessage: `${bundle.file}: ${error}` };
      tests.push(...results);
    }
    const { mutantCoverage } = this.context;
    this.context.mutantCoverage = undefined;
    return { status: DryRunStatus.Complete, tests, mutantCoverage };
  }

  async mutantRun({ testFilter, activeMutant, hitLimit, disableBail, sandboxFileName }) {
    this.context.activeMutant = activeMutant.id;
    this.context.hitLimit = hitLimit;
    this.context.hitCount = hitLimit === undefined ? undefined : 0;
    const chosen = testFilter && new Set(testFilter);
    const tests = [];
    try {
      for (const bundle of this.inOrder(sandboxFileName, chosen)) {
        const { results, error } = await this.play(bundle, { chosen });
        const limit = determineHitLimitReached(this.context.hitCount, hitLimit);
        if (limit) return limit;
        tests.push(...results);
        // A test file that fails to load notices the mutant too.
        if (error !== undefined) tests.push(failed(bundle, 'is loaded', error));
        const hasNoticed = tests.some(({ status }) => status === TestStatus.Failed);
        remember(bundle, sandboxFileName, hasNoticed);
        if (hasNoticed) break;
      }
    } finally {
      this.context.activeMutant = undefined;
      this.context.hitCount = undefined;
    }
    return toMutantRunResult({ status: DryRunStatus.Complete, tests }, disableBail);
  }

  /** The files with chosen tests. The file that will probably notice the mutant first comes first. */
  inOrder(mutated, chosen) {
    const files = chosen && new Set([...chosen].map((id) => id.slice(0, id.indexOf(' › '))));
    return this.bundles
      .filter(({ file }) => files === undefined || files.has(file))
      .map((bundle) => ({ bundle, cost: costOf(bundle, mutated) }))
      .sort((one, other) => one.cost - other.cost)
      .map(({ bundle }) => bundle);
  }

  /** The results of a file's chosen tests up to the first failure, or the reason that the file could not be loaded. */
  async play(bundle, { chosen, coverageAnalysis }) {
    circus.resetState();
    let error;
    try {
      bundle.evaluate();
    } catch (failure) {
      error = textOf(failure);
    }
    if (error !== undefined) return { results: [], error };
    const results = [];
    const handlers = {
      run_start: (_, { rootDescribeBlock }) => choose(rootDescribeBlock, bundle, chosen),
      test_start: ({ test }) => {
        if (results.at(-1)?.status === TestStatus.Failed) test.mode = 'skip';
        if (coverageAnalysis === 'perTest') this.context.currentTestId = idOf(bundle, test);
      },
      test_skip: () => {
        this.context.currentTestId = undefined;
      },
      test_done: ({ test }) => {
        this.context.currentTestId = undefined;
        results.push(resultOf(bundle, test));
      },
    };
    const follow = (event, state) => handlers[event.name]?.(event, state);
    circus.addEventHandler(follow);
    try {
      const { unhandledErrors } = await circus.run();
      if (unhandledErrors.length > 0) results.push(failed(bundle, 'leaves nothing unhandled', unhandledErrors[0]));
    } finally {
      for (const mock of mocks.splice(0)) mock.restore();
      circus.removeEventHandler(follow);
      this.context.currentTestId = undefined;
    }
    return { results };
  }
}

function choose(block, bundle, chosen) {
  if (chosen === undefined) return;
  for (const child of block.children) {
    if (child.type === 'describeBlock') choose(child, bundle, chosen);
    else if (!chosen.has(idOf(bundle, child))) child.mode = 'skip';
  }
}

function nameOf(test) {
  const names = [test.name];
  for (let block = test.parent; block?.parent; block = block.parent) names.unshift(block.name);
  return names.join(' ');
}

const idOf = (bundle, test) => `${bundle.file} › ${nameOf(test)}`;

const textOf = (failure) => String(Array.isArray(failure) ? textOf(failure[0]) : (failure?.stack ?? failure));

const failed = ({ file }, name, failureMessage) => ({
  id: `${file} › ${name}`,
  name,
  fileName: resolve(file),
  timeSpentMs: 0,
  status: TestStatus.Failed,
  failureMessage,
});

function resultOf(bundle, { errors: [failure], duration, ...test }) {
  const fileName = resolve(bundle.file);
  const result = { id: idOf(bundle, test), name: nameOf(test), fileName, timeSpentMs: duration ?? 0 };
  return failure === undefined
    ? { ...result, status: TestStatus.Success }
    : { ...result, status: TestStatus.Failed, failureMessage: textOf(failure) };
}

/**
 * The average time until this test file notices a mutant of that source file: its duration divided by its rate of noticing. Before any
 * result, a test file with the source file's name is assumed to notice half of the mutants, and any other file only a few.
 */
function costOf({ file, milliseconds = 1, noticed }, mutated) {
  const { plays, kills } = noticed.get(mutated) ?? NEVER;
  const [expected, outOf] = basename(file, '.test.ts') === basename(mutated, '.ts') ? [1, 2] : [0.1, 2];
  return (milliseconds * (plays + outOf)) / (kills + expected);
}

const NEVER = { plays: 0, kills: 0 };

function remember({ noticed }, mutated, hasNoticed) {
  const { plays, kills } = noticed.get(mutated) ?? NEVER;
  noticed.set(mutated, { plays: plays + 1, kills: kills + (hasNoticed ? 1 : 0) });
}

/** Bundles every test file as a script that can be evaluated repeatedly. Project modules are inside, packages outside. */
async function bundled(files) {
  const outdir = resolve('.mutation');
  mkdirSync(outdir, { recursive: true });
  await esbuild.build({
    absWorkingDir: process.cwd(),
    entryPoints: files.map((file) => ({ in: file, out: file.replaceAll('/', '+') })),
    outdir,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    inject: ['test/support/setup.ts'],
    plugins: [
      { name: 'packages', setup: leavePackages },
      { name: 'folders', setup: keepFolders },
    ],
    logLevel: 'error',
  });
  return files.map((file) => {
    const path = join(outdir, `${file.replaceAll('/', '+')}.js`);
    const script = new vm.Script(`(function (require, module, exports) {${readFileSync(path, 'utf8')}\n})`, {
      filename: path,
    });
    const evaluate = () => {
      const module = { exports: {} };
      script.runInThisContext()(requireForTests, module, module.exports);
    };
    return { file, evaluate, noticed: new Map() };
  });
}

/** Leaves packages out of the bundle. Middy is bundled, because it has no CommonJS build. */
function leavePackages(build) {
  build.onResolve({ filter: /^[^./]/ }, ({ path }) =>
    path.startsWith('@middy/') ? undefined : { path, external: true },
  );
}

/** Reads the comments of the sources. In a copy with mutants the compiler would find neither the comments nor the types. */
const READS_SOURCES = join('scripts', 'declared-texts.ts');

/** A bundled module keeps the folder of its source in `__dirname`. */
function keepFolders(build) {
  build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
    const folder = path.endsWith(READS_SOURCES) ? join(import.meta.dirname, '..', '..', 'scripts') : dirname(path);
    return {
      contents: readFileSync(path, 'utf8').replaceAll(/\b__dirname\b/g, JSON.stringify(folder)),
      loader: 'ts',
    };
  });
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'circus', CircusRunner)];

const { AsyncLocalStorage } = require('node:async_hooks');
const { readFileSync } = require('node:fs');
const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

/** The AsyncLocalStorages of the present file. A Jest worker runs one file at a time. */
const used = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...rest) {
  used.add(this);
  return run.apply(this, rest);
};

/** What V8 made of each module's text, by file name. */
const compiled = new Map();
/**
 * Jest compiles all modules anew for each test file. Here V8 parses a text once for all files of a worker, and also keeps what it compiled
 * when a function was first called. Each test file gets its own functions, in its own context.
 */
vm.compileFunction = (source, parameters, { filename, parsingContext }) => {
  let known = compiled.get(filename);
  if (known?.source !== source) {
    const opening = `(function (${parameters.join(', ')}) {`;
    const script = new vm.Script(`${opening}${source}\n})`, { filename, columnOffset: -opening.length });
    known = { source, script };
    compiled.set(filename, known);
  }
  return known.script.runInContext(parsingContext);
};

/** The environment of all files of this worker that share their modules. */
let kept;

/** A file that replaces modules has modules of its own. */
const REPLACES_MODULES = /jest\.(mock|doMock|unmock|setMock|resetModules|isolateModules)/;
/** The state of Jest's `expect`, which is kept with its module. */
const EXPECT = Symbol.for('$$jest-matchers-object');

function mayShare({ globalConfig }, { testPath }) {
  // A watcher runs a file again whose modules have changed since.
  if (globalConfig.watch || globalConfig.watchAll || process.env.OWN_MODULES) return false;
  return !REPLACES_MODULES.test(readFileSync(testPath, 'utf8'));
}

/**
 * Jest's environment with cleanup: Jest's runner keeps every test in an AsyncLocalStorage and never disables it. Before Node 24, each
 * promise of all later files notifies all of them.
 */
class OwnEnvironment extends TestEnvironment {
  async teardown() {
    for (const storage of used) storage.disable();
    used.clear();
    await this.end();
  }

  end() {
    return super.teardown();
  }
}

/**
 * The environment of all files of a worker that share their modules (`runtime.js`). After each file it has the variables, the clock and the
 * global symbols that it had before.
 */
class SharedEnvironment extends OwnEnvironment {
  isShared = true;

  begin() {
    const { process: own } = this.global;
    this.before = {
      env: own.env,
      variables: { ...own.env },
      exit: own.exit,
      symbols: new Set([...globalSymbols(this), EXPECT]),
    };
  }

  end() {
    this.fakeTimersModern.useRealTimers();
    const { process: own } = this.global;
    const { env, variables, exit, symbols } = this.before;
    for (const name of Object.keys(env)) if (!(name in variables)) delete env[name];
    Object.assign(own, { env: Object.assign(env, variables), exit });
    for (const symbol of globalSymbols(this)) if (!symbols.has(symbol)) delete this.global[symbol];
  }
}

const globalSymbols = ({ global }) => Object.getOwnPropertySymbols(global);

/** Jest's runner calls it with `new` for each file. */
module.exports = function EnvironmentOfFile(config, context) {
  if (!mayShare(config, context)) return new OwnEnvironment(config, context);
  kept ??= new SharedEnvironment(config, context);
  kept.begin();
  return kept;
};

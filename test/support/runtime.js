const { default: Runtime } = require('jest-runtime');

const SINON = /[\\/]sinon[\\/]lib[\\/]sinon\.js$/;
const SDK = /[\\/]@aws-sdk[\\/](client-[\w-]+|lib-dynamodb)[\\/]dist-cjs[\\/]index\.js$/;
const CLIENT = /^[A-Z]\w*Client$/;
const CIRCUS = /[\\/]jest-circus[\\/]/;

/** The runtime of all files of this worker that share their modules. */
let kept;

/**
 * Jest's runtime, kept for the next test file of the worker with the modules that it has loaded: those of the product, of `test/support` and
 * of packages. V8 has then compiled and optimized them (docs/decisions/0107). A test file and what Jest runs before it are evaluated anew.
 */
class SharedRuntime extends Runtime {
  begin(testPath) {
    for (const part of [this.executor, this.esmLoader]) part.testPath = testPath;
    this._testPath = testPath;
    this.testState.state = 'loading';
  }

  teardown() {
    const { moduleRegistry, internalModuleRegistry } = this.registries;
    for (const [path, { exports }] of moduleRegistry) {
      if (SDK.test(path)) removeStandIns(exports);
      if (SINON.test(path)) exports.restore();
    }
    this.restoreAllMocks();
    const { setupFiles, setupFilesAfterEnv } = this._config;
    for (const path of [this._testPath, ...setupFiles, ...setupFilesAfterEnv]) moduleRegistry.delete(path);
    for (const path of internalModuleRegistry.keys()) if (CIRCUS.test(path)) internalModuleRegistry.delete(path);
    this.testMainModule.reset();
    this.testState.teardown();
  }
}

/** Jest's runner calls it with `new` for each file. */
module.exports = function RuntimeOfFile(...given) {
  const [, environment] = given;
  if (!environment.isShared) return new Runtime(...given);
  kept ??= new SharedRuntime(...given);
  kept.begin(given[6]);
  return kept;
};

/** The SDK's clients inherit `send`. One that a client has itself was put there by a test. */
function removeStandIns(exported) {
  for (const name of Object.keys(exported)) if (CLIENT.test(name)) delete exported[name].prototype.send;
}

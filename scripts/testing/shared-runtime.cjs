// Loads modules once a worker instead of once a test file. Loading Nest and the back end took two seconds of processor
// time for each of 145 files of the `int` stage, and each file's copy of them stayed in memory to the end of the run.
//
// A worker keeps one Jest runtime and one environment for all files that leave the modules alone. A file that replaces
// or resets modules gets its own of both, as Jest does by default. In the shared one each file still has its own test
// framework, its own hooks and freshly evaluated set-up files; what a module keeps at its top level lives on.
//
// This reaches into fields of Jest's runtime that are not documented; the lock file holds its version, and
// shared-runtime.unit.spec.ts tells when an update of Jest changes them.
const { default: Runtime } = require('jest-runtime');

/** The one of this worker for each project, by the environment that it belongs to. @type {WeakMap<object, SharedRuntime>} */
const runtimes = new WeakMap();

class SharedRuntime extends Runtime {
  constructor(...args) {
    const [config, environment, , , , , testPath] = args;
    const running = runtimes.get(environment);
    if (running !== undefined) {
      running.begin(config, testPath);
      return running;
    }
    super(...args);
    if (environment.isShared) runtimes.set(environment, this);
  }

  /** Makes ready for the next test file. */
  begin(config, testPath) {
    this._testPath = testPath;
    this.testState.state = 'loading';
    // The test framework itself.
    this.registries.internalModuleRegistry.clear();
    for (const path of config.setupFilesAfterEnv) this.registries.moduleRegistry.delete(path);
  }

  teardown() {
    if (!this._environment.isShared) return super.teardown();
    this.restoreAllMocks();
    this.registries.moduleRegistry.delete(this._testPath);
    this.mockState.clear();
    this.fileCache.clear();
    this.loggedReferenceErrors.clear();
    // Work that a file left behind still finds its modules.
    this.testState.state = 'inTest';
  }
}

module.exports = SharedRuntime;

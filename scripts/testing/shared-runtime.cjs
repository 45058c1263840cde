// Loads modules once per worker instead of once per test file. Loading Nest and the back end took two seconds of
// processor time for each of 145 files of the `int` stage, and each file's copy of them stayed in memory to the end of
// the run.
//
// A worker keeps one Jest runtime and one environment for all files that neither replace nor reset modules. Any other
// file gets a runtime and an environment of its own, as by default in Jest. In the shared runtime each file still has
// its own test framework, its own hooks and freshly evaluated set-up files; state at the top level of modules persists.
//
// This uses undocumented fields of Jest's runtime; the lock file pins its version, and shared-runtime.unit.spec.ts
// fails when an update of Jest changes them.
const hooks = require('node:async_hooks');
const { default: Runtime } = require('jest-runtime');

/** This worker's runtimes by their environments, one per project. @type {WeakMap<object, SharedRuntime>} */
const runtimes = new WeakMap();

class SharedRuntime extends Runtime {
  /** Contexts of the current test framework. @type {hooks.AsyncLocalStorage<unknown>[]} */
  contexts = [];
  isLoadingFramework = false;

  constructor(...args) {
    const [config, environment, , , , , testPath] = args;
    const running = runtimes.get(environment);
    if (running !== undefined) {
      running.begin(config, testPath);
      return running;
    }
    super(...args);
    const { coreModule } = this;
    const requireCore = coreModule.require.bind(coreModule);
    coreModule.require = (name) =>
      this.isLoadingFramework && name === 'node:async_hooks' ? this.recordingHooks() : requireCore(name);
    if (environment.isShared) runtimes.set(environment, this);
  }

  /** Prepares the runtime for the next test file. */
  begin(config, testPath) {
    this._testPath = testPath;
    this.testState.state = 'loading';
    // Drops the previous file's test framework.
    this.registries.internalModuleRegistry.clear();
    const { moduleRegistry } = this.registries;
    for (const path of config.setupFilesAfterEnv) moduleRegistry.delete(path);
    if (this._environment.keepsModule)
      for (const path of moduleRegistry.keys()) if (!this._environment.keepsModule(path)) moduleRegistry.delete(path);
  }

  /** @returns the module, with contexts that are recorded */
  recordingHooks() {
    const { contexts } = this;
    class AsyncLocalStorage extends hooks.AsyncLocalStorage {
      boxes = [];
      constructor(...args) {
        super(...args);
        contexts.push(this);
      }
      // A timer that outlives its test keeps what was stored when it began: only an empty box, once the file has ended.
      run(store, ...work) {
        const box = { store };
        this.boxes.push(box);
        return super.run(box, ...work);
      }
      getStore() {
        return super.getStore()?.store;
      }
      disable() {
        for (const box of this.boxes) box.store = undefined;
        super.disable();
      }
    }
    return { ...hooks, AsyncLocalStorage };
  }

  /**
   * Loads a module of the test framework, and records the contexts that it creates. Each file's framework creates a
   * context and never ends it: without this, each promise of the hundredth file would be reported to a hundred of them.
   */
  requireInternalModule(from, to) {
    const { isLoadingFramework } = this;
    this.isLoadingFramework = true;
    try {
      return super.requireInternalModule(from, to);
    } finally {
      this.isLoadingFramework = isLoadingFramework;
    }
  }

  teardown() {
    for (const context of this.contexts.splice(0)) context.disable();
    if (!this._environment.isShared) return super.teardown();
    this.restoreAllMocks();
    this.registries.moduleRegistry.delete(this._testPath);
    this.mockState.clear();
    this.fileCache.clear();
    this.loggedReferenceErrors.clear();
    // Lets work that a file left running still load its modules.
    this.testState.state = 'inTest';
  }
}

module.exports = SharedRuntime;

// One environment for all test files of a worker that can share it: see shared-runtime.cjs.
const { readFileSync } = require('node:fs');

/** A module that was loaded before would not notice these. */
const CHANGES_MODULES = /\bjest\.(mock|doMock|unmock|setMock|isolateModules|resetModules)/;

/** Whether a test file runs in a runtime and an environment of its own. @param {string} testPath */
const runsAlone = (testPath) => CHANGES_MODULES.test(readFileSync(testPath, 'utf8'));

/**
 * Makes an environment class of which a worker has one instance for each project, beside those of files that run alone.
 * @param {new (config: any, context: any) => any} Environment
 */
function sharedEnvironment(Environment) {
  /** By the id of the project. */
  const shared = new Map();
  return class extends Environment {
    /** @param {any} config @param {any} context */
    constructor(config, context) {
      const { id } = config.projectConfig;
      const { watch, watchAll } = config.globalConfig;
      // Whoever watches changes modules between two runs of one process.
      const isShared = !watch && !watchAll && !runsAlone(context.testPath);
      if (isShared && shared.has(id)) return shared.get(id);
      super(config, context);
      this.isShared = isShared;
      if (!isShared) return;
      shared.set(id, this);
      this.exit = this.global.process?.exit;
    }

    async teardown() {
      if (!this.isShared) return super.teardown();
      this.fakeTimersModern.useRealTimers();
      // Jest wraps it anew for each file.
      if (this.exit) this.global.process.exit = this.exit;
    }
  };
}

module.exports = { sharedEnvironment };

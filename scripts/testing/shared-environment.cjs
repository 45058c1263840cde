// One environment for all test files of a worker that can share it; see shared-runtime.cjs.
const { readFileSync } = require('node:fs');

/** These calls have no effect on modules that are already loaded. */
const CHANGES_MODULES = /\bjest\.(mock|doMock|unmock|setMock|isolateModules|resetModules)/;

/** Names of the symbols under which Jest's test framework keeps its state in the global object. */
const OF_FRAMEWORK = /^(JEST_STATE_|EVENT_HANDLERS|RETRY_|LOG_ERRORS_|WAIT_BEFORE_|TEST_TIMEOUT_|\$\$jest-)/;

/**
 * Drops the state of the previous file's test framework. Otherwise each test would be reported to the event handlers of
 * all earlier files, and the modules of those files would stay in memory.
 * @param {any} environment
 */
function dropFramework({ global, _globalProxy: proxy }) {
  for (const symbol of Object.getOwnPropertySymbols(global))
    if (OF_FRAMEWORK.test(symbol.description ?? '')) delete global[symbol];
  // Jest keeps each replaced global until an environment ends; this one stays.
  if (proxy) proxy.leftovers = [];
}

/**
 * Makes an environment class with one shared instance per worker and project; files that run alone get their own.
 * @param {new (config: any, context: any) => any} Environment
 */
function sharedEnvironment(Environment) {
  /** Shared environments by project id. */
  const shared = new Map();
  return class extends Environment {
    /** @param {any} config @param {any} context */
    constructor(config, context) {
      const { id } = config.projectConfig;
      const { watch, watchAll } = config.globalConfig;
      // In watch mode modules change between two runs of one process.
      const isShared = !watch && !watchAll && !CHANGES_MODULES.test(readFileSync(context.testPath, 'utf8'));
      const known = isShared && shared.get(id);
      if (known) {
        dropFramework(known);
        return known;
      }
      super(config, context);
      this.isShared = isShared;
      if (!isShared) return;
      shared.set(id, this);
      this.exit = this.global.process?.exit;
    }

    async teardown() {
      if (!this.isShared) return super.teardown();
      this.fakeTimersModern.useRealTimers();
      // Jest wraps process.exit again for each file.
      if (this.exit) this.global.process.exit = this.exit;
      await this.clear?.();
    }
  };
}

module.exports = { sharedEnvironment };

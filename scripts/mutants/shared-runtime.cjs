// Loads packages that are not mutated once for all mutants, outside of Jest's sandbox: they take most of a test file's
// loading time.
const { default: Runtime } = require('jest-runtime');

const SHARED = /^(@nestjs\/|@storyreel\/contracts$|fast-check$|nestjs-zod$|reflect-metadata$|rxjs|typeorm$|zod$)/;

module.exports = class SharedRuntime extends Runtime {
  /** @param {string} from @param {string} name */
  requireModuleOrMock(from, name) {
    return SHARED.test(name) ? require(name) : super.requireModuleOrMock(from, name);
  }
};

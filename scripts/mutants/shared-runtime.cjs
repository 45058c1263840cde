// Packages that are not mutated are loaded once for all mutants, from outside of Jest's sandbox: they are most of what
// the loading of a test file takes.
const { default: Runtime } = require('jest-runtime');

const SHARED = /^(@nestjs\/|@storyreel\/contracts$|fast-check$|nestjs-zod$|reflect-metadata$|rxjs|typeorm$|zod$)/;

module.exports = class SharedRuntime extends Runtime {
  /** @param {string} from @param {string} name */
  requireModuleOrMock(from, name) {
    return SHARED.test(name) ? require(name) : super.requireModuleOrMock(from, name);
  }
};

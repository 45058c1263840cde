import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const folder = mkdtempSync(path.join(tmpdir(), 'storyreel-shared-runtime-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const FILES = {
  'counter.js': `globalThis.loads = (globalThis.loads ?? 0) + 1; module.exports = { loads: globalThis.loads, dice: () => 4 };`,
  'a.spec.js': `const { loads } = require('./counter');
    globalThis.heard = [];
    globalThis.handlers = globalThis[Symbol.for('EVENT_HANDLERS')].length;
    beforeEach(() => globalThis.heard.push('a'));
    it('loads a module', () => expect(loads).toBe(1));`,
  'b.spec.js': `const { loads, dice } = require('./counter');
    it('finds it loaded', () => expect(loads).toBe(1));
    it('is not called back by the hooks of an earlier file', () => expect(globalThis.heard).toEqual(['a']));
    it('replaces a method', () => { jest.spyOn(require('./counter'), 'dice').mockReturnValue(6); });`,
  'c.spec.js': `it('finds methods of a module as they were', () => expect(require('./counter').dice()).toBe(4));
    it('requires lazily', () => expect(require('./counter').loads).toBe(1));`,
  'd.spec.js': `jest.mock('./counter', () => ({ loads: 'replaced' }));
    it('replaces a module for itself alone', () => {
      expect([require('./counter').loads, globalThis.loads]).toEqual(['replaced', undefined]);
    });`,
  'e.spec.js': `it('is not reached by a replacement of another file', () => expect(require('./counter').loads).toBe(1));`,
  'f.spec.js': `const { createHook, executionAsyncResource } = require('node:async_hooks');
    it('is not followed by the contexts of earlier files', async () => {
      await Promise.resolve();
      const kept = Object.getOwnPropertySymbols(executionAsyncResource()).map(String);
      expect(kept.filter((name) => name.includes('kResourceStore')).length).toBeLessThan(2);
    });
    it('is not reported to the framework of earlier files', () => {
      const states = Object.getOwnPropertySymbols(globalThis).filter((symbol) => symbol.description === 'JEST_STATE_SYMBOL');
      expect([globalThis[Symbol.for('EVENT_HANDLERS')].length, states.length]).toEqual([globalThis.handlers, 1]);
    });`,
};
const IN_ORDER = {
  'sequencer.js': `const { default: Sequencer } = require(${JSON.stringify(require.resolve('@jest/test-sequencer'))});
    module.exports = class extends Sequencer {
      sort(tests) { return [...tests].sort((a, b) => a.path.localeCompare(b.path)); }
    };`,
};

const PAGES = {
  'node_modules/package/index.js': `globalThis.__loads = (globalThis.__loads ?? 0) + 1;`,
  'product.js': `module.exports = { visits: 0 }; addEventListener('ping', () => { globalThis.__pings = (globalThis.__pings ?? 0) + 1; });`,
  'a.spec.js': `require('package');
    const product = require('./product');
    it('leaves traces', () => {
      product.visits += 1;
      document.body.innerHTML = '<p>Left</p>';
      document.title = 'Left';
      localStorage.setItem('left', '1');
      history.replaceState(null, '', '/left');
      window.scrollTo = Element.prototype.matches = window.left = () => 'left';
      setTimeout(() => { globalThis.__deferred = true; }, 0);
      setTimeout(() => { globalThis.__late = true; }, 50);
    });`,
  'b.spec.js': `require('package');
    const product = require('./product');
    it('finds none of them, and packages loaded', async () => {
      await new Promise((resolve) => setTimeout(resolve, 60));
      dispatchEvent(new Event('ping'));
      expect([__loads, __pings, __deferred, globalThis.__late, product.visits]).toEqual([1, 1, true, undefined, 0]);
      expect([document.body.innerHTML, document.title, localStorage.length, location.pathname]).toEqual(['', '', 0, '/']);
      expect([document.body.matches('body'), typeof left, String(scrollTo).includes('left')]).toEqual([true, 'undefined', false]);
    });`,
};

/** Runs test files in one worker, and returns how many tests passed and failed. */
function outcome(files: Record<string, string>, environment: string): [number, number] {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.join(folder, environment, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(folder, environment, name), text);
  }
  const rootDir = path.join(folder, environment);
  const config = {
    rootDir,
    runtime: path.resolve('scripts/testing/shared-runtime.cjs'),
    testEnvironment: path.resolve(`scripts/testing/${environment}.cjs`),
    testSequencer: path.join(rootDir, 'sequencer.js'),
    testMatch: ['**/*.spec.js'],
    transform: {},
  };
  writeFileSync(path.join(rootDir, 'jest.config.json'), JSON.stringify(config));
  const jest = path.resolve('node_modules/jest/bin/jest.js');
  const args = [jest, '--ci', '--runInBand', '--json', '--config', path.join(rootDir, 'jest.config.json')];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(stderr).not.toContain('●');
  const report = JSON.parse(stdout) as { numPassedTests: number; numFailedTests: number };
  return [report.numPassedTests, report.numFailedTests];
}

describe('test files of one worker', () => {
  it('share loaded modules, but neither hooks nor replaced methods nor replaced modules', () => {
    expect(outcome({ ...FILES, ...IN_ORDER }, 'shared-node-environment')).toEqual([10, 0]);
  });

  it('share a page and its packages, but nothing that an earlier file left there', () => {
    expect(outcome({ ...PAGES, ...IN_ORDER }, 'shared-page-environment')).toEqual([2, 0]);
  });
});

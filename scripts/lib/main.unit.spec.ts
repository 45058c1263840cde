import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inRoot } from './paths.mjs';

describe('a script started by npm', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'storyreel-npm-'));
    const library = JSON.stringify(inRoot('scripts/lib/main.mjs'));
    const script = `import { main } from ${library};
      await main(async () => {
        process.on('SIGTERM', () => (console.log('ended by a signal'), process.exit(0)));
        setInterval(() => undefined, 1000);
        console.log('running');
      });`;
    writeFileSync(path.join(folder, 'script.mjs'), script);
    const manifest = { name: 'a-script', version: '1.0.0', scripts: { start: 'node script.mjs' } };
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('ends in order when npm is stopped', async () => {
    const npm = spawn('npm', ['start'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    const said = (words: string) =>
      new Promise<void>((resolve) => npm.stdout.on('data', () => printed.includes(words) && resolve()));
    npm.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    // The pipe closes when its last holder has ended.
    const closed = new Promise((resolve) => npm.stdout.once('close', resolve));
    await said('running');
    npm.kill('SIGTERM');
    await said('ended by a signal');
    await closed;
  });
});

import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { systemChromium } from './chromium.mjs';

describe('the search for a Chromium', () => {
  let folder: string;
  const put = (name: string, mode: number) => {
    const file = path.join(folder, name);
    writeFileSync(file, '');
    chmodSync(file, mode);
    return file;
  };
  beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), 'storyreel-path-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('prefers the named one to any other', () => {
    put('chromium', 0o755);
    const mine = put('my-browser', 0o755);
    expect(systemChromium({ PATH: folder, PLAYWRIGHT_CHROMIUM: mine })).toBe(mine);
  });

  it('fails instead of using another when the named one cannot be run', () => {
    put('chromium', 0o755);
    const absent = path.join(folder, 'absent');
    expect(() => systemChromium({ PATH: folder, PLAYWRIGHT_CHROMIUM: absent })).toThrow(`names ${absent}`);
  });

  it('searches the PATH', () => {
    const chrome = put('google-chrome', 0o755);
    expect(systemChromium({ PATH: `/nowhere${path.delimiter}${folder}` })).toBe(chrome);
    const chromium = put('chromium', 0o755);
    expect(systemChromium({ PATH: folder })).toBe(chromium);
    const shell = put('chromium-headless-shell', 0o755);
    expect(systemChromium({ PATH: folder })).toBe(shell);
  });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Prerenderer } from './prerender';

/** Stand-in for the front end's render worker: a thread with messages of the same shape. */
const WORKER = `
import { parentPort } from 'node:worker_threads';
parentPort.postMessage({ ready: true });
parentPort.on('message', ({ id, asked: { address } }) => {
  if (address === '/hangs') for (;;);
  if (address === '/ends') process.exit(1);
  if (address === '/throws') throw new Error('not mine');
  if (address === '/fails') return parentPort.postMessage({ id, failed: 'no such screen' });
  if (address === '/settings') return parentPort.postMessage({ id, html: Object.keys(process.env).join() });
  if (address === '/huge') return parentPort.postMessage({ id, html: 'x'.repeat(300_000) });
  // Three bytes a character.
  if (address === '/wide') return parentPort.postMessage({ id, html: '灯'.repeat(100_000) });
  parentPort.postMessage({ id, html: '<p>' + address + '</p>' });
});`;

const folder = mkdtempSync(join(tmpdir(), 'storyreel-looks-'));
mkdirSync(join(folder, 'first-look'));
writeFileSync(join(folder, 'first-look', 'worker.mjs'), WORKER);
afterAll(() => rmSync(folder, { recursive: true }));

let looks: Prerenderer;
let told: string[];
const log = { warn: (_: unknown, message?: string) => void told.push(message ?? '') };
const begin = (limits = { waitMs: 60_000, hangsAfterMs: 60_000 }, place = folder): void => {
  looks = new Prerenderer(place, log, limits);
};
const draw = (address: string): Promise<string | null> => looks.draw({ address, cookies: '', answers: {} });
/** Draws a page, repeatedly until the worker is ready. */
async function drawn(address: string): Promise<string> {
  for (;;) {
    const html = await draw(address);
    if (html !== null) return html;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
beforeEach(() => {
  told = [];
  begin();
});
afterEach(() => looks.close());

describe('prerendered pages', () => {
  it('are drawn in a thread, without delaying the first page', async () => {
    expect(await draw('/')).toBeNull();
    expect(await drawn('/')).toBe('<p>/</p>');
  });

  it('are missing where the build has no renderer', async () => {
    begin(undefined, join(folder, 'elsewhere'));
    expect(await draw('/')).toBeNull();
    expect(told).toEqual([]);
  });

  it('are drawn without the settings of the server', async () => {
    expect(await drawn('/settings')).toBe('');
  });

  it('are left out when drawing fails, which is logged, or when the page is too large', async () => {
    await drawn('/');
    expect(await draw('/fails')).toBeNull();
    expect(told).toEqual(['A prerender failed']);
    expect(await draw('/huge')).toBeNull();
    expect(await draw('/wide')).toBeNull();
    expect(await draw('/')).toBe('<p>/</p>');
  });

  it.each(['/throws', '/ends'])('continue after a thread that ended at %s', async (address) => {
    await drawn('/');
    expect(await draw(address)).toBeNull();
    expect(told).toEqual(['The prerender worker is started again']);
    expect(await drawn('/again')).toBe('<p>/again</p>');
  });

  it('delay no page: a renderer that hangs is ended and replaced', async () => {
    await drawn('/');
    looks.close();
    begin({ waitMs: 1, hangsAfterMs: 60_000 });
    await draw('/');
    await begun();
    expect(await draw('/hangs')).toBeNull();
    expect(told).toEqual([]);
    looks.close();
    begin({ waitMs: 60_000, hangsAfterMs: 1 });
    await draw('/');
    await begun();
    expect(await draw('/hangs')).toBeNull();
    expect(told).toEqual(['The prerender worker is started again']);
  });

  it('are drawn for a limited number of pages at once, and left out of further ones', async () => {
    await drawn('/');
    const all = await Promise.all(Array.from({ length: 6 }, () => draw('/')));
    expect(all.filter((html) => html === null)).toHaveLength(2);
  });
});

/** Waits until the worker has reported that it is ready. */
async function begun(): Promise<void> {
  while (!looks.isReady) await new Promise((resolve) => setImmediate(resolve));
}

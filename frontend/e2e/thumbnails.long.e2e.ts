import type { Page } from '@playwright/test';
import type { ApiClient } from '../../scripts/lib/api-client.mjs';
import { addImage, first, makeProject } from './support/content';
import { drawnFile } from './support/files';
import { expect, test } from './support/test';

test.use({ viewport: { width: 390, height: 844 } });

interface Loaded {
  address: URL;
  bytes: number;
}

/** Records our images that a page loads, with their transfer sizes. */
function watchPictures(page: Page): () => Promise<Loaded[]> {
  const loaded: Promise<Loaded>[] = [];
  page.on('requestfinished', (request) => {
    const address = new URL(request.url());
    if (!address.pathname.startsWith('/api/media/')) return;
    loaded.push(request.sizes().then(({ responseBodySize }) => ({ address, bytes: responseBodySize })));
  });
  return () => Promise.all(loaded);
}

/** Waits for the thumbnails: a busy server makes them only after the first request for one. */
async function makeThumbnails(api: ApiClient, urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    const typeOf = async () =>
      (await fetch(`${api.baseUrl}${url}?width=160`, { headers: { cookie: api.cookieHeader } })).headers.get(
        'content-type',
      );
    await expect.poll(typeOf, { timeout: 30_000 }).toBe('image/webp');
  }
}

test('the images of Build are loaded in the size in which a phone shows them', async ({ page, api, workspace }) => {
  const { project, scenes } = await makeProject(api, 'The keeper', ['The harbour']);
  const files = await Promise.all([0, 1].map((at) => drawnFile(`${at}.png`, at)));
  const urls: string[] = [];
  for (const file of files) urls.push(await addImage(api, first(scenes), file));
  await makeThumbnails(api, urls);

  const loaded = watchPictures(page);
  await workspace.open(project.id, 'build');
  const shown = page.locator('img[src^="/api/media/"][data-loaded="true"]');
  await expect(page.getByRole('list', { name: 'Images' }).locator(shown)).toHaveCount(2);
  await page.waitForLoadState('networkidle');

  const pictures = await loaded();
  expect(new Set(pictures.map(({ address }) => address.pathname))).toEqual(new Set(urls));
  expect(pictures.map(({ address }) => address.search).filter((search) => !/^\?width=(160|320)$/.test(search))).toEqual(
    [],
  );
  // The preloads match what the screen shows: no image is loaded twice.
  const addresses = pictures.map(({ address }) => address.href);
  expect(new Set(addresses).size).toBe(addresses.length);
  const bytes = pictures.reduce((sum, picture) => sum + picture.bytes, 0);
  const originals = files.reduce((sum, { buffer }) => sum + buffer.length, 0);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(originals / 8);
});

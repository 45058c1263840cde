import type { Page } from '@playwright/test';
import { expect, test } from './support/test';

const BUDGET_BYTES = 200 * 1_024;
/** The page is readable without these scripts; they hydrate it. */
const LANDING_BUDGET_BYTES = 105 * 1_024;

/** Sums up the transfer size of the scripts that a page loads. */
function watchScripts(page: Page, counts: (url: string) => boolean = () => true): () => Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() !== 'script' || !counts(request.url())) return;
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

test.describe('the first load', () => {
  test('of a visitor has at most 105 KB of script', async ({ page, landing }) => {
    const loaded = watchScripts(page);
    await landing.open();
    await page.waitForLoadState('networkidle');
    expect(await loaded()).toBeGreaterThan(0);
    expect(await loaded()).toBeLessThanOrEqual(LANDING_BUDGET_BYTES);
  });

  test('of any screen has only files named in the page, at most 200 KB, and waits for nothing that the page could have contained', async ({
    page,
    user,
    dashboard,
  }) => {
    expect(user.id).not.toBe('');
    const namedBy = async (address: string): Promise<Set<string>> => {
      const html = await (await page.request.get(address)).text();
      return new Set([...html.matchAll(/assets\/[^"]+\.js/g)].map(([file]) => file));
    };
    const [one, other] = [await namedBy('/settings'), await namedBy('/calendar')];
    const shared = watchScripts(page, (url) => {
      const file = new URL(url).pathname.slice(1);
      return one.has(file) && other.has(file);
    });
    const all = watchScripts(page);
    const reads: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'fetch') reads.push(new URL(request.url()).pathname);
    });
    await dashboard.open();
    await page.waitForLoadState('networkidle');
    expect(await shared()).toBeGreaterThan(0);
    expect(await shared()).toBeLessThanOrEqual(BUDGET_BYTES);
    // A busy server leaves out the preloads, and the browser finds the files by itself.
    await expect(async () => {
      if (reads.length > 0) {
        reads.length = 0;
        await dashboard.open();
        await page.waitForLoadState('networkidle');
      }
      expect(reads).toEqual([]);
    }).toPass();
    const onDashboard = await all();
    expect(onDashboard).toBeGreaterThan(await shared());
    await page.getByRole('link', { name: 'Styles' }).click();
    await expect.poll(all, 'the rest comes with the screens').toBeGreaterThan(onDashboard);
  });
});

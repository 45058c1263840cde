import type { Page } from '@playwright/test';
import { expect, test } from './support/test';

const BUDGET_BYTES = 200 * 1_024;

/** Counts the scripts that a page loads, as they travel. */
function watchScripts(page: Page, counts: (url: string) => boolean = () => true): () => Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() !== 'script' || !counts(request.url())) return;
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

test.describe('the first load', () => {
  test('of a visitor brings at most 200 KB of script', async ({ page, landing }) => {
    const loaded = watchScripts(page);
    await landing.open();
    await page.waitForLoadState('networkidle');
    expect(await loaded()).toBeGreaterThan(0);
    expect(await loaded()).toBeLessThanOrEqual(BUDGET_BYTES);
  });

  test('of any screen is what the page names itself, at most 200 KB; the rest comes with the screens', async ({
    page,
    user,
    dashboard,
  }) => {
    expect(user.id).not.toBe('');
    const html = await (await page.request.get('/')).text();
    const named = new Set([...html.matchAll(/assets\/[^"]+\.js/g)].map(([file]) => file));
    const shared = watchScripts(page, (url) => named.has(new URL(url).pathname.slice(1)));
    const all = watchScripts(page);
    await dashboard.open();
    await page.waitForLoadState('networkidle');
    expect(await shared()).toBeGreaterThan(0);
    expect(await shared()).toBeLessThanOrEqual(BUDGET_BYTES);
    const onDashboard = await all();
    expect(onDashboard).toBeGreaterThan(await shared());
    await page.getByRole('link', { name: 'Styles' }).click();
    await expect.poll(all).toBeGreaterThan(onDashboard);
  });
});

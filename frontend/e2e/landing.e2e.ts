import { newCredentials } from '../../scripts/lib/account.mjs';
import { expect, test } from './support/test';

const SCRIPTS = /\/assets\/.*\.js$/;

test.describe('the landing page', () => {
  test('can be read, and leads on to the address that was asked for, before any script has come', async ({
    page,
    signInPage,
  }) => {
    await page.route(SCRIPTS, (route) => route.abort());
    await page.goto('/calendar?view=week');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('From a written story to short videos');
    await expect(page.getByRole('region', { name: 'Pay as you use' })).toBeVisible();
    await page.getByRole('link', { name: 'Get Started' }).click();
    await page.unroute(SCRIPTS);
    await signInPage.createAccount({ ...newCredentials('visitor'), firstName: 'Ada' });
    await expect(page).toHaveURL(/\/calendar\?view=week$/);
    await expect(page.getByRole('heading', { name: 'Content Calendar' })).toBeVisible();
  });

  test('comes to life in place: its theme is switched, and nothing of it is drawn anew', async ({ page }) => {
    await page.goto('/');
    const heading = await page.getByRole('heading', { level: 1 }).elementHandle();
    await page.waitForLoadState('networkidle');
    const before = await page.evaluate(() => document.documentElement.dataset['theme']);
    await page.getByRole('button', { name: /^Switch to/ }).click();
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).not.toBe(before);
    expect(await heading?.evaluate((element) => element.isConnected)).toBe(true);
  });

  test('gives way to the app when somebody signs in in another window', async ({
    page,
    context,
    landing,
    signInPage,
  }) => {
    const other = await context.newPage();
    await other.goto('/');
    await other.waitForLoadState('networkidle');
    await landing.open();
    await landing.getStarted.click();
    await signInPage.createAccount({ ...newCredentials('visitor'), firstName: 'Ada' });
    await expect(page.getByRole('button', { name: 'New Project' }).first()).toBeVisible();
    await expect(other.getByRole('button', { name: 'New Project' }).first()).toBeVisible();
  });
});

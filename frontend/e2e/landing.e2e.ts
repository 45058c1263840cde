import { newCredentials } from '../../scripts/lib/account.mjs';
import { expect, test } from './support/test';

const SCRIPTS = /\/assets\/.*\.js$/;

test('the landing page works without a script, comes to life in place, and is replaced by the app', async ({
  page,
  context,
  signInPage,
}) => {
  const other = await context.newPage();
  await other.goto('/');
  const heading = await other.getByRole('heading', { level: 1 }).elementHandle();
  const theme = () => other.evaluate(() => document.documentElement.dataset['theme']);
  const before = await theme();
  await expect(async () => {
    // Until the script has loaded, a click does nothing.
    await other.getByRole('button', { name: /^Switch to/ }).click();
    await expect.poll(theme, { timeout: 500 }).not.toBe(before);
  }).toPass();
  expect(await heading?.evaluate((element) => element.isConnected), 'nothing of it is drawn anew').toBe(true);

  await page.route(SCRIPTS, (route) => route.abort());
  await page.goto('/calendar?view=week');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('From a written story to short videos');
  await expect(page.getByRole('region', { name: 'Pay as you use' })).toBeVisible();
  await page.getByRole('link', { name: 'Get Started' }).click();
  await page.unroute(SCRIPTS);
  await signInPage.createAccount({ ...newCredentials('visitor'), firstName: 'Ada' });
  await expect(page).toHaveURL(/\/calendar\?view=week$/);
  await expect(page.getByRole('heading', { name: 'Content Calendar' })).toBeVisible();
  await expect(other.getByRole('button', { name: 'New Project' }).first(), 'in the other window').toBeVisible();
});

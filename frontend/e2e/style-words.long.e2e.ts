import type { Page } from '@playwright/test';
import type { Style } from '@storyreel/contracts';
import { keptDrafts, killTab, signInAgain } from './support/interruptions';
import { expect, test } from './support/test';

/** Locators of a style's dialog. */
const dialogOf = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: /Style$/ });
  return {
    name: dialog.getByRole('textbox', { name: 'Name' }),
    attributes: dialog.getByRole('textbox', { name: 'Attributes' }),
    offer: dialog.getByRole('button', { name: 'Restore Unsaved Text' }),
    button: (name: string) => dialog.getByRole('button', { name }),
    dialog,
  };
};
test.beforeEach(async ({ api }) => {
  const style = { name: 'Ink', category: 'Flux', imageUrl: 'https://pictures.invalid/ink', attributes: 'black' };
  await api.json('POST', '/api/styles', { ...style, description: null, prompt: null });
});

async function openDialog(page: Page, opener: string): Promise<void> {
  await page.goto('/styles');
  await page.getByRole('button', { name: opener }).click();
  await dialogOf(page).name.waitFor();
}
async function type(page: Page, words: string): Promise<void> {
  const { attributes } = dialogOf(page);
  await attributes.press('Control+End');
  await attributes.pressSequentially(words);
  await expect.poll(async () => (await keptDrafts(page)).join()).toContain(words);
}

test('the draft of a new style survives a reload and a killed tab, and is offered, not inserted, in the dialog of a narrow window', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await openDialog(page, 'Add New Style');
  await dialogOf(page).name.fill('Charcoal on rough paper, with a long name that does not end');
  await type(page, 'grainy');
  await page.reload();
  await openDialog(page, 'Add New Style');
  await expect(dialogOf(page).attributes).toHaveValue('');
  await expect(dialogOf(page).offer).toBeInViewport({ ratio: 1 });
  expect(await dialogOf(page).dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await dialogOf(page).offer.click();
  await expect(dialogOf(page).attributes).toHaveValue('grainy');
  await type(page, ' and soft');

  await killTab(page);
  const next = await context.newPage();
  await openDialog(next, 'Add New Style');
  const { attributes, offer, button } = dialogOf(next);
  await offer.click();
  await expect(attributes).toHaveValue('grainy and soft');
  await next.reload();
  await openDialog(next, 'Add New Style');
  await button('Discard').click();
  await expect(offer).toHaveCount(0);
  await next.reload();
  await openDialog(next, 'Add New Style');
  await expect(offer).toHaveCount(0);
});

test('the draft of a style survives a refused save and a lost session, and is gone once it is stored', async ({
  page,
  user,
  api,
}) => {
  await openDialog(page, 'Edit Ink');
  await type(page, ' grainy');
  const { attributes, button, dialog, offer } = dialogOf(page);
  await page.route(/\/api\/styles\//, (route) => route.fulfill({ status: 503, body: '' }), { times: 1 });
  await button('Update Style').click();
  await expect(page.getByText('Failed to update style. Please try again.', { exact: true })).toBeVisible();
  await expect(attributes).toHaveValue('black grainy');

  await api.send('POST', '/api/logout');
  await signInAgain(page, user);
  await expect(attributes).toHaveValue('black grainy');
  await button('Update Style').click();
  await expect(dialog).toHaveCount(0);
  await api.json('POST', '/api/login', { email: user.email, password: user.password });
  const styles = await api.json<Style[]>('GET', '/api/styles');
  expect(styles.map(({ attributes: stored }) => stored)).toContain('black grainy');
  await expect.poll(() => keptDrafts(page)).toEqual([]);
  await openDialog(page, 'Edit Ink');
  await expect(offer).toHaveCount(0);
});

import type { Page } from '@playwright/test';
import type { Style } from '@storyreel/contracts';
import type { ApiClient } from '../../scripts/lib/api-client.mjs';
import { upload } from './support/content';
import { pngFile } from './support/files';
import { expect, test } from './support/test';

/** Opens the Visual Styles screen with one style on it and returns the style's card. */
async function openCard(page: Page, api: ApiClient) {
  const { url } = await upload(api, await pngFile('ink.png', 'blue'), 'style-image');
  const body = { name: 'Ink', category: 'Flux', imageUrl: url, description: null, prompt: null, attributes: null };
  await api.json<Style>('POST', '/api/styles', body);
  await page.goto('/styles');
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Ink' });
  await expect(card).toBeVisible();
  return { card, edit: card.getByRole('button', { name: 'Edit Ink' }), tools: card.locator('.tools') };
}

test('a style card has image, category and name, and its buttons on hover and focus; the list in its dialog works by keys [STYLE-02]', async ({
  page,
  api,
}) => {
  const { card, edit, tools } = await openCard(page, api);
  const width = () => card.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth);
  await expect.poll(width).toBeGreaterThan(0);
  await expect(card.getByText('Flux', { exact: true })).toBeVisible();
  await expect(card.getByText('Ink', { exact: true })).toBeVisible();

  await expect(tools).toHaveCSS('opacity', '0');
  await card.hover();
  await expect(tools).toHaveCSS('opacity', '1');
  await page.mouse.move(0, 0);
  await expect(tools).toHaveCSS('opacity', '0');
  await card.getByRole('button', { name: /^Ink/ }).focus();
  await page.keyboard.press('Tab');
  await expect(edit).toBeFocused();
  await expect(tools).toHaveCSS('opacity', '1');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Edit Style' });
  const category = dialog.getByRole('combobox', { name: 'Category' });
  const isOpen = () => category.evaluate((select) => select.matches(':open'));
  await category.click();
  await expect.poll(isOpen).toBe(true);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(category).not.toHaveValue('Flux');
  await category.click();
  await expect.poll(isOpen).toBe(true);
  // The first Escape closes only the list, the second one the dialog.
  await page.keyboard.press('Escape');
  await expect.poll(isOpen).toBe(false);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await card.hover();
  await card.getByRole('button', { name: 'Delete Ink' }).click();
  await expect(card).toHaveCount(0);
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('the buttons of a style card are always visible, and a notification over a dialog does not cover its buttons', async ({
    page,
    api,
  }) => {
    const { edit, tools } = await openCard(page, api);
    await expect(tools).toHaveCSS('opacity', '1');
    await edit.tap();
    const dialog = page.getByRole('dialog', { name: 'Edit Style' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('');
    const save = dialog.getByRole('button', { name: 'Update Style' });
    for (const width of [390, 900]) {
      // The height that an on-screen keyboard leaves.
      await page.setViewportSize({ width, height: 480 });
      await save.tap();
      await expect(page.getByText('Please fill in all required fields.').first()).toBeVisible();
      // A second tap reaches the button again and is not caught by the toast.
      await save.tap({ timeout: 2_000 });
    }
    await dialog.getByRole('button', { name: 'Cancel' }).tap({ timeout: 2_000 });
    await expect(dialog).toBeHidden();
  });
});

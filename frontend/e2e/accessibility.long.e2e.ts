import type { Locator, Page } from '@playwright/test';
import { faultsInBothThemes } from './support/axe';
import { makeProject } from './support/content';
import { makeLongProject } from './support/long-project';
import { cutOff, DESK, isWhole, overTheEdge, ZOOMED } from './support/over-the-edge';
import { expect, test } from './support/test';

test.describe.configure({ timeout: 180_000 });

async function wrongWith(page: Page, where: string): Promise<string[]> {
  await isWhole(page);
  return faultsInBothThemes(page, where);
}

test.describe('axe, in both themes,', () => {
  test('finds nothing in menus and dialogs, whose buttons stay on screen at 200 %', async ({
    page,
    api,
    workspace,
    dashboard,
  }) => {
    const projectId = await makeLongProject(api);
    const found: string[] = [];
    const lookZoomed = async (where: string, dialog: Locator, ...buttons: (string | RegExp)[]): Promise<void> => {
      await page.setViewportSize(ZOOMED);
      for (const name of buttons) await expect(dialog.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
      found.push(...(await overTheEdge(page, where)), ...(await cutOff(page, where)));
      await page.setViewportSize(DESK);
    };
    await workspace.open(projectId, 'scenes');
    const menu = page.getByRole('button', { name: 'Actions for scene 1', exact: true });
    await menu.click();
    await expect(page.getByRole('menu')).toBeVisible();
    found.push(...(await wrongWith(page, 'scene menu')));
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(workspace.dialog).toBeVisible();
    found.push(...(await wrongWith(page, 'delete dialog')));
    await page.keyboard.press('Escape');
    await expect(workspace.dialog).toHaveCount(0);
    await menu.click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const editor = page.getByRole('dialog', { name: 'Edit Scene' });
    await expect(editor.getByRole('textbox', { name: 'Image Prompt' })).toBeVisible();
    found.push(...(await wrongWith(page, 'scene dialog')));
    await lookZoomed('scene dialog', editor, 'Next scene', 'Close');
    await editor.getByRole('button', { name: 'Close' }).click();
    await workspace.showTab('Story');
    await page.getByRole('button', { name: 'Create Scenes' }).click();
    await lookZoomed('question', workspace.dialog, 'Cancel', 'Create Scenes');

    await dashboard.open();
    await page
      .getByRole('button', { name: 'List view' })
      .or(page.getByRole('radio', { name: 'List view' }))
      .click();
    await expect(page.getByRole('table').first()).toBeVisible();
    found.push(...(await wrongWith(page, 'project list')));
    await page.goto('/styles');
    await page
      .getByRole('button', { name: /(Add|New|Create) .*Style|Add Style/ })
      .first()
      .click();
    await expect(workspace.dialog).toBeVisible();
    found.push(...(await wrongWith(page, 'style dialog')));
    expect(found).toEqual([]);
  });

  test('finds nothing in the composer and its dialogs', async ({ page, api }) => {
    const { project } = await makeProject(api, 'The keeper', ['The harbour']);
    const found: string[] = [];
    await page.goto(`/create-post?projectId=${project.id}`);
    for (const platform of ['YouTube', 'TikTok']) {
      await page.getByRole('button', { name: new RegExp(`^${platform}`) }).click();
    }
    await page.getByRole('button', { name: 'Publish Now' }).click();
    await expect(page.getByText('Title is required')).toBeVisible();
    await page.getByLabel('Content', { exact: true }).fill('A lamp in the fog. '.repeat(20));
    await page.getByRole('textbox', { name: 'Hashtags' }).fill('sea');
    await page.getByRole('button', { name: 'Add hashtag' }).click();
    found.push(...(await wrongWith(page, 'composer with faults')));
    await page.getByRole('switch', { name: 'Schedule for later' }).click();
    await page.getByRole('button', { name: /^Date: / }).click();
    await expect(page.getByRole('grid')).toBeVisible();
    found.push(...(await wrongWith(page, 'date picker')));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Save This Post as a Template' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    found.push(...(await wrongWith(page, 'template dialog')));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Preview Mode' }).click();
    await expect(page.getByRole('group', { name: 'Preview for TikTok' })).toBeVisible();
    found.push(...(await wrongWith(page, 'previews')));
    expect(found).toEqual([]);
  });
});

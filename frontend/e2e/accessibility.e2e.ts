import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { SCREENS, THEMES } from '../../scripts/lib/screens.mjs';
import { addImage, addVideo, first, makeProject } from './support/content';
import { mp4File, pngFile } from './support/files';
import { expect, test } from './support/test';

test.describe.configure({ timeout: 180_000 });

/** What axe finds, as lines for people. */
async function faults(page: Page, where: string): Promise<string[]> {
  await page.waitForLoadState('networkidle');
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${where}: ${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  );
}

for (const theme of THEMES) {
  test.describe(`axe, ${theme}`, () => {
    test.use({ colorScheme: theme });

    test('finds nothing on the screens of a visitor', async ({ page }) => {
      const found: string[] = [];
      for (const { name, path } of SCREENS.filter(({ signedIn }) => !signedIn)) {
        await page.goto(path);
        found.push(...(await faults(page, name)));
      }
      expect(found).toEqual([]);
    });

    test('finds nothing on the screens of a user', async ({ page, api }) => {
      const { project, scenes } = await makeProject(api, 'The keeper', ['The harbour', 'The storm'], {
        story: 'At dawn Mara rowed out. The lamp had gone dark.',
      });
      const scene = first(scenes);
      await addImage(api, scene, await pngFile('a.png', 'red'));
      await addVideo(api, scene, await mp4File('a.mp4'));
      const found: string[] = [];
      for (const { name, path } of SCREENS.filter(({ signedIn, staff }) => signedIn && !staff)) {
        await page.goto(path.replace('{project}', project.id));
        await expect(page.getByRole('main')).toBeVisible();
        found.push(...(await faults(page, name)));
      }
      expect(found).toEqual([]);
    });

    test('finds nothing on the screens of people with roles', async ({ page, context, signIn, staff }) => {
      await signIn(context, staff);
      const found: string[] = [];
      for (const { name, path } of SCREENS.filter(({ staff: forStaff }) => forStaff)) {
        await page.goto(path);
        await expect(page.getByRole('main')).toBeVisible();
        found.push(...(await faults(page, name)));
      }
      expect(found).toEqual([]);
    });

    test('finds nothing in menus and dialogs', async ({ page, api, workspace, dashboard }) => {
      const { project } = await makeProject(api, 'The keeper', ['The harbour', 'The storm']);
      const found: string[] = [];
      await workspace.open(project.id, 'scenes');
      const menu = page.getByRole('button', { name: 'Actions for scene 1', exact: true });
      await menu.click();
      await expect(page.getByRole('menu')).toBeVisible();
      found.push(...(await faults(page, 'scene menu')));
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await expect(workspace.dialog).toBeVisible();
      found.push(...(await faults(page, 'delete dialog')));
      await page.keyboard.press('Escape');
      await expect(workspace.dialog).toHaveCount(0);
      await menu.click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      await expect(workspace.dialog.getByRole('textbox', { name: 'Image Prompt' })).toBeVisible();
      found.push(...(await faults(page, 'scene dialog')));

      await dashboard.open();
      await page
        .getByRole('button', { name: 'List view' })
        .or(page.getByRole('radio', { name: 'List view' }))
        .click();
      await expect(page.getByRole('table').first()).toBeVisible();
      found.push(...(await faults(page, 'project list')));
      await page.goto('/styles');
      await page
        .getByRole('button', { name: /(Add|New|Create) .*Style|Add Style/ })
        .first()
        .click();
      await expect(workspace.dialog).toBeVisible();
      found.push(...(await faults(page, 'style dialog')));
      expect(found).toEqual([]);
    });

    test('finds nothing in what the composer opens and shows', async ({ page, api }) => {
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
      found.push(...(await faults(page, 'composer with faults')));
      await page.getByRole('switch', { name: 'Schedule for later' }).click();
      await page.getByRole('button', { name: /^Date: / }).click();
      await expect(page.getByRole('grid')).toBeVisible();
      found.push(...(await faults(page, 'date picker')));
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Save This Post as a Template' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      found.push(...(await faults(page, 'template dialog')));
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Preview Mode' }).click();
      await expect(page.getByRole('group', { name: 'Preview for TikTok' })).toBeVisible();
      found.push(...(await faults(page, 'previews')));
      expect(found).toEqual([]);
    });
  });
}

import type { Scene } from '@storyreel/contracts';
import { addImage, addVideo, first, makeProject } from './support/content';
import { mp4File, pngFile } from './support/files';
import { expect, test } from './support/test';

test('what was deleted long before is put back from the menu of the project, by keys, and seen by other windows', async ({
  page,
  api,
  workspace,
  context,
}) => {
  const { project, scenes } = await makeProject(api, 'The keeper', ['Dawn', 'Noon', 'Dusk']);
  const dawn = first(scenes);
  const picture = await addImage(api, dawn, await pngFile('a.png', 'red'));
  await addVideo(api, dawn, await mp4File('a.mp4'));
  const { videos } = await api.json<Scene>('GET', `/api/scenes/${dawn.id}`);
  await api.json('DELETE', `/api/scenes/${dawn.id}/images/0`);
  await api.json('DELETE', `/api/scenes/${dawn.id}/videos/${videos[0]?.id}`);
  await api.json('DELETE', `/api/scenes/${scenes[1]?.id}`);

  // No toast of these deletions is on screen: this window did not make them.
  await workspace.open(project.id, 'board');
  const menu = page.getByRole('button', { name: 'Actions for The keeper' });
  await menu.press('Enter');
  await page.getByRole('menuitem', { name: 'Recently Deleted' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Recently Deleted' });
  await expect(dialog.getByRole('listitem')).toHaveCount(3);
  await expect(dialog.getByRole('listitem').nth(2).locator('img')).toHaveAttribute('src', picture);
  await expect
    .poll(() => dialog.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);

  const other = await context.newPage();
  await other.goto(`/?project=${project.id}&tab=board`);
  await other.getByRole('button', { name: 'Actions for The keeper' }).click();
  await other.getByRole('menuitem', { name: 'Recently Deleted' }).click();
  const theirs = other.getByRole('dialog', { name: 'Recently Deleted' });
  await expect(theirs.getByRole('listitem')).toHaveCount(3);

  await dialog.getByRole('button', { name: 'Restore Noon, Scene' }).press('Enter');
  await expect(page.getByText('Scene restored', { exact: true })).toBeVisible();
  await expect(theirs.getByRole('listitem')).toHaveCount(2);
  await expect(dialog.getByRole('button', { name: 'Restore Clip 1, From Dawn' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Restore Image 1, From Dawn' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Nothing to restore')).toBeVisible();
  await expect(theirs.getByText('Nothing to restore')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();

  const back = await api.json<Scene[]>('GET', `/api/scenes?projectId=${project.id}`);
  expect(back.map(({ title }) => title)).toEqual(['Dawn', 'Noon', 'Dusk']);
  expect(back[0]).toMatchObject({ imageUrl: picture, videos, mainVideoId: videos[0]?.id });
});

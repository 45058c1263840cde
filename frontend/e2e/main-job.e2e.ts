import path from 'node:path';
import { newCredentials } from '../../scripts/lib/account.mjs';
import { zapsIn } from './support/pages/shell';
import { WorkspacePage } from './support/pages/workspace-page';
import { expect, test } from './support/test';
import { zipEntries } from './support/zip';

test.describe.configure({ timeout: 180_000 });

test('a newcomer creates a storyboard with a clip from a new account, and downloads it [ACCESS-08, ACCESS-09]', async ({
  page,
  context,
  landing,
  signInPage,
  workspace,
}, info) => {
  await landing.open();
  await landing.getStarted.click();
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Create Account');
  const isSetInInter = () => page.evaluate(async () => (await document.fonts.load('16px "Inter Variable"')).length > 0);
  expect(await isSetInInter(), 'the typeface of the product').toBe(true);
  await signInPage.createAccount({ ...newCredentials('newcomer'), firstName: 'Mara' });

  await page.getByRole('button', { name: 'Create First Project' }).click();
  await expect(workspace.story).toBeFocused();
  expect(await zapsIn(page)).toBe(100);
  await page.getByRole('button', { name: 'The Night Bus' }).click();
  await expect(workspace.story).toHaveValue(/^The Night Bus/);
  await expect(workspace.title).toHaveValue('The Night Bus');

  // Follows the primary button from step to step.
  await workspace.createScenes();
  await expect(page).toHaveURL(/tab=scenes/);
  const yellow = page.locator('main [data-variant="primary"]');
  await expect(yellow).toHaveCount(1);
  await expect(yellow).toHaveText(/^Create Descriptions[\d.]+ zaps$/);
  await expect(workspace.tab('Scenes')).toBeFocused();
  await yellow.click();
  await page.getByRole('button', { name: 'Next: Generate Images' }).click({ timeout: 60_000 });
  await expect(page).toHaveURL(/tab=build/);
  await expect(workspace.tab('Build')).toBeFocused();
  await expect(yellow).toHaveText(/^Generate Images/);
  await expect.poll(() => zapsIn(page)).toBeLessThan(100);
  const afterWords = await zapsIn(page);

  await page.goBack();
  await expect(workspace.tab('Scenes')).toHaveAttribute('aria-selected', 'true');
  await page.reload();
  await expect(workspace.title, 'the title is kept').toHaveValue('The Night Bus');
  await workspace.showTab('Story');
  await expect(workspace.story, 'the story is kept').toHaveValue(/^The Night Bus/);

  const other = new WorkspacePage(await context.newPage());
  await other.open(workspace.projectId, 'build');
  await page.bringToFront();
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const scene = workspace.scene(1);
  const mirrored = other.scene(1);
  await workspace.showTab('Build');
  for (const label of ['Scene Description', 'Image Prompt', 'Video Prompt']) {
    await expect(scene.text(label)).not.toHaveValue('');
  }
  await scene.generateImages.click();
  await expect(scene.images.complete).toHaveCount(4, { timeout: 60_000 });
  await expect(mirrored.images.complete, 'the other window hears of it').toHaveCount(4);
  await expect.poll(() => zapsIn(page)).toBeLessThan(afterWords);
  await scene.images.slot(3).click();
  await expect(scene.images.slot(3)).toHaveAttribute('aria-pressed', 'true');
  await expect(mirrored.images.slot(3)).toHaveAttribute('aria-pressed', 'true');
  await scene.images.expectPictureShown();
  const afterPictures = await zapsIn(page);

  await scene.generateVideo.click();
  await expect(page.getByRole('button', { name: /^Making your clip… \d+:\d\d/ })).toBeDisabled();
  await expect(scene.videos.complete).toHaveCount(1, { timeout: 90_000 });
  await expect(scene.videos.preview).toBeInViewport();
  const position = () => scene.videos.preview.evaluate((video) => (video as HTMLVideoElement).currentTime);
  await expect.poll(position, 'it plays by itself').toBeGreaterThan(0);
  await expect(mirrored.videos.complete).toHaveCount(1);
  await expect.poll(() => zapsIn(page)).toBeLessThan(afterPictures);

  const zaps = await zapsIn(page);
  await page.reload();
  await expect(scene.images.slot(3)).toHaveAttribute('aria-pressed', 'true');
  await expect(scene.images.complete).toHaveCount(4);
  await expect(scene.videos.complete).toHaveCount(1);
  await expect.poll(() => zapsIn(page)).toBe(zaps);

  await workspace.showTab('Create');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download ZIP' }).click();
  const file = path.join(info.outputDir, 'assets.zip');
  await (await download).saveAs(file);
  const entries = await zipEntries(file);
  const names = [...entries.keys()];
  expect(names.filter((name) => /\.(png|jpe?g|webp)$/.test(name)).length).toBeGreaterThanOrEqual(4);
  expect(names.filter((name) => name.endsWith('.mp4'))).toHaveLength(1);
  for (const [name, bytes] of entries) expect(bytes, name).toBeGreaterThan(0);
});

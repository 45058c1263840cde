import type { Scene } from '@storyreel/contracts';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { newCredentials } from '../../scripts/lib/account.mjs';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { zapsIn } from './support/pages/shell';
import { WorkspacePage } from './support/pages/workspace-page';
import { expect, test } from './support/test';
import { zipEntries } from './support/zip';

test.describe.configure({ timeout: 240_000 });

const STORY = inRoot('examples/the-lighthouse-keeper.txt');

test.describe('a newcomer with a story', () => {
  test('makes a storyboard with a clip of it, and takes it home as a ZIP', async ({
    page,
    context,
    landing,
    signInPage,
    dashboard,
    workspace,
  }, info) => {
    await landing.open();
    await landing.getStarted.click();
    await signInPage.createAccount({ ...newCredentials('newcomer'), firstName: 'Mara' });
    await dashboard.newProject.waitFor();
    await expect.poll(() => zapsIn(page)).toBe(100);

    await dashboard.newProject.click();
    await workspace.title.fill('The Lighthouse Keeper');
    await workspace.showTab('Story');
    await workspace.story.fill(await readFile(STORY, 'utf8'));
    await workspace.createScenes();

    await workspace.showTab('Scenes');
    await page.getByRole('button', { name: 'Create Descriptions' }).click();
    await expect(page.getByText(/^Generating \d+\/\d+ descriptions/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create Descriptions' })).toBeVisible({ timeout: 60_000 });
    const afterWords = await zapsIn(page);
    expect(afterWords).toBeLessThan(100);

    const other = new WorkspacePage(await context.newPage());
    await other.open(workspace.projectId, 'build');
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
    await expect(scene.videos.complete).toHaveCount(1, { timeout: 90_000 });
    await expect(mirrored.videos.complete).toHaveCount(1);
    await expect.poll(() => zapsIn(page)).toBeLessThan(afterPictures);
    const position = await scene.videos.preview.evaluate(async (node) => {
      const video = node as HTMLVideoElement;
      video.muted = true;
      const moved = new Promise((resolve) =>
        video.addEventListener('timeupdate', () => video.currentTime > 0 && resolve(true)),
      );
      await video.play();
      await moved;
      return video.currentTime;
    });
    expect(position).toBeGreaterThan(0);

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

  test('makes pictures for all scenes at once', async ({ page, api, workspace }) => {
    const story = (await readFile(STORY, 'utf8')).slice(0, 900);
    const { id: projectId } = await api.json<{ id: string }>('POST', '/api/projects', { title: 'All at once', story });
    await api.json('POST', '/api/scenes/process-story', { projectId, maxScenes: 4 });
    const scenes = await api.json<Scene[]>('GET', `/api/scenes?projectId=${projectId}`);
    for (const { id, title } of scenes) await api.json('PATCH', `/api/scenes/${id}`, { imagePrompt: title });

    await workspace.open(projectId, 'build');
    const zaps = await zapsIn(page);
    await page.getByRole('button', { name: 'Generate Images', exact: true }).click();
    await expect(workspace.dialog).toContainText('included in subscription');
    await workspace.dialog.getByRole('button', { name: 'Generate Images' }).click();
    for (const number of scenes.keys()) {
      await expect(workspace.scene(number + 1).images.complete).toHaveCount(4, { timeout: 60_000 });
    }
    await expect(page.getByText('Active: 0 | Queued: 0')).toBeVisible();
    expect(await zapsIn(page), 'the plan covers them').toBe(zaps);

    await workspace.showTab('Board');
    await expect(page.getByRole('img', { name: /^Scene \d+$/ })).toHaveCount(scenes.length);
  });
});

import type { Locator, Page } from '@playwright/test';
import type { Project } from '@storyreel/contracts';
import { addVideo, first, makeProject } from './support/content';
import { mp4File, pngFile, wavFile, type TestFile } from './support/files';
import type { MediaStrip } from './support/pages/scene-panel';
import { expect, test } from './support/test';

/** Clicks the opener and picks the file in the file dialog. */
async function choose(page: Page, opener: Locator, file: TestFile): Promise<void> {
  const dialog = page.waitForEvent('filechooser');
  await opener.click();
  await (await dialog).setFiles(file);
}

async function drop(page: Page, target: Locator, file: TestFile): Promise<void> {
  const bytes = [...file.buffer];
  const dataTransfer = await page.evaluateHandle(
    ({ name, type, content }) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(content)], name, { type }));
      return transfer;
    },
    { name: file.name, type: file.mimeType, content: bytes },
  );
  for (const event of ['dragenter', 'dragover', 'drop']) await target.dispatchEvent(event, { dataTransfer });
}

const plays = (player: Locator) =>
  expect.poll(() => player.evaluate((node) => (node as HTMLMediaElement).readyState)).toBeGreaterThanOrEqual(1);

test.describe('real files', () => {
  test('become images by a click on the large preview and by a drop, and stay the main ones [SLOT-03, SLOT-24]', async ({
    page,
    api,
    workspace,
  }) => {
    const { project, scenes } = await makeProject(api, 'Files', ['The harbour']);
    for (const name of ['first.mp4', 'second.mp4']) await addVideo(api, first(scenes), await mp4File(name));
    await workspace.open(project.id, 'build');
    const { images, videos } = workspace.scene(1);
    await choose(page, images.root.getByRole('button', { name: /Drop an image here/ }), await pngFile('a.png', 'red'));
    await expect(images.complete).toHaveCount(1);
    await images.expectPictureShown();
    const filled = images.root.getByRole('button', { name: /Drop image to replace/ });
    await choose(page, filled, await pngFile('b.png', 'blue'));
    await expect(images.complete).toHaveCount(2);
    await drop(page, filled, await pngFile('c.png', 'green'));
    await expect(images.complete).toHaveCount(3);

    const chosen: [MediaStrip, number, string | null][] = [];
    for (const [strip, path] of [
      [images, 'main-image'],
      [videos, 'main-video'],
    ] as const) {
      const other = (await strip.slot(1).getAttribute('aria-pressed')) === 'true' ? 2 : 1;
      const saved = page.waitForResponse((answer) => answer.url().endsWith(path) && answer.ok());
      await strip.slot(other).click();
      await saved;
      chosen.push([strip, other, await strip.preview.getAttribute('src')]);
    }
    await page.reload();
    await expect(images.complete).toHaveCount(3);
    for (const [strip, slot, src] of chosen) {
      await expect(strip.slot(slot)).toHaveAttribute('aria-pressed', 'true');
      await expect(strip.preview).toHaveAttribute('src', src ?? '');
    }
  });

  test('become the audio and the final video of a story, playable and kept [AUDIO-06, AUDIO-08, CREATE-09, CREATE-16, PUBLISH-01]', async ({
    page,
    api,
    workspace,
  }) => {
    const { project } = await makeProject(api, 'Sounds');
    await workspace.open(project.id, 'audio');
    await page.getByRole('button', { name: /^Advanced/ }).click();
    await choose(page, page.getByRole('button', { name: /Upload Audio/ }), await wavFile('keeper.wav'));
    const audio = page.getByLabel('Story audio', { exact: true });
    await plays(audio);
    await page.reload();
    await plays(audio);
    await expect(page.getByText('keeper.wav')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Delete', exact: true })).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    expect((await download).suggestedFilename()).toBe('keeper.wav');

    await workspace.showTab('Create');
    await choose(page, page.getByRole('button', { name: /Upload Video/ }), await mp4File('film.mp4'));
    const player = page.locator('video[aria-label="Final video"]');
    await plays(player);
    await page.reload();
    await plays(player);
    await expect(page.getByText('film.mp4')).toBeVisible();
    for (const name of ['Download', 'Share', 'Delete', 'Replace Video']) {
      await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
    }
    const stored = await api.json<Project>('GET', `/api/projects/${project.id}`);
    expect(stored.completedVideoFilename).toBe('film.mp4');
    await expect(player).toHaveAttribute('src', stored.completedVideoUrl ?? '');

    await workspace.showTab('Publish');
    const preview = page.getByLabel('Completed video');
    await plays(preview);
    await expect(preview).toHaveAttribute('src', stored.completedVideoUrl ?? '');

    await workspace.showTab('Create');
    await choose(page, page.getByRole('button', { name: 'Replace Video' }), await mp4File('better.mp4'));
    await expect(page.getByText('better.mp4', { exact: true })).toBeVisible();
    await expect(player).not.toHaveAttribute('src', stored.completedVideoUrl ?? '');
  });
});

import type { ImageJob, Project, Scene } from '@storyreel/contracts';
import type { ApiClient } from '../../scripts/lib/api-client.mjs';
import { makeProject } from './support/content';
import { pngFile } from './support/files';
import { expect, test } from './support/test';

const STORY = `Mara, a girl with red braids and a yellow raincoat, rowed out of the harbour at dawn.

Mara climbed the stairs of the lighthouse with a lantern in her hand.

Mara lit the lamp, and the ships came home.`;
/** Images take seconds each on a busy machine. */
const DRAWN = { timeout: 60_000 };

const scenesOf = (api: ApiClient, projectId: string) => api.json<Scene[]>('GET', `/api/scenes?projectId=${projectId}`);
const mainImages = async (api: ApiClient, projectId: string) =>
  (await scenesOf(api, projectId)).map(({ imageUrl }) => imageUrl);

/** Makes images of each scene, by the scene's own prompt. */
async function makeImages(api: ApiClient, projectId: string): Promise<void> {
  for (const { id: sceneId } of await scenesOf(api, projectId)) {
    const prompt = 'Mara, seen from afar';
    await api.json('PATCH', `/api/scenes/${sceneId}`, { imagePrompt: prompt });
    const asked = { sceneId, projectId, prompt, bulk: true };
    const { jobId } = await api.json<{ jobId: string }>('POST', '/api/midjourney/generate-image', asked);
    const status = async () => (await api.json<ImageJob>('GET', `/api/midjourney/job/${jobId}`)).status;
    await expect.poll(status, DRAWN).toBe('completed');
  }
}

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`a cast is found, gets a face, changes it, and all images with it are made again, at ${width} px`, async ({
    page,
    api,
    workspace,
  }) => {
    test.setTimeout(240_000);
    await page.setViewportSize({ width, height });
    const { project } = await makeProject(
      api,
      'The Keeper',
      ['Mara at dawn', 'Mara on the stairs', 'Mara and the lamp'],
      {
        story: STORY,
      },
    );
    await workspace.open(project.id, 'settings');
    const cast = page.getByRole('region', { name: 'Cast' });
    await cast.getByRole('button', { name: /^Create Cast/ }).click();
    await cast.getByRole('button', { name: /^Mara/ }).click();

    const dialog = page.getByRole('dialog', { name: 'Mara' });
    const face = async (name: string, colour: string) => {
      await dialog.getByLabel('Upload an image of Mara').setInputFiles(await pngFile(name, colour));
      await dialog
        .getByRole('img', { name: /^Image \d of Mara$/ })
        .last()
        .waitFor();
    };
    await face('yellow-coat.png', 'yellow');
    await dialog.getByRole('button', { name: /^Draw a Sheet/ }).click();
    await expect(dialog.getByRole('img', { name: /^Image \d of Mara$/ })).toHaveCount(4, DRAWN);
    await page.keyboard.press('Escape');

    await makeImages(api, project.id);
    const before = await mainImages(api, project.id);
    await workspace.open(project.id, 'build');
    const scene = workspace.scene(1);
    await expect(page.getByRole('button', { name: 'Mara, in this scene' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Refresh' })).toHaveCount(0);

    // A new leading picture of Mara makes her images stale.
    await workspace.open(project.id, 'settings');
    await cast.getByRole('button', { name: /^Mara/ }).click();
    await face('red-coat.png', 'red');
    await expect(dialog.getByRole('img', { name: /^Image \d of Mara$/ })).toHaveCount(5);
    await dialog.getByRole('button', { name: 'Put image 5 of Mara first' }).click();
    await expect
      .poll(async () => {
        const { cast: members } = await api.json<Project>('GET', `/api/projects/${project.id}`);
        return members.find(({ name }) => name === 'Mara')?.pictures.length;
      })
      .toBe(5);
    await page.keyboard.press('Escape');
    const bar = page.getByRole('region', { name: 'Refresh' });
    await expect(bar).toContainText('Refresh what changed: 3 images');
    await bar.getByRole('button', { name: 'Choose and Refresh' }).click();
    await workspace.dialog.getByRole('button', { name: 'Refresh', exact: true }).click();
    await expect
      .poll(async () => (await mainImages(api, project.id)).filter((url) => !before.includes(url)).length, DRAWN)
      .toBe(3);
    await expect(bar).toHaveCount(0);

    // An image is edited by words: the new version stands beside it.
    await workspace.open(project.id, 'build');
    const count = async () => (await scenesOf(api, project.id))[0]?.imageUrls.length ?? 0;
    const images = await count();
    await scene.root.getByRole('button', { name: /^Work on image 1/ }).click();
    await page.getByRole('menuitem', { name: 'Edit…' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Image' });
    await edit.getByLabel('Instruction').fill('make it night');
    await edit.getByRole('button', { name: /^Edit Image/ }).click();
    await expect.poll(count, DRAWN).toBe(images + 1);
    await expect(edit).toHaveCount(0);
  });
}

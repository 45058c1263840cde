import type { Locator, Page } from '@playwright/test';
import type { Scene } from '@storyreel/contracts';
import type { ApiClient } from '../../scripts/lib/api-client.mjs';
import { addImage, makeProject, upload } from './support/content';
import { pngFile } from './support/files';
import { expect, test } from './support/test';

test.describe.configure({ timeout: 180_000 });

const COLOURS = ['red', 'green', 'blue', 'orange'];

/** Scenes with the same four images each. */
async function makePictures(api: ApiClient, titles: readonly string[]): Promise<{ id: string; scenes: Scene[] }> {
  const { project, scenes } = await makeProject(api, 'The keeper', titles);
  const urls: string[] = [];
  for (const colour of COLOURS) urls.push((await upload(api, await pngFile(`${colour}.png`, colour), 'image')).url);
  for (const scene of scenes) {
    for (const imageUrl of urls) await api.json('POST', `/api/scenes/${scene.id}/images`, { imageUrl });
    await api.json('PATCH', `/api/scenes/${scene.id}/main-image`, { imageUrl: urls[0] });
  }
  return { id: project.id, scenes };
}

const row = (page: Page, number: number): Locator => page.getByRole('list', { name: new RegExp(`^Scene ${number}: `) });
const picture = (page: Page, scene: number, number: number): Locator =>
  row(page, scene).getByRole('button', { name: new RegExp(`^Image ${number}, `) });

/** The numbers of the main images, as the server has them. */
async function mainNumbers(api: ApiClient, projectId: string): Promise<number[]> {
  const scenes = await api.json<Scene[]>('GET', `/api/scenes?projectId=${projectId}`);
  return scenes.map(({ imageUrl, imageUrls }) => imageUrls.indexOf(imageUrl ?? '') + 1);
}

test('main images are chosen by keys alone, one scene after the other', async ({ page, api, workspace }) => {
  const { id } = await makePictures(api, ['One', 'Two', 'Three']);
  await workspace.open(id, 'build');
  await page.getByRole('button', { name: 'Choose Images' }).press('Enter');
  await expect(picture(page, 1, 1)).toBeFocused();
  await page.keyboard.press('2');
  await page.keyboard.press('j');
  await expect(picture(page, 2, 1)).toBeFocused();
  await page.keyboard.press('3');
  await page.keyboard.press('j');
  await page.keyboard.press('Space');
  const large = page.getByRole('dialog', { name: 'Scene 3: Three' });
  await expect(large.getByText('Image 1 of 4')).toBeVisible();
  for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowRight');
  await expect(large.getByText('Image 4 of 4')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(large.getByRole('button', { name: 'Main Image' })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => mainNumbers(api, id)).toEqual([2, 3, 4]);
  await page.keyboard.press('Escape');
  await expect(large).toHaveCount(0);
  await expect(picture(page, 3, 4)).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Choose Images' })).toBeVisible();
});

test('one click chooses, and the images are shown whole', async ({ page, api, workspace }) => {
  const { id } = await makePictures(api, ['One', 'Two']);
  await page.goto(`/?project=${id}&tab=build&choose=images`);
  await picture(page, 2, 4).click();
  await expect.poll(() => mainNumbers(api, id)).toEqual([1, 4]);
  await expect(picture(page, 2, 4)).toHaveAttribute('aria-pressed', 'true');
  const fit = await picture(page, 1, 1)
    .getByRole('presentation')
    .evaluate((node) => getComputedStyle(node).objectFit);
  expect(fit).toBe('contain');
  const { width, height } = (await picture(page, 1, 1).boundingBox()) ?? { width: 0, height: 0 };
  expect(width / height).toBeCloseTo(9 / 16, 1);
  // Four beside one another.
  const tops = await row(page, 1)
    .getByRole('button')
    .evaluateAll((nodes) => nodes.map((node) => Math.round(node.getBoundingClientRect().top)));
  expect(new Set(tops).size).toBe(1);
  await workspace.showTab('Board');
  await expect(page.getByRole('article', { name: 'Scene 2', exact: true })).toBeVisible();
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('a tap chooses, and the large view opens and closes', async ({ page, api }) => {
    const { id } = await makePictures(api, ['One', 'Two']);
    await page.goto(`/?project=${id}&tab=build&choose=images`);
    await expect(page.getByText('Tap an image to make it the main image.')).toBeVisible();
    await picture(page, 1, 3).tap();
    await expect.poll(() => mainNumbers(api, id)).toEqual([3, 1]);
    await page.getByRole('button', { name: 'Large view of scene 2' }).tap();
    const large = page.getByRole('dialog', { name: 'Scene 2: Two' });
    await large.getByRole('button', { name: 'Next image' }).tap();
    await large.getByRole('button', { name: 'Make Main Image' }).tap();
    await expect.poll(() => mainNumbers(api, id)).toEqual([3, 2]);
    await large.getByRole('button', { name: 'Close' }).tap();
    await expect(large).toHaveCount(0);
  });
});

for (const { width, jump } of [
  {
    width: 1440,
    jump: async (page: Page) => page.getByRole('button', { name: 'Go to scene 15: Beat 15' }).click(),
  },
  {
    width: 390,
    jump: async (page: Page) => {
      await page.getByRole('button', { name: 'Go to Scene', exact: true }).click();
      await page.getByRole('menuitem', { name: '15: Beat 15' }).click();
    },
  },
]) {
  test(`any scene of Build is one jump away at ${width} px`, async ({ page, api, workspace }) => {
    await page.setViewportSize({ width, height: 844 });
    const titles = Array.from({ length: 17 }, (_, at) => `Beat ${at + 1}`);
    const { project, scenes } = await makeProject(api, 'Long', titles);
    const [scene] = scenes;
    if (scene) await addImage(api, scene, await pngFile('a.png', 'red'));
    await workspace.open(project.id, 'build');
    await workspace.scene(1).root.waitFor();
    await jump(page);
    const heading = page.getByRole('heading', { name: 'Scene 15: Beat 15' });
    await expect(heading).toBeInViewport();
    await expect(heading).toBeFocused();
    const covered = await page.evaluate(() => {
      const { left, top, width: own } = document.activeElement?.getBoundingClientRect() ?? new DOMRect();
      return document.elementFromPoint(left + own / 2, top + 2)?.closest('h2') !== document.activeElement;
    });
    expect(covered, 'whether something lies over the heading').toBe(false);
  });
}

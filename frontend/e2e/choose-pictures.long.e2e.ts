import type { Locator, Page } from '@playwright/test';
import type { Scene } from '@storyreel/contracts';
import type { ApiClient } from '../../scripts/lib/api-client.mjs';
import { makeProject, upload } from './support/content';
import { pngFile } from './support/files';
import { expect, test } from './support/test';

const COLOURS = ['red', 'green', 'blue', 'orange'];

/** Makes scenes; the first few of them have four images each. */
async function makePictures(api: ApiClient, titles: readonly string[], few = titles.length): Promise<string> {
  const { project, scenes } = await makeProject(api, 'The keeper', titles);
  const urls: string[] = [];
  for (const colour of COLOURS) urls.push((await upload(api, await pngFile(`${colour}.png`, colour), 'image')).url);
  for (const scene of scenes.slice(0, few)) {
    for (const imageUrl of urls) await api.json('POST', `/api/scenes/${scene.id}/images`, { imageUrl });
    await api.json('PATCH', `/api/scenes/${scene.id}/main-image`, { imageUrl: urls[0] });
  }
  return project.id;
}

const row = (page: Page, number: number): Locator => page.getByRole('list', { name: new RegExp(`^Scene ${number}: `) });
const picture = (page: Page, scene: number, number: number): Locator =>
  row(page, scene).getByRole('button', { name: new RegExp(`^Image ${number}, `) });

/** Returns the numbers of the main images, read from the server. */
async function mainNumbers(api: ApiClient, projectId: string): Promise<number[]> {
  const scenes = await api.json<Scene[]>('GET', `/api/scenes?projectId=${projectId}`);
  return scenes.map(({ imageUrl, imageUrls }) => imageUrls.indexOf(imageUrl ?? '') + 1);
}

test('main images are chosen by keys alone, scene after scene, or by one click, and are shown whole', async ({
  page,
  api,
  workspace,
}) => {
  const id = await makePictures(api, ['One', 'Two', 'Three']);
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

  await picture(page, 2, 4).click();
  await expect.poll(() => mainNumbers(api, id)).toEqual([2, 4, 4]);
  await expect(picture(page, 2, 4)).toHaveAttribute('aria-pressed', 'true');
  const fit = await picture(page, 1, 1)
    .getByRole('presentation')
    .evaluate((node) => getComputedStyle(node).objectFit);
  expect(fit).toBe('contain');
  const { width, height } = (await picture(page, 1, 1).boundingBox()) ?? { width: 0, height: 0 };
  expect(width / height).toBeCloseTo(9 / 16, 1);
  // Four images side by side.
  const tops = await row(page, 1)
    .getByRole('button')
    .evaluateAll((nodes) => nodes.map((node) => Math.round(node.getBoundingClientRect().top)));
  expect(new Set(tops).size).toBe(1);
});

/** Expects that a scene's heading has the focus after a jump and that nothing covers it. */
async function expectReached(page: Page, name: string): Promise<void> {
  const heading = page.getByRole('heading', { name });
  await expect(heading).toBeInViewport();
  await expect(heading).toBeFocused();
  const covered = await page.evaluate(() => {
    const { left, top, width } = document.activeElement?.getBoundingClientRect() ?? new DOMRect();
    return document.elementFromPoint(left + width / 2, top + 2)?.closest('h2') !== document.activeElement;
  });
  expect(covered, 'whether something lies over the heading').toBe(false);
}

test.describe('by touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('a tap chooses, the large view opens and closes, and any scene of Build is one jump away', async ({
    page,
    api,
    workspace,
  }) => {
    const titles = Array.from({ length: 17 }, (_, at) => `Beat ${at + 1}`);
    const id = await makePictures(api, titles, 2);
    await page.goto(`/?project=${id}&tab=build&choose=images`);
    await expect(page.getByText('Tap an image to make it the main image.')).toBeVisible();
    await picture(page, 1, 3).tap();
    const firstTwo = async () => (await mainNumbers(api, id)).slice(0, 2);
    await expect.poll(firstTwo).toEqual([3, 1]);
    await page.getByRole('button', { name: 'Large view of scene 2' }).tap();
    const large = page.getByRole('dialog', { name: 'Scene 2: Beat 2' });
    await large.getByRole('button', { name: 'Next image' }).tap();
    await large.getByRole('button', { name: 'Make Main Image' }).tap();
    await expect.poll(firstTwo).toEqual([3, 2]);
    await large.getByRole('button', { name: 'Close' }).tap();
    await expect(large).toHaveCount(0);

    await workspace.open(id, 'build');
    await workspace.scene(1).root.waitFor();
    await page.getByRole('button', { name: 'Go to scene: 1 of' }).tap();
    await page.getByRole('menuitem', { name: '15: Beat 15' }).tap();
    await expect(page.getByRole('heading', { name: 'Scene 15: Beat 15' })).toBeFocused();
    // On a wide window the list stands beside the scenes.
    await page.setViewportSize({ width: 1440, height: 844 });
    await page.getByRole('button', { name: 'Go to scene 8: Beat 8' }).tap();
    await expectReached(page, 'Scene 8: Beat 8');
  });
});

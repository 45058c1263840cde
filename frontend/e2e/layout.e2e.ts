import type { Locator } from '@playwright/test';
import { addImage, addVideo, first, makeProject } from './support/content';
import { mp4File, pngFile } from './support/files';
import { toastIn } from './support/pages/shell';
import { expect, test } from './support/test';

test.describe.configure({ timeout: 120_000 });

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('not to be seen');
  return box;
}
const ratioOf = async (locator: Locator): Promise<number> => {
  const { width, height } = await boxOf(locator);
  return width / height;
};
const NINE_BY_SIXTEEN = 9 / 16;

test('a control is no wider than its text needs, and a filter field no wider than it should be', async ({
  page,
  context,
  signIn,
  staff,
}) => {
  await signIn(context, staff);
  for (let asked = 0; asked < 21; asked += 1)
    await staff.api.postOnce('/api/ai/generate/continuity', { story: 'The lamp went dark.' });
  await page.goto('/credits?view=usage');
  expect((await boxOf(page.getByRole('button', { name: 'Show More' }))).width).toBeLessThan(480);
  await page.goto('/audit?view=payments');
  expect((await boxOf(page.getByRole('combobox', { name: 'Payments' }))).width).toBeLessThan(480);
});

test('the sidebar is off the canvas below 768 px, 18rem wide; on wider windows Ctrl+B toggles it between 20rem and 3rem, for seven days [SHELL-07, SHELL-08, SHELL-09, SHELL-11, SHELL-12, SHELL-13]', async ({
  page,
  context,
  user,
  dashboard,
}) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await dashboard.open();
  const column = page.getByRole('complementary', { name: 'Sidebar' });
  const panel = page.getByRole('dialog', { name: 'Sidebar' });
  const width = async () => (await boxOf(column)).width;
  await expect.poll(width, user.firstName).toBe(320);
  await page.keyboard.press('Control+b');
  await expect.poll(width).toBe(48);
  const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar_state');
  expect(cookie?.value).toBe('false');
  expect(Math.abs((cookie?.expires ?? 0) - Date.now() / 1000 - 604_800)).toBeLessThan(60);
  await page.reload();
  await expect.poll(width).toBe(48);
  await page.keyboard.press('Meta+b');
  await expect.poll(width).toBe(320);

  await page.setViewportSize({ width: 767, height: 900 });
  await expect(column).toHaveCount(0);
  await expect(panel).toHaveCount(0);
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await expect(panel).toBeVisible();
  expect((await boxOf(panel)).width).toBe(288);
  await panel.getByRole('link', { name: 'Styles' }).click();
  await expect(page).toHaveURL(/\/styles/);
  await expect(panel).toHaveCount(0);
});

test('images and slots have the ratios of the design, and a clip plays on its card [SLOT-02, SLOT-07, PROJ-14, BOARD-06, BOARD-18, BOARD-19]', async ({
  page,
  api,
  workspace,
  dashboard,
}) => {
  const { project, scenes } = await makeProject(api, 'Ratios', ['The harbour', 'The storm']);
  await addImage(api, first(scenes), await pngFile('a.png', 'red'));
  await addVideo(api, first(scenes), await mp4File('a.mp4'));
  await workspace.open(project.id, 'build');
  for (const strip of [workspace.scene(1).images, workspace.scene(1).videos]) {
    await expect(strip.slots.first()).toBeVisible();
    const slots = await Promise.all((await strip.slots.all()).map(boxOf));
    expect(new Set(slots.map(({ x }) => Math.round(x))).size).toBe(2);
    for (const { width, height } of slots) expect(width / height).toBeCloseTo(1, 1);
  }
  expect(await ratioOf(workspace.scene(1).images.preview)).toBeCloseTo(NINE_BY_SIXTEEN, 1);
  const invitation = workspace.scene(2).videos.root.getByRole('button', { name: /to preview|to create a video/ });
  expect(await ratioOf(invitation)).toBeCloseTo(NINE_BY_SIXTEEN, 1);

  await workspace.showTab('Board');
  const pictures = page.getByTestId('scene-picture');
  await expect(pictures).toHaveCount(2);
  for (const picture of await pictures.all()) expect(await ratioOf(picture)).toBeCloseTo(NINE_BY_SIXTEEN, 2);
  await expect(workspace.card(2).getByTestId('scene-picture')).toHaveText('No Image');

  await page
    .getByRole('radio', { name: 'Videos' })
    .or(page.getByRole('button', { name: 'Videos' }))
    .click();
  const video = workspace.card(1).locator('video');
  const state = () =>
    video.evaluate((node) => {
      const { currentTime, muted, paused, controls } = node as HTMLVideoElement;
      return { about: Math.abs(currentTime - 0.1) <= 0.1 && currentTime > 0, muted, paused, controls };
    });
  await expect.poll(state).toEqual({ about: true, muted: true, paused: true, controls: false });
  const overlay = page.getByRole('button', { name: 'Play the clip of scene 1' });
  await overlay.click();
  await expect(overlay).toHaveCount(0);
  expect((await state()).controls).toBe(true);
  await video.evaluate((node) => (node as HTMLVideoElement).pause());
  await expect(overlay, 'after a pause').toBeVisible();
  await overlay.click();
  await expect(overlay).toHaveCount(0);
  // Skips to just before the end of the two-second clip.
  await video.evaluate((node) => ((node as HTMLVideoElement).currentTime = 1.9));
  await expect(overlay, 'after its end').toBeVisible();

  await makeProject(api, 'Empty');
  await dashboard.open();
  await expect(dashboard.card('Empty')).toHaveText('Preview');
  expect(await ratioOf(dashboard.card('Empty'))).toBeCloseTo(NINE_BY_SIXTEEN, 1);
});

test('a notification goes with a swipe of 50 px to the right, not with one of 49; F8 leads to it [SHELL-28]', async ({
  page,
  api,
  workspace,
}) => {
  const { project } = await makeProject(api, 'Words');
  await workspace.open(project.id, 'audio');
  await page.getByRole('button', { name: /^Advanced/ }).click();
  await page.getByRole('button', { name: 'Generate Story Audio' }).click();
  const toast = toastIn(page);
  await expect(toast).toBeVisible();
  await page.keyboard.press('F8');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('ol, [role="region"]') !== null))
    .toBe(true);
  const swipe = async (px: number): Promise<void> => {
    const box = await boxOf(toast);
    // The browser reports presses in whole pixels.
    const x = Math.round(box.x) + 20;
    const y = Math.round(box.y + box.height / 2);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + px, y, { steps: 6 });
    await page.mouse.up();
  };
  await swipe(49);
  await expect(toast).toHaveAttribute('data-swipe', 'cancel');
  await expect(toast).toBeVisible();
  await swipe(50);
  await expect(toast).toHaveCount(0);
});

import type { Locator, Page } from '@playwright/test';
import type { Project } from '@storyreel/contracts';
import { addImage, first, makeProject, sceneTitles } from './support/content';
import { pngFile } from './support/files';
import { expect, test } from './support/test';

async function centre(locator: Locator): Promise<{ x: number; y: number }> {
  await locator.scrollIntoViewIfNeeded();
  const box = await locator.boundingBox();
  if (!box) throw new Error('not to be seen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** 'Picked up' is replaced at once by the announcement of the place, so either counts. */
const LIFTED = /picked up|is over/i;
type Arrow = 'ArrowDown' | 'ArrowRight';
/** The drag's announcement in a live region. */
const said = (page: Page, text: RegExp): Locator => page.locator('[aria-live]').filter({ hasText: text });

async function dragOnto(page: Page, handle: Locator, target: Locator): Promise<void> {
  const from = await centre(handle);
  const to = await centre(target);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 8, from.y + 8, { steps: 2 });
  await expect(said(page, LIFTED)).toHaveCount(1);
  await page.mouse.move(to.x, to.y, { steps: 12 });
  await expect(said(page, /over place 2/i)).toHaveCount(1);
  await page.mouse.up();
}

/**
 * Picks up with the space bar, expects each arrow press to move over the next of `places`, and drops over the last one.
 */
async function dragByKeys(page: Page, handle: Locator, arrow: Arrow, places: readonly number[]): Promise<void> {
  await handle.focus();
  await page.keyboard.press('Space');
  await expect(said(page, LIFTED)).toHaveCount(1);
  for (const place of places) {
    await page.keyboard.press(arrow);
    await expect(said(page, new RegExp(`is over place ${place} of`)), `one press to place ${place}`).toHaveCount(1);
  }
  await page.keyboard.press('Space');
}

const sceneHandle = (page: Page, number: number): Locator =>
  page.getByRole('button', { name: `Move scene ${number}`, exact: true });
const upTo = (last: number): number[] => Array.from({ length: last - 1 }, (_, at) => at + 2);

interface ByKeys {
  width: number;
  arrow: Arrow;
  places: number[];
}
for (const { title, tab, byKeys } of [
  {
    title: 'scenes of the scenes tab are dragged by mouse and by keyboard [SCENE-02]',
    tab: 'scenes',
    byKeys: [
      { width: 1440, arrow: 'ArrowDown', places: upTo(5) },
      { width: 390, arrow: 'ArrowDown', places: upTo(5) },
    ],
  },
  {
    title: 'scenes of the board tab are dragged by mouse and by keyboard [BOARD-02]',
    tab: 'board',
    byKeys: [
      { width: 1440, arrow: 'ArrowRight', places: upTo(5) },
      // At 1440 px a row holds five cards, on a phone two.
      { width: 1440, arrow: 'ArrowDown', places: [6] },
      { width: 390, arrow: 'ArrowRight', places: upTo(5) },
    ],
  },
] satisfies { title: string; tab: 'scenes' | 'board'; byKeys: ByKeys[] }[]) {
  test(title, async ({ page, api, workspace }) => {
    // Rows of different heights.
    const titles = ['One', 'Two '.repeat(40).trim(), 'Three', 'Four '.repeat(25).trim(), 'Five', 'Six', 'Seven'];
    const { project } = await makeProject(api, 'Order', titles);
    const stored = () => sceneTitles(api, project.id);
    await workspace.open(project.id, tab);
    await dragOnto(page, sceneHandle(page, 1), sceneHandle(page, 2));
    await expect.poll(async () => (await stored()).slice(0, 3)).toEqual([titles[1], 'One', 'Three']);
    for (const { width, arrow, places } of byKeys) {
      await page.setViewportSize({ width, height: 900 });
      const [moved] = await stored();
      const last = places.at(-1) ?? 0;
      await dragByKeys(page, sceneHandle(page, 1), arrow, places);
      await expect.poll(async () => (await stored()).indexOf(moved ?? ''), `${arrow} at ${width} px`).toBe(last - 1);
      await expect(sceneHandle(page, last), 'the focus goes with what was dragged').toBeFocused();
    }
  });
}

test('the focus follows a row that is dragged far by keys, though only nearby rows are drawn', async ({
  page,
  api,
  workspace,
}) => {
  const titles = Array.from({ length: 45 }, (_, at) => `Scene ${at + 1}`);
  const { project } = await makeProject(api, 'Far', titles);
  await workspace.open(project.id, 'scenes');
  expect(await page.getByRole('button', { name: /^Move scene/ }).count()).toBeLessThan(titles.length);
  await dragByKeys(page, sceneHandle(page, 1), 'ArrowDown', upTo(14));
  await expect.poll(async () => (await sceneTitles(api, project.id)).indexOf('Scene 1')).toBe(13);
  await expect(sceneHandle(page, 14)).toBeFocused();
});

test('a drag of a row or card begins after 3 px, and an arrow with Shift moves it by 25 px [SCENE-20]', async ({
  page,
  api,
  workspace,
}) => {
  const { project } = await makeProject(api, 'Pixels', ['One', 'Two', 'Three']);
  const lifted = said(page, LIFTED);
  for (const [tab, arrow, axis] of [
    ['scenes', 'ArrowDown', 'y'],
    ['board', 'ArrowRight', 'x'],
  ] as const) {
    await workspace.open(project.id, tab);
    const at = await centre(sceneHandle(page, 1));
    // The browser reports presses in whole pixels.
    const x = Math.round(at.x);
    const y = Math.round(at.y);
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (const px of [1, 2, 3]) {
      await page.mouse.move(x, y + px);
      await expect(lifted, `${tab} after ${px} px`).toHaveCount(0);
    }
    await page.mouse.move(x, y + 4);
    await expect(lifted, `${tab} after more than 3 px`).toHaveCount(1);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect(said(page, /cancelled/i)).toHaveCount(1);

    await sceneHandle(page, 1).focus();
    await page.keyboard.press('Space');
    await expect(lifted).toHaveCount(1);
    const follower = page.locator('body > div[style*="position: fixed"]');
    const place = async (): Promise<number> => Math.round((await follower.boundingBox())?.[axis] ?? NaN);
    const start = await place();
    for (const steps of [1, 2]) {
      await page.keyboard.press(`Shift+${arrow}`);
      await expect.poll(place, `${tab} after ${steps} steps`).toBe(start + steps * 25);
    }
    await page.keyboard.press('Escape');
    await expect(said(page, /cancelled/i)).toHaveCount(1);
  }
});

test('cards and rows of projects are dragged, and the recent ones follow [PROJ-12, SHELL-05]', async ({
  page,
  api,
  dashboard,
}) => {
  for (const title of ['Four', 'Three', 'Two', 'One']) await makeProject(api, title);
  const recent = page.getByRole('region', { name: 'Recent Projects' }).getByRole('button');
  const become = async (...titles: string[]): Promise<void> => {
    const stored = async () => (await api.json<Project[]>('GET', '/api/projects')).map(({ title }) => title);
    await expect.poll(stored).toEqual(titles);
    await expect(recent).toHaveText(titles.slice(0, 3));
  };
  await dashboard.open();
  await expect(recent).toHaveText(['One', 'Two', 'Three']);
  const card = (title: string) => page.getByRole('button', { name: `Move ${title}`, exact: true });
  await dragOnto(page, card('One'), card('Two'));
  await become('Two', 'One', 'Three', 'Four');
  await dragByKeys(page, card('Two'), 'ArrowRight', [2]);
  await become('One', 'Two', 'Three', 'Four');
  await expect(card('Two')).toBeFocused();

  await page.getByRole('radio', { name: 'List view' }).click();
  const row = (title: string) => page.getByRole('row').getByRole('button', { name: `Move ${title}`, exact: true });
  await dragOnto(page, row('One'), row('Two'));
  await become('Two', 'One', 'Three', 'Four');
  await dragByKeys(page, row('Two'), 'ArrowDown', upTo(4));
  await become('One', 'Three', 'Four', 'Two');
});

test('dragging a slot onto the preview begins without any distance [SLOT-27]', async ({ page, api, workspace }) => {
  const { project, scenes } = await makeProject(api, 'Slots', ['One']);
  for (const colour of ['red', 'blue']) await addImage(api, first(scenes), await pngFile(`${colour}.png`, colour));
  await workspace.open(project.id, 'build');
  const { images } = workspace.scene(1);
  await images.slot(2).hover();
  const { x, y } = await centre(images.root.getByRole('button', { name: 'Drag Image 2 to the preview' }));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await expect(said(page, /image 2 picked up/i), 'before any movement').toHaveCount(1);
  const to = await centre(images.preview);
  await page.mouse.move(to.x, to.y, { steps: 10 });
  await expect(said(page, /over the preview/i)).toHaveCount(1);
  await page.mouse.up();
  await expect(images.slot(2)).toHaveAttribute('aria-pressed', 'true');
});

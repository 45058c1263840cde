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

/** The first words of a drag are followed at once by where it is. */
const LIFTED = /picked up|is over/i;
/** What the drag tells to a screen reader. */
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

async function dragByKeys(page: Page, handle: Locator, arrow: 'ArrowDown' | 'ArrowRight', place = 2): Promise<void> {
  await handle.focus();
  await page.keyboard.press('Space');
  await expect(said(page, LIFTED)).toHaveCount(1);
  await expect(async () => {
    await page.keyboard.press(arrow);
    await expect(said(page, new RegExp(`over place ${place} `, 'i'))).toHaveCount(1, { timeout: 100 });
  }).toPass();
  await page.keyboard.press('Space');
}

for (const { title, tab, arrow } of [
  {
    title: 'scenes of the scenes tab are dragged by mouse and by keyboard [SCENE-02]',
    tab: 'scenes',
    arrow: 'ArrowDown',
  },
  {
    title: 'scenes of the board tab are dragged by mouse and by keyboard [BOARD-02]',
    tab: 'board',
    arrow: 'ArrowRight',
  },
] as const) {
  test(title, async ({ page, api, workspace }) => {
    const { project } = await makeProject(api, 'Order', ['One', 'Two', 'Three']);
    await workspace.open(project.id, tab);
    const handle = (number: number) => page.getByRole('button', { name: `Move scene ${number}`, exact: true });
    await dragOnto(page, handle(1), handle(2));
    await expect.poll(() => sceneTitles(api, project.id)).toEqual(['Two', 'One', 'Three']);
    await page.reload();
    await dragByKeys(page, handle(1), arrow);
    await expect.poll(() => sceneTitles(api, project.id)).toEqual(['One', 'Two', 'Three']);
    await expect(handle(2), 'the focus goes with what was dragged').toBeFocused();
  });
}

for (const { tab, count, place } of [
  { tab: 'board', count: 7, place: 6 },
  // So many that only those near the view are rendered.
  { tab: 'scenes', count: 45, place: 14 },
] as const) {
  test(`the focus follows what is dragged far by keys in ${tab}`, async ({ page, api, workspace }) => {
    const titles = Array.from({ length: count }, (_, at) => `Scene ${at + 1}`);
    const { project } = await makeProject(api, 'Far', titles);
    await workspace.open(project.id, tab);
    const handle = (number: number) => page.getByRole('button', { name: `Move scene ${number}`, exact: true });
    await dragByKeys(page, handle(1), 'ArrowDown', place);
    await expect.poll(async () => (await sceneTitles(api, project.id)).indexOf('Scene 1')).toBe(place - 1);
    await expect(handle(place)).toBeFocused();
  });
}

for (const width of [1440, 390]) {
  for (const { tab, arrow, end } of [
    { tab: 'scenes', arrow: 'ArrowDown', end: 5 },
    { tab: 'board', arrow: 'ArrowRight', end: 5 },
  ] as const) {
    test(`each arrow key moves a scene one place in ${tab} at ${width} px`, async ({ page, api, workspace }) => {
      await page.setViewportSize({ width, height: 844 });
      // Rows of different heights.
      const titles = ['One', 'Two '.repeat(40).trim(), 'Three', 'Four '.repeat(25).trim(), 'Five', 'Six'];
      const { project } = await makeProject(api, 'Steps', titles);
      await workspace.open(project.id, tab);
      const handle = page.getByRole('button', { name: 'Move scene 1', exact: true });
      await handle.focus();
      await page.keyboard.press('Space');
      await expect(said(page, LIFTED)).toHaveCount(1);
      for (let place = 2; place <= end; place++) {
        await page.keyboard.press(arrow);
        await expect(said(page, new RegExp(`is over place ${place} of`)), `press ${place - 1}`).toHaveCount(1);
      }
      await page.keyboard.press('Space');
      await expect.poll(async () => (await sceneTitles(api, project.id)).indexOf('One')).toBe(end - 1);
    });
  }
}

const moveHandle = (page: Page): Locator => page.getByRole('button', { name: 'Move scene 1', exact: true });

test('a drag of a row or card begins after 3 px of movement, not before [SCENE-20]', async ({
  page,
  api,
  workspace,
}) => {
  const { project } = await makeProject(api, 'Pixels', ['One', 'Two']);
  for (const tab of ['scenes', 'board'] as const) {
    await workspace.open(project.id, tab);
    const lifted = said(page, LIFTED);
    const at = await centre(moveHandle(page));
    // Whole pixels: a press is reported in them.
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
  }
});

test('an arrow key with Shift moves what is dragged by 25 px [SCENE-20]', async ({ page, api, workspace }) => {
  const { project } = await makeProject(api, 'Steps', ['One', 'Two', 'Three']);
  for (const [tab, arrow, axis] of [
    ['scenes', 'ArrowDown', 'y'],
    ['board', 'ArrowRight', 'x'],
  ] as const) {
    await workspace.open(project.id, tab);
    await moveHandle(page).focus();
    await page.keyboard.press('Space');
    await expect(said(page, LIFTED)).toHaveCount(1);
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

test('cards of projects are dragged by mouse and by keyboard [PROJ-12]', async ({ page, api, dashboard }) => {
  for (const title of ['Three', 'Two', 'One']) await makeProject(api, title);
  const titles = async () => (await api.json<Project[]>('GET', '/api/projects')).map(({ title }) => title);
  await dashboard.open();
  const handle = (title: string) => page.getByRole('button', { name: `Move ${title}`, exact: true });
  await dragOnto(page, handle('One'), handle('Two'));
  await expect.poll(titles).toEqual(['Two', 'One', 'Three']);
  await page.reload();
  await dragByKeys(page, handle('Two'), 'ArrowRight');
  await expect.poll(titles).toEqual(['One', 'Two', 'Three']);
  await expect(handle('Two')).toBeFocused();
});

test('rows of projects are dragged, and the recent ones follow [PROJ-12, SHELL-05]', async ({
  page,
  api,
  dashboard,
}) => {
  for (const title of ['Four', 'Three', 'Two', 'One']) await makeProject(api, title);
  const titles = async () => (await api.json<Project[]>('GET', '/api/projects')).map(({ title }) => title);
  const recent = page.getByRole('region', { name: 'Recent Projects' }).getByRole('button');
  await dashboard.open();
  await expect(recent).toHaveText(['One', 'Two', 'Three']);
  await page.getByRole('radio', { name: 'List view' }).click();
  const handle = (title: string) => page.getByRole('row').getByRole('button', { name: `Move ${title}`, exact: true });
  await dragOnto(page, handle('One'), handle('Two'));
  await expect.poll(titles).toEqual(['Two', 'One', 'Three', 'Four']);
  await expect(recent).toHaveText(['Two', 'One', 'Three']);
  await page.reload();
  await page.getByRole('radio', { name: 'List view' }).click();
  await dragByKeys(page, handle('Two'), 'ArrowDown', 4);
  await expect.poll(titles).toEqual(['One', 'Three', 'Four', 'Two']);
  await expect(recent).toHaveText(['One', 'Three', 'Four']);
});

test('a slot is dragged onto the preview without any distance [SLOT-27]', async ({ page, api, workspace }) => {
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

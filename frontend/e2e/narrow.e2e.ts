import type { Locator, Page } from '@playwright/test';
import type { ApiClient } from '../../scripts/lib/api-client.mjs';
import { SCREENS } from '../../scripts/lib/screens.mjs';
import { addImage, addVideo, first, makeProject } from './support/content';
import { mp4File, pngFile } from './support/files';
import { expect, test } from './support/test';

test.describe.configure({ timeout: 180_000 });

const LONG = 'A very long title that tells of the lighthouse-and-its-keeper';
const UNBROKEN = 'Donaudampfschifffahrtsgesellschaftskapitaenswitwenrente'.repeat(2);

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('not to be seen');
  return box;
}

/** What reaches over the window's right edge and is neither scrolled nor cut off by something around it. */
async function overTheEdge(page: Page, where: string): Promise<string[]> {
  await expect(page.getByRole('main')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const found = await page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const isHeld = (node: Element): boolean => {
      for (let around = node.parentElement; around && around !== document.body; around = around.parentElement) {
        if (getComputedStyle(around).overflowX !== 'visible') return true;
      }
      return false;
    };
    const wide = [...document.body.querySelectorAll('*')].filter((node) => {
      const { right, left, width: own } = node.getBoundingClientRect();
      return own > 1 && (right > width + 1 || left < -1) && !isHeld(node);
    });
    const scrolls = document.documentElement.scrollWidth - window.innerWidth;
    return [
      ...(scrolls > 0 ? [`scrolls by ${scrolls} px`] : []),
      ...wide.map((node) => `${node.tagName} ${node.textContent.slice(0, 40)}`),
    ];
  });
  return found.map((line) => `${where}: ${line}`);
}

/** A project whose every text is too long for one line. */
async function makeLongProject(api: ApiClient): Promise<string> {
  const words = { description: UNBROKEN, story: UNBROKEN };
  const { project, scenes } = await makeProject(api, LONG, [LONG, UNBROKEN, 'The storm'], words);
  await addImage(api, first(scenes), await pngFile('a.png', 'red'));
  await addVideo(api, first(scenes), await mp4File('a.mp4'));
  return project.id;
}

for (const width of [320, 390]) {
  test.describe(`a window of ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } });

    test('never scrolls sideways on any screen', async ({ page, api }) => {
      const projectId = await makeLongProject(api);
      const wide: string[] = [];
      for (const { name, path } of SCREENS.filter(({ signedIn, staff }) => signedIn && !staff)) {
        await page.goto(path.replace('{project}', projectId));
        wide.push(...(await overTheEdge(page, name)));
        if (name !== 'project-board') continue;
        await page.getByRole('radio', { name: 'Videos' }).click();
        await expect(page.getByText('Video Selected')).toBeVisible();
        wide.push(...(await overTheEdge(page, 'project-board with videos')));
      }
      expect(wide).toEqual([]);
    });

    test('never scrolls sideways on the screens of people with roles', async ({
      page,
      context,
      signIn,
      staff,
      api,
    }) => {
      // Somebody who has spent, with an address that is wider than the window.
      const projectId = await makeLongProject(api);
      await api.postOnce('/api/ai/generate/continuity', { story: UNBROKEN, projectId });
      await signIn(context, staff);
      const wide: string[] = [];
      for (const { name, path } of SCREENS.filter(({ staff: forStaff }) => forStaff)) {
        await page.goto(path);
        wide.push(...(await overTheEdge(page, name)));
      }
      expect(wide).toEqual([]);
    });

    test('shows the name of the open tab', async ({ api, workspace }) => {
      const { project } = await makeProject(api, LONG);
      for (const [id, name] of [
        ['publish', 'Publish'],
        ['settings', 'Settings'],
      ] as const) {
        await workspace.open(project.id, id);
        await expect(workspace.tab(name)).toBeInViewport({ ratio: 0.95 });
      }
      await workspace.tab('Create').click();
      await expect(workspace.tab('Create')).toBeInViewport({ ratio: 0.95 });
    });
  });
}

for (const width of [320, 390, 479]) {
  test(`the head of a scene in Build is whole at ${width} px`, async ({ page, api, workspace }) => {
    await page.setViewportSize({ width, height: 844 });
    const { project } = await makeProject(api, LONG, [LONG, 'The storm']);
    await workspace.open(project.id, 'build');
    const { root } = workspace.scene(1);
    const title = root.getByRole('heading', { name: `Scene 1: ${LONG}` });
    await expect(title).toBeVisible();
    const cut = (node: HTMLElement): number => Math.max(0, node.scrollWidth - node.clientWidth);
    expect(await title.evaluate(cut), 'pixels of the title that are cut off').toBe(0);
    const card = await boxOf(root);
    const parts = {
      title,
      badge: root.getByText('No images yet'),
      previous: root.getByRole('button', { name: 'Previous scene' }),
      next: root.getByRole('button', { name: 'Next scene' }),
      words: workspace.scene(1).text('Scene Description'),
    };
    for (const [name, part] of Object.entries(parts)) {
      const { x, width: own } = await boxOf(part);
      expect(x, name).toBeGreaterThanOrEqual(card.x);
      expect(x + own, name).toBeLessThanOrEqual(card.x + card.width);
    }
  });
}

import type { Locator } from '@playwright/test';
import { SCREENS } from '../../scripts/lib/screens.mjs';
import { makeProject } from './support/content';
import { LONG, makeLongProject, UNBROKEN } from './support/long-project';
import { overTheEdge } from './support/over-the-edge';
import { expect, test } from './support/test';

test.describe.configure({ timeout: 180_000 });

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('not to be seen');
  return box;
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

    test('leaves room between the picture of a project and its words', async ({ page, api, dashboard }) => {
      await makeLongProject(api);
      await dashboard.open();
      const card = page.getByRole('article').first();
      const picture = await boxOf(card.getByRole('link', { name: /^Open / }));
      const words = await boxOf(card.getByRole('link', { name: /^Next: / }));
      expect(words.x - (picture.x + picture.width)).toBeGreaterThanOrEqual(12);
    });

    test('begins a row of tabs at the one that is shown', async ({ page, context, signIn, staff }) => {
      await signIn(context, staff);
      for (const name of ['Access', 'Ledger']) {
        await page.goto(`/audit?view=${name.toLowerCase()}`);
        await expect(page.getByRole('tab', { name })).toBeInViewport({ ratio: 1 });
      }
    });

    test('breaks no word of what was used', async ({ page, api }) => {
      await api.postOnce('/api/ai/generate/continuity', { story: 'The lamp went dark.' });
      await page.goto('/credits?view=usage');
      const row = page.getByRole('table', { name: 'Usage' }).getByRole('row').nth(1);
      await expect(row).toBeVisible();
      const broken = await row
        .getByRole('cell')
        .first()
        .evaluate((cell) => {
          const words = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
          const cut: string[] = [];
          for (let node = words.nextNode(); node; node = words.nextNode())
            for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
              const range = document.createRange();
              range.setStart(node, index);
              range.setEnd(node, index + word.length);
              if (range.getClientRects().length > 1) cut.push(word);
            }
          return cut;
        });
      expect(broken).toEqual([]);
      expect((await boxOf(row)).height).toBeLessThan(120);
    });

    test('keeps the date of a transaction on one line', async ({ page, api }) => {
      await api.postOnce('/api/ai/generate/continuity', { story: 'The lamp went dark.' });
      await page.goto('/credits?view=transactions');
      const date = page.getByRole('table', { name: 'Transactions' }).locator('time:visible').first();
      await expect(date).toBeVisible();
      expect(await date.evaluate((element) => element.getClientRects().length)).toBe(1);
    });

    test('tells the next step of every project whole, in the list too', async ({ page, api, dashboard }) => {
      await makeProject(api, 'A project with a title of many words', ['The harbour'], { story: 'The lamp went dark.' });
      await dashboard.open();
      await page.getByRole('radio', { name: 'List' }).click();
      const cell = page.getByRole('link', { name: /^Next: / }).locator('xpath=ancestor::td');
      await expect(cell).toBeVisible();
      const cut = await cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      expect(cut).toBeLessThanOrEqual(0);
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

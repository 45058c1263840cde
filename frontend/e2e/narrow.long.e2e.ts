import type { Locator } from '@playwright/test';
import { makeProject } from './support/content';
import { LONG, makeLongProject } from './support/long-project';
import { expect, test } from './support/test';

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('not to be seen');
  return box;
}
/** Returns how many pixels of the content are cut off. */
const cut = (locator: Locator): Promise<number> =>
  locator.evaluate(({ scrollWidth, clientWidth }) => Math.max(0, scrollWidth - clientWidth));

test.describe('a window of 320 px', () => {
  test.use({ viewport: { width: 320, height: 844 } });

  test('scrolls a row of tabs to the open one', async ({ page, context, signIn, staff }) => {
    await signIn(context, staff);
    for (const name of ['Access', 'Ledger']) {
      await page.goto(`/audit?view=${name.toLowerCase()}`);
      await expect(page.getByRole('tab', { name })).toBeInViewport({ ratio: 1 });
    }
  });

  test('breaks no word of the usage, and no date of a transaction', async ({ page, api }) => {
    await api.postOnce('/api/ai/generate/continuity', { story: 'The lamp went dark.' });
    await page.goto('/credits?view=usage');
    const row = page.getByRole('table', { name: 'Usage' }).getByRole('row').nth(1);
    await expect(row).toBeVisible();
    const broken = await row
      .getByRole('cell')
      .first()
      .evaluate((cell) => {
        const words = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        const cutInTwo: string[] = [];
        for (let node = words.nextNode(); node; node = words.nextNode())
          for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            if (range.getClientRects().length > 1) cutInTwo.push(word);
          }
        return cutInTwo;
      });
    expect(broken).toEqual([]);
    expect((await boxOf(row)).height).toBeLessThan(120);

    await page.getByRole('tab', { name: 'Transactions' }).click();
    const date = page.getByRole('table', { name: 'Transactions' }).locator('time:visible').first();
    await expect(date).toBeVisible();
    expect(await date.evaluate((element) => element.getClientRects().length)).toBe(1);
  });

  test('shows a project completely: its card, its next step, its open tab and the head of a scene', async ({
    page,
    api,
    dashboard,
    workspace,
  }) => {
    const longId = await makeLongProject(api);
    await makeProject(api, 'A project with a title of many words', ['The harbour'], { story: 'The lamp went dark.' });
    await dashboard.open();
    const card = page.getByRole('article').first();
    const picture = await boxOf(card.getByRole('link', { name: /^Open / }));
    const words = await boxOf(card.getByRole('link', { name: /^Next: / }));
    expect(words.x - (picture.x + picture.width), 'between the picture and the words').toBeGreaterThanOrEqual(12);

    await page.getByRole('radio', { name: 'List' }).click();
    const cells = page.getByRole('link', { name: /^Next: / }).locator('xpath=ancestor::td');
    await expect(cells).toHaveCount(2);
    for (const cell of await cells.all()) expect(await cut(cell), 'pixels of a next step').toBe(0);

    for (const [id, name] of [
      ['publish', 'Publish'],
      ['settings', 'Settings'],
    ] as const) {
      await workspace.open(longId, id);
      await expect(workspace.tab(name)).toBeInViewport({ ratio: 0.95 });
    }
    await workspace.tab('Create').click();
    await expect(workspace.tab('Create')).toBeInViewport({ ratio: 0.95 });

    await workspace.showTab('Build');
    const scene = workspace.scene(1);
    const title = scene.root.getByRole('heading', { name: `Scene 1: ${LONG}` });
    // 479 px is the widest window with the phone layout.
    for (const width of [320, 479]) {
      await page.setViewportSize({ width, height: 844 });
      await expect(title).toBeVisible();
      expect(await cut(title), 'pixels of the title').toBe(0);
      const around = await boxOf(scene.root);
      const parts = {
        title,
        badge: scene.root.getByText(/^(No images yet|Images complete)$/),
        previous: scene.root.getByRole('button', { name: 'Previous scene' }),
        next: scene.root.getByRole('button', { name: 'Next scene' }),
        words: scene.text('Scene Description'),
      };
      for (const [name, part] of Object.entries(parts)) {
        const { x, width: own } = await boxOf(part);
        expect(x, `${name} at ${width} px`).toBeGreaterThanOrEqual(around.x);
        expect(x + own, `${name} at ${width} px`).toBeLessThanOrEqual(around.x + around.width);
      }
    }

    await page.setViewportSize({ width: 320, height: 844 });
    await page.getByRole('button', { name: 'Generate Videos', exact: true }).click();
    const clips = page.getByRole('dialog', { name: 'Generate Videos' });
    const clip = clips.getByRole('group', { name: 'Scenes' }).getByRole('listitem').first();
    const label = clip.locator('label');
    await expect(label).toHaveText(`Scene 1: ${LONG}`);
    expect(await cut(label), 'pixels of the title').toBe(0);
    expect((await boxOf(label)).width, 'of the title').toBeGreaterThan(150);
    const [whole, price] = [await boxOf(clip), await boxOf(clip.locator('small'))];
    expect(price.x + price.width).toBeLessThanOrEqual(whole.x + whole.width);
  });
});

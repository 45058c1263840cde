import type { Locator } from '@playwright/test';
import type { Project } from '@storyreel/contracts';
import { makeProject } from './support/content';
import { refuseSaves } from './support/refused-saves';
import { expect, test } from './support/test';

const hiddenPixels = (field: Locator) => field.evaluate((node) => node.scrollHeight - node.clientHeight);
const direction = (field: Locator) => field.evaluate((node) => getComputedStyle(node).direction);

test('the story field grows with its window and hides no line, and starts at the right for right-to-left text', async ({
  page,
  api,
  workspace,
}) => {
  const story = 'The lamp had gone dark, and the keeper did not come down.\n'.repeat(60);
  const { project } = await makeProject(api, 'Long', [], { story });
  await workspace.open(project.id);
  await expect(workspace.story).toHaveValue(story);
  for (const width of [1440, 700, 390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => hiddenPixels(workspace.story), `at ${width} px`).toBeLessThanOrEqual(0);
  }
  await expect.poll(() => direction(workspace.story)).toBe('ltr');
  await workspace.story.fill('שומר המגדלור');
  await expect.poll(() => direction(workspace.story)).toBe('rtl');
});

test('a tab whose code was not found is loaded again in its place, beside unsaved text', async ({
  page,
  api,
  workspace,
}) => {
  const { project } = await makeProject(api, 'Chunk', ['The harbour']);
  await workspace.open(project.id);
  const saves = await refuseSaves(page);
  let misses = true;
  await page.route(/\/assets\/BoardTab-[^/]*\.js/, (route) =>
    misses ? route.fulfill({ status: 404 }) : route.fallback(),
  );
  await workspace.title.fill('Words that wait');
  await workspace.showTab('Board');
  const again = page.getByRole('tabpanel').getByRole('button', { name: 'Try Again' });
  await expect(again).toBeVisible();
  await page.evaluate(() => void ((window as unknown as { sameDocument: boolean }).sameDocument = true));
  misses = false;
  await again.click();
  await expect(workspace.card(1)).toBeVisible();
  expect(await page.evaluate(() => 'sameDocument' in window), 'without a reload').toBe(true);
  await expect(workspace.title).toHaveValue('Words that wait');
  saves.end();
  await workspace.title.fill('Words that waited');
  await expect
    .poll(async () => (await api.json<Project>('GET', `/api/projects/${project.id}`)).title)
    .toBe('Words that waited');
});

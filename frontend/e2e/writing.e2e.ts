import type { Locator } from '@playwright/test';
import type { Project } from '@storyreel/contracts';
import { makeProject } from './support/content';
import { SAVED_FIELDS, makeSheet, storedText } from './support/saved-fields';
import { refuseSaves } from './support/refused-saves';
import { expect, test } from './support/test';

/** Fields that take any words, in any script and on many lines; an address does not. */
const PROSE = SAVED_FIELDS.filter(({ spell }) => !spell);

const hiddenPixels = (field: Locator) => field.evaluate((node) => node.scrollHeight - node.clientHeight);
const direction = (field: Locator) => field.evaluate((node) => getComputedStyle(node).direction);

test('the story grows with its window and hides no line', async ({ page, api, workspace }) => {
  const story = 'The lamp had gone dark, and the keeper did not come down.\n'.repeat(60);
  const { project } = await makeProject(api, 'Long', [], { story });
  await workspace.open(project.id);
  await expect(workspace.story).toHaveValue(story);
  for (const width of [1440, 700, 390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => hiddenPixels(workspace.story), `at ${width} px`).toBeLessThanOrEqual(0);
  }
});

test('right-to-left text runs from the right in every field', async ({ page, api }) => {
  for (const [at, field] of PROSE.entries()) {
    const sheet = await makeSheet(api, 'Right');
    const text = at % 2 === 0 ? 'שומר המגדלור' : 'حارس المنارة';
    await api.json('PATCH', field.resource(sheet), { [field.key]: text });
    await page.goto(field.address(sheet));
    const box = await field.begin(page);
    await expect.poll(() => direction(box), field.name).toBe('rtl');
    await api.send('DELETE', `/api/projects/${sheet.project.id}`);
  }
});

test('line breaks live through every place where a text is edited', async ({ page, api }) => {
  for (const field of PROSE) {
    const sheet = await makeSheet(api, 'Lines');
    await api.json('PATCH', field.resource(sheet), { [field.key]: 'one\ntwo' });
    await page.goto(field.address(sheet));
    const box = await field.begin(page);
    await expect(box, field.name).toHaveValue('one\ntwo');
    await box.pressSequentially(' three');
    await field.end(box);
    await expect.poll(() => storedText(api, field, sheet), field.name).toBe('one\ntwo three');
    await api.send('DELETE', `/api/projects/${sheet.project.id}`);
  }
});

test('a tab whose code was not found is tried again in its place, beside unsaved words', async ({
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
  await expect
    .poll(async () => (await api.json<Project>('GET', `/api/projects/${project.id}`)).title)
    .toBe('Words that wait');
});

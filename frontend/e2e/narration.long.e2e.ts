import type { Locator, Page } from '@playwright/test';
import type { Project, Scene } from '@storyreel/contracts';
import { faultsInBothThemes } from './support/axe';
import { makeProject } from './support/content';
import { overTheEdge } from './support/over-the-edge';
import { expect, test } from './support/test';

test.describe.configure({ timeout: 180_000 });

/** The row of a scene in the Audio tab. */
const rowOf = (page: Page, n: number): Locator => page.getByRole('region', { name: new RegExp(`^Scene ${n}:`) });
const wordsOf = (page: Page, n: number): Locator => page.getByRole('textbox', { name: `Words of scene ${n}` });
const player = (page: Page, n: number): Locator =>
  page.getByRole('button', { name: `Play the narration of scene ${n}` });

test('two scenes are narrated and played, and one is marked when its text changes', async ({
  page,
  api,
  workspace,
}) => {
  const { project, scenes } = await makeProject(api, 'The keeper', ['The harbour', 'The storm']);
  await api.json('PATCH', `/api/projects/${project.id}`, { characters: 'Mara: brave, tall' });
  await workspace.open(project.id, 'audio');

  await wordsOf(page, 1).fill('At dawn Mara rowed.');
  await page.getByRole('combobox', { name: 'Speaker of scene 1' }).selectOption('Mara');
  const voice = page.getByRole('combobox', { name: 'Voice of Mara' });
  // The first option is 'Same as the narrator'.
  await voice.selectOption({ index: 1 });
  const chosen = await voice.inputValue();
  const saved = async () => (await api.json<Project>('GET', `/api/projects/${project.id}`)).voices;
  await expect.poll(saved).toEqual([expect.objectContaining({ speaker: 'Mara', voice: chosen })]);

  await page.getByRole('button', { name: /^Narrate 2 Scenes/ }).click();
  await workspace.dialog.getByRole('button', { name: 'Narrate', exact: true }).click();
  for (const n of [1, 2]) await expect(player(page, n)).toBeVisible({ timeout: 90_000 });
  await expect(page.getByRole('button', { name: 'All Scenes Narrated' })).toBeVisible();
  expect(await faultsInBothThemes(page, 'narrated')).toEqual([]);

  await page.getByRole('button', { name: 'Play All' }).click();
  await expect(rowOf(page, 1)).toHaveAttribute('aria-current', 'true');
  await expect(rowOf(page, 2)).toHaveAttribute('aria-current', 'true', { timeout: 60_000 });
  await expect(page.getByRole('button', { name: 'Play All' })).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('[aria-current="true"][data-played]')).toHaveCount(0);

  await wordsOf(page, 2).fill('Then the storm came.');
  await expect(rowOf(page, 2).getByText('Text changed since recording')).toBeVisible();
  await expect(rowOf(page, 1).getByText('Text changed since recording')).toHaveCount(0);
  const stored = async () => (await api.json<Scene>('GET', `/api/scenes/${scenes[1]?.id ?? ''}`)).narration;
  await expect.poll(stored).toBe('Then the storm came.');

  await page.reload();
  await expect(wordsOf(page, 1)).toHaveValue('At dawn Mara rowed.');
  await expect(wordsOf(page, 2)).toHaveValue('Then the storm came.');
  await expect(page.getByRole('combobox', { name: 'Speaker of scene 1' })).toHaveValue('Mara');
  await expect(voice).toHaveValue(chosen);
  await expect(rowOf(page, 2).getByText('Text changed since recording')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Narrate 1 Scene/ })).toBeVisible();
  for (const n of [1, 2]) await expect(player(page, n)).toBeVisible();
  await page.setViewportSize({ width: 320, height: 844 });
  expect(await overTheEdge(page, 'narrated')).toEqual([]);
});

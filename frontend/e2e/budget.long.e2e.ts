import type { Page } from '@playwright/test';
import type { Budgets, ImageQueue } from '@storyreel/contracts';
import { makeProject } from './support/content';
import { expect, test } from './support/test';

const change = (page: Page) => page.getByRole('link', { name: 'Change Budget' });

/** Raises the limit in the budget card that has the focus, as after following the link of a refusal. */
async function raise(page: Page, name: string, zaps: string): Promise<void> {
  const card = page.getByRole('region', { name, exact: true });
  await expect(card).toBeFocused();
  await expect(card.getByRole('button', { name: 'Change' })).toBeEnabled();
  await page.keyboard.press('Tab');
  await expect(card.getByRole('button', { name: 'Change' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('spinbutton', { name: 'Zaps per month' }).fill(zaps);
  await page.keyboard.press('Enter');
  await expect(card.getByText(`of ${zaps} zaps spent or reserved this month`)).toBeVisible();
}

test('a monthly budget warns when it is nearly spent, refuses what exceeds it before anything is queued, and opens with one click', async ({
  page,
  api,
  workspace,
}) => {
  const { project, scenes } = await makeProject(api, 'The keeper', ['The harbour', 'The storm']);
  for (const { id } of scenes) await api.json('PATCH', `/api/scenes/${id}`, { imagePrompt: 'a lamp in the fog' });
  await api.json('PUT', '/api/credits/budget', { monthlyZaps: 5 });

  await workspace.open(project.id, 'build');
  await workspace.scene(1).generateImages.click();
  await expect(page.getByText('Your monthly budget is almost spent: 4 of 5 zaps.')).toBeVisible();
  await expect(workspace.scene(1).images.complete).toHaveCount(4, { timeout: 60_000 });

  await workspace.scene(2).generateImages.click();
  await expect(page.getByText('This would exceed a monthly budget.')).toBeVisible();
  const queue = await api.json<ImageQueue>('GET', '/api/midjourney/queue');
  expect([queue.activeJobs, queue.queuedJobs]).toEqual([0, 0]);
  expect((await api.json<Budgets>('GET', '/api/credits/budgets')).person.spentZaps).toBe(4);

  await change(page).click();
  await expect(page).toHaveURL(/\/credits#budget$/);
  await raise(page, 'Monthly budget', '50');
  await expect(change(page)).toHaveCount(0);

  await workspace.open(project.id, 'build');
  await workspace.scene(2).generateImages.click();
  await expect(workspace.scene(2).images.complete).toHaveCount(4, { timeout: 60_000 });
});

import type { Batch, Scene } from '@storyreel/contracts';
import { makeProject } from './support/content';
import { expect, test } from './support/test';

const FOUR = ['The harbour', 'The storm', 'The lamp', 'The stairs'];
/** The sandbox fails for a prompt that contains this text. */
const FAILS = '[sandbox:fail]';

test('a batch is made and counted once, over a reload and a sign-out, and its failures are retried in another window', async ({
  page,
  user,
  api,
  workspace,
  openWindow,
}) => {
  const { project, scenes } = await makeProject(api, 'Four at once', FOUR);
  for (const [at, { id, title }] of scenes.entries()) {
    await api.json('PATCH', `/api/scenes/${id}`, { imagePrompt: at === 1 ? `${title} ${FAILS}` : title });
  }
  await workspace.open(project.id, 'build');
  await page.getByRole('button', { name: 'Generate Images', exact: true }).click();
  await workspace.dialog.getByRole('button', { name: 'Generate Images' }).click();
  await expect(page.getByText('Generation started', { exact: true })).toBeVisible();
  await page.reload();
  await page.context().clearCookies();
  await page.goto('/');

  const later = await openWindow(user);
  await later.goto('/');
  await later.getByRole('button', { name: /^Batches/ }).click();
  const card = later.getByRole('dialog', { name: 'Batches' });
  await expect(card).toContainText('3 made', { timeout: 60_000 });
  const retry = card.getByRole('button', { name: 'Retry 1 Failed' });
  await retry.waitFor();
  await api.json('POST', `/api/scenes/${scenes[1]?.id}/cleanup-dead-images`);
  await api.json('PATCH', `/api/scenes/${scenes[1]?.id}`, { imagePrompt: 'A storm at sea' });
  await retry.click();
  const batches = () => api.json<Batch[]>('GET', '/api/batches');
  await expect.poll(batches, { timeout: 60_000 }).toMatchObject([{ made: 4, failed: 0, isOver: true }]);
  const made = await api.json<Scene[]>('GET', `/api/scenes?projectId=${project.id}`);
  expect(made.map(({ imageUrls }) => imageUrls.filter((url) => url !== '').length)).toEqual([4, 4, 4, 4]);
  const quote = await api.json<{ remainingToday: number }>('GET', '/api/midjourney/bulk-quote');
  expect(quote.remainingToday).toBe(56);
});

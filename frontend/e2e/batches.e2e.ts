import type { Page } from '@playwright/test';
import type { Batch, BatchDetail, Scene } from '@storyreel/contracts';
import type { ApiClient } from '../../scripts/lib/api-client.mjs';
import { makeProject } from './support/content';
import type { WorkspacePage } from './support/pages/workspace-page';
import { expect, test } from './support/test';

test.describe.configure({ timeout: 240_000 });

const SIX = ['The harbour', 'The storm', 'The lamp', 'The stairs', 'The wire', 'The morning'];
/** The sandbox fails at a prompt with this in it. */
const FAILS = '[sandbox:fail]';

const imagesOf = async (api: ApiClient, projectId: string): Promise<number[]> =>
  (await api.json<Scene[]>('GET', `/api/scenes?projectId=${projectId}`)).map(
    ({ imageUrls }) => imageUrls.filter((url) => url !== '').length,
  );
const newestBatch = async (api: ApiClient): Promise<BatchDetail> => {
  const [{ id = '' } = {}] = await api.json<Batch[]>('GET', '/api/batches');
  return api.json<BatchDetail>('GET', `/api/batches/${id}`);
};
async function generateAll(page: Page, workspace: WorkspacePage, projectId: string): Promise<void> {
  await workspace.open(projectId, 'build');
  await page.getByRole('button', { name: 'Generate Images', exact: true }).click();
  await workspace.dialog.getByRole('button', { name: 'Generate Images' }).click();
  await expect(page.getByText('Jobs queued', { exact: true })).toBeVisible();
}

test.describe('a batch of six scenes', () => {
  test('is made once and counted once, over a reload, a sign-out and a killed server', async ({
    page,
    user,
    api,
    server,
    workspace,
    openWindow,
  }) => {
    const { project } = await makeProject(api, 'Six at once', SIX);
    for (const { id, title } of await api.json<Scene[]>('GET', `/api/scenes?projectId=${project.id}`)) {
      await api.json('PATCH', `/api/scenes/${id}`, { imagePrompt: title });
    }
    await generateAll(page, workspace, project.id);
    await page.reload();
    await server.kill();
    await server.restart();
    await page.context().clearCookies();
    await page.goto('/');

    const later = await openWindow(user);
    await later.goto('/');
    const batches = later.getByRole('button', { name: /^Batches/ });
    await batches.click();
    const card = later.getByRole('dialog', { name: 'Batches' });
    await expect(card).toContainText('6 made', { timeout: 120_000 });
    expect(await imagesOf(api, project.id)).toEqual([4, 4, 4, 4, 4, 4]);
    const quote = await api.json<{ remainingToday: number }>('GET', '/api/midjourney/bulk-quote');
    expect(quote.remainingToday).toBe(54);
  });

  test('is paused, resumed and cancelled; what failed is made again', async ({ page, api, workspace }) => {
    const { project } = await makeProject(api, 'In parts', SIX);
    const scenes = await api.json<Scene[]>('GET', `/api/scenes?projectId=${project.id}`);
    for (const [at, { id, title }] of scenes.entries()) {
      await api.json('PATCH', `/api/scenes/${id}`, { imagePrompt: at === 1 ? `${title} ${FAILS}` : title });
    }
    await generateAll(page, workspace, project.id);
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect.poll(async () => (await newestBatch(api)).running, { timeout: 60_000 }).toBe(0);
    const paused = await newestBatch(api);
    expect(paused.status).toBe('paused');
    expect(paused.waiting).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect.poll(async () => (await newestBatch(api)).isOver, { timeout: 90_000 }).toBe(true);
    expect(await newestBatch(api)).toMatchObject({ status: 'ended', made: 5, failed: 1 });

    const failed = scenes[1]?.id ?? '';
    await api.json('POST', `/api/scenes/${failed}/cleanup-dead-images`);
    await api.json('PATCH', `/api/scenes/${failed}`, { imagePrompt: 'A storm at sea' });
    await page.getByRole('button', { name: /^Batches/ }).click();
    await page
      .getByRole('dialog', { name: 'Batches' })
      .getByRole('button', { name: 'Retry the One That Failed' })
      .click();
    await expect.poll(async () => (await newestBatch(api)).made, { timeout: 60_000 }).toBe(6);
    expect(await imagesOf(api, project.id)).toEqual([4, 4, 4, 4, 4, 4]);

    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Generate Images', exact: true }).click();
    await workspace.dialog.getByRole('button', { name: 'Generate Images' }).click();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect.poll(async () => (await newestBatch(api)).isOver, { timeout: 60_000 }).toBe(true);
    const cancelled = await newestBatch(api);
    expect(cancelled.status).toBe('cancelled');
    expect(cancelled.made + cancelled.cancelled).toBe(6);
    expect(cancelled.cancelled).toBeGreaterThan(0);
  });
});

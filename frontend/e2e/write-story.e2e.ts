import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { Project, StoryDraftResponse } from '@storyreel/contracts';
import { makeProject } from './support/content';
import { WorkspacePage } from './support/pages/workspace-page';
import { startTestServer, type TestServer } from './support/server';
import { expect, test } from './support/test';

const OLD = 'Mara climbed the stairs of the lighthouse at dusk.';
const IDEA = 'A keeper called Elias finds a bottle on the beach';

/** Long enough to be watched. */
const slow = test.extend<object, { server: TestServer }>({
  server: [
    async ({}, use) => {
      const server = await startTestServer({ SANDBOX_DELAY_MS: '6000' });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
async function begin(page: Page): Promise<void> {
  const { dialog } = new WorkspacePage(page);
  await page.getByRole('button', { name: /^Write Story/ }).click();
  await expect(dialog.getByText(/^Cost: 0\.5 zaps/)).toBeVisible();
  await dialog.getByLabel('Idea').fill(IDEA);
  await dialog.getByRole('radio', { name: 'Tense' }).click();
  await dialog.getByRole('button', { name: /^(Write|Replace) Story$/ }).click();
  await expect(page.getByText('Writing your story...')).toBeVisible();
}

slow.describe('a story that is written', () => {
  slow.describe.configure({ timeout: 180_000 });

  slow('is watched, survives a reload, and is undone [STORY-03]', async ({ page, api }) => {
    const { project } = await makeProject(api, 'The bottle', [], { story: OLD });
    const workspace = new WorkspacePage(page);
    await workspace.open(project.id);
    await begin(page);
    await expect(button(page, 'Stop')).toBeFocused();
    await expect(workspace.story, 'it grows in the page').toHaveValue(new RegExp(`^${IDEA}`));
    await expect(workspace.story).not.toBeEditable();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations).toEqual([]);

    await page.reload();
    await expect(workspace.story, 'what has come is there').toHaveValue(new RegExp(`^${IDEA}`));
    await expect(page.getByText('Your new story is in place.')).toBeVisible({ timeout: 90_000 });
    await expect(workspace.story).toHaveValue(/let the story begin again\.$/);
    await expect(workspace.story).toBeEditable();

    await button(page, 'Undo').click();
    await expect(workspace.story).toHaveValue(OLD);
    const stored = await api.json<Project>('GET', `/api/projects/${project.id}`);
    expect(stored.story).toBe(OLD);
    const { balance } = await api.json<{ balance: number }>('GET', '/api/credits/balance');
    expect(balance).toBe(99.5);
  });

  slow('is stopped for nothing, and goes on after the server was killed', async ({ page, api, server }) => {
    const { project } = await makeProject(api, 'The bottle', [], {});
    const workspace = new WorkspacePage(page);
    await workspace.open(project.id);
    await begin(page);
    await expect(workspace.story).toHaveValue(new RegExp(`^${IDEA}`));
    await button(page, 'Stop').click();
    await expect(page.getByText('Stopped. Nothing was charged.')).toBeVisible();
    await expect(workspace.story).toHaveValue('');
    await expect
      .poll(async () => (await api.json<{ balance: number }>('GET', '/api/credits/balance')).balance)
      .toBe(100);
    await button(page, 'Dismiss').click();
    await expect(page.getByText('Stopped. Nothing was charged.')).toHaveCount(0);

    await begin(page);
    await expect(workspace.story).toHaveValue(new RegExp(`^${IDEA}`));
    await server.kill();
    await server.restart();
    await expect(page.getByText('Your new story is in place.')).toBeVisible({ timeout: 90_000 });
    const { draft } = await api.json<StoryDraftResponse>('GET', `/api/projects/${project.id}/story-draft`);
    expect(draft?.text.match(/begin again/g)).toHaveLength(1);
    await expect
      .poll(async () => (await api.json<{ balance: number }>('GET', '/api/credits/balance')).balance)
      .toBe(99.5);
  });
});

import type { Page } from '@playwright/test';
import type { Project, Scene } from '@storyreel/contracts';
import { addImage, addVideo, first, makeProject } from './support/content';
import { mp4File, pngFile } from './support/files';
import { zapsIn } from './support/pages/shell';
import { expect, test } from './support/test';

/** Far below the interval of the polling fallback: only a push can bring the change this soon. */
const SOON = { timeout: 2_000 };

const titlesOnBoard = (page: Page): Promise<string[]> =>
  page
    .getByRole('article', { name: /^Scene \d+$/ })
    .getByRole('heading')
    .evaluateAll((heads) => heads.map((head) => head.lastChild?.textContent ?? ''));

/** Marks the page; the returned check proves that it was never reloaded. */
async function mark(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => Object.assign(window, { marked: true }));
  return async () => expect(await page.evaluate(() => 'marked' in window), 'the page was not loaded again').toBe(true);
}

test.describe('a second window without input', () => {
  test('shows another client’s changes of scenes', async ({ page, api, workspace }) => {
    const { project, scenes } = await makeProject(api, 'Watched', ['One', 'Two', 'Three']);
    await workspace.open(project.id, 'board');
    await expect.poll(() => titlesOnBoard(page)).toEqual(['One', 'Two', 'Three']);
    const stayed = await mark(page);
    const shows = (...titles: string[]) => expect.poll(() => titlesOnBoard(page), SOON).toEqual(titles);
    const [one, two, three] = scenes as [Scene, Scene, Scene];

    await api.json('PATCH', `/api/scenes/${one.id}`, { title: 'First' });
    await shows('First', 'Two', 'Three');
    await api.json('POST', '/api/scenes/reorder', { projectId: project.id, sceneIds: [three.id, one.id, two.id] });
    await shows('Three', 'First', 'Two');
    await api.json('DELETE', `/api/scenes/${one.id}`);
    await shows('Three', 'Two');
    await api.json('POST', '/api/scenes/restore', { id: one.id });
    await shows('Three', 'First', 'Two');
    await api.json('POST', '/api/scenes', { projectId: project.id, title: 'Last' });
    await shows('Three', 'First', 'Two', 'Last');
    await api.json('DELETE', `/api/scenes/all/${project.id}`);
    await shows();
    await api.json('POST', '/api/scenes/restore-all', { projectId: project.id });
    await shows('Three', 'First', 'Two', 'Last');
    await stayed();
  });

  test('shows images and clips appear and disappear', async ({ page, api, workspace }) => {
    const { project, scenes } = await makeProject(api, 'Watched', ['One']);
    const scene = first(scenes);
    await workspace.open(project.id, 'build');
    const stayed = await mark(page);
    const picture = await addImage(api, scene, await pngFile('a.png', 'red'));
    await expect(page.locator(`img[src*="${picture}"]`).first()).toBeVisible(SOON);
    const clip = await addVideo(api, scene, await mp4File('a.mp4'));
    await expect(page.locator(`video[src*="${clip}"]`).first()).toBeAttached(SOON);
    await api.json('DELETE', `/api/scenes/${scene.id}/images/0`);
    await expect(page.locator(`img[src*="${picture}"]`)).toHaveCount(0, SOON);
    await stayed();
  });

  test('shows projects, text and zaps change', async ({ page, api, dashboard, workspace }) => {
    const { project } = await makeProject(api, 'Before');
    await dashboard.open();
    const stayed = await mark(page);
    await expect(dashboard.card('Before')).toBeVisible();
    const zaps = await zapsIn(page);
    await api.json('PATCH', `/api/projects/${project.id}`, { title: 'After' });
    await expect(dashboard.card('After')).toBeVisible(SOON);
    const { id } = await api.json<Project>('POST', '/api/projects', { title: 'Another' });
    await expect(dashboard.card('Another')).toBeVisible(SOON);
    await api.json('DELETE', `/api/projects/${id}`);
    await expect(dashboard.card('Another')).toBeHidden(SOON);
    await api.json('POST', '/api/credits/add-zaps', { amount: 100 });
    await expect.poll(() => zapsIn(page), SOON).toBe(zaps + 100);

    await dashboard.openProject('After');
    await expect(workspace.story).toBeVisible();
    await api.json('PATCH', `/api/projects/${project.id}`, { story: 'The lamp went out.' });
    await expect(workspace.story).toHaveValue('The lamp went out.', SOON);
    await stayed();
  });
});

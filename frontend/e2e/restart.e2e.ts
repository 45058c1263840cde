import type { Scene } from '@storyreel/contracts';
import { first, makeProject } from './support/content';
import { zapsIn } from './support/pages/shell';
import { WorkspacePage } from './support/pages/workspace-page';
import { expect, test } from './support/test';

test.describe.configure({ timeout: 180_000 });

test.describe('a generation during which the server dies', () => {
  test('goes on when the server is back, and is paid once', async ({ page, api, server, workspace }) => {
    const { id: projectId } = await api.json<{ id: string }>('POST', '/api/projects', { title: 'The storm' });
    const { id } = await api.json<Scene>('POST', '/api/scenes', {
      projectId,
      title: 'The storm comes',
      imagePrompt: 'A lighthouse in a storm at night',
    });
    await workspace.open(projectId, 'build');
    const scene = workspace.scene(1);
    const before = await zapsIn(page);
    const accepted = page.waitForResponse(
      (answer) => answer.url().endsWith('/api/midjourney/generate-image') && answer.request().method() === 'POST',
    );
    await scene.generateImages.click();
    expect((await accepted).ok()).toBe(true);

    await server.kill();
    expect(server.hasEnded()).toBe(true);
    await server.restart();

    await expect(scene.images.complete, 'without a reload').toHaveCount(4, { timeout: 90_000 });
    await scene.images.expectPictureShown();
    await expect.poll(() => zapsIn(page)).toBeLessThan(before);
    const after = await zapsIn(page);

    await page.reload();
    await expect(scene.images.complete).toHaveCount(4);
    await expect.poll(() => zapsIn(page)).toBe(after);
    const made = await api.json<Scene>('GET', `/api/scenes/${id}`);
    expect(made.imageUrls.filter((url) => url !== '')).toHaveLength(4);
    expect(new Set(made.imageUrls).size).toBe(4);
  });
});

test.describe('a server that dies between its answer and its news', () => {
  test('comes back to windows that agree', async ({ api, user, page, server, workspace, openWindow }) => {
    const { project, scenes } = await makeProject(api, 'Cut short', ['The harbour']);
    const other = new WorkspacePage(await openWindow(user));
    for (const each of [workspace, other]) await each.open(project.id, 'build');
    const words = workspace.scene(1).text('Image Prompt');
    const answered = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
    await words.fill('A lamp in the fog');
    await answered;
    await server.kill();
    await words.press('End');
    await words.pressSequentially(', unlit');
    await server.restart();

    for (const each of [workspace, other]) {
      await expect(each.scene(1).text('Image Prompt')).toHaveValue('A lamp in the fog, unlit', { timeout: 40_000 });
    }
    const { imagePrompt } = await api.json<Scene>('GET', `/api/scenes/${first(scenes).id}`);
    expect(imagePrompt).toBe('A lamp in the fog, unlit');
  });
});

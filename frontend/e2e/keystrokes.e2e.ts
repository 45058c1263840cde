import type { Page, Route } from '@playwright/test';
import type { Project, Scene } from '@storyreel/contracts';
import type { ApiClient } from '../../scripts/lib/api-client.mjs';
import { first, makeProject } from './support/content';
import { WorkspacePage } from './support/pages/workspace-page';
import { expect, test } from './support/test';

const SCENE_SAVES = /\/api\/scenes\/[^/]+$/;

const videoPrompt = async (api: ApiClient, { id }: Scene): Promise<string> =>
  (await api.json<Scene>('GET', `/api/scenes/${id}`)).videoPrompt;

/** Holds a page's saves of scenes back until each is released. */
async function holdSaves(page: Page) {
  const held: { body: unknown; release: () => void }[] = [];
  let holds = true;
  await page.route(SCENE_SAVES, async (route: Route) => {
    const request = route.request();
    if (request.method() !== 'PATCH' || !holds) return route.fallback();
    await new Promise<void>((release) => held.push({ body: request.postDataJSON(), release }));
    // The page may have aborted the request meanwhile.
    await route.continue().catch(() => undefined);
  });
  return {
    bodies: () => held.map(({ body }) => body),
    releaseAll() {
      holds = false;
      for (const { release } of held) release();
    },
  };
}

test.describe('text typed over a bad connection', () => {
  test('arrives completely when a save is slow, the newest last [EDITOR-15]', async ({ page, api, workspace }) => {
    const { project, scenes } = await makeProject(api, 'Slow', ['The harbour']);
    await workspace.open(project.id, 'build');
    const field = workspace.scene(1).text('Image Prompt');
    const saves = await holdSaves(page);
    const cancelled = page.waitForEvent('requestfailed', (request) => request.method() === 'PATCH');
    await field.pressSequentially('A lamp');
    await expect.poll(saves.bodies).toEqual([{ imagePrompt: 'A lamp' }]);
    await expect(workspace.scene(1).root.getByText('Saving...')).toBeVisible();
    await field.pressSequentially(' in the fog');
    await cancelled;
    await expect.poll(saves.bodies).toEqual([{ imagePrompt: 'A lamp' }, { imagePrompt: 'A lamp in the fog' }]);
    await field.pressSequentially(', unlit');
    saves.releaseAll();
    const stored = async () => (await api.json<Scene>('GET', `/api/scenes/${first(scenes).id}`)).imagePrompt;
    await expect.poll(stored).toBe('A lamp in the fog, unlit');
    await expect(field).toHaveValue('A lamp in the fog, unlit');
    await expect(workspace.saved).toBeVisible();
    await page.reload();
    await expect(field).toHaveValue('A lamp in the fog, unlit');
  });

  test('is kept without a connection, and saved by itself once there is one', async ({
    page,
    context,
    api,
    workspace,
  }) => {
    const { project, scenes } = await makeProject(api, 'Away', ['The harbour']);
    await page.clock.install();
    await workspace.open(project.id, 'build');
    const { root, text } = { root: workspace.scene(1).root, text: workspace.scene(1).text('Video Prompt') };
    await context.setOffline(true);
    await text.fill('The camera rises');
    // Advances the page's clock through the backoff between attempts.
    const isGivenUp = async () => {
      await page.clock.runFor(1_000);
      return root.getByText('Failed to save').isVisible();
    };
    await expect.poll(isGivenUp, { timeout: 20_000, intervals: [50] }).toBe(true);
    await expect(root.getByRole('button', { name: 'Retry' })).toBeVisible();
    await context.setOffline(false);
    await expect(workspace.saved).toBeVisible();
    await expect(text).toHaveValue('The camera rises');
    expect(await videoPrompt(api, first(scenes))).toBe('The camera rises');
  });
});

test('two windows on one scene show the newest save in a field that both change, and keep changes of different fields', async ({
  page,
  user,
  api,
  workspace,
  openWindow,
}) => {
  const { project, scenes } = await makeProject(api, 'Both', ['The harbour']);
  const otherPage = await openWindow(user);
  const other = new WorkspacePage(otherPage);
  for (const each of [workspace, other]) await each.open(project.id, 'build');
  const here = workspace.scene(1).text('Scene Description');
  const there = other.scene(1).text('Scene Description');
  await here.fill('Words from here');
  await expect(there, 'the other window hears of it').toHaveValue('Words from here');

  const saves = await holdSaves(otherPage);
  await there.fill('Later words');
  await expect.poll(saves.bodies).toEqual([{ description: 'Later words' }]);
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
  const heardOf = otherPage.waitForResponse(
    (answer) => SCENE_SAVES.test(answer.url()) && answer.request().method() === 'GET',
  );
  await here.fill('Earlier words');
  await Promise.all([saved, heardOf]);
  await expect(there, 'unsaved words are not taken away').toHaveValue('Later words');
  saves.releaseAll();
  await expect(here).toHaveValue('Later words');
  await expect(there).toHaveValue('Later words');

  const words = { 'Image Prompt': 'Grey harbour, oil on canvas', 'Video Prompt': 'The camera rises' };
  await Promise.all([
    workspace.scene(1).text('Image Prompt').fill(words['Image Prompt']),
    other.scene(1).text('Video Prompt').fill(words['Video Prompt']),
  ]);
  for (const each of [workspace, other]) {
    for (const [label, text] of Object.entries(words)) await expect(each.scene(1).text(label)).toHaveValue(text);
  }
  await expect
    .poll(() => api.json<Scene>('GET', `/api/scenes/${first(scenes).id}`))
    .toMatchObject({
      description: 'Later words',
      imagePrompt: words['Image Prompt'],
      videoPrompt: words['Video Prompt'],
    });
});

/** Ways to leave the page. A unit test proves that leaving a field within the app sends its pending edit. */
const WAYS_OUT: Record<string, (page: Page) => Promise<unknown>> = {
  'a reload': (page) => page.reload(),
  'another address': (page) => page.goto('/styles'),
  'the browser’s back': (page) => page.goBack(),
};

test.describe('leaving in the middle of a word', () => {
  test('keeps it, whichever way the page is left', async ({ page, api, workspace, dashboard }) => {
    const { project, scenes } = await makeProject(api, 'Gone', ['The harbour']);
    const scene = first(scenes);
    await dashboard.open();
    for (const [way, leave] of Object.entries(WAYS_OUT)) {
      await workspace.open(project.id, 'build');
      await workspace.scene(1).text('Video Prompt').fill(`The camera ri, and then ${way}`);
      await leave(page);
      await expect.poll(() => videoPrompt(api, scene), way).toBe(`The camera ri, and then ${way}`);
    }
  });

  test('keeps it in a window that is closed, and in an edit in place', async ({ page, api, workspace }) => {
    const { project, scenes } = await makeProject(api, 'Gone', ['The harbour']);
    const scene = first(scenes);
    await workspace.open(project.id, 'scenes');
    await page.locator('button[aria-description="Description of scene 1"]').click();
    await page.getByRole('textbox', { name: 'Description of scene 1' }).pressSequentially(' Fog ri');
    await page.reload();
    const description = async () => (await api.json<Scene>('GET', `/api/scenes/${scene.id}`)).description;
    await expect.poll(description).toBe('The harbour, seen from afar. Fog ri');

    await workspace.open(project.id, 'build');
    await workspace.scene(1).text('Video Prompt').fill('The camera ri');
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => videoPrompt(api, scene)).toBe('The camera ri');
  });

  test('asks first when a story is too long to be sent while leaving', async ({ page, api, workspace }) => {
    const story = 'The lamp had gone dark. '.repeat(8_000);
    const { project } = await makeProject(api, 'Long', [], { story });
    await workspace.open(project.id, 'story');
    await workspace.story.focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('The end');
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await expect(workspace.saved).toBeVisible();
    const stored = async () => (await api.json<Project>('GET', `/api/projects/${project.id}`)).story;
    await expect.poll(stored).toBe(`${story}The end`);
  });
});
